//! The names in `[names]`, by item.
//!
//! | an entry that | is |
//! |---|---|
//! | matches nothing | reported with suggestions, because descriptions change |
//! | has the wrong case for its kind of item | rejected |
//! | sets a name that is taken | rejected, unless the item already has that name |
//! | contradicts another entry | rejected |

use std::collections::{BTreeSet, HashMap};

use super::allocator::{NameAllocator, Origin, RejectedName};
use super::items::{ItemId, Items};
use super::keys::{ItemKeys, KeyError};
use crate::base::diagnostic::{Diagnostic, Sink};
use crate::base::suggestion::unmatched_message;
use crate::config::{At, Config};

/// The entries of `[names]` for a description.
#[derive(Debug, Default)]
pub(super) struct NameOverrides {
    /// The configured names.
    pub(super) names: HashMap<ItemId, String>,
    /// The index of the entry for each item.
    by_item: HashMap<ItemId, usize>,
    entries: Vec<Entry>,
    /// The entries that match nothing.
    pub(super) unmatched: Vec<UnmatchedEntry>,
}

/// An entry that matches nothing.
#[derive(Clone, Debug)]
pub(super) struct UnmatchedEntry {
    pub(super) key: String,
    pub(super) at: At,
    /// Suggestions by the keys alone.
    pub(super) help: String,
}

#[derive(Debug)]
struct Entry {
    key: String,
    name: String,
    at: At,
}

/// Returns the names in `[names]`.
pub(super) fn overrides(items: Items<'_>, config: &Config) -> Result<NameOverrides, Box<Diagnostic>> {
    let mut overrides = NameOverrides::default();
    if config.names().next().is_none() {
        return Ok(overrides);
    }
    let keys = ItemKeys::new(items);
    for (key, name, at) in config.names() {
        let index = overrides.entries.len();
        overrides.entries.push(Entry { key: key.to_owned(), name: name.to_owned(), at });
        let ids = match keys.find(key, name) {
            Ok(ids) => ids,
            Err(error) => {
                let (message, help) = error.warning(key, name);
                if let KeyError::Unknown(_) = error {
                    overrides.unmatched.push(UnmatchedEntry { key: key.to_owned(), at, help });
                    continue;
                }
                return Err(config.problem(at, message, &help));
            }
        };
        for id in ids {
            let other = overrides.names.insert(id, name.to_owned()).filter(|other| other != name);
            let entry = overrides.by_item.insert(id, index).and_then(|entry| overrides.entries.get(entry));
            if let (Some(other), Some(entry)) = (other, entry) {
                let message = format!("`{key}` is already named `{other}` by the entry `{}`", entry.key);
                return Err(config.problem(at, message, "remove one of the two entries"));
            }
        }
    }
    Ok(overrides)
}

impl NameOverrides {
    /// Rejects the first entry whose name could not be assigned, and reports entries without effect.
    pub(super) fn check(
        &self,
        config: &Config,
        allocator: &NameAllocator<'_>,
        sink: &mut Sink,
    ) -> Result<(), Box<Diagnostic>> {
        let rejected =
            allocator.rejected.iter().filter_map(|rejected| Some((*self.by_item.get(&rejected.id)?, rejected)));
        if let Some((index, rejected)) = rejected.min_by_key(|(index, _)| *index) {
            let entry = &self.entries[index];
            let (message, help) = rejected.warning(&entry.key, allocator.items);
            return Err(config.problem(entry.at, message, &help));
        }
        let entries = |filter: &dyn Fn(&ItemId) -> bool| -> BTreeSet<usize> {
            self.by_item.iter().filter(|(id, _)| filter(id)).map(|(_, index)| *index).collect()
        };
        let (named, used) = (
            entries(&|_| true),
            entries(&|id| allocator.named.get(id).is_some_and(|named| named.origin == Origin::Chosen)),
        );
        for entry in named.difference(&used).filter_map(|index| self.entries.get(*index)) {
            let help = format!("no emitted item can be named `{}`: remove the entry", entry.name);
            sink.push(unused(config, entry.at, &entry.key, &help));
        }
        Ok(())
    }
}

impl RejectedName {
    /// Returns the message and the help of the diagnostic.
    pub(super) fn warning(&self, key: &str, items: Items<'_>) -> (String, String) {
        let name = &self.name;
        match self.holder.map(|holder| items.place(holder)) {
            Some(holder) => (
                format!("cannot rename `{key}` to `{name}`: that is the name of `{holder}`"),
                format!("choose another name, or rename `{holder}` too"),
            ),
            None => (
                format!("cannot rename `{key}` to `{name}`: the name is taken"),
                "choose another name; this one is used by another item of the scope, by Rust or by the emitted code"
                    .to_owned(),
            ),
        }
    }
}

pub(super) fn unused(config: &Config, at: At, key: &str, help: &str) -> Diagnostic {
    config.idle(at, unmatched_message(&format!("the name for `{key}`")), help)
}

#[cfg(test)]
mod tests;
