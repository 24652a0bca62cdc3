//! `[package]`: keys of the crate's manifest (The Cargo Book, "The Manifest Format").

use std::collections::BTreeMap;

use toml::Value;

use super::reader::{ConfigReader, Spanned};
use super::value_kind::ValueKind;
use crate::diagnostic::Result;
use crate::suggestion::closest_match;

/// The keys of cargo, whether a member may inherit them from its workspace, and the kinds of their values.
pub(super) const KEYS: &[(&str, bool, ValueKind)] = &[
    ("authors", true, ValueKind::Texts),
    ("autobenches", false, ValueKind::Flag),
    ("autobins", false, ValueKind::Flag),
    ("autoexamples", false, ValueKind::Flag),
    ("autolib", false, ValueKind::Flag),
    ("autotests", false, ValueKind::Flag),
    ("build", false, ValueKind::TextOrFlag),
    ("categories", true, ValueKind::Texts),
    ("default-run", false, ValueKind::Text),
    ("description", true, ValueKind::Text),
    ("documentation", true, ValueKind::Text),
    ("edition", true, ValueKind::Text),
    ("exclude", true, ValueKind::Texts),
    ("homepage", true, ValueKind::Text),
    ("include", true, ValueKind::Texts),
    ("keywords", true, ValueKind::Texts),
    ("license", true, ValueKind::Text),
    ("license-file", true, ValueKind::Text),
    ("links", false, ValueKind::Text),
    ("metadata", false, ValueKind::Table),
    ("name", false, ValueKind::Text),
    ("publish", true, ValueKind::TextsOrFlag),
    ("readme", true, ValueKind::TextOrFlag),
    ("repository", true, ValueKind::Text),
    ("resolver", false, ValueKind::Text),
    ("rust-version", true, ValueKind::Text),
    ("version", true, ValueKind::Text),
    ("workspace", false, ValueKind::Text),
];

/// `[package]` in the file.
pub(super) type PackageForm = BTreeMap<Spanned<String>, Spanned<Value>>;

/// Reads the keys of the manifest, with their values as inline TOML.
pub(super) fn read(form: &PackageForm, reader: &ConfigReader<'_>) -> Result<BTreeMap<String, String>> {
    let entry = |(key, value): (&Spanned<String>, &Spanned<Value>)| {
        check_entry(key, value, reader)?;
        Ok((key.get_ref().clone(), value.get_ref().to_string()))
    };
    let package: BTreeMap<String, String> = form.iter().map(entry).collect::<Result<_>>()?;
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

fn check_entry(key: &Spanned<String>, value: &Spanned<Value>, reader: &ConfigReader<'_>) -> Result<()> {
    let name = key.get_ref();
    let Some((_, is_inherited, kind)) = KEYS.iter().find(|(known, ..)| known == name) else {
        let help = match closest_match(name, KEYS.iter().map(|(known, ..)| *known), false) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "remove it; see the manifest reference of cargo for the keys of `[package]`".to_owned(),
        };
        return Err(reader.problem(key.span().start, format!("unknown key `{name}` in `[package]`"), &help));
    };
    let is_workspace = value.get_ref().get("workspace") == Some(&Value::Boolean(true));
    if is_workspace && *is_inherited || kind.takes(value.get_ref()) {
        return Ok(());
    }
    let or = if *is_inherited { ", or `{ workspace = true }`" } else { "" };
    let help = format!("write {}{or}", kind.phrase());
    Err(reader.problem(value.span().start, format!("invalid value for `{name}`"), &help))
}

#[cfg(test)]
mod tests {
    use crate::config::Config;

    #[test]
    fn keys_of_cargo_are_taken_and_others_refused_at_their_place() {
        let config = Config::parse(
            "b.toml",
            "[package]\nlicense = \"MIT\"\nkeywords = [\"a\"]\nversion.workspace = true\nmetadata.docs.rs = { all-features = true }\n",
        );
        let package = config.unwrap().package.clone();
        assert_eq!(package["license"], "\"MIT\"");
        assert_eq!(package["version"], "{ workspace = true }");
        assert_eq!(package["metadata"], "{ docs = { rs = { all-features = true } } }");
        for (text, message, help) in [
            ("licence = \"MIT\"", "unknown key `licence`", "`license`"),
            ("license = true", "invalid value for `license`", "a string, or `{ workspace = true }`"),
            ("links = { workspace = true }", "invalid value for `links`", "a string"),
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
