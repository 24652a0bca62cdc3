//! `[types]` in the file.

use std::collections::BTreeMap;

use toml::Value;

use super::check;
use super::derives::StandardTrait;
use super::own_types::{FollowedCrate, OF_THE_LANGUAGE, OwnEntry, OwnTypes, Traits};
use super::reader::ConfigReader;
use super::rust_path::RustPath;
use super::spanned::Spanned;
use super::type_selector::TypeSelector;
use crate::diagnostic::Result;

/// The optional traits of a type. `Clone`, `Debug`, `Deserialize` and `Serialize` are always required.
pub(super) const TRAITS: [&str; 14] = [
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Deserialize",
    "Display",
    "Eq",
    "FromStr",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
    "Serialize",
    "schemars::JsonSchema",
];

/// `[types]` in the file.
pub(super) type TypesForm = BTreeMap<Spanned<String>, Spanned<Value>>;

pub(super) fn read(form: &TypesForm, reader: &ConfigReader<'_>) -> Result<OwnTypes> {
    let mut own = OwnTypes { source: reader.name().to_owned(), ..OwnTypes::default() };
    for (key, value) in form {
        let at = value.span().start;
        match key.get_ref().as_str() {
            "traits" => own.traits = traits(value.get_ref(), at, reader)?,
            "x-rust-type" => own.followed = followed(value.get_ref(), at, reader)?,
            _ => own.entries.push(entry(key, value, reader)?),
        }
    }
    let all = own.traits.clone();
    own.entries.iter_mut().for_each(|entry| entry.traits.extend(&all));
    Ok(own)
}

fn entry(key: &Spanned<String>, value: &Spanned<Value>, reader: &ConfigReader<'_>) -> Result<OwnEntry> {
    let at = value.span().start;
    let selector = TypeSelector::parse(key.get_ref()).map_err(|help| {
        reader.problem(key.span().start, format!("`{}` is not a valid schema selector", key.get_ref()), help)
    })?;
    let mut entry = OwnEntry::new(key.get_ref(), selector, reader.location(key.span().start));
    match value.get_ref() {
        Value::String(text) => entry.path = path(text, at, reader)?,
        Value::Table(table) => {
            for (name, value) in table {
                match (name.as_str(), value) {
                    ("path", Value::String(text)) => entry.path = path(text, at, reader)?,
                    ("traits", named) => entry.traits = traits(named, at, reader)?,
                    ("keep", Value::Boolean(keeps)) => entry.keeps = *keeps,
                    _ => {
                        let message = format!("unsupported key or value: `{name}`");
                        return Err(reader.problem(
                            at,
                            message,
                            "write `path` (a string), `traits` (a list of strings) or `keep` (`true`)",
                        ));
                    }
                }
            }
        }
        _ => {}
    }
    if entry.path.text.is_empty() {
        let help = "write a path such as \"uuid::Uuid\", or `{ path = \"uuid::Uuid\", traits = [\"PartialEq\"] }`";
        return Err(reader.problem(at, format!("`{}` has no type", key.get_ref()), help));
    }
    Ok(entry)
}

fn path(text: &str, at: usize, reader: &ConfigReader<'_>) -> Result<RustPath> {
    RustPath::parse(text).map_err(|help| reader.problem(at, format!("`{text}` is not the path of a type"), help))
}

fn texts(value: &Value) -> Option<Vec<&str>> {
    value.as_array()?.iter().map(Value::as_str).collect()
}

/// Parses a list of traits; all of them have to be known.
fn traits(value: &Value, at: usize, reader: &ConfigReader<'_>) -> Result<Traits> {
    let Some(named) = texts(value) else {
        return Err(reader.problem(
            at,
            "`traits` is not a list of strings",
            "write a list such as `[\"PartialEq\", \"Display\"]`",
        ));
    };
    known_traits(&named).map_err(|(message, help)| reader.problem(at, message, &help))
}

/// Returns the traits with their supertraits, or a message and help if one is unknown.
pub(super) fn known_traits(named: &[&str]) -> Result<Traits, (String, String)> {
    let mut traits = Traits::new();
    for name in named {
        let known = TRAITS
            .into_iter()
            .find(|known| known == name)
            .ok_or_else(|| (format!("unknown trait `{name}`"), format!("write any of {}", TRAITS.join(", "))))?;
        traits.insert(known);
        let standard = StandardTrait::ALL.into_iter().find(|standard| standard.name() == known);
        let with_it = standard.map_or(&[][..], StandardTrait::with_supertraits);
        traits.extend(with_it.iter().map(|standard| standard.name()));
    }
    Ok(traits)
}

fn followed(value: &Value, at: usize, reader: &ConfigReader<'_>) -> Result<Vec<FollowedCrate>> {
    let crates = texts(value).filter(|crates| crates.iter().all(|name| is_crate(name)));
    let crates = crates.ok_or_else(|| {
        reader.problem(
            at,
            "`x-rust-type` is not a list of crate names",
            "write the names of crates, such as `[\"uuid\", \"std\"]`",
        )
    })?;
    Ok(crates.iter().map(|name| FollowedCrate::new(name, reader.location(at))).collect())
}

fn is_crate(name: &str) -> bool {
    check::crate_name(name).is_none() || OF_THE_LANGUAGE.contains(&name)
}
