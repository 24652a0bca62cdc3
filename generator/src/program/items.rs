//! The changed items of the old crate, each with its changes.

use std::collections::BTreeMap;

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
    kind: ChangeKind,
}

/// Returns the changed items of the old crate, in a stable order.
pub(super) fn changed_items(changes: &Changes) -> Vec<ChangedItem> {
    let mut items = BTreeMap::new();
    for change in &changes.changes {
        for item in &change.affected {
            let known = items.entry(item.key.clone()).or_insert_with(|| ChangedItem {
                item: AffectedItem::clone(item),
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
                kind: change.kind,
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

    /// Returns `true` if its edited uses may have another meaning.
    pub(crate) fn is_ambiguous(&self) -> bool {
        self.causes.iter().any(|cause| cause.kind == ChangeKind::PathOrder)
    }

    /// Returns what changed and what to decide. `None` if the item only has another name.
    pub(crate) fn decision(&self) -> Option<String> {
        let is_renaming = |cause: &&Cause| matches!(cause.kind, ChangeKind::OperationRenamed | ChangeKind::TypeRenamed);
        let (renamings, others): (Vec<&Cause>, Vec<&Cause>) = self.causes.iter().partition(is_renaming);
        let open = match (others.is_empty(), &self.item.after) {
            (false, _) => others,
            (true, None) => renamings,
            (true, Some(_)) => return None,
        };
        let mut texts: Vec<&str> = Vec::new();
        for text in
            open.iter().map(|cause| &*cause.message).chain(open.iter().filter_map(|cause| cause.help.as_deref()))
        {
            if !texts.contains(&text) {
                texts.push(text);
            }
        }
        Some(format!("`{}`: {}", self.name(), texts.join("; ")))
    }
}
