//! The public interface of a generated crate: the items that programs can name, with their declarations.
//!
//! They are those that the intermediate representation lists. Bodies, comments and the names of arguments do not affect
//! programs that use the crate.

mod compatibility;
mod item;
mod key;
mod table;

use std::collections::BTreeMap;

use bindery::internal::ir::{Client, Crate, GroupOperations, HeadersType, ModuleTypes};
use compatibility::Compatibility;
pub(super) use item::{Item, have_same_arguments};
pub use key::Key;
pub(crate) use table::Interface;

/// An item that differs between two interfaces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Difference {
    /// Its declaration before; `None` if it is new.
    pub(super) before: Option<Item>,
    /// Its declaration now; `None` if it was removed.
    pub(super) after: Option<Item>,
    /// `true` if a program that uses the item may stop compiling. New items break nothing, because structs and enums are
    /// `#[non_exhaustive]`.
    pub(super) breaks: bool,
}

impl Difference {
    /// Returns the item in each version that has it.
    pub(in crate::changes) fn items(&self) -> impl Iterator<Item = &Item> {
        self.before.iter().chain(&self.after)
    }

    /// Returns the item if only one version has it.
    pub(in crate::changes) fn only_item(&self) -> Option<&Item> {
        self.before.as_ref().xor(self.after.as_ref())
    }
}

impl Interface {
    /// Returns the interface of a crate.
    pub(crate) fn new(
        package: &Crate,
        types: impl Iterator<Item = ModuleTypes>,
        operations: impl Iterator<Item = GroupOperations>,
    ) -> Self {
        let mut interface = Self::default();
        interface.add_features(package);
        package.client.iter().flat_map(Client::public).for_each(|block| interface.add(block));
        package.events.iter().for_each(|events| interface.add(events.public()));
        package.shared_error.iter().for_each(|error| interface.add(error.public()));
        package.shared_headers.iter().flat_map(HeadersType::public).for_each(|block| interface.add(block));
        for group in operations {
            group.handle().for_each(|block| interface.add(block));
            group.public().for_each(|block| interface.add(block));
        }
        types.for_each(|module| module.public().into_iter().for_each(|block| interface.add(block)));
        interface
    }

    /// Returns the items that differ. A renamed type differs itself, but not the items that use it.
    pub(in crate::changes) fn differences(
        &self,
        new: &Self,
        renamed: &BTreeMap<String, String>,
    ) -> BTreeMap<Key, Difference> {
        let compatibility = Compatibility::new(self, new, renamed);
        let mut differences = BTreeMap::new();
        for (owner, member, before) in self.items() {
            let after = new.owners.get(owner).and_then(|members| members.get(member));
            if after.is_some_and(|after| after.is_same(before)) {
                continue;
            }
            let breaks = !after.is_some_and(|after| compatibility.accepts_old_code(before, after));
            // An item with the same declaration may be enabled by another feature.
            let is_moved = after.is_some_and(|after| after.declares_the_same(before));
            let is_renamed = !renamed.is_empty()
                && after.is_some_and(|after| after.feature == before.feature && compatibility.are_equal(before, after));
            if breaks || !(is_moved || is_renamed) {
                let difference = Difference { before: Some(before.clone()), after: after.cloned(), breaks };
                differences.insert(Key::new(owner, member), difference);
            }
        }
        let is_old = |owner: &str, member: &str| self.owners.get(owner).is_some_and(|old| old.contains_key(member));
        for (owner, member, after) in new.items().filter(|(owner, member, _)| !is_old(owner, member)) {
            let difference = Difference { before: None, after: Some(after.clone()), breaks: false };
            differences.insert(Key::new(owner, member), difference);
        }
        differences
    }
}
