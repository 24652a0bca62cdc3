//! Attributes in `[attributes]`; the compiler checks what they mean.

use syn::parse::Parser;
use syn::{AttrStyle, Attribute};

use super::derives::{AddedKind, Read};

/// Parses an attribute. Returns a message and help if the text is not one outer attribute.
pub(super) fn attribute(text: &str) -> Read {
    // Thousands of brackets would overflow the stack of the parser.
    let is_short = text.len() <= 1000 && text.matches(['<', '(', '[', '{', '&', '*']).count() <= 32;
    let all = Some(text).filter(|_| is_short).and_then(|text| Attribute::parse_outer.parse_str(text).ok());
    match all.as_deref() {
        Some([one]) if matches!(one.style, AttrStyle::Outer) && text.trim_start().starts_with('#') => {
            Ok(AddedKind::Attribute(text.trim().to_owned()))
        }
        _ => {
            let help = "write one Rust attribute, such as `#[doc(alias = \"x\")]`".to_owned();
            Err((format!("`{text}` is not a valid attribute"), help))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::attribute;

    #[test]
    fn attributes_are_one_each() {
        for good in
            ["#[doc(alias = \"x\")]", "#[clippy::msrv = \"1\"]", " #[allow(dead_code)] ", "#[my_macros::audited]"]
        {
            assert!(attribute(good).is_ok(), "{good}");
        }
        for bad in ["", "doc", "#![x]", "#[a] #[b]", "#[a] struct B;", "/// x", "#[a"] {
            assert!(attribute(bad).is_err(), "{bad}");
        }
    }
}
