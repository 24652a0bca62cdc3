//! The changed items of the old crate, each with its changes.

use std::collections::BTreeMap;

use crate::changes::{AffectedItem, Change, Changes, ItemEffect, Key, Verdict};

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
    let mut items: BTreeMap<&Key, ChangedItem> = BTreeMap::new();
    for change in &changes.changes {
        for AffectedItem { key, effect } in &change.affected {
            items.entry(key).or_insert_with(|| ChangedItem::new(key, change.verdict)).add(change, *effect);
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

    fn add(&mut self, change: &Change, effect: ItemEffect) {
        self.verdict = self.verdict.max(change.verdict);
        if effect == ItemEffect::Unreadable {
            add(&mut self.unreadable, Some(&change.message));
            return;
        }
        add(&mut self.messages, Some(&change.message));
        add(&mut self.migrations, change.migration.as_ref());
        self.compiles &= change.compiles;
        self.is_removed |= effect == ItemEffect::Removed;
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
        let update = (!self.unreadable.is_empty()).then(|| "update the bindings before the server".to_owned());
        let migrations: Vec<String> = self.migrations.iter().cloned().chain(update).collect();
        (!migrations.is_empty()).then(|| migrations.join("; "))
    }
}
