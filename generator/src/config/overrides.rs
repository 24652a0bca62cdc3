//! Overrides, and whether they were used.

use std::cell::Cell;

use super::pagination::Paging;
use crate::diagnostic::Location;

/// How a received member is loosened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loosened {
    /// `true` if it may be null all the same.
    pub nullable: bool,
    /// `true` if it may be absent all the same.
    pub optional: bool,
}

/// All overrides of a configuration.
#[derive(Clone, Debug, Default)]
pub(super) struct Overrides {
    pub(super) names: Vec<Override<String>>,
    /// Keyed by pointer and code.
    pub(super) codes: Vec<Override<(i64, String)>>,
    pub(super) fields: Vec<Override<Loosened>>,
    pub(super) pagination: Vec<Override<Paging>>,
    /// At most one.
    pub(super) token_schemes: Vec<Override<()>>,
}

/// One override; it remembers whether anything asked for it.
#[derive(Clone, Debug)]
pub(super) struct Override<T> {
    pub(super) key: String,
    pub(super) value: T,
    pub(super) spot: Location,
    pub(super) used: Cell<bool>,
}

impl<T> Override<T> {
    fn take(&self) -> &T {
        self.used.set(true);
        &self.value
    }
}

impl Overrides {
    /// The name for the type at a pointer; nothing is used up by asking.
    pub(super) fn type_at(&self, pointer: &str) -> Option<&str> {
        let found = self.names.iter().find(|name| name.key == pointer && name.value.starts_with(char::is_uppercase));
        found.map(|name| name.value.as_str())
    }

    /// The names with their keys, and where they stand.
    pub(super) fn names(&self) -> impl Iterator<Item = (&str, &str, &Location)> {
        self.names.iter().map(|name| (name.key.as_str(), name.value.as_str(), &name.spot))
    }

    pub(super) fn code_name(&self, pointer: &str, code: i64) -> Option<&str> {
        let found = self.codes.iter().find(|entry| entry.key == pointer && entry.value.0 == code);
        found.map(|entry| entry.take().1.as_str())
    }

    /// How a member is loosened, by `Story.creator`.
    pub(super) fn loosened(&self, schema: &str, field: &str) -> Option<Loosened> {
        let rest = |key: &str| key.strip_prefix(schema).and_then(|rest| rest.strip_prefix('.')) == Some(field);
        self.fields.iter().find(|entry| rest(&entry.key)).map(|entry| *entry.take())
    }

    /// The same by where it stands, which any member has.
    pub(super) fn loosened_at(&self, place: impl FnOnce() -> String) -> Option<Loosened> {
        let mut by_place = self.fields.iter().filter(|entry| entry.key.starts_with('/')).peekable();
        by_place.peek()?;
        let place = place();
        by_place.find(|entry| entry.key == place).map(|entry| *entry.take())
    }

    pub(super) fn paging(&self, operation: &str) -> Option<&Paging> {
        self.pagination.iter().find(|entry| entry.key == operation).map(Override::take)
    }

    pub(super) fn prefers_scheme(&self, name: &str) -> bool {
        self.token_schemes.iter().filter(|entry| entry.key == name).map(Override::take).count() > 0
    }

    /// What was never asked for, in words, and where it stands; names are looked for where all of them are given.
    pub(super) fn unused(&self) -> Vec<(String, Location)> {
        let mut unused = Vec::new();
        collect(&self.codes, "the name of a code of", &mut unused);
        collect(&self.fields, "the member", &mut unused);
        collect(&self.pagination, "the pagination of", &mut unused);
        collect(&self.token_schemes, "the security scheme", &mut unused);
        unused
    }
}

fn collect<T>(entries: &[Override<T>], what: &str, unused: &mut Vec<(String, Location)>) {
    let idle = entries.iter().filter(|entry| !entry.used.get());
    unused.extend(idle.map(|entry| (format!("{what} `{}`", entry.key), entry.spot.clone())));
}
