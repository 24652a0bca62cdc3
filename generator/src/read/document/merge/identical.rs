//! Finds components that are the same in several descriptions.
//!
//! Two components are the same if their names, their texts and all their references are the same. Components with
//! different texts differ, and so do those that refer to different ones, until no more are found.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::input::{MergeInput, MergedComponent};
use crate::read::document::references::{ComponentId, objects, references};

/// The components of all descriptions: their values by description.
type Components<'p> = BTreeMap<ComponentId, BTreeMap<usize, &'p Value>>;

/// Returns the class of each component, which is the first description with the same one.
pub(super) fn classes(parts: &[MergeInput]) -> BTreeMap<MergedComponent, usize> {
    let all = components(parts);
    let mut users: BTreeMap<ComponentId, BTreeSet<&ComponentId>> = BTreeMap::new();
    for (id, values) in &all {
        for target in values.values().flat_map(|value| objects(value)).flat_map(references) {
            users.entry(target).or_default().insert(id);
        }
    }
    let pairs = || (0..parts.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let all_pairs = all.iter().flat_map(|(id, values)| pairs().map(move |(first, second)| (id, values, first, second)));
    let differing = all_pairs.filter(|(_, values, first, second)| values.get(first) != values.get(second));
    let mut apart: BTreeSet<(&ComponentId, usize, usize)> =
        differing.map(|(id, _, first, second)| (id, first, second)).collect();
    let mut open: Vec<_> = apart.iter().copied().collect();
    while let Some((id, first, second)) = open.pop() {
        for user in users.get(id).into_iter().flatten() {
            if apart.insert((user, first, second)) {
                open.push((user, first, second));
            }
        }
    }
    let mut classes = BTreeMap::new();
    for (id, values) in &all {
        for input in values.keys().copied() {
            let class = values.keys().copied().find(|first| *first == input || !apart.contains(&(id, *first, input)));
            classes.insert(MergedComponent { input, id: id.clone() }, class.unwrap_or(input));
        }
    }
    classes
}

fn components(parts: &[MergeInput]) -> Components<'_> {
    let mut all = Components::new();
    for (index, part) in parts.iter().enumerate() {
        for (section, members) in part.value["components"].as_object().into_iter().flatten() {
            for (name, value) in members.as_object().into_iter().flatten() {
                let id = ComponentId { section: section.clone(), name: name.clone() };
                all.entry(id).or_default().insert(index, value);
            }
        }
    }
    all
}
