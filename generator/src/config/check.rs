//! Validity of names and versions. The types check a string when it is read.

use std::str::FromStr;

use iri_string::types::IriStr;

use super::place::{Refusal, text_check};
use crate::base::http_terms::is_token;

/// The name of a crate.
pub(super) struct CrateName;

impl FromStr for CrateName {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let message = |reason| format!("`{text}` is not a valid crate name: {reason}");
        crate_name(text)
            .map_or(Ok(Self), |reason| Err(Refusal::new(message(reason), "write a name such as `example-client`")))
    }
}

text_check! {
    /// The version of a crate, such as `1.2.3` or `1.0.0-rc.1`.
    pub(super) Version: is_version, "`{}` is not a valid version", "write three numbers, such as `0.1.0`"
}

text_check! {
    /// The name of any kind of item, since the kind is known only with the description.
    pub(crate) Name: is_name, "`{}` is not a valid name in Rust",
    "name types and variants like `InProgress`, and functions, fields and arguments like `in_progress`"
}

text_check! {
    /// The name of a type or a variant.
    pub(crate) TypeName: is_type_name, "`{}` is not a valid name for a type or a variant",
    "write a name such as `InProgress`"
}

text_check! {
    /// The address that relative links refer to.
    pub(super) LinkBase: is_link_base, "`{}` is not the address of a website",
    "write the whole address, such as `https://docs.example.com/api/`"
}

fn is_link_base(text: &str) -> bool {
    let rest = ["http://", "https://"].iter().find_map(|scheme| text.strip_prefix(scheme));
    rest.is_some_and(|rest| !rest.is_empty()) && IriStr::new(text).is_ok()
}

/// Returns `true` for a version of [Semantic Versioning 2.0.0](https://semver.org), such as `1.0.0-rc.1+5`.
fn is_version(text: &str) -> bool {
    let (text, build) = text.split_once('+').map_or((text, None), |(text, build)| (text, Some(build)));
    let (numbers, release) = text.split_once('-').map_or((text, None), |(text, release)| (text, Some(release)));
    let is_number = |part: &str| part.parse::<u64>().is_ok() && (part == "0" || !part.starts_with(['0', '+']));
    let is_word = |part: &str| !part.is_empty() && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let is_of_release = |part: &str| is_word(part) && (is_number(part) || part.contains(|c: char| !c.is_ascii_digit()));
    numbers.split('.').count() == 3
        && numbers.split('.').all(is_number)
        && release.is_none_or(|release| release.split('.').all(is_of_release))
        && build.is_none_or(|build| build.split('.').all(is_word))
}

/// Returns the reason why a string is not a valid crate name, or `None` if it is.
pub(super) fn crate_name(name: &str) -> Option<&'static str> {
    let sound = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !sound || name.len() > 64 {
        return Some("a crate name consists of letters, digits, `-` and `_`, and begins with a letter");
    }
    let reserved = [
        "alloc",
        "bindery_runtime",
        "core",
        "proc_macro",
        "std",
        "test",
        "build",
        "deps",
        "examples",
        "incremental",
        "con",
        "prn",
        "aux",
        "nul",
    ];
    let library = name.replace('-', "_");
    let keyword = crate::base::ident::value_name(&library) != library.to_lowercase();
    (reserved.contains(&library.as_str()) || (keyword && !library.contains(char::is_uppercase)))
        .then_some("cargo or the client itself reserves this name")
}

/// Returns `true` if a string can name a function, a field or an argument without a compiler warning.
pub(super) fn is_value_name(text: &str) -> bool {
    crate::base::ident::value_name(text) == text && syn::parse_str::<syn::Ident>(text).is_ok()
}

/// Returns `true` if a string can name a type or a variant without a compiler warning.
pub(super) fn is_type_name(text: &str) -> bool {
    let parts: Vec<&str> = text.split('_').collect();
    let digit = |c: char| c.is_ascii_digit();
    let camel = parts.windows(2).all(|pair| pair[0].ends_with(digit) && pair[1].starts_with(digit));
    camel && !text.starts_with(char::is_lowercase) && syn::parse_str::<syn::Ident>(text).is_ok()
}

/// Returns `true` if a string can name a constant without a compiler warning.
pub(super) fn is_constant_name(text: &str) -> bool {
    let plain = crate::base::ident::value_name(text);
    crate::base::ident::without_underscore(&plain).to_uppercase() == text && syn::parse_str::<syn::Ident>(text).is_ok()
}

fn is_name(text: &str) -> bool {
    is_type_name(text) || is_value_name(text) || is_constant_name(text)
}

/// Returns `true` if a string is the method and the path of an operation.
pub(super) fn is_operation(text: &str) -> bool {
    let is_sent = |method: &str| is_token(method) && !method.contains(char::is_lowercase);
    text.split_once(' ').is_some_and(|(method, path)| is_sent(method) && path.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::{crate_name, is_constant_name, is_operation, is_type_name, is_version};

    #[test]
    fn names_of_crates() {
        for good in ["client", "a-b_c", "project-management-client"] {
            assert_eq!(crate_name(good), None, "{good}");
        }
        for bad in ["", "1a", "a b", "../a", "a\"", "std", "type", "test", "nul"] {
            assert!(crate_name(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn versions() {
        assert!(
            is_version("0.1.0") && is_version("1.20.3-rc.1") && is_version("1.0.0-a-b.0+01.x") && is_version("1.0.0+x")
        );
        assert!(!is_version("1.0") && !is_version("01.0.0") && !is_version("1.0.0\"") && !is_version("1.0.0-"));
        for bad in ["1.0.0-a..b", "1.0.0-01", "1.0.0+", "1.0.0+a+b", "1.0.0 ", "", "1.0.0.0"] {
            assert!(!is_version(bad), "{bad}");
        }
    }

    #[test]
    fn type_names() {
        for good in ["OnHold", "A", "V1_2", "Überfällig", "作者"] {
            assert!(is_type_name(good), "{good}");
        }
        for bad in ["", "On Hold", "type", "Self", "_", "onHold", "On_Hold", "_OnHold", "r#Type", "A; B", "1A", "A::B"]
        {
            assert!(!is_type_name(bad), "{bad}");
        }
    }

    #[test]
    fn constants() {
        assert!(is_constant_name("MAX_SIZE") && is_constant_name("TYPE") && is_constant_name("V1"));
        assert!(
            !is_constant_name("Max") && !is_constant_name("1A") && !is_constant_name("A-B") && !is_constant_name("")
        );
    }

    #[test]
    fn operations() {
        assert!(is_operation("GET /") && is_operation("DELETE /a/{b}"));
        assert!(!is_operation("GET") && !is_operation("get /a") && !is_operation("GET  /a"));
    }
}
