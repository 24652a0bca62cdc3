//! The changed items of the old crate, each with its changes.

use std::collections::BTreeMap;

use crate::changes::{Changes, Key, Verdict};

/// A changed item of the old crate.
#[derive(Clone, Debug)]
pub(crate) struct ChangedItem {
    /// The item.
    pub(crate) key: Key,
    /// The messages of the changes that affect it.
    messages: Vec<String>,
    /// The most severe verdict of its changes.
    pub(crate) verdict: Verdict,
}

/// Returns the changed items of the old crate, in a stable order.
pub(super) fn changed_items(changes: &Changes) -> Vec<ChangedItem> {
    let mut items = BTreeMap::new();
    for change in &changes.changes {
        for key in &change.affected {
            let item = items.entry(key).or_insert_with(|| ChangedItem {
                key: key.clone(),
                messages: Vec::new(),
                verdict: change.verdict,
            });
            if !item.messages.contains(&change.message) {
                item.messages.push(change.message.clone());
            }
            item.verdict = item.verdict.max(change.verdict);
        }
    }
    items.into_values().collect()
}

impl ChangedItem {
    /// Returns its name without modules.
    pub(crate) fn name(&self) -> String {
        self.key.short_name()
    }

    /// Returns the messages of its changes.
    pub(crate) fn message(&self) -> String {
        self.messages.join("; ")
    }
}
