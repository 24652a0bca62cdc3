//! What names and versions may be.

/// Why a text cannot be the name of a crate; `None` if it can.
pub(super) fn crate_name(name: &str) -> Option<&'static str> {
    let sound = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || c == '_');
    if !sound || name.len() > 64 {
        return Some("the name of a crate has letters, digits, `-` and `_`, and begins with a letter");
    }
    let reserved = [
        "alloc",
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
    numbers.len() == 3 && numbers.iter().all(number) && are_labels(rest, number)
}

/// Whether a text is what may follow the numbers of a version: `-rc.1`, `+build.7`, both or nothing.
fn are_labels(rest: &str, number: impl Fn(&&str) -> bool) -> bool {
    let (early, build) = rest.split_once('+').map_or((rest, None), |(early, build)| (early, Some(build)));
    let label = |label: &str| !label.is_empty() && label.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    // A number among them is written as the others are.
    let sound = |part: &str| label(part) && (!part.bytes().all(|b| b.is_ascii_digit()) || number(&part));
    early.strip_prefix('-').map_or(early.is_empty(), |early| early.split('.').all(sound))
        && build.is_none_or(|build| build.split('.').all(label))
}

/// Whether a text can be the name of a type or a variant that the compiler has nothing to say about.
pub(super) fn is_type_name(text: &str) -> bool {
    let parts: Vec<&str> = text.split('_').collect();
    let digit = |c: char| c.is_ascii_digit();
    let camel = parts.windows(2).all(|pair| pair[0].ends_with(digit) && pair[1].starts_with(digit));
    let raw = text.starts_with("r#");
    !raw && camel && !text.starts_with(char::is_lowercase) && syn::parse_str::<syn::Ident>(text).is_ok()
}

/// Whether a text is the method and the path of an operation.
pub(super) fn is_operation(text: &str) -> bool {
    let methods = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"];
    text.split_once(' ').is_some_and(|(method, path)| methods.contains(&method) && path.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::{crate_name, is_operation, is_type_name, is_version};

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
    fn operations() {
        assert!(is_operation("GET /") && is_operation("DELETE /a/{b}"));
        assert!(!is_operation("GET") && !is_operation("get /a") && !is_operation("GET  /a"));
    }
}
