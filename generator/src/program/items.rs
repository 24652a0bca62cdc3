//! The changed items of the old crate, each with its changes.

use std::collections::{BTreeMap, BTreeSet};

use crate::changes::{AffectedItem, Change, ChangeKind, Changes, Verdict};

/// A changed item of the old crate.
#[derive(Clone, Debug)]
pub(crate) struct ChangedItem {
    /// The item.
    pub(crate) item: AffectedItem,
    /// The changes that affect it.
    causes: Vec<Cause>,
    /// The most severe verdict of its changes.
    pub(crate) verdict: Verdict,
}

/// A change that affects an item.
#[derive(Clone, Debug)]
struct Cause {
    message: String,
    /// The migration, or the difference at run time.
    help: Option<String>,
    /// `true` if items have another name, so that their uses can be edited.
    is_renaming: bool,
}

/// Returns the changed items of the old crate, in a stable order.
pub(super) fn changed_items(changes: &Changes) -> Vec<ChangedItem> {
    let mut items = BTreeMap::new();
    for change in &changes.changes {
        for item in &change.affected {
            let known = items.entry(item.key.clone()).or_insert_with(|| ChangedItem {
                item: item.clone(),
                causes: Vec::new(),
                verdict: change.verdict,
            });
            known.add(change);
        }
    }
    items.into_values().collect()
}

impl ChangedItem {
    fn add(&mut self, change: &Change) {
        if self.causes.iter().all(|cause| cause.message != change.message) {
            self.causes.push(Cause {
                message: change.message.clone(),
                help: change.migration.as_ref().or(change.at_run_time.as_ref()).cloned(),
                is_renaming: matches!(change.kind, ChangeKind::OperationRenamed | ChangeKind::TypeRenamed),
            });
        }
        self.verdict = self.verdict.max(change.verdict);
    }

    /// Returns its name without modules.
    pub(crate) fn name(&self) -> String {
        self.item.key.short_name()
    }

    /// Returns the messages of its changes.
    pub(crate) fn message(&self) -> String {
        self.causes.iter().map(|cause| &*cause.message).collect::<Vec<_>>().join("; ")
    }

    /// Returns what changed and what to decide. `None` if the item only has another name.
    pub(crate) fn decision(&self) -> Option<String> {
        let is_open = |cause: &&Cause| !cause.is_renaming || self.causes.iter().all(|cause| cause.is_renaming);
        let is_renamed = self.item.after.is_some() && self.causes.iter().all(|cause| cause.is_renaming);
        let open: Vec<&Cause> = self.causes.iter().filter(is_open).filter(|_| !is_renamed).collect();
        let messages = open.iter().map(|cause| &*cause.message);
        let helps: BTreeSet<&str> = open.iter().filter_map(|cause| cause.help.as_deref()).collect();
        let texts: Vec<&str> = messages.chain(helps).collect();
        (!texts.is_empty()).then(|| format!("`{}`: {}", self.name(), texts.join("; ")))
    }
}
