//! Overrides, and whether they were used.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

use super::pagination::Paging;
use crate::diagnostic::Location;
use crate::suggestion::suggest_or;

/// The loosening of a received member.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loosened {
    /// `true` if it may be null, contrary to the description.
    pub nullable: bool,
    /// `true` if it may be absent, contrary to the description.
    pub optional: bool,
}

/// All overrides of a configuration.
#[derive(Clone, Debug, Default)]
pub(super) struct Overrides {
    pub(super) names: Vec<Override<String>>,
    /// Keyed by pointer and value.
    pub(super) codes: Vec<Override<(i64, String)>>,
    pub(super) fields: Vec<Override<Loosened>>,
    pub(super) pagination: Vec<Override<Paging>>,
    /// At most one.
    pub(super) token_schemes: Vec<Override<()>>,
    /// The keys that the description has, for suggestions.
    known: RefCell<BTreeSet<String>>,
}

/// An override that records whether it was used.
#[derive(Clone, Debug)]
pub(super) struct Override<T> {
    pub(super) key: String,
    pub(super) value: T,
    pub(super) location: Location,
    pub(super) used: Cell<bool>,
}

impl<T> Override<T> {
    fn take(&self) -> &T {
        self.used.set(true);
        &self.value
    }
}

impl Overrides {
    /// Returns the name of the type at a pointer, without marking it as used.
    pub(super) fn type_at(&self, pointer: &str) -> Option<&str> {
        let found = self.names.iter().find(|name| name.key == pointer && name.value.starts_with(char::is_uppercase));
        found.map(|name| name.value.as_str())
    }

    /// Returns the names with their keys and locations.
    pub(super) fn names(&self) -> impl Iterator<Item = (&str, &str, &Location)> {
        self.names.iter().map(|name| (name.key.as_str(), name.value.as_str(), &name.location))
    }

    pub(super) fn code_name(&self, pointer: &str, code: i64) -> Option<&str> {
        let found = self.codes.iter().find(|entry| entry.key == pointer && entry.value.0 == code);
        found.map(|entry| entry.take().1.as_str())
    }

    /// Returns how a member is loosened, by `Story.creator`.
    pub(super) fn loosened(&self, schema: &str, field: &str) -> Option<Loosened> {
        self.note(&self.fields, || format!("{schema}.{field}"));
        let rest = |key: &str| key.strip_prefix(schema).and_then(|rest| rest.strip_prefix('.')) == Some(field);
        self.fields.iter().find(|entry| rest(&entry.key)).map(|entry| *entry.take())
    }

    /// Returns how a member is loosened, by its location, which any member has.
    pub(super) fn loosened_at(&self, place: impl FnOnce() -> String) -> Option<Loosened> {
        let mut by_place = self.fields.iter().filter(|entry| entry.key.starts_with('/')).peekable();
        by_place.peek()?;
        let place = place();
        by_place.find(|entry| entry.key == place).map(|entry| *entry.take())
    }

    pub(super) fn paging(&self, operation: &str) -> Option<&Paging> {
        self.note(&self.pagination, || operation.to_owned());
        self.pagination.iter().find(|entry| entry.key == operation).map(Override::take)
    }

    pub(super) fn prefers_scheme(&self, name: &str) -> bool {
        self.note(&self.token_schemes, || name.to_owned());
        self.token_schemes.iter().filter(|entry| entry.key == name).map(Override::take).count() > 0
    }

    /// Records a key of the description while an entry is unused that could have meant it.
    fn note<T>(&self, entries: &[Override<T>], key: impl FnOnce() -> String) {
        if entries.iter().any(|entry| !entry.used.get()) {
            self.known.borrow_mut().insert(key());
        }
    }

    /// Returns what was never asked for, in words, with its location and a help; names are checked once all are assigned.
    pub(super) fn unused(&self) -> Vec<(String, Location, String)> {
        let mut unused = Vec::new();
        self.collect(&self.codes, "the name of a value of", &mut unused);
        self.collect(&self.fields, "the member", &mut unused);
        self.collect(&self.pagination, "the pagination of", &mut unused);
        self.collect(&self.token_schemes, "the security scheme", &mut unused);
        unused
    }

    fn collect<T>(&self, entries: &[Override<T>], what: &str, unused: &mut Vec<(String, Location, String)>) {
        // What has an entry of its own is not meant by another one.
        let is_free = |known: &&str| entries.iter().all(|entry| entry.key != *known);
        let known = self.known.borrow();
        let free = || known.iter().map(String::as_str).filter(is_free);
        let help = |key: &str| suggest_or(key, free(), "remove it or fix it");
        let idle = entries.iter().filter(|entry| !entry.used.get());
        unused.extend(idle.map(|entry| (format!("{what} `{}`", entry.key), entry.location.clone(), help(&entry.key))));
    }
}
