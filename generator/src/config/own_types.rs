//! `[types]`: the user's types in place of emitted ones.

use std::cell::Cell;

use super::Config;
use super::own_types_form::{Traits, known_traits};
use super::rust_path::RustPath;
use super::type_selector::TypeSelector;
use crate::diagnostic::{Code, Diagnostic, Location};

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// The contents of `[types]`.
#[derive(Clone, Debug, Default)]
pub(super) struct OwnTypes {
    pub(super) entries: Vec<OwnEntry>,
    /// The crates whose types may be named by `x-rust-type` in a description.
    pub(super) followed: Vec<FollowedCrate>,
    /// The traits that all of them implement.
    pub(super) traits: Traits,
}

/// A user's type, and its selector.
#[derive(Clone, Debug)]
pub(crate) struct OwnEntry {
    /// The selector as written.
    text: String,
    selector: TypeSelector,
    /// Its path.
    pub(crate) path: RustPath,
    /// The optional traits that it implements.
    pub(crate) traits: Traits,
    /// `true` if the types inside the schema are emitted nevertheless.
    pub(crate) keeps: bool,
    location: Location,
    used: Cell<bool>,
}

/// A crate whose types a description may name.
#[derive(Clone, Debug)]
pub(super) struct FollowedCrate {
    name: String,
    location: Location,
    used: Cell<bool>,
}

/// The crates that are always available.
pub(super) const OF_THE_LANGUAGE: [&str; 3] = ["alloc", "core", "std"];

/// Returns the name of a crate as written in code.
pub(super) fn as_in_code(name: &str) -> String {
    name.replace('-', "_")
}

impl FollowedCrate {
    pub(super) fn new(name: &str, location: Location) -> Self {
        Self { name: as_in_code(name), location, used: Cell::new(false) }
    }
}

impl OwnEntry {
    pub(super) fn new(text: &str, selector: TypeSelector, location: Location) -> Self {
        let (path, used) = (RustPath::default(), Cell::new(false));
        Self { text: text.to_owned(), selector, path, traits: Traits::new(), keeps: false, location, used }
    }

    /// Returns the selector as written.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the name of the schema, if it is selected by name.
    pub(crate) fn schema_glob(&self) -> Option<&super::selector::Glob> {
        match &self.selector {
            TypeSelector::Schema(glob) => Some(glob),
            _ => None,
        }
    }

    /// Returns `true` if the selector matched nothing.
    pub(crate) fn is_unused(&self) -> bool {
        !self.used.get()
    }

    /// Returns the location in the configuration.
    pub(crate) fn location(&self) -> &Location {
        &self.location
    }
}

