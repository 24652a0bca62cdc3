//! The group of an operation: the one that the configuration sets for it, otherwise that of the configured source,
//! otherwise that of an extension, the first tag, or the path.

use std::collections::HashSet;

use openapiv3::Operation as Declared;

use super::lowering::Lowering;
use super::sdk_names::{declared_group, group_text};
use crate::config::{At, GroupedBy};
use crate::diagnostic::Code;
use crate::ident::folded;
use crate::model::{ROOT_GROUP, first_segment};
use crate::suggestion::unmatched_message;

impl Lowering<'_> {
    /// Warns about an extension that no operation has.
    pub(super) fn warn_of_idle_grouping(&mut self) {
        self.warn_of_absent_operations();
        let groups = &self.config.groups;
        if let Some(by) = groups.by.as_ref().filter(|by| by.value == GroupedBy::Extension)
            && !self.said_groups().any(|said| said.is_some())
        {
            self.warn_of_idle(&by.text, by.at, "write an extension of the operations, or remove it");
        }
    }

    /// Warns about configured groups of operations that the description does not have.
    fn warn_of_absent_operations(&mut self) {
        let configured = &self.config.groups.operations;
        if configured.is_empty() {
            return;
        }
        let routes = self.operations.iter().map(|operation| format!("{} {}", operation.method, operation.path));
        let known: HashSet<String> = routes.chain(self.operations.iter().filter_map(|one| one.id.clone())).collect();
        for key in configured.keys().filter(|key| !known.contains(&key.text)) {
            let help = "write an `operationId`, or a method and path such as `GET /pets`, or remove it";
            self.warn_of_idle(&key.text, key.at, help);
        }
    }

    fn warn_of_idle(&mut self, what: &str, at: At, help: &str) {
        if !self.config.is_common(at) {
            self.warn_of_entry(Code::OverrideUnused, unmatched_message(&format!("`{what}`")), at, help);
        }
    }

    /// Returns the declared group of each operation.
    fn said_groups(&self) -> impl Iterator<Item = Option<String>> {
        let items = self.openapi.paths.paths.iter().filter_map(|(path, item)| Some((path, item.as_item()?)));
        let declared = items.flat_map(|(path, item)| item.iter().map(move |(_, operation)| (path, operation)));
        let others = self.other_operations.iter();
        let others = others.flat_map(|(path, all)| all.iter().map(move |other| (path, &other.operation)));
        declared.chain(others).map(|(path, operation)| self.said_group(path, operation))
    }

    fn said_group(&self, path: &str, declared: &Declared) -> Option<String> {
        let Some(by) = &self.config.groups.by else {
            return declared_group(declared).or_else(|| declared.tags.first().cloned());
        };
        match by.value {
            GroupedBy::Tag => declared.tags.first().cloned(),
            GroupedBy::Path => first_segment(path).map(str::to_owned),
            GroupedBy::Extension => declared.extensions.get(&by.text).and_then(group_text),
        }
    }

    /// Returns the configured or declared group name of an operation.
    pub(super) fn declared_group_name(&self, path: &str, method: &str, declared: &Declared) -> Option<String> {
        let configured = &self.config.groups.operations;
        let own = declared.operation_id.as_ref().and_then(|id| configured.get(id.as_str()));
        if let Some(group) = configured.get(format!("{method} {path}").as_str()).or(own) {
            return Some(group.text.clone());
        }
        self.said_group(path, declared).filter(|named| !named.trim().is_empty())
    }

    /// Returns the group name of an operation that declares none.
    pub(super) fn group_by_path(&self, path: &str, method: &str, declared: &Declared) -> String {
        let own = first_segment(path).unwrap_or(ROOT_GROUP);
        let is_only = self.first_segments.get(own) == Some(&1) && path.trim_matches('/') == own;
        if is_only && is_action(own, method, declared) { ROOT_GROUP.to_owned() } else { own.to_owned() }
    }

    /// Counts the operations below each first segment of a path.
    pub(super) fn count_first_segments(&mut self) {
        for (path, item) in &self.openapi.paths.paths {
            let others = self.other_operations.get(path).map_or(0, Vec::len);
            let count = item.as_item().map_or(0, |item| item.iter().count()) + others;
            if let Some(segment) = first_segment(path) {
                *self.first_segments.entry(segment).or_default() += count;
            }
        }
    }
}

/// Returns `true` if a segment is the name of an operation, such as `POST /generate`: a group would only repeat it.
fn is_action(segment: &str, method: &str, declared: &Declared) -> bool {
    match &declared.operation_id {
        Some(id) if !id.trim().is_empty() => folded(id) == folded(segment),
        _ => method == "POST" && !segment.ends_with('s'),
    }
}
