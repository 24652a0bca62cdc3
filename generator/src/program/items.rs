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
    /// The messages of the changes that only prevent reading what it returns.
    unreadable: Vec<String>,
    /// The migrations.
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
    let mut items: BTreeMap<&Key, ChangedItem> = BTreeMap::new();
    for change in &changes.changes {
        for key in &change.affected {
            let item = items.entry(key).or_insert_with(|| ChangedItem::new(key, change.verdict));
            add(&mut item.messages, Some(&change.message));
            add(&mut item.migrations, change.migration.as_ref());
            item.compiles &= change.compiles;
            item.verdict = item.verdict.max(change.verdict);
            item.is_removed = removed.contains(key.short_name().as_str());
        }
    }
    for change in &changes.changes {
        for key in &change.readers {
            let item = items.entry(key).or_insert_with(|| ChangedItem::new(key, change.verdict));
            if !item.messages.contains(&change.message) {
                add(&mut item.unreadable, Some(&change.message));
            }
            item.verdict = item.verdict.max(change.verdict);
        }
    }
    items.into_values().collect()
}

fn add(texts: &mut Vec<String>, text: Option<&String>) {
    texts.extend(text.filter(|text| !texts.contains(text)).cloned());
}

impl ChangedItem {
    fn new(key: &Key, verdict: Verdict) -> Self {
        let (messages, unreadable, migrations) = (Vec::new(), Vec::new(), Vec::new());
        Self { key: key.clone(), messages, unreadable, migrations, verdict, compiles: true, is_removed: false }
    }

    /// Returns its name without modules.
    pub(crate) fn name(&self) -> String {
        self.key.short_name()
    }

    /// Returns the messages of its changes.
    pub(crate) fn message(&self) -> String {
        let unreadable = self.unreadable.join("; ");
        let unreadable = (!unreadable.is_empty())
            .then(|| format!("the old bindings may fail to read what the server sends: {unreadable}"));
        self.messages.iter().cloned().chain(unreadable).collect::<Vec<_>>().join("; ")
    }

    /// Returns the migrations of its changes, if any.
    pub(crate) fn migration(&self) -> Option<String> {
        if self.migrations.is_empty() && !self.unreadable.is_empty() {
            return Some("update the bindings before the server".to_owned());
        }
        (!self.migrations.is_empty()).then(|| self.migrations.join("; "))
    }
}
