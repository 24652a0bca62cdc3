//! The table of public items.

use std::collections::BTreeMap;

use indexmap::IndexMap;

use super::item::Item;
use super::key::Key;

/// All public items, by owner and member.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Interface {
    pub(super) owners: IndexMap<String, BTreeMap<String, Item>>,
    /// The features that each feature enables.
    pub(super) enables: BTreeMap<String, Vec<String>>,
}

impl Interface {
    /// Returns the declaration of each item by its path. Names of types in declarations have no paths.
    #[must_use]
    pub fn declarations(&self) -> BTreeMap<String, String> {
        self.items().map(|(owner, member, item)| (format!("{owner}{member}"), item.to_string())).collect()
    }

    /// Returns an item.
    pub(in crate::changes) fn get(&self, key: &Key) -> Option<&Item> {
        self.owners.get(&key.owner)?.get(&key.member)
    }

    /// Returns all items with the paths of their owners and their members.
    pub(in crate::changes) fn items(&self) -> impl Iterator<Item = (&str, &str, &Item)> {
        self.owners.iter().flat_map(|(owner, members)| {
            members.iter().map(move |(member, item)| (owner.as_str(), member.as_str(), item))
        })
    }

    pub(super) fn insert(&mut self, key: Key, item: Item) {
        self.owners.entry(key.owner).or_default().insert(key.member, item);
    }
}
