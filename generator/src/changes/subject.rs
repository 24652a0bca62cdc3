//! The subject of a change.

use super::ChangeKind;
use super::finding::Finding;
use super::version::Versions;
use crate::ir::Node;
use crate::pointer::Pointer;

/// The subject of a change: the resource, and the changed item by its path, such as `story.value`.
pub(super) struct ChangeSubject {
    pub(super) resource: String,
    pub(super) path: String,
    /// The changed element in each version that has it.
    pub(super) nodes: Versions<Option<Node>>,
}

impl ChangeSubject {
    pub(super) fn new(resource: impl Into<String>, path: impl Into<String>, nodes: Versions<Option<Node>>) -> Self {
        Self { resource: resource.into(), path: path.into(), nodes }
    }

    /// Returns the subject for a part of it.
    pub(super) fn part(&self, nodes: Versions<Option<Node>>) -> Self {
        Self { resource: self.resource.clone(), path: self.path.clone(), nodes }
    }

    pub(super) fn finding(&self, kind: ChangeKind, message: impl Into<String>) -> Finding {
        Finding::new(kind, &self.resource, &self.path, self.nodes, message)
    }

    /// Returns the finding for a part of an item whose content differs.
    pub(super) fn changed(
        &self,
        kind: ChangeKind,
        part: &str,
        locations: Versions<&Pointer>,
        texts: Versions<String>,
    ) -> Finding {
        let message = format!("{part} changed from {} to {}", texts.old, texts.new);
        self.finding(kind, message).with_both(locations, texts)
    }

    pub(super) fn quoted(&self) -> String {
        format!("`{}`", self.path)
    }
}
