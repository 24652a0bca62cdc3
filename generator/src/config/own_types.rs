//! `[types]`: types of the user's in place of emitted ones.

use std::cell::Cell;
use std::collections::BTreeMap;

use toml::{Spanned, Value};

use super::Config;
use super::file::ConfigReader;
use super::rust_path::RustPath;
use super::type_selector::TypeSelector;
use crate::diagnostic::{Code, Diagnostic, Location};

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

/// All that `[types]` says.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnTypes {
    pub(super) entries: Vec<OwnEntry>,
    /// The crates whose types are taken where a description names them by `x-rust-type`.
    pub(super) followed: Vec<FollowedCrate>,
    /// Whether all of them have `PartialEq`.
    has_equality: bool,
}

/// A type of the user's, and what it stands for.
#[derive(Clone, Debug)]
pub(crate) struct OwnEntry {
    /// What it stands for, as it was written.
    text: String,
    selector: TypeSelector,
    /// Its path.
    pub(crate) path: RustPath,
    /// Whether it has `PartialEq`.
    pub(crate) has_equality: bool,
    /// Whether what the schema holds is emitted all the same.
    pub(crate) keeps: bool,
    spot: Location,
    used: Cell<bool>,
}

/// A crate whose types are taken where a description names them.
#[derive(Clone, Debug)]
pub(super) struct FollowedCrate {
    name: String,
    spot: Location,
    used: Cell<bool>,
}

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
    let mut entry = OwnEntry {
        text: key.get_ref().clone(),
        selector,
        path: RustPath::default(),
        has_equality: false,
        keeps: false,
        spot: reader.spot(key.span().start),
        used: Cell::new(false),
    };
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
    check_traits(&traits).map_err(|(message, help)| reader.problem(at, message, &help))?;
    Ok(traits.iter().any(|name| WITH_EQUALITY.contains(name)))
}

