//! `[package]`: keys of the crate's manifest (The Cargo Book, "The Manifest Format"), which cargo checks.

use std::collections::BTreeMap;

use toml::Value;

use super::reader::{ConfigReader, Spanned};
use crate::diagnostic::Result;

/// `[package]` in the file.
pub(super) type PackageForm = BTreeMap<Spanned<String>, Spanned<Value>>;

/// Reads the keys of the manifest, with their values as inline TOML.
pub(super) fn read(form: &PackageForm, reader: &ConfigReader<'_>) -> Result<BTreeMap<String, String>> {
    let package: BTreeMap<String, String> =
        form.iter().map(|(key, value)| (key.get_ref().clone(), value.get_ref().to_string())).collect();
    if let (true, Some((other, _))) = (package.contains_key("license"), form.get_key_value("license-file")) {
        let message = "`license` and `license-file` exclude each other";
        return Err(reader.problem(other.span().start, message, "remove one of them"));
    }
    Ok(package)
}

/// Returns a string that Bindery needs itself: from the top level, or from a key of `[package]`.
pub(super) fn text(
    own: Option<Spanned<String>>,
    key: &str,
    form: &PackageForm,
    reader: &ConfigReader<'_>,
) -> Result<Option<Spanned<String>>> {
    let found = form.iter().find(|(name, _)| name.get_ref() == key);
    let Some((value, text)) = found.and_then(|(_, value)| Some((value, value.get_ref().as_str()?))) else {
        return Ok(own);
    };
    match own {
        Some(_) => {
            let message = format!("duplicate key `{key}`");
            Err(reader.problem(value.span().start, message, "set it once, in `[package]` or at the top level"))
        }
        None => Ok(Some(Spanned::new(value.span(), text.to_owned()))),
    }
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    #[test]
    fn keys_are_passed_on_to_cargo() {
        let config = Config::parse(
            "b.toml",
            "[package]\nlicense = \"MIT\"\nkeywords = [\"a\"]\nversion.workspace = true\nmetadata.docs.rs = { all-features = true }\n",
        );
        let package = config.unwrap().package.clone();
        assert_eq!(package["license"], "\"MIT\"");
        assert_eq!(package["version"], "{ workspace = true }");
        assert_eq!(package["metadata"], "{ docs = { rs = { all-features = true } } }");
        for (text, message, help) in [
            ("license = \"MIT\"\nlicense-file = \"L\"", "exclude each other", "one of them"),
            ("name = \"std\"", "is not a valid crate name", "`example-client`"),
            ("version = \"1\"", "is not a valid version", "three numbers"),
        ] {
            let problem = Config::parse("b.toml", &format!("[package]\n{text}")).unwrap_err();
            assert!(problem.message.contains(message), "{text}: {}", problem.message);
            assert!(problem.help.as_deref().is_some_and(|given| given.contains(help)), "{text}: {:?}", problem.help);
        }
        let twice = Config::parse("b.toml", "name = \"a\"\n[package]\nname = \"b\"").unwrap_err();
        assert!(twice.message.contains("duplicate key"), "{}", twice.message);
    }
}
