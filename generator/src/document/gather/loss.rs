//! Counts the parts of a description that are missing because of unresolved references.

use std::collections::HashSet;

use serde_json::Value;

use super::kind::NodeKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::pointer::component_name;

/// The sections of the components, each after the ones that its members refer to.
const SECTIONS: [&str; 5] = ["schemas", "headers", "parameters", "requestBodies", "responses"];

/// The operations and the schemas that lack content, with the totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    operations: Share,
    schemas: Share,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Share {
    incomplete: usize,
    all: usize,
}

impl Share {
    fn count(&mut self, is_incomplete: bool) {
        self.all += 1;
        self.incomplete += usize::from(is_incomplete);
    }

    /// More than a tenth.
    fn is_large(self) -> bool {
        self.incomplete * 10 > self.all
    }
}

impl Loss {
    /// Counts the operations and schemas that contain unresolved references.
    pub(in crate::document) fn new(document: &Value) -> Self {
        let mut references = References { document, incomplete: HashSet::new() };
        let mut loss = Self::default();
        for section in SECTIONS {
            for (name, value) in references.members(section) {
                let is_incomplete = references.are_missing_in(value, references.kind(section));
                if is_incomplete {
                    references.incomplete.insert((section, name));
                }
                if section == "schemas" {
                    loss.schemas.count(is_incomplete);
                }
            }
        }
        for (path, item) in members(&document["paths"]) {
            if NodeKind::Map(&NodeKind::PathItem).member(path).is_none() {
                continue;
            }
            let is_missing = item.get("$ref").is_some()
                || references.are_missing_in(&item["parameters"], NodeKind::PathItem.member("parameters"));
            if item.get("$ref").is_some() {
                loss.operations.count(true);
            }
            for (key, operation) in
                members(item).filter(|(key, _)| NodeKind::PathItem.member(key) == Some(NodeKind::Operation))
            {
                loss.operations
                    .count(is_missing || references.are_missing_in(operation, NodeKind::PathItem.member(key)));
            }
        }
        loss
    }

    /// Counts operations that are skipped for another reason.
    pub(crate) fn count_left_out(&mut self, operations: usize) {
        self.operations.incomplete = self.operations.all.min(self.operations.incomplete + operations);
    }

    /// The problem of a description of which more than a tenth is missing.
    #[must_use]
    pub fn problem(self) -> Option<Diagnostic> {
        if !self.operations.is_large() && !self.schemas.is_large() {
            return None;
        }
        let shares = [(self.operations, "operations"), (self.schemas, "schemas")].into_iter();
        let shares = shares.filter(|(share, _)| share.incomplete > 0);
        let shares: Vec<String> =
            shares.map(|(share, noun)| format!("{} of {} {noun}", share.incomplete, share.all)).collect();
        let message = format!("content is missing from {}", shares.join(" and "));
        let help = "fix what the warnings report, or pass `--allow-partial` to generate the client without it";
        Some(Diagnostic::error(Code::ReferenceUnresolved, message).help(help))
    }
}

struct References<'v> {
    document: &'v Value,
    /// The components that lack content.
    incomplete: HashSet<(&'static str, &'v str)>,
}

impl<'v> References<'v> {
    fn members(&self, section: &str) -> impl Iterator<Item = (&'v str, &'v Value)> + use<'v> {
        members(&self.document["components"][section])
    }

    fn kind(&self, section: &str) -> Option<NodeKind> {
        NodeKind::Components.member(section)?.of_each()
    }

    /// Returns `true` if a value has a reference to something that is not there. A schema has its own share of that.
    fn are_missing_in(&self, value: &Value, kind: Option<NodeKind>) -> bool {
        let Some(kind) = kind else { return false };
        if let Some(reference) = value.get("$ref").and_then(Value::as_str) {
            return self.is_missing(reference, kind);
        }
        match value {
            Value::Object(members) => members.iter().any(|(key, member)| self.are_missing_in(member, kind.member(key))),
            Value::Array(elements) => elements.iter().any(|element| self.are_missing_in(element, kind.element())),
            _ => false,
        }
    }

    fn is_missing(&self, reference: &str, kind: NodeKind) -> bool {
        // A resolved reference to an object without a section was replaced by a copy.
        let Some(section) = kind.section() else { return true };
        let Some(name) = component_name(reference, section) else { return true };
        let is_there = self.document["components"][section].get(&name).is_some();
        !is_there || (section != "schemas" && self.incomplete.contains(&(section, name.as_str())))
    }
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, member)| (name.as_str(), member))
}
