//! `[types]` as it is written.

use std::collections::BTreeMap;

use toml::{Spanned, Value};

use super::check;
use super::file::ConfigReader;
use super::own_types::{FollowedCrate, OF_THE_LANGUAGE, OwnEntry, OwnTypes};
use super::rust_path::RustPath;
use super::type_selector::TypeSelector;
use crate::diagnostic::Diagnostic;

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// The traits that can be said of a type. `Clone`, `Debug`, `Deserialize` and `Serialize` are taken as given.
const TRAITS: [&str; 13] = [
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
];

/// Those that there are only with `PartialEq`.
const WITH_EQUALITY: [&str; 4] = ["Eq", "Ord", "PartialEq", "PartialOrd"];

/// `[types]` as it is written.
pub(super) type TypesForm = BTreeMap<Spanned<String>, Spanned<Value>>;

pub(super) fn read(form: &TypesForm, reader: &ConfigReader<'_>) -> Outcome<OwnTypes> {
    let mut own = OwnTypes::default();
    for (key, value) in form {
        let at = value.span().start;
        match key.get_ref().as_str() {
            "traits" => own.has_equality = has_equality(value.get_ref(), at, reader)?,
            "x-rust-type" => own.followed = followed(value.get_ref(), at, reader)?,
            _ => own.entries.push(entry(key, value, reader)?),
        }
    }
    let all = own.has_equality;
    own.entries.iter_mut().for_each(|entry| entry.has_equality |= all);
    Ok(own)
}

fn entry(key: &Spanned<String>, value: &Spanned<Value>, reader: &ConfigReader<'_>) -> Outcome<OwnEntry> {
    let at = value.span().start;
    let selector = TypeSelector::parse(key.get_ref())
        .map_err(|help| reader.problem(key.span().start, format!("`{}` is no schema", key.get_ref()), help))?;
    let mut entry = OwnEntry::new(key.get_ref(), selector, reader.spot(key.span().start));
    match value.get_ref() {
        Value::String(text) => entry.path = path(text, at, reader)?,
        Value::Table(table) => {
            for (name, value) in table {
                match (name.as_str(), value) {
                    ("path", Value::String(text)) => entry.path = path(text, at, reader)?,
                    ("traits", traits) => entry.has_equality = has_equality(traits, at, reader)?,
                    ("keep", Value::Boolean(keeps)) => entry.keeps = *keeps,
                    _ => {
                        let message = format!("`{name}` is nothing that is said of a type in this way");
                        return Err(reader.problem(
                            at,
                            message,
                            "write `path` (a text), `traits` (a list of texts) or `keep` (`true`)",
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

fn path(text: &str, at: usize, reader: &ConfigReader<'_>) -> Outcome<RustPath> {
    RustPath::parse(text).map_err(|help| reader.problem(at, format!("`{text}` is no path of a type"), help))
}

fn texts(value: &Value) -> Option<Vec<&str>> {
    value.as_array()?.iter().map(Value::as_str).collect()
}

/// Whether some traits make values comparable; all of them have to be known.
fn has_equality(value: &Value, at: usize, reader: &ConfigReader<'_>) -> Outcome<bool> {
    let Some(traits) = texts(value) else {
        return Err(reader.problem(
            at,
            "`traits` cannot be this",
            "write a list such as `[\"PartialEq\", \"Display\"]`",
        ));
    };
    make_comparable(&traits).map_err(|(message, help)| reader.problem(at, message, &help))
}

/// Whether some traits, which have to be known ones, make values comparable; else a message and help.
pub(super) fn make_comparable(traits: &[&str]) -> Result<bool, (String, String)> {
    match traits.iter().find(|name| !TRAITS.contains(name)) {
        None => Ok(traits.iter().any(|name| WITH_EQUALITY.contains(name))),
        Some(unknown) => {
            Err((format!("`{unknown}` is no trait that is asked for"), format!("write some of {}", TRAITS.join(", "))))
        }
    }
}

fn followed(value: &Value, at: usize, reader: &ConfigReader<'_>) -> Outcome<Vec<FollowedCrate>> {
    let crates = texts(value).filter(|crates| crates.iter().all(|name| is_crate(name)));
    let crates = crates.ok_or_else(|| {
        reader.problem(at, "`x-rust-type` cannot be this", "write the names of crates, such as `[\"uuid\", \"std\"]`")
    })?;
    Ok(crates.iter().map(|name| FollowedCrate::new(name, reader.spot(at))).collect())
}

fn is_crate(name: &str) -> bool {
    check::crate_name(name).is_none() || OF_THE_LANGUAGE.contains(&name)
}
