//! Selects events.

use std::collections::BTreeSet;

use serde_json::Value;

use super::idle;
use crate::config::Config;
use crate::diagnostic::Sink;
use crate::document::operations::WEBHOOKS;

/// Removes unselected events, and returns the number of those that remain. Events that are declared in the
/// configuration are selected where they are created.
pub(super) fn choose(document: &mut Value, listed: &[String], config: &Config, sink: &mut Sink) -> usize {
    let selection = config.selection();
    // The declared events, or else those in the list.
    let declared = config.events().schemas.iter().map(|(name, _)| name);
    let mut known: BTreeSet<String> = match listed {
        [] => declared.cloned().collect(),
        listed => listed.iter().cloned().collect(),
    };
    let mut left = 0;
    for key in WEBHOOKS {
        let Some(events) = document.get_mut(key).and_then(Value::as_object_mut) else { continue };
        known.extend(events.keys().cloned());
        events.retain(|name, _| selection.takes_event(name));
        left += events.len();
    }
    for (index, entry) in selection.only_events.iter().chain(&selection.skip_events).enumerate() {
        if !known.iter().any(|name| entry.selector.matches(name)) {
            let is_demanded = index < selection.only_events.len() && entry.selector.is_plain();
            idle(entry, known.clone(), is_demanded, config.source(), sink);
        }
    }
    left
}
