//! Looks up configuration entries, and reports unused ones.

use std::collections::{BTreeMap, HashSet};

use super::derives::{AddedKind, Addition};
use super::overrides::{Loosened, Loosening, Member};
use super::own_types::{OwnEntry, OwnType};
use super::pagination::Paging;
use super::place::{Placed, Text};
use super::selector::{Glob, OperationSelector, SelectableOperation};
use super::type_selector::TypeSelector;
use super::{At, Config, Entry, UsedEntries};
use crate::base::diagnostic::Result;
use crate::base::pointer::unescaped;
use crate::base::suggestion::{MAX_SUGGESTED, suggest_or};

/// The keys that entries of a configuration could have.
#[derive(Default)]
pub(crate) struct KnownKeys {
    pub(crate) keys: Vec<String>,
    /// The keys of types and fields by their names in Rust: `StoryState`, `Story.created_at`.
    pub(crate) by_rust_name: BTreeMap<String, String>,
}

impl KnownKeys {
    /// Suggests the key of the item that has this name in Rust.
    pub(crate) fn help_for_rust_name(&self, name: &str) -> Option<String> {
        self.by_rust_name.get(name).map(|key| format!("keys are names of the description: write `{key}`"))
    }
}

impl Config {
    /// Returns the name of the type at a pointer, if it is configured by pointer; that does not use the entry.
    pub(crate) fn type_at(&self, pointer: &str) -> Option<&str> {
        let keys = [format!("#{pointer}"), pointer.to_owned()];
        let names = keys.iter().filter_map(|key| Some(self.names.get(key)?.text.as_str()));
        names.into_iter().find(|name| name.starts_with(char::is_uppercase))
    }

    /// Returns the names with their keys and places.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &str, At)> {
        self.names.iter().map(|(key, name)| (pointer(key), name.text.as_str(), name.at))
    }

    /// Returns the name of a value of the enumeration at a pointer.
    pub(crate) fn code_name(&self, place: &str, code: i64, used: &mut UsedEntries) -> Option<&str> {
        let of_place = self.codes.iter().filter(|(key, _)| pointer(key) == place);
        let name = of_place.flat_map(|(_, names)| names).find(|(value, _)| value.value.0 == code)?.1;
        used.insert(name.at);
        Some(&name.text)
    }

    /// Returns the members with corrections.
    pub fn loosened_members(&self) -> impl Iterator<Item = &str> {
        self.fields.keys().map(|key| key.text.as_str())
    }

    /// Adds a correction of a member, as an entry of `[fields]` would.
    pub fn loosen(&mut self, member: &str, how: Loosening) {
        let key = Text { text: member.to_owned(), value: Member };
        self.fields.entry(key).or_insert_with(|| Placed::unplaced(Loosened::NONE)).add(how);
    }

    /// Returns how a member is loosened, by `Story.creator`.
    pub(crate) fn loosened(&self, schema: &str, field: &str, used: &mut UsedEntries) -> Option<Loosened> {
        let is_meant = |key: &str| key.strip_prefix(schema).and_then(|rest| rest.strip_prefix('.')) == Some(field);
        let loosened = self.fields.iter().find(|(key, _)| is_meant(&key.text))?.1;
        used.insert(loosened.at);
        Some(**loosened)
    }

    /// Returns how a member is loosened, by its location, which any member has.
    pub(crate) fn loosened_at(&self, place: impl FnOnce() -> String, used: &mut UsedEntries) -> Option<Loosened> {
        if !self.fields.keys().any(|key| pointer(&key.text).starts_with('/')) {
            return None;
        }
        let place = place();
        let loosened = self.fields.iter().find(|(key, _)| pointer(&key.text) == place)?.1;
        used.insert(loosened.at);
        Some(**loosened)
    }

    /// Returns the pagination of an operation, such as `GET /project`, and whether it is that of a pattern.
    pub(crate) fn paging(&self, operation: &str, used: &mut UsedEntries) -> Option<(&Paging, bool)> {
        let matching = || self.pagination.iter().find(|(key, _)| key.value.contain(operation));
        let (key, paging) = self.pagination.get_key_value(operation).or_else(matching)?;
        used.insert(key.at);
        Some((paging, !key.value.is_one()))
    }

    /// Returns `true` if `.token(..)` uses this security scheme.
    pub(crate) fn prefers_scheme(&self, name: &str, used: &mut UsedEntries) -> bool {
        let scheme = self.token.scheme.as_ref().filter(|scheme| scheme.as_str() == name);
        scheme.map(|scheme| used.insert(scheme.at)).is_some()
    }

    /// Returns the unused entries in words, with their places and a help that suggests one of the known keys; names are
    /// checked once all are assigned.
    pub(super) fn unused_overrides(
        &self,
        used: &UsedEntries,
        known: &dyn Fn() -> KnownKeys,
    ) -> Vec<(String, At, String)> {
        let codes = self.codes.iter();
        let codes = codes.flat_map(|(key, names)| names.values().map(move |name| (pointer(key), name.at)));
        let fields = self.fields.iter().map(|(key, loosened)| (pointer(&key.text), loosened.at));
        let pagination = self.pagination.keys().map(|key| (key.text.as_str(), key.at));
        let schemes = self.token.scheme.iter().map(|scheme| (scheme.as_str(), scheme.at));
        let mut unused = idle("the name of a value of", codes.collect(), used, known);
        unused.extend(idle("the member", fields.collect(), used, known));
        unused.extend(idle("the pagination of", pagination.collect(), used, known));
        unused.extend(idle("the security scheme", schemes.collect(), used, known));
        unused
    }
}