fn check_traits(traits: &[&str]) -> Result<(), (String, String)> {
    match traits.iter().find(|name| !TRAITS.contains(name)) {
        None => Ok(()),
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
    let one = |name: &&str| FollowedCrate { name: as_in_code(name), spot: reader.spot(at), used: Cell::new(false) };
    Ok(crates.iter().map(one).collect())
}

fn is_crate(name: &str) -> bool {
    super::check::crate_name(name).is_none() || OF_THE_LANGUAGE.contains(&name)
}

/// The crates that are there without being asked for.
pub(super) const OF_THE_LANGUAGE: [&str; 3] = ["alloc", "core", "std"];

/// The name of a crate as code has it.
pub(super) fn as_in_code(name: &str) -> String {
    name.replace('-', "_")
}

impl OwnEntry {
    /// What it stands for, as it was written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The name of the schema, where it is one by itself.
    pub(crate) fn schema_glob(&self) -> Option<&super::selector::Glob> {
        match &self.selector {
            TypeSelector::Schema(glob) => Some(glob),
            _ => None,
        }
    }

    fn take(&self) -> &Self {
        self.used.set(true);
        self
    }

    /// Whether nothing was found that it stands for.
    pub(crate) fn is_unused(&self) -> bool {
        !self.used.get()
    }

    /// Where it stands.
    pub(crate) fn spot(&self) -> &Location {
        &self.spot
    }
}

impl Config {
    /// Adds a type of the user's, with the traits that it has.
    ///
    /// # Errors
    ///
    /// `configuration-invalid` where it is no selector, no path, or one of the traits is unknown.
    pub fn replace_type(&mut self, selector: &str, path: &str, traits: &[&str]) -> Outcome<()> {
        let problem =
            |message: String, help: &str| Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help));
        check_traits(traits).map_err(|(message, help)| problem(message, &help))?;
        let has_equality = traits.iter().any(|name| WITH_EQUALITY.contains(name));
        self.own_types.entries.push(OwnEntry {
            text: selector.to_owned(),
            selector: TypeSelector::parse(selector)
                .map_err(|help| problem(format!("`{selector}` is no schema"), help))?,
            path: RustPath::parse(path).map_err(|help| problem(format!("`{path}` is no path of a type"), help))?,
            has_equality: has_equality || self.own_types.has_equality,
            keeps: false,
            spot: Location::Whole,
            used: Cell::new(false),
        });
        Ok(())
    }

    /// Whether any type of the user's stands in place of another.
    pub(crate) fn has_own_types(&self) -> bool {
        !self.own_types.entries.is_empty() || !self.own_types.followed.is_empty()
    }

    /// All types of the user's that are named here.
    pub(crate) fn own_entries(&self) -> impl Iterator<Item = &OwnEntry> {
        self.own_types.entries.iter()
    }

    /// The type that stands for a schema of the components, which has this name and stands at these places.
    pub(crate) fn own_schema(&self, name: &str, places: [&str; 2]) -> Outcome<Option<&OwnEntry>> {
        self.most_exact(|selector| match selector {
            TypeSelector::Place(place) => places.contains(&place.as_str()).then_some(2),
            TypeSelector::Schema(glob) => glob.matches(name).then_some(if glob.is_plain() { 2 } else { 1 }),
            TypeSelector::Shape(_) | TypeSelector::Map | TypeSelector::Any => None,
        })
    }

    /// The type that stands for the schema at any of these places.
    pub(crate) fn own_place(&self, places: [&str; 2]) -> Outcome<Option<&OwnEntry>> {
        self.most_exact(|selector| match selector {
            TypeSelector::Place(place) => places.contains(&place.as_str()).then_some(1),
            _ => None,
        })
    }

    /// The type that stands for schemas that say this.
    pub(crate) fn own_shape(
        &self,
        ty: Option<&str>,
        format: Option<&str>,
        pattern: Option<&str>,
    ) -> Outcome<Option<&OwnEntry>> {
        self.most_exact(|selector| match selector {
            TypeSelector::Shape(shape) => shape.means(ty, format, pattern).then(|| shape.conditions()),
            _ => None,
        })
    }

    /// The type that stands for objects whose members all have one type.
    pub(crate) fn own_map(&self) -> Option<&OwnEntry> {
        self.own_types.entries.iter().find(|entry| matches!(entry.selector, TypeSelector::Map)).map(OwnEntry::take)
    }

    /// The type that stands for any value.
    pub(crate) fn own_any(&self) -> Option<&OwnEntry> {
        self.own_types.entries.iter().find(|entry| matches!(entry.selector, TypeSelector::Any)).map(OwnEntry::take)
    }

    /// The path that a description gives by `x-rust-type`, where its crate is followed.
    pub(crate) fn followed(&self, crate_name: &str, path: &str) -> Option<Result<RustPath, &'static str>> {
        let name = as_in_code(crate_name);
        let followed = self.own_types.followed.iter().find(|followed| followed.name == name)?;
        followed.used.set(true);
        let path = RustPath::parse(path);
        Some(path.and_then(|path| match path.crates.iter().all(|used| *used == name) {
            true => Ok(path),
            false => Err("write a path of the crate that is named beside it"),
        }))
    }

    /// Whether the types that a description names have `PartialEq`.
    pub(crate) fn followed_have_equality(&self) -> bool {
        self.own_types.has_equality
    }

    /// The one that asks for most; two that ask for as much are refused.
    fn most_exact(&self, rank: impl Fn(&TypeSelector) -> Option<usize>) -> Outcome<Option<&OwnEntry>> {
        let ranked = self.own_types.entries.iter().filter_map(|entry| Some((rank(&entry.selector)?, entry)));
        let ranked: Vec<(usize, &OwnEntry)> = ranked.collect();
        let Some(most) = ranked.iter().map(|(rank, _)| *rank).max() else { return Ok(None) };
        ranked.iter().for_each(|(_, entry)| entry.used.set(true));
        let mut best = ranked.iter().filter(|(rank, _)| *rank == most).map(|(_, entry)| *entry);
        match (best.next(), best.next()) {
            (Some(one), Some(other)) => {
                let message = format!("`{}` and `{}` mean the same schema", one.text, other.text);
                let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
                Err(Box::new(problem.at(self.source(), other.spot.clone()).help("remove one of the two")))
            }
            (found, _) => Ok(found),
        }
    }

    /// The crates that types which stand for something come from, as code names them, and where they are named.
    pub(super) fn crates_of_own_types(&self) -> impl Iterator<Item = (&str, &Location)> {
        let own = &self.own_types;
        let entries = own.entries.iter().filter(|entry| !entry.is_unused());
        let named = entries.flat_map(|entry| entry.path.crates.iter().map(|name| (name.as_str(), &entry.spot)));
        let followed = own.followed.iter().filter(|followed| followed.used.get());
        named.chain(followed.map(|followed| (followed.name.as_str(), &followed.spot)))
    }

    /// Types and crates that stand for nothing in the description, in words, with where they stand.
    pub(super) fn unused_own_types(&self) -> Vec<(String, Location)> {
        let own = &self.own_types;
        let types = own.entries.iter().filter(|entry| entry.is_unused() && entry.schema_glob().is_none());
        let types = types.map(|entry| (format!("the type of `{}`", entry.text), entry.spot.clone()));
        let crates = own.followed.iter().filter(|followed| !followed.used.get());
        types
            .chain(
                crates
                    .map(|followed| (format!("the crate `{}` of `x-rust-type`", followed.name), followed.spot.clone())),
            )
            .collect()
    }
}
