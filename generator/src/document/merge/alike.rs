//! Which components of several descriptions are the same.
//!
//! Two are, where they have one name and one text and all that they lead to is the same. This is found by taking all of one name
//! and text as the same, and then telling apart what leads to what was told apart, until nothing changes. What leads to a name is
//! looked at again only where something of that name was told apart, so that the time grows with the number of references.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::{MergedPart, words};

/// A component: the index of its description, its section and its name.
pub(super) type Component = (usize, String, String);

/// A section and a name in it.
type Name = (String, String);

/// The components of one name, by their descriptions.
#[derive(Default)]
struct Namesakes {
    /// The class of each, which is the first description that has the same.
    classes: BTreeMap<usize, usize>,
    /// What each leads to.
    leads: BTreeMap<usize, BTreeSet<Name>>,
}

impl Namesakes {
    /// Returns `true` if no two of them are the same, so that nothing more can be told apart.
    fn are_apart(&self) -> bool {
        self.classes.iter().all(|(part, class)| part == class)
    }
}

/// The class of each component: those of one name and one class are the same.
pub(super) fn classes(parts: &[MergedPart]) -> BTreeMap<Component, usize> {
    let mut all = by_text(parts);
    let mut leading: HashMap<Name, BTreeSet<Name>> = HashMap::new();
    for (name, namesakes) in &all {
        for target in namesakes.leads.values().flatten() {
            leading.entry(target.clone()).or_default().insert(name.clone());
        }
    }
    let mut open: BTreeSet<Name> = all.keys().cloned().collect();
    // What leads to many names is looked at once a round, and not once for each of them.
    while !open.is_empty() {
        let finer: Vec<_> = open.iter().filter_map(|name| Some((name.clone(), finer(&all, name)?))).collect();
        open.clear();
        for (name, finer) in finer {
            open.extend(leading.get(&name).into_iter().flatten().cloned());
            all.entry(name).or_default().classes = finer;
        }
        open.retain(|name| all.get(name).is_some_and(|namesakes| !namesakes.are_apart()));
    }
    let of = |((section, name), namesakes): (Name, Namesakes)| {
        namesakes.classes.into_iter().map(move |(part, class)| ((part, section.clone(), name.clone()), class))
    };
    all.into_iter().flat_map(of).collect()
}

/// The classes of the components of one name, where what they lead to tells more of them apart.
fn finer(all: &BTreeMap<Name, Namesakes>, name: &Name) -> Option<BTreeMap<usize, usize>> {
    let Namesakes { classes, leads } = all.get(name)?;
    let mut known: Vec<(usize, Vec<Option<usize>>, usize)> = Vec::new();
    let mut finer = BTreeMap::new();
    for (part, class) in classes {
        let target = |target: &Name| all.get(target)?.classes.get(part).copied();
        let leads: Vec<Option<usize>> = leads.get(part).into_iter().flatten().map(target).collect();
        let same = known.iter().find(|(of, known, _)| of == class && *known == leads);
        let own = same.map_or(*part, |(_, _, own)| *own);
        known.push((*class, leads, own));
        finer.insert(*part, own);
    }
    (finer != *classes).then_some(finer)
}

/// Those of one name, told apart by their texts.
fn by_text(parts: &[MergedPart]) -> BTreeMap<Name, Namesakes> {
    let mut values: HashMap<Name, Vec<(usize, &Value)>> = HashMap::new();
    let mut all: BTreeMap<Name, Namesakes> = BTreeMap::new();
    for (index, part) in parts.iter().enumerate() {
        for (section, members) in part.value["components"].as_object().into_iter().flatten() {
            for (name, value) in members.as_object().into_iter().flatten() {
                let name = (section.clone(), name.clone());
                let known = values.entry(name.clone()).or_default();
                let class = known.iter().find(|(_, known)| *known == value).map_or(index, |(first, _)| *first);
                known.push((index, value));
                let namesakes = all.entry(name).or_default();
                namesakes.classes.insert(index, class);
                namesakes.leads.insert(index, words::references(value));
            }
        }
    }
    all
}
