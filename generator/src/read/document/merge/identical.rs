//! Finds components that are the same in several descriptions.
//!
//! Two components are the same if their names, their texts and all their references are the same. All components with
//! the same name and text are first put into one class; classes are then split until all members of a class refer to
//! the same classes. A class is checked again only if the class of one of its references was split, so that the time
//! grows with the number of references.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::input::{MergeInput, MergedComponent};
use crate::read::document::references::{ComponentId, objects, references};

/// The components of one name, by description.
#[derive(Default)]
struct ComponentsByName {
    /// The class of each component, which is the first description with the same one.
    classes: BTreeMap<usize, usize>,
    /// The references of each component.
    leads: BTreeMap<usize, BTreeSet<ComponentId>>,
}

impl ComponentsByName {
    /// Returns `true` if no two of them are the same, so that no class can be split.
    fn are_apart(&self) -> bool {
        self.classes.iter().all(|(part, class)| part == class)
    }
}

/// Returns the class of each component. Components with the same name and class are the same.
pub(super) fn classes(parts: &[MergeInput]) -> BTreeMap<MergedComponent, usize> {
    let mut all = by_text(parts);
    let mut leading: HashMap<ComponentId, BTreeSet<ComponentId>> = HashMap::new();
    for (name, namesakes) in &all {
        for target in namesakes.leads.values().flatten() {
            leading.entry(target.clone()).or_default().insert(name.clone());
        }
    }
    let mut open: BTreeSet<ComponentId> = all.keys().cloned().collect();
    // A component with many references is checked once a round, not once for each reference.
    while !open.is_empty() {
        let finer: Vec<_> = open.iter().filter_map(|name| Some((name.clone(), finer(&all, name)?))).collect();
        open.clear();
        for (name, finer) in finer {
            open.extend(leading.get(&name).into_iter().flatten().cloned());
            all.entry(name).or_default().classes = finer;
        }
        open.retain(|name| all.get(name).is_some_and(|namesakes| !namesakes.are_apart()));
    }
    let of = |(id, namesakes): (ComponentId, ComponentsByName)| {
        let classes = namesakes.classes.into_iter();
        classes.map(move |(input, class)| (MergedComponent { input, id: id.clone() }, class))
    };
    all.into_iter().flat_map(of).collect()
}

/// Returns new classes for the components of a name if their references split a class.
fn finer(all: &BTreeMap<ComponentId, ComponentsByName>, name: &ComponentId) -> Option<BTreeMap<usize, usize>> {
    let ComponentsByName { classes, leads } = all.get(name)?;
    let mut known: Vec<(usize, Vec<Option<usize>>, usize)> = Vec::new();
    let mut finer = BTreeMap::new();
    for (part, class) in classes {
        let target = |target: &ComponentId| all.get(target)?.classes.get(part).copied();
        let leads: Vec<Option<usize>> = leads.get(part).into_iter().flatten().map(target).collect();
        let same = known.iter().find(|(of, known, _)| of == class && *known == leads);
        let own = same.map_or(*part, |(_, _, own)| *own);
        known.push((*class, leads, own));
        finer.insert(*part, own);
    }
    (finer != *classes).then_some(finer)
}

/// Returns the components by name, in classes of the same text.
fn by_text(parts: &[MergeInput]) -> BTreeMap<ComponentId, ComponentsByName> {
    let mut values: HashMap<ComponentId, Vec<(usize, &Value)>> = HashMap::new();
    let mut all: BTreeMap<ComponentId, ComponentsByName> = BTreeMap::new();
    for (index, part) in parts.iter().enumerate() {
        for (section, members) in part.value["components"].as_object().into_iter().flatten() {
            for (name, value) in members.as_object().into_iter().flatten() {
                let name = ComponentId { section: section.clone(), name: name.clone() };
                let known = values.entry(name.clone()).or_default();
                let class = known.iter().find(|(_, known)| *known == value).map_or(index, |(first, _)| *first);
                known.push((index, value));
                let namesakes = all.entry(name).or_default();
                namesakes.classes.insert(index, class);
                namesakes.leads.insert(index, objects(value).flat_map(references).collect());
            }
        }
    }
    all
}
