//! The changed items of the old crate, each with its changes.

use std::collections::{BTreeMap, HashSet};

use crate::changes::{Changes, Key, Verdict};

/// A changed item of the old crate.
#[derive(Clone, Debug)]
pub(crate) struct ChangedItem {
    /// The item.
    pub(crate) key: Key,
    /// The messages of the changes that affect it.
    messages: Vec<String>,
    /// Their migrations.
    migrations: Vec<String>,
    /// The most severe verdict of its changes.
    pub(crate) verdict: Verdict,
    /// `true` if all uses still compile.
    pub(crate) compiles: bool,
    /// `true` if the new crate does not have it.
    pub(crate) is_removed: bool,
}

/// Returns the changed items of the old crate, in a stable order.
pub(super) fn changed_items(changes: &Changes) -> Vec<ChangedItem> {
    let differing = changes.changes.iter().flat_map(|change| &change.items);
    let removed: HashSet<&str> = differing.filter(|item| item.after.is_none()).map(|item| item.item.as_str()).collect();
    let mut items = BTreeMap::new();
    for change in &changes.changes {
        for key in &change.affected {
            let item = items.entry(key).or_insert_with(|| ChangedItem {
                key: key.clone(),
                messages: Vec::new(),
                migrations: Vec::new(),
                verdict: change.verdict,
                compiles: true,
                is_removed: removed.contains(key.short_name().as_str()),
            });
            add(&mut item.messages, Some(&change.message));
            add(&mut item.migrations, change.migration.as_ref());
            item.compiles &= change.compiles;
            item.verdict = item.verdict.max(change.verdict);
        }
    }
    items.into_values().collect()
}

fn add(texts: &mut Vec<String>, text: Option<&String>) {
    texts.extend(text.filter(|text| !texts.contains(text)).cloned());
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

    /// Returns the migrations of its changes, if any.
    pub(crate) fn migration(&self) -> Option<String> {
        (!self.migrations.is_empty()).then(|| self.migrations.join("; "))
    }
}
