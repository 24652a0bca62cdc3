//! `[types]`: the user's types in place of emitted ones.

use std::collections::{BTreeMap, BTreeSet};

use toml::Value;

use super::derives::StandardTrait;
use super::reader::{ConfigReader, Spanned};
use super::removed::removed;
use super::rust_path::RustPath;
use super::type_selector::TypeSelector;
use super::used::{Entry, UsedEntries};
use crate::diagnostic::{Code, Diagnostic, Location, Result};

/// The traits that a type implements.
pub(super) type Traits = BTreeSet<&'static str>;

/// The contents of `[types]`.
#[derive(Clone, Debug, Default)]
pub(crate) struct OwnTypes {
    /// The name of the configuration in diagnostics.
    pub(super) source: String,
    pub(crate) entries: Vec<OwnEntry>,
    /// The traits that all of them implement.
    pub(crate) traits: Traits,
}

/// A user's type, and its selector.
#[derive(Clone, Debug)]
pub(crate) struct OwnEntry {
    /// The selector as written.
    pub(crate) text: String,
    selector: TypeSelector,
    /// Its path.
    pub(crate) path: RustPath,
    /// The optional traits that it implements.
    pub(crate) traits: Traits,
    /// The location in the configuration.
    pub(crate) location: Location,
}

/// The crates that are always available.
pub(super) const OF_THE_LANGUAGE: [&str; 3] = ["alloc", "core", "std"];

/// Returns the name of a crate as written in code.
pub(super) fn as_in_code(name: &str) -> String {
    name.replace('-', "_")
}

impl OwnEntry {
    pub(super) fn new(text: &str, selector: TypeSelector, location: Location) -> Self {
        let path = RustPath::default();
        Self { text: text.to_owned(), selector, path, traits: Traits::new(), location }
    }

    /// Returns the name of the schema, if it is selected by name.
    pub(crate) fn schema_glob(&self) -> Option<&super::selector::Glob> {
        match &self.selector {
            TypeSelector::Schema(glob) => Some(glob),
            _ => None,
        }
    }
}

impl OwnTypes {
    /// Returns `true` if they replace no others.
    pub(crate) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns `true` if any of them replaces a schema by location.
    pub(crate) fn has_places(&self) -> bool {
        self.entries.iter().any(|entry| matches!(entry.selector, TypeSelector::Place(_)))
    }

    /// Returns the type that replaces a component schema with this name at these locations.
    pub(crate) fn for_schema(
        &self,
        name: &str,
        places: [&str; 2],
        used: &mut UsedEntries,
    ) -> Result<Option<&OwnEntry>> {
        let rank = |selector: &TypeSelector| match selector {
            TypeSelector::Place(place) => places.contains(&place.as_str()).then_some(2),
            TypeSelector::Schema(glob) => glob.matches(name).then_some(if glob.is_plain() { 2 } else { 1 }),
            TypeSelector::Shape(_) | TypeSelector::Map => None,
        };
        self.most_exact(rank, used)
    }

    /// Returns the type that replaces the schema at any of these locations.
    pub(crate) fn for_place(&self, places: [&str; 2], used: &mut UsedEntries) -> Result<Option<&OwnEntry>> {
        let rank = |selector: &TypeSelector| match selector {
            TypeSelector::Place(place) => places.contains(&place.as_str()).then_some(1),
            _ => None,
        };
        self.most_exact(rank, used)
    }

    /// Returns the type that replaces schemas with these keywords.
    pub(crate) fn for_shape(
        &self,
        ty: Option<&str>,
        format: Option<&str>,
        pattern: Option<&str>,
        used: &mut UsedEntries,
    ) -> Result<Option<&OwnEntry>> {
        let rank = |selector: &TypeSelector| match selector {
            TypeSelector::Shape(shape) => shape.means(ty, format, pattern).then(|| shape.conditions()),
            _ => None,
        };
        self.most_exact(rank, used)
    }

