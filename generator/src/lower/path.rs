//! Paths and their methods, in the order of the description.

use std::collections::{HashMap, HashSet};

use openapiv3::{PathItem, ReferenceOr};

use super::docs;
use super::lowering::Lowering;
use crate::diagnostic::Code;
use crate::http_terms::is_token;
use crate::ident::group_key;
use crate::model::Group;
use crate::pointer::Pointer;

/// The name of a tag that Redoc and other tools show.
const DISPLAY_NAME: &str = "x-displayName";
/// The maximum number of words of a display name. Longer ones are descriptions.
const MAX_DISPLAY_WORDS: usize = 4;

impl<'d> Lowering<'d> {
    pub(super) fn paths(&mut self) {
        for tag in &self.openapi.tags {
            let description = docs::with_link(tag.description.as_deref(), tag.external_docs.as_ref());
            let index = self.group(&tag.name, description);
            let display_name =
                tag.extensions.get(DISPLAY_NAME).and_then(|name| name.as_str()).filter(|name| is_name(name));
            self.groups[index].display_name = display_name.map(str::to_owned);
        }
        self.drop_shared_display_names();
        self.count_first_segments();
        self.warn_of_function_patterns();
        let paths = &self.openapi.paths.paths;
        for (path, item) in paths {
            if self.bounds.are_exceeded() {
                return;
            }
            let at = Pointer::root().child("paths").child(path);
            self.check_items(&at);
            if !is_sound(path) {
                let message = "the path does not begin with a slash, or leaves the server; its operations are left out";
                self.warn(Code::OperationLeftOut, message, &at, "write a path such as `/pets/{id}`");
                let others = self.other_operations.get(path).map_or(0, Vec::len);
                self.count_omitted(item.as_item().map_or(1, |item| item.iter().count() + others));
                continue;
            }
            match item {
                ReferenceOr::Item(item) => self.path_item(path, item, &at),
                ReferenceOr::Reference { reference } => {
                    self.count_omitted(1);
                    if !self.is_reported(&at.child("$ref")) {
                        let message =
                            format!("cannot resolve the path item `{reference}`; its operations are left out");
                        self.warn(Code::OperationLeftOut, message, &at.child("$ref"), "write the path item inline");
                    }
                }
            }
        }
        self.warn_of_idle_grouping();
    }

    fn path_item(&mut self, path: &'d str, item: &'d PathItem, at: &Pointer) {
        for (method, operation) in item.iter() {
            self.operation(path, &method.to_uppercase(), item, operation, at, at.child(method));
        }
        for other in self.other_operations.get(path).into_iter().flatten() {
            if is_token(&other.method) {
                self.operation(path, &other.method, item, &other.operation, at, other.pointer.clone());
            } else {
                let message = format!("`{}` is not a valid method; its operation is left out", other.method);
                self.warn(Code::OperationLeftOut, message, &other.pointer, "write a method such as `COPY`");
                self.count_omitted(1);
            }
        }
    }

    /// Returns the index of the group with this tag. Tags that differ only by case or punctuation are one group.
    pub(super) fn group(&mut self, wire: &str, description: Option<String>) -> usize {
        let description = description.filter(|description| !description.trim().is_empty());
        let entry = self.groups.entry(group_key(wire));
        let index = entry.index();
        let group = entry.or_insert_with(|| Group { wire: wire.to_owned(), display_name: None, description: None });
        group.description = group.description.take().or(description);
        index
    }

    /// Removes display names that another group has as its tag or display name.
    fn drop_shared_display_names(&mut self) {
        let mut counts: HashMap<String, usize> = HashMap::new();
        for group in self.groups.values() {
            *counts.entry(group_key(group.title())).or_default() += 1;
        }
        let tags: HashSet<String> = self.groups.keys().cloned().collect();
        for (key, group) in &mut self.groups {
            group.display_name = group.display_name.take().filter(|name| {
                let shown = group_key(name);
                counts.get(&shown) == Some(&1) && shown != *key && !tags.contains(&shown)
            });
        }
    }
}

/// Returns `true` if a display name can name a module, whose words are ASCII.
fn is_name(display_name: &str) -> bool {
    let has_letter = display_name.contains(|c: char| c.is_ascii_alphabetic());
    has_letter && display_name.is_ascii() && display_name.split_whitespace().count() <= MAX_DISPLAY_WORDS
}

/// Returns `true` if a path is valid and stays on the server: appended to an address, `.evil.example/` would name
/// another host.
fn is_sound(path: &str) -> bool {
    let dots = path.split(['/', '?']).any(|segment| matches!(segment, "." | ".."));
    path.starts_with('/')
        && !path.starts_with("//")
        && !dots
        && !path.contains('\\')
        && !path.chars().any(char::is_control)
}
