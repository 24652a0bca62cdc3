//! What names and versions may be.

/// Why a text cannot be the name of a crate; `None` if it can.
pub(super) fn crate_name(name: &str) -> Option<&'static str> {
    let sound = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !sound || name.len() > 64 {
        return Some("the name of a crate has letters, digits, `-` and `_`, and begins with a letter");
    }
    let reserved = ["alloc", "core", "proc_macro", "std", "test", "build", "deps", "examples", "incremental"];
    let library = name.replace('-', "_");
    let keyword = crate::names::ident::value_name(&library) != library.to_lowercase();
    (reserved.contains(&library.as_str()) || (keyword && !library.contains(char::is_uppercase)))
        .then_some("cargo reserves this name")
}

/// Whether a text is a version of cargo, such as `1.2.3` or `1.0.0-rc.1`.
pub(super) fn is_version(text: &str) -> bool {
    let (core, rest) = text.find(['-', '+']).map_or((text, ""), |at| text.split_at(at));
    let numbers: Vec<&str> = core.split('.').collect();
    let number = |part: &&str| {
        !part.is_empty()
            && part.len() <= 10
            && part.bytes().all(|b| b.is_ascii_digit())
            && (*part == "0" || !part.starts_with('0'))
    };
    let label = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+');
    numbers.len() == 3 && numbers.iter().all(number) && rest.len() != 1 && rest.chars().all(label)
}

/// Whether a text can be the name of a type or a variant.
pub(super) fn is_type_name(text: &str) -> bool {
    !text.is_empty() && syn::parse_str::<syn::Ident>(text).is_ok()
}

#[cfg(test)]
mod tests {
    use super::{crate_name, is_type_name, is_version};

    #[test]
    fn names_of_crates() {
        for good in ["client", "a-b_c", "project-management-client"] {
            assert_eq!(crate_name(good), None, "{good}");
        }
        for bad in ["", "1a", "a b", "../a", "a\"", "std", "type", "test"] {
            assert!(crate_name(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn versions() {
        assert!(is_version("0.1.0") && is_version("1.20.3-rc.1"));
        assert!(!is_version("1.0") && !is_version("01.0.0") && !is_version("1.0.0\"") && !is_version("1.0.0-"));
    }

    #[test]
    fn type_names() {
        assert!(is_type_name("OnHold") && !is_type_name("On Hold") && !is_type_name("type") && !is_type_name("A; B"));
    }
}