/// Operations and events.
impl Config {
    /// Returns `true` if no operation or event is excluded.
    pub(crate) fn takes_all(&self) -> bool {
        let operations = self.only.operations().chain(self.skip.operations()).next();
        operations.is_none() && self.only.events.is_empty() && self.skip.events.is_empty()
    }

    /// Returns `true` if an operation is included. If only events are listed, none is.
    pub(crate) fn takes(&self, operation: &SelectableOperation) -> bool {
        let means = |entry: &Entry<OperationSelector>| entry.value.matches(operation);
        let is_asked_for = match self.only.operations().next() {
            Some(_) => self.only.operations().any(means),
            None => self.only.events.is_empty(),
        };
        is_asked_for && (!self.skip.operations().any(means) || self.skip.except.iter().any(means))
    }

    /// Returns `true` if an event is included. If only operations are listed, none is.
    pub(crate) fn takes_event(&self, name: &str) -> bool {
        let lists_only_operations = self.only.events.is_empty() && self.only.operations().next().is_some();
        !lists_only_operations && self.takes_declared_event(name)
    }

    /// Returns `true` if an event of the configuration is included, even if only operations are listed.
    pub(crate) fn takes_declared_event(&self, name: &str) -> bool {
        let means = |entries: &[Entry<Glob>]| entries.iter().any(|entry| entry.value.matches(name));
        (self.only.events.is_empty() || means(&self.only.events)) && !means(&self.skip.events)
    }
}

/// Types of the user.
impl Config {
    /// Returns the type that replaces a component schema with this name at these locations.
    pub(crate) fn type_for_schema(
        &self,
        name: &str,
        places: [&str; 2],
        used: &mut UsedEntries,
    ) -> Result<Option<&OwnType>> {
        let rank = |entry: &OwnEntry| match &entry.selector.value {
            TypeSelector::Place(place) => places.contains(&place.as_str()).then_some(2),
            TypeSelector::Schema(glob) => glob.matches(name).then_some(if glob.is_plain() { 2 } else { 1 }),
            TypeSelector::Shape(_) | TypeSelector::Map => None,
        };
        self.most_exact_type(rank, used)
    }

    /// Returns the type that replaces the schema at any of these locations.
    pub(crate) fn type_for_place(&self, places: [&str; 2], used: &mut UsedEntries) -> Result<Option<&OwnType>> {
        let names = places.map(member_name);
        let rank = |entry: &OwnEntry| match &entry.selector.value {
            TypeSelector::Place(place) => places.contains(&place.as_str()).then_some(1),
            TypeSelector::Schema(_) => names.iter().flatten().any(|name| *name == entry.selector.text).then_some(1),
            _ => None,
        };
        self.most_exact_type(rank, used)
    }

    /// Returns the type that replaces schemas with these keywords.
    pub(crate) fn type_for_shape(
        &self,
        ty: Option<&str>,
        format: Option<&str>,
        pattern: Option<&str>,
        used: &mut UsedEntries,
    ) -> Result<Option<&OwnType>> {
        let rank = |entry: &OwnEntry| match &entry.selector.value {
            TypeSelector::Shape(shape) => shape.matches(ty, format, pattern).then(|| shape.conditions()),
            _ => None,
        };
        self.most_exact_type(rank, used)
    }

