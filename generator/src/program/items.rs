//! The changed items of the old crate, each with its changes.

use std::collections::BTreeMap;

use crate::changes::{AffectedItem, Change, Changes, Verdict};

/// A changed item of the old crate.
#[derive(Clone, Debug)]
pub(crate) struct ChangedItem {
    /// The item.
    pub(crate) item: AffectedItem,
    /// The messages of its changes.
    pub(crate) messages: Vec<String>,
    /// The migration, or the difference at run time.
    pub(crate) help: Option<String>,
    /// The most severe verdict of its changes.
    pub(crate) verdict: Verdict,
}

/// Returns the changed items of the old crate, in a stable order.
pub(super) fn changed_items(changes: &Changes) -> Vec<ChangedItem> {
    let mut items = BTreeMap::new();
    for change in &changes.changes {
        for item in &change.affected {
            let known = items.entry(item.key.clone()).or_insert_with(|| ChangedItem {
                item: item.clone(),
                messages: Vec::new(),
                help: None,
                verdict: change.verdict,
            });
            known.add(change);
        }
    }
    items.into_values().collect()
}

impl ChangedItem {
    fn add(&mut self, change: &Change) {
        if !self.messages.contains(&change.message) {
            self.messages.push(change.message.clone());
        }
        let help = change.migration.as_ref().or(change.at_run_time.as_ref());
        if self.help.is_none() || change.verdict > self.verdict {
            self.help = help.cloned().or(self.help.take());
        }
        self.verdict = self.verdict.max(change.verdict);
    }

    /// Returns its name without modules.
    pub(crate) fn name(&self) -> String {
        self.item.key.short_name()
    }

    /// Returns the messages of its changes.
    pub(crate) fn message(&self) -> String {
        self.messages.join("; ")
    }
}
