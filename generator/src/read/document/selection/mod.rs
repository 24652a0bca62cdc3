//! Selects a part of a description with `[only]` and `[skip]`.
//!
//! The rest is removed from the document before it is read: removed operations, and the schemas that only they
//! reference, get no names, warnings or types. The stored description stays complete, so that changes outside the
//! selection can be reported.

pub(super) mod own_types;
mod reach;

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

use super::operations::{self, LocatedOperation, WEBHOOKS};
use crate::base::diagnostic::{Code, Diagnostic, Location, Sink, SourceLocation};
use crate::base::http_terms::METHODS;
use crate::base::pointer::{Pointer, prefixes};
use crate::base::suggestion::{suggest_or, unmatched_message};
use crate::config::{Config, Entry, SelectableOperation};
use crate::read::locations::SourceMap;

/// The removed parts.
#[derive(Debug, Default)]
pub(super) struct LeftOut {
    /// The operations, such as `GET /pets`.
    pub(super) operations: BTreeSet<String>,
    /// The pointers of the operations and of the components that only they reference.
    places: Vec<Pointer>,
}

/// Removes unselected parts from a document.
pub(super) fn select(document: &mut Value, config: &Config, sink: &mut Sink) -> LeftOut {
    let mut left_out = LeftOut::default();
    let bodies = &config.events.schemas;
    if config.takes_all() {
        return left_out;
    }
    let events = choose_events(document, config, sink);
    let operations = operations(document);
    report_idle(&operations, config, sink);
    for operation in operations.iter().filter(|operation| !config.takes(operation)) {
        left_out.operations.insert(format!("{} {}", operation.method, operation.path));
        left_out.places.push(operation.place.clone());
    }
    let is_nothing_left = left_out.operations.len() == operations.len() && events == 0 && bodies.is_empty();
    if !operations.is_empty() && is_nothing_left {
        let diagnostic = Diagnostic::error(Code::OverrideUnused, "`[only]` and `[skip]` exclude every operation");
        sink.push(diagnostic.at(config.file_name(), Location::Whole).help("select operations of the description"));
    }
    left_out.places.iter().for_each(|place| remove(document, place));
    if let Some(paths) = document.get_mut("paths").and_then(Value::as_object_mut) {
        paths.retain(|path, item| path.starts_with("x-") || !is_empty(item));
    }
    left_out.places.extend(reach::prune(document, bodies.iter().map(|name| name.as_str())));
    left_out
}

/// Removes unselected events, and returns the number of those that remain. Events that are declared in the
/// configuration are selected where they are created.
fn choose_events(document: &mut Value, config: &Config, sink: &mut Sink) -> usize {
    let (only, skip) = (&config.only.events, &config.skip.events);
    let mut known: BTreeSet<String> = config.events.schemas.iter().map(|name| name.to_string()).collect();
    let mut left = 0;
    for key in WEBHOOKS {
        let Some(events) = document.get_mut(key).and_then(Value::as_object_mut) else { continue };
        known.extend(events.keys().cloned());
        events.retain(|name, _| config.takes_event(name));
        left += events.len();
    }
    for (index, entry) in only.iter().chain(skip).enumerate() {
        if !known.iter().any(|name| entry.value.matches(name)) {
            let is_demanded = index < only.len() && entry.value.is_plain();
            idle(entry, known.clone(), is_demanded, config, sink);
        }
    }
    left
}

fn operations(document: &Value) -> Vec<SelectableOperation> {
    let read = |LocatedOperation { path, method, value, place }: LocatedOperation<'_>| {
        let tags = value["tags"].as_array().into_iter().flatten();
        let tags = tags.filter_map(|tag| tag.as_str().map(str::to_owned)).collect();
        let id = value["operationId"].as_str().map(str::to_owned);
        SelectableOperation { method, path: path.to_owned(), id, tags, place }
    };
    operations::operations(document).map(read).collect()
}

fn remove(document: &mut Value, place: &Pointer) {
    if let Some((holder, member)) = place.split_last()
        && let Some(holder) = document.pointer_mut(holder.as_str()).and_then(Value::as_object_mut)
    {
        holder.shift_remove(&member);
    }
}

/// Returns `true` if a path has no operation.
fn is_empty(item: &Value) -> bool {
    let has_more = item[operations::OTHERS].as_object().is_some_and(|more| !more.is_empty());
    let has = |name: &str| item.get(name).is_some();
    item.is_object() && !has_more && !has("$ref") && !METHODS.iter().any(|method| has(method))
}

/// Reports entries without effect, with suggestions. An operation that is selected by name must exist.
fn report_idle(operations: &[SelectableOperation], config: &Config, sink: &mut Sink) {
    let only = config.only.operations().map(|entry| (entry, entry.value.is_exact()));
    let skipped = config.skip.operations().chain(&config.skip.except).map(|entry| (entry, false));
    for (entry, is_demanded) in only.chain(skipped) {
        if operations.iter().any(|operation| entry.value.matches(operation)) {
            continue;
        }
        let known: BTreeSet<String> =
            operations.iter().flat_map(|operation| entry.value.alternatives(operation)).collect();
        idle(entry, known, is_demanded, config, sink);
    }
}

fn idle<T>(entry: &Entry<T>, known: BTreeSet<String>, is_demanded: bool, config: &Config, sink: &mut Sink) {
    let (create, help): (fn(_, _) -> _, _) = if is_demanded {
        (Diagnostic::error, "fix it, or remove it from `[only]` if the description no longer has it")
    } else {
        (Diagnostic::warning, "remove it or fix it")
    };
    let diagnostic = create(Code::OverrideUnused, unmatched_message(&format!("`{}`", entry.text)));
    sink.push(config.locate(diagnostic, entry.at).help(suggest_or(
        &entry.text,
        known.iter().map(String::as_str),
        help,
    )));
}

impl LeftOut {
    /// Adds other removed locations.
    pub(super) fn add(&mut self, places: Vec<Pointer>) {
        self.places.extend(places);
    }

    /// Removes the diagnostics of earlier stages about the removed parts.
    pub(super) fn remove_diagnostics(&self, source: &str, source_map: &SourceMap, sink: &mut Sink) {
        // The original of a copy may be selected elsewhere.
        let moved = self.places.iter().filter(|place| !source_map.trace(place.as_str()).copied);
        let location = |place: &Pointer| Location::Pointer(place.clone());
        let removed = moved.map(|place| SourceLocation { source: source.to_owned(), location: location(place) });
        let removed: HashSet<SourceLocation> = removed.map(|place| sink.original(place)).collect();
        if removed.is_empty() {
            return;
        }
        sink.retain(|diagnostic| {
            let Some(SourceLocation { source, location: Location::Pointer(pointer) }) = &diagnostic.place else {
                return true;
            };
            let is_removed = |part: &str| {
                let location = Location::Pointer(Pointer::root().append(part));
                removed.contains(&SourceLocation { source: source.clone(), location })
            };
            !prefixes(pointer.as_str()).any(is_removed)
        });
    }
}

#[cfg(test)]
mod tests;
