//! The group of an operation: what the configuration says that operations are grouped by, else their first tag, else their
//! path.

use openapiv3::Operation as Declared;
use serde_json::Value;

use super::Lowering;
use crate::config::GroupedBy;
use crate::diagnostic::{Code, Diagnostic};
use crate::model::is_general_segment;
use crate::near::matches_nothing;

impl Lowering<'_> {
    /// Tells of an extension that groups nothing, since no operation has it.
    pub(super) fn warn_of_idle_grouping(&mut self) {
        let config = self.config;
        let GroupedBy::Extension(name, spot) = &config.groups().by else { return };
        let items = self.openapi.paths.paths.values().filter_map(|item| item.as_item());
        let declared = items.flat_map(|item| item.iter().map(|(_, operation)| operation));
        let others = self.other_operations.values().flatten().map(|other| &other.operation);
        let has_it = |operation: &Declared| operation.extensions.get(name).and_then(text).is_some();
        if config.is_common(spot) || declared.chain(others).any(has_it) {
            return;
        }
        let message = matches_nothing(&format!("`{name}`"));
        let problem = Diagnostic::warning(Code::OverrideUnused, message).at(config.source(), spot.clone());
        self.sink.push(problem.help("write an extension that operations have, or remove it"));
    }

    /// What the group of an operation is called.
    pub(super) fn group_name(&self, path: &str, declared: &Declared) -> String {
        let config = self.config.groups();
        let said = match &config.by {
            GroupedBy::Tag => declared.tags.first().cloned(),
            GroupedBy::Path => Some(first_segment(path).to_owned()),
            GroupedBy::Extension(name, _) => declared.extensions.get(name).and_then(text),
        };
        let before = |said: String| match config.until.as_ref().and_then(|until| said.split_once(until.as_str())) {
            Some((before, _)) => before.to_owned(),
            None => said,
        };
        let named = said.map(before).filter(|named| !named.trim().is_empty());
        named.or_else(|| config.other.clone()).unwrap_or_else(|| first_segment(path).to_owned())
    }
}

/// The text of an extension; some write its parts as a list.
fn text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Array(parts) => {
            let parts: Option<Vec<&str>> = parts.iter().map(Value::as_str).collect();
            parts.filter(|parts| !parts.is_empty()).map(|parts| parts.join("."))
        }
        _ => None,
    }
}

/// The first segment that says something of what is there: no version, and not `api`.
fn first_segment(path: &str) -> &str {
    let literals = || path.split('/').filter(|segment| !segment.is_empty() && !segment.contains('{'));
    literals().find(|segment| !is_general_segment(segment)).or_else(|| literals().next()).unwrap_or("root")
}
