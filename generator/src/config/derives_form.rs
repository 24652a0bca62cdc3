//! `[derives]` and `[attributes]` in the file.

use std::collections::BTreeMap;

use super::attribute::attribute;
use super::derives::{AddedKind, Addition, Read, StandardTrait, parse_selector};
use super::reader::{ConfigReader, Spanned};
use super::removed::removed;
use super::rust_path::RustPath;
use crate::crate_feature::Implementation;
use crate::diagnostic::Result;

/// `[derives]` or `[attributes]` in the file.
pub(super) type AdditionsForm = BTreeMap<Spanned<String>, Vec<Spanned<String>>>;

/// Derives that are not allowed, and why.
const REFUSED: [(&str, &str); 3] = [
    ("serde::Deserialize", "remove it; the types already implement it"),
    ("serde::Serialize", "remove it; the types already implement it"),
    (
        "utoipa::ToSchema",
        "use `schemars::JsonSchema`, whose schemas are valid in OpenAPI 3.1; `ToSchema` would describe Rust names, not wire names",
    ),
];

pub(super) fn read(
    derives: &AdditionsForm,
    attributes: &AdditionsForm,
    reader: &ConfigReader<'_>,
) -> Result<Vec<Addition>> {
    let mut additions = Vec::new();
    for (form, read) in [(derives, derive as fn(&str) -> Read), (attributes, attribute)] {
        for (key, all) in form {
            additions.push(addition(key, all, read, reader)?);
        }
    }
    Ok(additions)
}

/// Reads the additions for a selector.
fn addition(
    key: &Spanned<String>,
    all: &[Spanned<String>],
    read: fn(&str) -> Read,
    reader: &ConfigReader<'_>,
) -> Result<Addition> {
    let (selector, start) = (key.get_ref(), key.span().start);
    let selected = parse_selector(selector)
        .map_err(|help| reader.problem(start, format!("`{selector}` is not a valid type selector"), help))?;
    let mut addition = Addition::new(selector, selected, reader.location(start));
    for one in all {
        let (text, start) = (one.get_ref(), one.span().start);
        let what = read(text).map_err(|(message, help)| reader.problem(start, message, &help))?;
        let pushed = addition.push(text, what, reader.location(start));
        pushed.map_err(|message| reader.problem(start, message, "remove one of them"))?;
    }
    Ok(addition)
}

/// Parses a derive. Returns a message and help if it is not allowed.
fn derive(text: &str) -> Read {
    let plain = text.strip_prefix("::").unwrap_or(text);
    // `std::hash::Hash` is `Hash`.
    let is_of_the_language = ["std::", "core::"].iter().any(|library| plain.starts_with(library));
    let short = plain.rsplit("::").next().filter(|_| is_of_the_language).unwrap_or(text);
    if let Some(standard) = StandardTrait::ALL.into_iter().find(|standard| standard.name() == short) {
        return Ok(AddedKind::Standard(Some(standard)));
    }
    if ["Clone", "Debug"].contains(&short) {
        return Ok(AddedKind::Standard(None));
    }
    if let Some(known) = Implementation::ALL.into_iter().find(|known| known.path() == plain) {
        return Ok(AddedKind::Implemented(known));
    }
    let last = |path: &str| path.rsplit("::").next() == Some(plain);
    if let Some((path, help)) = REFUSED.iter().find(|(path, _)| *path == plain || last(path)) {
        return Err((format!("`{path}` cannot be derived"), (*help).to_owned()));
    }
    if let Some(help) = removed(&format!("derive `{plain}`")) {
        return Err((format!("`{plain}` is no longer implemented"), help.to_owned()));
    }
    let parsed = RustPath::parse(text).ok();
    parsed.filter(|path| !path.crates.is_empty() && !path.text.contains('<')).map(AddedKind::Derive).ok_or_else(|| {
        let standard = StandardTrait::ALL.map(|standard| format!("`{}`", standard.name())).join(", ");
        let known = Implementation::ALL.into_iter().map(Implementation::path).find(|path| last(path));
        let known = known.unwrap_or("schemars::JsonSchema");
        (
            format!("`{text}` is not the path of a derive macro"),
            format!("write the full path with the crate, such as `{known}`, or one of {standard}"),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::{AddedKind, derive};
    use crate::config::{Implementation, StandardTrait};

    #[test]
    fn derives_are_known_or_paths() {
        assert_eq!(derive("Eq"), Ok(AddedKind::Standard(Some(StandardTrait::Eq))));
        assert_eq!(derive("::core::hash::Hash"), Ok(AddedKind::Standard(Some(StandardTrait::Hash))));
        assert_eq!(derive("Clone"), Ok(AddedKind::Standard(None)));
        assert_eq!(derive("::clap::ValueEnum"), Ok(AddedKind::Implemented(Implementation::ValueEnum)));
        let Ok(AddedKind::Derive(path)) = derive("my_macros::Builder") else { panic!("it is a path") };
        assert_eq!(path.text, "::my_macros::Builder");
        for (bad, help) in [
            ("JsonSchema", "`schemars::JsonSchema`"),
            ("arbitrary::Arbitrary", "`fixtures`"),
            ("serde::Serialize", "already implement it"),
            ("ToSchema", "`schemars::JsonSchema`"),
            ("String", "`Eq`"),
            ("a::B<c::D>", "`Eq`"),
            ("a::B)] struct C; #[derive(Eq", "`Eq`"),
        ] {
            assert!(derive(bad).unwrap_err().1.contains(help), "{bad}");
        }
    }
}
