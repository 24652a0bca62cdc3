//! The old items that a change affects.
//!
//! The differences of a report omit what follows from others, such as the members of a removed type. Programs use those
//! items too, so that they are listed here. Calls whose responses cannot be read are listed on their own: their code stays
//! as it is.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::{Finding, WireEffect};
use super::interface::{Difference, Key, have_same_arguments};
use super::version::{ApiVersion, Versions};
use super::{AffectedItem, ItemEffect};
use bindery::internal::ir::Node;

/// Maximum number of changes that are listed for a call that cannot read its response. The nearest ones are listed.
const MAX_UNREADABLE: usize = 8;

/// Returns the old items that a change affects, with its effect on each: those that changed, and those that cannot read
/// what the server sends.
pub(super) fn affected_items(
    changed: impl IntoIterator<Item = Key>,
    shown: &[(&Key, &Difference)],
    readers: impl IntoIterator<Item = Key>,
) -> Vec<AffectedItem> {
    // Code with inferred types may compile without the members of a removed type, which are not shown.
    let removed = shown.iter().filter(|(_, difference)| difference.after.is_none());
    let removed: BTreeSet<&Key> = removed.map(|(key, _)| *key).collect();
    let unreadable = readers.into_iter().map(|key| (key, ItemEffect::Unreadable));
    let mut effects: BTreeMap<Key, ItemEffect> = unreadable.collect();
    effects.extend(changed.into_iter().map(|key| {
        let effect = if removed.contains(&key) { ItemEffect::Removed } else { ItemEffect::Changed };
        (key, effect)
    }));
    effects.into_iter().map(|(key, effect)| AffectedItem { key, effect }).collect()
}

/// Returns the old items that differ, and those that mean something else.
pub(super) fn changed_items(
    found: &Finding,
    differences: &[(&Key, &Difference)],
    versions: Versions<ApiVersion<'_>>,
) -> BTreeSet<Key> {
    let Versions { old, new } = versions;
    let mut differing: BTreeSet<Key> = BTreeSet::new();
    for (key, difference) in differences {
        differing.insert((*key).clone());
        // What a call returns belongs to its function.
        let associated = difference.before.iter().filter(|item| item.is_associated_type());
        differing.extend(associated.flat_map(|item| &item.nodes).filter_map(|node| function_of(old, *node)));
    }
    let is_silent = differing.is_empty();
    if is_silent && found.wire == WireEffect::Docs {
        return BTreeSet::new();
    }
    let at_old = found.at.old.iter().flat_map(|node| old.elements.items(*node));
    let at_new = found.at.new.iter().flat_map(|node| new.elements.items(*node));
    let same = at_old.chain(at_new).filter(|key| is_silent || is_called_differently(versions, key));
    let responses = found.at.old.iter().filter(|node| matches!(node, Node::Output(_) | Node::Header(..)));
    let functions = responses.filter(|_| is_silent).filter_map(|node| function_of(old, *node));
    let mut affected: BTreeSet<Key> = same.cloned().chain(functions).collect();
    if found.affects_creation && found.wire == WireEffect::Breaks {
        affected.extend(found.at.old.iter().flat_map(|node| creators(old, *node)));
        affected.extend(found.at.new.iter().flat_map(|node| creators(new, *node)));
    }
    affected.extend(differing);
    affected.retain(|key| old.interface.get(key).is_some());
    affected
}

/// Returns, for each change, the old functions and events that cannot read what the server now sends.
pub(super) fn readers(found: &[Finding], old: ApiVersion<'_>) -> Vec<Vec<Key>> {
    let unreadable = found.iter().enumerate().filter(|(_, found)| found.affects_reading);
    let sources = unreadable.flat_map(|(index, found)| found.at.old.iter().map(move |node| (*node, index)));
    let mut readers = vec![Vec::new(); found.len()];
    for (receiver, unreadable) in old.elements.operations_receiving(sources, MAX_UNREADABLE) {
        let keys = match function_of(old, receiver) {
            Some(function) => vec![function],
            None => old.elements.items(receiver).to_vec(),
        };
        unreadable.into_iter().for_each(|index| readers[index].extend(keys.iter().cloned()));
    }
    readers
}

/// Returns the functions that create the value around an element: constructors, and functions that send it.
fn creators(version: ApiVersion<'_>, node: Node) -> Vec<Key> {
    let owner = node.owner().unwrap_or(node);
    let constructors = version.elements.items(owner).iter().filter(|key| version.is_constructor(key));
    let bodies = version.elements.users(owner).iter().filter(|node| matches!(node, Node::Body(_)));
    let functions = bodies.chain([&owner]).filter_map(|node| function_of(version, *node));
    constructors.cloned().chain(functions).collect()
}

/// Returns the function of the operation that an element is or belongs to.
fn function_of(version: ApiVersion<'_>, node: Node) -> Option<Key> {
    match node.owner().unwrap_or(node) {
        Node::Operation(index) => version.elements.function(index, version.interface).map(|(key, _)| key),
        _ => None,
    }
}

/// Returns `true` if calls of a function compile, but its arguments have other names.
fn is_called_differently(versions: Versions<ApiVersion<'_>>, key: &Key) -> bool {
    let items = versions.map(|version| version.interface.get(key));
    items
        .old
        .zip(items.new)
        .is_some_and(|(old, new)| have_same_arguments(old, new) && old.to_string() != new.to_string())
}
