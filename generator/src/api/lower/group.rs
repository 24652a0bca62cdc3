//! The group of an operation: the one that the configuration sets for it, otherwise that of the configured source,
//! otherwise that of an extension, the first tag, or the path.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use openapiv3::Operation as Declared;

use super::docs;
use super::input::Input;
use super::log::Log;
use super::sdk_names::{declared_group, group_text};
use crate::api::model::{Group, ROOT_GROUP, first_segment};
use crate::base::diagnostic::Code;
use crate::base::ident::{folded, group_key};
use crate::base::suggestion::unmatched_message;
use crate::config::{At, GroupedBy};

/// The name of a tag that Redoc and other tools show.
const DISPLAY_NAME: &str = "x-displayName";
/// The maximum number of words of a display name. Longer ones are descriptions.
const MAX_DISPLAY_WORDS: usize = 4;

/// The groups of operations.
pub(super) struct Groups<'d> {
    /// The groups, by the letters of the tag.
    pub(super) all: IndexMap<String, Group>,
    /// The number of operations below each first segment of a path.
    first_segments: HashMap<&'d str, usize>,
}

impl<'d> Groups<'d> {
    /// Returns the groups that the document declares.
    pub(super) fn new(input: &'d Input<'d>) -> Self {
        let mut groups = Self { all: IndexMap::new(), first_segments: first_segments(input) };
        for tag in &input.document.openapi.tags {
            let description = docs::with_link(tag.description.as_deref(), tag.external_docs.as_ref());
            let index = groups.group(&tag.name, description);
            let display_name =
                tag.extensions.get(DISPLAY_NAME).and_then(|name| name.as_str()).filter(|name| is_name(name));
            groups.all[index].display_name = display_name.map(str::to_owned);
        }
        groups.drop_shared_display_names();
        groups
    }

    /// Returns the index of the group with this tag. Tags that differ only by case or punctuation are one group.
    pub(super) fn group(&mut self, wire: &str, description: Option<String>) -> usize {
        let description = description.filter(|description| !description.trim().is_empty());
        let entry = self.all.entry(group_key(wire));
        let index = entry.index();
        let group = entry.or_insert_with(|| Group { wire: wire.to_owned(), display_name: None, description: None });
        group.description = group.description.take().or(description);
        index
    }

    /// Removes display names that another group has as its tag or display name.
    fn drop_shared_display_names(&mut self) {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for group in self.all.values() {
            *counts.entry(group_key(group.title())).or_default() += 1;
        }
        let tags: HashSet<String> = self.all.keys().cloned().collect();
        for (key, group) in &mut self.all {
            group.display_name = group.display_name.take().filter(|name| {
                let shown = group_key(name);
                counts.get(&shown) == Some(&1) && shown != *key && !tags.contains(&shown)
            });
        }
    }

    /// Returns the group name of an operation that declares none.
    pub(super) fn group_by_path(&self, path: &str, method: &str, declared: &Declared) -> String {
        let own = first_segment(path).unwrap_or(ROOT_GROUP);
        let is_only = self.first_segments.get(own) == Some(&1) && path.trim_matches('/') == own;
        if is_only && is_action(own, method, declared) { ROOT_GROUP.to_owned() } else { own.to_owned() }
    }
}

impl Log<'_> {
    pub(super) fn warn_of_idle(&mut self, what: &str, at: At, help: &str) {
        if !self.input.config.is_common(at) {
            self.warn_of_entry(Code::OverrideUnused, unmatched_message(&format!("`{what}`")), at, help);
        }
    }
}

impl Input<'_> {
    /// Returns the declared group of each operation.
    pub(super) fn said_groups(&self) -> impl Iterator<Item = Option<String>> {
        let items = self.document.openapi.paths.paths.iter().filter_map(|(path, item)| Some((path, item.as_item()?)));
        let declared = items.flat_map(|(path, item)| item.iter().map(move |(_, operation)| (path, operation)));
        let others = self.document.other_operations.iter();
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
}

/// Returns `true` if a segment is the name of an operation, such as `POST /generate`: a group would only repeat it.
fn is_action(segment: &str, method: &str, declared: &Declared) -> bool {
    match &declared.operation_id {
        Some(id) if !id.trim().is_empty() => folded(id) == folded(segment),
        _ => method == "POST" && !segment.ends_with('s'),
    }
}

/// Counts the operations below each first segment of a path.
fn first_segments<'d>(input: &'d Input<'d>) -> HashMap<&'d str, usize> {
    let mut counts = HashMap::new();
    for (path, item) in &input.document.openapi.paths.paths {
        let others = input.document.other_operations.get(path).map_or(0, Vec::len);
        let count = item.as_item().map_or(0, |item| item.iter().count()) + others;
        if let Some(segment) = first_segment(path) {
            *counts.entry(segment).or_default() += count;
        }
    }
    counts
}

/// Returns `true` if a display name can name a module, whose words are ASCII.
fn is_name(display_name: &str) -> bool {
    let has_letter = display_name.contains(|c: char| c.is_ascii_alphabetic());
    has_letter && display_name.is_ascii() && display_name.split_whitespace().count() <= MAX_DISPLAY_WORDS
}
