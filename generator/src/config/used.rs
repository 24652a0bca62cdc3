//! The entries of a configuration that a description uses. The configuration itself is read-only, so that one can be
//! used for several descriptions.

use std::collections::{BTreeMap, BTreeSet};

/// An entry, by its index in its section.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Entry {
    Code(usize),
    Field(usize),
    Pagination(usize),
    TokenScheme(usize),
    OwnType(usize),
}

/// The entries that apply to a description, and suggestions for the others.
#[derive(Clone, Debug, Default)]
pub struct UsedEntries {
    entries: BTreeSet<Entry>,
    /// The suggestions for `[derives]` and `[attributes]` that match nothing, by index.
    unmatched: BTreeMap<usize, String>,
}

impl UsedEntries {
    pub(super) fn insert(&mut self, entry: Entry) {
        self.entries.insert(entry);
    }

    pub(super) fn contains(&self, entry: Entry) -> bool {
        self.entries.contains(&entry)
    }

    /// Records a suggestion for an addition that matches nothing.
    pub(crate) fn insert_unmatched(&mut self, addition: usize, help: String) {
        self.unmatched.insert(addition, help);
    }

    pub(super) fn unmatched(&self, addition: usize) -> Option<&str> {
        self.unmatched.get(&addition).map(String::as_str)
    }
}
