//! Selects media types of bodies and responses.

use std::collections::BTreeSet;

use serde_json::Value;

use super::idle;
use crate::config::SelectionRules;
use crate::diagnostic::Sink;
use crate::document::operations::operations_mut;

/// Removes unselected media types from all bodies and responses. The last one is always kept: without it the operation
/// could not be called.
pub(super) fn choose(document: &mut Value, selection: &SelectionRules, config: &str, sink: &mut Sink) {
    let mut known = BTreeSet::new();
    let mut choose = |holder: &mut Value| {
        if let Some(content) = holder.get_mut("content").and_then(Value::as_object_mut) {
            known.extend(content.keys().cloned());
            if content.keys().any(|media_type| selection.takes_media_type(media_type)) {
                content.retain(|media_type, _| selection.takes_media_type(media_type));
            }
        }
    };
    for operation in operations_mut(document) {
        operation.get_mut("requestBody").into_iter().for_each(&mut choose);
        members(operation.get_mut("responses")).for_each(&mut choose);
    }
    for section in ["requestBodies", "responses"] {
        members(document.get_mut("components").and_then(|all| all.get_mut(section))).for_each(&mut choose);
    }
    for entry in selection.only_media_types.iter().chain(&selection.skip_media_types) {
        if !known.iter().any(|media_type| entry.selector.matches(media_type)) {
            idle(entry, known.clone(), false, config, sink);
        }
    }
}

fn members(holder: Option<&mut Value>) -> impl Iterator<Item = &mut Value> {
    holder.and_then(Value::as_object_mut).into_iter().flatten().map(|(_, member)| member)
}
