//! Overrides of parts of the description.

use super::pagination::Paging;
use super::selector::Glob;
use super::used::{Entry, UsedEntries};
use crate::diagnostic::Location;
use crate::suggestion::suggest_or;

/// The loosening of a received member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loosened {
    /// `true` if it may be null, contrary to the description.
    pub nullable: bool,
    /// `true` if it may be absent, contrary to the description.
    pub optional: bool,
    /// `true` if 0 and 1 are read for its booleans.
    pub accepts_numbers: bool,
}

/// All overrides of a configuration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Overrides {
    pub(super) names: Vec<Override<String>>,
    /// Keyed by pointer and value.
    pub(super) codes: Vec<Override<(i64, String)>>,
    pub(super) fields: Vec<Override<Loosened>>,
    pub(super) pagination: Vec<Override<Paging>>,
    /// At most one.
    pub(super) token_schemes: Vec<Override<()>>,
}

/// An override of a part of the description.
#[derive(Clone, Debug)]
pub(super) struct Override<T> {
    pub(super) key: String,
    value: T,
    location: Location,
}

impl<T> Override<T> {
    pub(super) fn new(key: &str, value: T, location: Location) -> Self {
        Self { key: key.to_owned(), value, location }
    }
}

impl Overrides {
    /// Returns the name of the type at a pointer, if it is configured by pointer; that does not use the entry.
    pub(crate) fn type_at(&self, pointer: &str) -> Option<&str> {
        let found = self.names.iter().find(|name| name.key == pointer && name.value.starts_with(char::is_uppercase));
        found.map(|name| name.value.as_str())
    }

    /// Returns the names with their keys and locations.
    pub(crate) fn names(&self) -> impl Iterator<Item = (&str, &str, &Location)> {
        self.names.iter().map(|name| (name.key.as_str(), name.value.as_str(), &name.location))
    }

    /// Returns the name of a value of the enumeration at a pointer.
    pub(crate) fn code_name(&self, pointer: &str, code: i64, used: &mut UsedEntries) -> Option<&str> {
        let is_meant = |entry: &Override<(i64, String)>| entry.key == pointer && entry.value.0 == code;
        find(&self.codes, Entry::Code, is_meant, used).map(|(_, name)| name.as_str())
    }

    /// Returns how a member is loosened, by `Story.creator`.
    pub(crate) fn loosened(&self, schema: &str, field: &str, used: &mut UsedEntries) -> Option<Loosened> {
        let rest = |key: &str| key.strip_prefix(schema).and_then(|rest| rest.strip_prefix('.')) == Some(field);
        find(&self.fields, Entry::Field, |entry| rest(&entry.key), used).copied()
    }

    /// Returns how a member is loosened, by its location, which any member has.
    pub(crate) fn loosened_at(&self, place: impl FnOnce() -> String, used: &mut UsedEntries) -> Option<Loosened> {
        if !self.fields.iter().any(|entry| entry.key.starts_with('/')) {
            return None;
        }
        let place = place();
        find(&self.fields, Entry::Field, |entry| entry.key == place, used).copied()
    }

    /// Returns the pagination of an operation, such as `GET /project`: its own, or else that of a pattern.
    pub(crate) fn paging(&self, operation: &str, used: &mut UsedEntries) -> Option<&Paging> {
        let exact = find(&self.pagination, Entry::Pagination, |entry| entry.key == operation, used);
        exact.or_else(|| {
            let matches = |entry: &Override<Paging>| Glob::new(&entry.key).matches(operation);
            find(&self.pagination, Entry::Pagination, matches, used)
        })
    }

    /// Returns `true` if `.token(..)` uses this security scheme.
    pub(crate) fn prefers_scheme(&self, name: &str, used: &mut UsedEntries) -> bool {
        find(&self.token_schemes, Entry::TokenScheme, |entry| entry.key == name, used).is_some()
    }

    /// Returns what was never asked for, in words, with its location and a help that suggests one of the known keys; names
    /// are checked once all are assigned.
    pub(super) fn unused(
        &self,
        used: &UsedEntries,
        known: &dyn Fn() -> Vec<String>,
    ) -> Vec<(String, Location, String)> {
        let mut unused = idle(&self.codes, Entry::Code, "the name of a value of", used, known);
        unused.extend(idle(&self.fields, Entry::Field, "the member", used, known));
        unused.extend(idle(&self.pagination, Entry::Pagination, "the pagination of", used, known));
        unused.extend(idle(&self.token_schemes, Entry::TokenScheme, "the security scheme", used, known));
        unused
    }
}

/// Returns the value of the first entry that is meant, which is then used.
fn find<'o, T>(
    entries: &'o [Override<T>],
    entry: fn(usize) -> Entry,
    is_meant: impl Fn(&Override<T>) -> bool,
    used: &mut UsedEntries,
) -> Option<&'o T> {
    let index = entries.iter().position(is_meant)?;
    used.insert(entry(index));
    Some(&entries[index].value)
}

/// Returns the entries that were never asked for.
fn idle<T>(
    entries: &[Override<T>],
    entry: fn(usize) -> Entry,
    what: &str,
    used: &UsedEntries,
    known: &dyn Fn() -> Vec<String>,
) -> Vec<(String, Location, String)> {
    let idle = entries.iter().enumerate().filter(|(index, _)| !used.contains(entry(*index)));
    let report = |(_, idle): (usize, &Override<T>)| {
        // What has an entry of its own is not meant by another one.
        let mut known = known();
        known.retain(|known| entries.iter().all(|entry| entry.key != *known));
        let help = suggest_or(&idle.key, known.iter().map(String::as_str), "remove it or fix it");
        (format!("{what} `{}`", idle.key), idle.location.clone(), help)
    };
    idle.map(report).collect()
}