    /// Returns the type with the most specific selector. Two equally specific ones are an error.
    fn most_exact_type(
        &self,
        rank: impl Fn(&OwnEntry) -> Option<usize>,
        used: &mut UsedEntries,
    ) -> Result<Option<&OwnType>> {
        let ranked = self.types.iter().filter_map(|entry| Some((rank(entry)?, entry)));
        let ranked: Vec<(usize, &OwnEntry)> = ranked.collect();
        let Some(most) = ranked.iter().map(|(rank, _)| *rank).max() else { return Ok(None) };
        ranked.iter().for_each(|(_, entry)| used.insert(entry.selector.at));
        let mut best = ranked.iter().filter(|(rank, _)| *rank == most).map(|(_, entry)| *entry);
        match (best.next(), best.next()) {
            (Some(one), Some(other)) => {
                let message = format!("`{}` and `{}` match the same schema", one.selector.text, other.selector.text);
                Err(self.problem(other.selector.at, message, "remove one of them"))
            }
            (found, _) => Ok(found.map(|entry| &entry.ty)),
        }
    }
}

/// Types of the user that are selected by name.
impl Config {
    /// Returns those whose names are neither of a schema nor of a member, in words, with their places and suggestions.
    pub(super) fn unknown_types(&self, used: &UsedEntries, known: &dyn Fn() -> KnownKeys) -> Vec<(String, At, String)> {
        let unknown = self.types.iter().filter(|entry| !used.contains(entry.selector.at));
        let unknown = unknown.filter_map(|entry| Some((&entry.selector, used.unmatched(entry.selector.at)?)));
        let unknown: Vec<_> = unknown.collect();
        let known = if unknown.is_empty() { KnownKeys::default() } else { known() };
        let report = |(selector, help): (&Entry<TypeSelector>, &str)| {
            let help = known.help_for_rust_name(&selector.text).unwrap_or_else(|| help.to_owned());
            (format!("`{}`", selector.text), selector.at, help)
        };
        unknown.into_iter().map(report).collect()
    }
}

/// Derives and attributes.
impl Config {
    /// Returns the additional derives and attributes.
    pub(crate) fn additions(&self) -> impl Iterator<Item = &Addition> {
        self.derives.iter().chain(&self.attributes)
    }

    /// Returns the selectors that matched nothing, with their places and suggestions.
    pub(super) fn unused_additions(&self, used: &UsedEntries) -> impl Iterator<Item = (String, At, String)> {
        self.additions().filter_map(|addition| {
            let help = used.unmatched(addition.selector.at)?.to_owned();
            Some((format!("`{}`", addition.selector.text), addition.selector.at, help))
        })
    }

    /// Returns the crates of derives, as written in code, and their places.
    pub(super) fn crates_of_additions(&self) -> impl Iterator<Item = (&str, At)> {
        let derives = self.additions().flat_map(|addition| &addition.added).filter_map(|added| match &added.value {
            AddedKind::Derive(path) => Some((&path.crates, added.at)),
            AddedKind::Standard(_) | AddedKind::Implemented(_) | AddedKind::Attribute(_) => None,
        });
        derives.flat_map(|(crates, at)| crates.iter().map(move |name| (name.as_str(), at)))
    }
}

/// Returns the name of the member at a pointer, such as `Story.state`, which is in a component or in a part of its `allOf`.
fn member_name(place: &str) -> Option<String> {
    let steps = place.strip_prefix("/components/schemas/").or_else(|| place.strip_prefix("/definitions/"))?;
    let steps: Vec<&str> = steps.split('/').collect();
    let [schema, parts @ .., "properties", member] = &steps[..] else { return None };
    let are_parts = parts.chunks(2).all(|part| matches!(part, ["allOf", _]));
    are_parts.then(|| format!("{}.{}", unescaped(schema), unescaped(member)))
}

/// Returns a pointer without the prefix of references: `#/components/..`.
fn pointer(key: &str) -> &str {
    key.strip_prefix('#').filter(|rest| rest.starts_with('/')).unwrap_or(key)
}

/// Returns the unused entries.
fn idle(
    what: &str,
    entries: Vec<(&str, At)>,
    used: &UsedEntries,
    known: &dyn Fn() -> KnownKeys,
) -> Vec<(String, At, String)> {
    let idle: Vec<&(&str, At)> = entries.iter().filter(|(_, at)| !used.contains(*at)).collect();
    if idle.is_empty() {
        return Vec::new();
    }
    // A key that already has an entry is not suggested.
    let configured: HashSet<&str> = entries.iter().map(|(key, _)| *key).collect();
    let mut known = known();
    known.keys.retain(|known| !configured.contains(known.as_str()));
    let report = |(index, (key, at)): (usize, &(&str, At))| {
        let compared = known.keys.iter().filter(|_| index < MAX_SUGGESTED);
        let typing_error = || suggest_or(key, compared.map(String::as_str), "remove it or fix it");
        (format!("{what} `{key}`"), *at, known.help_for_rust_name(key).unwrap_or_else(typing_error))
    };
    idle.into_iter().enumerate().map(report).collect()
}