    /// Returns the type for objects whose members all have one type.
    pub(crate) fn for_maps(&self, used: &mut UsedEntries) -> Option<&OwnEntry> {
        let index = self.entries.iter().position(|entry| matches!(entry.selector, TypeSelector::Map))?;
        used.insert(Entry::OwnType(index));
        self.entries.get(index)
    }

    /// Returns the most specific entry. Two equally specific entries are an error.
    fn most_exact(
        &self,
        rank: impl Fn(&TypeSelector) -> Option<usize>,
        used: &mut UsedEntries,
    ) -> Result<Option<&OwnEntry>> {
        let ranked = self.entries.iter().enumerate();
        let ranked = ranked.filter_map(|(index, entry)| Some((rank(&entry.selector)?, index, entry)));
        let ranked: Vec<(usize, usize, &OwnEntry)> = ranked.collect();
        let Some(most) = ranked.iter().map(|(rank, ..)| *rank).max() else { return Ok(None) };
        ranked.iter().for_each(|(_, index, _)| used.insert(Entry::OwnType(*index)));
        let mut best = ranked.iter().filter(|(rank, ..)| *rank == most).map(|(.., entry)| *entry);
        match (best.next(), best.next()) {
            (Some(one), Some(other)) => {
                let message = format!("`{}` and `{}` match the same schema", one.text, other.text);
                let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
                Err(Box::new(problem.at(self.source.as_str(), other.location.clone()).help("remove one of them")))
            }
            (found, _) => Ok(found),
        }
    }

    /// Returns the crates of the types that are used, as written in code, and their locations.
    pub(super) fn crates(&self, used: &UsedEntries) -> impl Iterator<Item = (&str, &Location)> {
        let entries = self.entries.iter().enumerate().filter(|(index, _)| used.contains(Entry::OwnType(*index)));
        entries.flat_map(|(_, entry)| entry.path.crates.iter().map(|name| (name.as_str(), &entry.location)))
    }

    /// Returns types whose schema name matched nothing; they are reported when the names are known.
    pub(super) fn unused_schemas(&self, used: &UsedEntries) -> impl Iterator<Item = (String, Location)> {
        self.unused_entries(used, true)
    }

    /// Returns types that matched nothing in the description, with their locations.
    pub(super) fn unused(&self, used: &UsedEntries) -> impl Iterator<Item = (String, Location)> {
        self.unused_entries(used, false)
    }

    fn unused_entries(&self, used: &UsedEntries, by_name: bool) -> impl Iterator<Item = (String, Location)> {
        let unused = self.entries.iter().enumerate().filter(move |(index, entry)| {
            !used.contains(Entry::OwnType(*index)) && entry.schema_glob().is_some() == by_name
        });
        unused.map(|(_, entry)| (format!("the type of `{}`", entry.text), entry.location.clone()))
    }
}

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
    let mut own = OwnTypes { source: reader.name.to_owned(), ..OwnTypes::default() };
    for (key, value) in form {
        let at = value.span().start;
        match key.get_ref().as_str() {
            "traits" => own.traits = traits(value.get_ref(), at, reader)?,
            _ => own.entries.push(entry(key, value, reader)?),
        }
    }
    let all = own.traits.clone();
    own.entries.iter_mut().for_each(|entry| entry.traits.extend(&all));
    Ok(own)
}

fn entry(key: &Spanned<String>, value: &Spanned<Value>, reader: &ConfigReader<'_>) -> Result<OwnEntry> {
    let at = value.span().start;
    if let Some(help) = removed(&format!("type `{}`", key.get_ref())) {
        return Err(reader.problem(
            key.span().start,
            format!("`{}` is not supported in `[types]`", key.get_ref()),
            help,
        ));
    }
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
                    _ => {
                        let message = format!("unsupported key or value: `{name}`");
                        let help = removed(&format!("key `{name}`"));
                        let help = help.unwrap_or("write `path` (a string) or `traits` (a list of strings)");
                        return Err(reader.problem(at, message, help));
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
fn known_traits(named: &[&str]) -> Result<Traits, (String, String)> {
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
