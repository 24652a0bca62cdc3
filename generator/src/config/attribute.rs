//! Attributes in `[attributes]`: which are allowed, and the crates that they name.

use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{AttrStyle, Attribute, Meta, Path, Token};

use super::derives::{AddedKind, Read};
use super::own_types::OF_THE_LANGUAGE;

/// Attributes that would break the code or have no effect in it, with the help.
const NOT_TAKEN: [(&str, &str); 7] = [
    ("cfg", "use `cfg_attr` instead; other generated code refers to the item"),
    (
        "deprecated",
        "set `deprecated` in the description, with a correction if needed; the attribute would cause warnings in generated code",
    ),
    ("derive", "add the derive under `[derives]`"),
    ("inline", "remove it; it applies only to functions"),
    ("non_exhaustive", "remove it; the types already have it"),
    ("repr", "remove it; the memory layout of generated types is not configurable"),
    (
        "serde",
        "use `[names]`, `[fields]` or corrections instead; the wire mapping is generated without serde attributes",
    ),
];

/// The namespaces of attributes that belong to no crate.
const TOOLS: [&str; 5] = ["clippy", "diagnostic", "miri", "rust_analyzer", "rustfmt"];

/// A message and help.
type Refusal = (String, String);

/// Parses an attribute. Returns a message and help if it is not allowed.
pub(super) fn attribute(text: &str) -> Read {
    // Thousands of brackets would overflow the stack of the parser.
    if text.len() > 1000 || text.matches(['<', '(', '[', '{', '&', '*']).count() > 32 {
        return Err(no_attribute(text));
    }
    let all = Attribute::parse_outer.parse_str(text).map_err(|_| no_attribute(text))?;
    let [attribute] = all.as_slice() else { return Err(no_attribute(text)) };
    if !matches!(attribute.style, AttrStyle::Outer) || !text.trim_start().starts_with('#') {
        return Err(no_attribute(text));
    }
    let mut crates = Vec::new();
    check(&attribute.meta, text, &mut crates)?;
    Ok(AddedKind::Attribute(text.trim().to_owned(), crates))
}

fn no_attribute(text: &str) -> Refusal {
    let help = "write one Rust attribute, such as `#[doc(alias = \"x\")]`".to_owned();
    (format!("`{text}` is not a valid attribute"), help)
}

/// Checks an attribute, and those that `cfg_attr` adds; collects the crates that they come from.
fn check(meta: &Meta, text: &str, crates: &mut Vec<String>) -> Result<(), Refusal> {
    let first = first(meta.path());
    if let Some((_, help)) = NOT_TAKEN.iter().find(|(name, _)| *name == first) {
        return Err((format!("`#[{first}]` is not allowed here"), (*help).to_owned()));
    }
    crates.extend(crate_of(meta.path()));
    if first != "cfg_attr" {
        return Ok(());
    }
    for inner in conditional(meta).ok_or_else(|| no_attribute(text))? {
        // `[derives]` has no conditions.
        match derives(&inner) {
            Some(derived) => crates.extend(derived.iter().filter_map(crate_of)),
            None => check(&inner, text, crates)?,
        }
    }
    Ok(())
}

/// Returns the attributes that `cfg_attr` adds.
fn conditional(meta: &Meta) -> Option<Punctuated<Meta, Token![,]>> {
    let attributes = |input: ParseStream<'_>| {
        while !input.is_empty() && !input.peek(Token![,]) {
            input.step(|at| at.token_tree().map(|(_, rest)| ((), rest)).ok_or_else(|| at.error("no condition")))?;
        }
        input.parse::<Token![,]>()?;
        input.parse_terminated(Meta::parse, Token![,])
    };
    attributes.parse2(meta.require_list().ok()?.tokens.clone()).ok()
}

/// Returns the derives of an attribute, if it is a `derive`.
fn derives(meta: &Meta) -> Option<Punctuated<Path, Token![,]>> {
    let list = meta.require_list().ok().filter(|list| first(&list.path) == "derive")?;
    Punctuated::parse_terminated.parse2(list.tokens.clone()).ok()
}

/// Returns the first segment of a path, without the prefix of a raw identifier.
fn first(path: &Path) -> String {
    path.segments.first().map(|segment| segment.ident.unraw().to_string()).unwrap_or_default()
}

/// Returns the crate of a path, as written in code, or `None` for built-in items.
fn crate_of(path: &Path) -> Option<String> {
    let first = first(path);
    let is_there = TOOLS.contains(&first.as_str()) || OF_THE_LANGUAGE.contains(&first.as_str());
    (path.segments.len() > 1 && !is_there).then_some(first)
}

#[cfg(test)]
mod tests {
    use super::{AddedKind, attribute};

    #[test]
    fn attributes_are_one_each() {
        for good in
            ["#[doc(alias = \"x\")]", "#[clippy::msrv = \"1\"]", " #[allow(dead_code)] ", "#[my_macros::audited]"]
        {
            assert!(attribute(good).is_ok(), "{good}");
        }
        for bad in
            ["", "doc", "#![x]", "#[a] #[b]", "#[a] struct B;", "#[derive(Eq)]", "#[serde(skip)]", "/// x", "#[a"]
        {
            assert!(attribute(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_refused_is_so_however_it_is_written() {
        for bad in [
            "#[deprecated]",
            "#[r#derive(Eq)]",
            "#[cfg_attr(test, serde(skip))]",
            "#[cfg_attr(all(unix, test), doc(hidden), deprecated = \"x\")]",
            "#[cfg_attr(a, cfg_attr(b, r#repr(C)))]",
            "#[cfg_attr]",
            "#[cfg_attr(test)]",
        ] {
            assert!(attribute(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn crates_are_those_that_attributes_come_from() {
        for (given, crates) in [
            ("#[my_macros::audited]", "my_macros"),
            ("#[::r#my_macros::audited]", "my_macros"),
            ("#[cfg_attr(feature = \"x\", a::b, doc(hidden), derive(c::D, Eq))]", "a c"),
            ("#[cfg_attr(true, cfg_attr(all(unix, test), a::b(c::d)))]", "a"),
            ("#[clippy::msrv = \"1\"]", ""),
        ] {
            let Ok(AddedKind::Attribute(_, named)) = attribute(given) else { panic!("it is one: {given}") };
            assert_eq!(named.join(" "), crates, "{given}");
        }
    }
}