impl Config {
    /// Adds a user's type with its traits.
    ///
    /// # Errors
    ///
    /// Returns `configuration-invalid` if the selector or the path is invalid, or one of the traits is unknown.
    pub fn replace_type(&mut self, selector: &str, path: &str, traits: &[&str]) -> Outcome<()> {
        let problem =
            |message: String, help: &str| Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help));
        let traits = known_traits(traits).map_err(|(message, help)| problem(message, &help))?;
        let selected = TypeSelector::parse(selector)
            .map_err(|help| problem(format!("`{selector}` is not a valid schema selector"), help))?;
        let mut entry = OwnEntry::new(selector, selected, Location::Whole);
        entry.path =
            RustPath::parse(path).map_err(|help| problem(format!("`{path}` is not the path of a type"), help))?;
        entry.traits = traits;
        entry.traits.extend(&self.own_types.traits);
        self.own_types.entries.push(entry);
        Ok(())
    }

    /// Returns `true` if the user's types replace any others.
    pub(crate) fn has_own_types(&self) -> bool {
        !self.own_types.entries.is_empty() || !self.own_types.followed.is_empty()
    }

    /// Returns `true` if any user's type replaces a schema by location.
    pub(crate) fn has_own_places(&self) -> bool {
        self.own_types.entries.iter().any(|entry| matches!(entry.selector, TypeSelector::Place(_)))
    }

    /// Returns all configured types of the user.
    pub(crate) fn own_entries(&self) -> impl Iterator<Item = &OwnEntry> {
        self.own_types.entries.iter()
    }

    /// Returns the type that replaces a component schema with this name at these locations.
    pub(crate) fn own_schema(&self, name: &str, places: [&str; 2]) -> Outcome<Option<&OwnEntry>> {
        self.most_exact(|selector| match selector {
            TypeSelector::Place(place) => places.contains(&place.as_str()).then_some(2),
            TypeSelector::Schema(glob) => glob.matches(name).then_some(if glob.is_plain() { 2 } else { 1 }),
            TypeSelector::Shape(_) | TypeSelector::Map | TypeSelector::Any => None,
        })
    }

    /// Returns the type that replaces the schema at any of these locations.
    pub(crate) fn own_place(&self, places: [&str; 2]) -> Outcome<Option<&OwnEntry>> {
        self.most_exact(|selector| match selector {
            TypeSelector::Place(place) => places.contains(&place.as_str()).then_some(1),
            _ => None,
        })
    }

    /// Returns the type that replaces schemas with these keywords.
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

    /// Returns the type for objects whose members all have one type.
    pub(crate) fn own_map(&self) -> Option<&OwnEntry> {
        self.find_used(|selector| matches!(selector, TypeSelector::Map))
    }

    /// Returns the type for any value.
    pub(crate) fn own_any(&self) -> Option<&OwnEntry> {
        self.find_used(|selector| matches!(selector, TypeSelector::Any))
    }

    fn find_used(&self, is: impl Fn(&TypeSelector) -> bool) -> Option<&OwnEntry> {
        let entry = self.own_types.entries.iter().find(|entry| is(&entry.selector))?;
        entry.used.set(true);
        Some(entry)
    }

    /// Returns the path from `x-rust-type`, if its crate is allowed.
    pub(crate) fn followed(&self, crate_name: &str, path: &str) -> Option<Result<RustPath, &'static str>> {
        let name = as_in_code(crate_name);
        let followed = self.own_types.followed.iter().find(|followed| followed.name == name)?;
        followed.used.set(true);
        let path = RustPath::parse(path);
        Some(path.and_then(|path| {
            if !path.crates.is_empty() && path.crates.iter().all(|used| *used == name) {
                Ok(path)
            } else {
                Err("write a path of the crate in `crate`")
            }
        }))
    }

    /// Returns the traits of the types that a description names.
    pub(crate) fn traits_of_followed(&self) -> &Traits {
        &self.own_types.traits
    }

    /// Returns the most specific entry. Two equally specific entries are an error.
    fn most_exact(&self, rank: impl Fn(&TypeSelector) -> Option<usize>) -> Outcome<Option<&OwnEntry>> {
        let ranked = self.own_types.entries.iter().filter_map(|entry| Some((rank(&entry.selector)?, entry)));
        let ranked: Vec<(usize, &OwnEntry)> = ranked.collect();
        let Some(most) = ranked.iter().map(|(rank, _)| *rank).max() else { return Ok(None) };
        ranked.iter().for_each(|(_, entry)| entry.used.set(true));
        let mut best = ranked.iter().filter(|(rank, _)| *rank == most).map(|(_, entry)| *entry);
        match (best.next(), best.next()) {
            (Some(one), Some(other)) => {
                let message = format!("`{}` and `{}` match the same schema", one.text, other.text);
                let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
                Err(Box::new(problem.at(self.source(), other.location.clone()).help("remove one of them")))
            }
            (found, _) => Ok(found),
        }
    }

    /// Returns the crates of the types that are used, as written in code, and their locations.
    pub(super) fn crates_of_own_types(&self) -> impl Iterator<Item = (&str, &Location)> {
        let own = &self.own_types;
        let entries = own.entries.iter().filter(|entry| !entry.is_unused());
        let named = entries.flat_map(|entry| entry.path.crates.iter().map(|name| (name.as_str(), &entry.location)));
        let followed = own.followed.iter().filter(|followed| followed.used.get());
        named.chain(followed.map(|followed| (followed.name.as_str(), &followed.location)))
    }

    /// Returns types whose schema name matched nothing; they are reported when the names are known.
    pub(super) fn unused_schemas(&self) -> impl Iterator<Item = (String, Location)> {
        let unused = self.own_types.entries.iter().filter(|entry| entry.is_unused() && entry.schema_glob().is_some());
        unused.map(|entry| (format!("the type of `{}`", entry.text), entry.location.clone()))
    }

    /// Returns types and crates that matched nothing in the description, with their locations.
    pub(super) fn unused_own_types(&self) -> Vec<(String, Location)> {
        let own = &self.own_types;
        let types = own.entries.iter().filter(|entry| entry.is_unused() && entry.schema_glob().is_none());
        let types = types.map(|entry| (format!("the type of `{}`", entry.text), entry.location.clone()));
        let crates = own.followed.iter().filter(|followed| !followed.used.get());
        types
            .chain(
                crates.map(|followed| {
                    (format!("the crate `{}` of `x-rust-type`", followed.name), followed.location.clone())
                }),
            )
            .collect()
    }
}
