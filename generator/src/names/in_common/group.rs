//! What groups of operations have to do with the types that stand at several places.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::super::compound::{joined, words_of};
use super::super::operation::word_of;
use crate::ident::type_name;
use crate::model::{Api, Naming, Owner, Type};

/// Of what stands deeper inside, nobody says which operation it belongs to.
const MOST_OWNERS: usize = 8;

/// The groups of the operations that take a parameter of a type.
pub(in super::super) type Senders = BTreeSet<usize>;

/// The types of parameters, by where they stand.
pub(in super::super) fn senders(api: &Api) -> HashMap<&str, Senders> {
    let mut senders: HashMap<&str, Senders> = HashMap::new();
    for operation in &api.operations {
        for parameter in &operation.parameters {
            let inner = match parameter.ty.split_null().0 {
                Type::List(element) | Type::Set(element) => element.as_ref(),
                other => other,
            };
            if let Type::Named(id) = inner {
                senders.entry(api.definition(*id).origin.as_str()).or_default().insert(operation.group);
            }
        }
    }
    senders
}

/// What a parameter is called that has a name of one word: its group's, or what it is.
pub(in super::super) fn parameter(api: &Api, senders: &Senders, name: &str) -> String {
    match (senders.first(), senders.len()) {
        (Some(group), 1) => {
            joined(&api.groups.get(*group).map(|group| type_name(&group.wire)).unwrap_or_default(), name, "Parameter")
        }
        _ => format!("{name}Parameter"),
    }
}

/// The words of the group of most of the operations that the places belong to, two of three at least.
pub(super) fn usual_group(api: &Api, places: &[&Naming]) -> Option<Vec<String>> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for naming in places {
        if let Some(group) = group_of(api, naming) {
            *counts.entry(group).or_default() += 1;
        }
    }
    let (group, _) = counts.into_iter().find(|(_, count)| 3 * count >= 2 * places.len())?;
    api.groups.get(group).map(|group| words_of(&type_name(&group.wire)))
}

/// One of the things of the group that all places belong to: `Issue`.
pub(super) fn thing_of_group(api: &Api, places: &[&Naming]) -> Option<String> {
    let groups: BTreeSet<Option<usize>> = places.iter().map(|naming| group_of(api, naming)).collect();
    let group = groups.first().copied().flatten().filter(|_| groups.len() == 1)?;
    let mut words = words_of(&type_name(&api.groups.get(group)?.wire));
    let last = words.pop()?;
    words.push(type_name(&word_of(&last)));
    Some(words.concat())
}

/// The group of the operation that a place belongs to: of what stands at several places, the first one's.
fn group_of(api: &Api, naming: &Naming) -> Option<usize> {
    let mut owner = &naming.owner;
    // Ids grow from the outside in, so that this ends.
    for _ in 0..MOST_OWNERS {
        match owner {
            Owner::Operation(id) => return api.operations.get(id.0).map(|operation| operation.group),
            Owner::Type(id) => owner = &api.definition(*id).naming.owner,
            Owner::Schema(_) | Owner::Component(_) => return None,
        }
    }
    None
}
