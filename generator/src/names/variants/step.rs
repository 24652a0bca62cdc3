//! What a type that stands in an alternative of a union is named after.

use std::collections::HashMap;

use super::Naturals;
use crate::ident::type_name;
use crate::model::{Api, Definition, Owner, Shape, TypeId};

/// What a type that stands in an alternative of a union is named after, beside that union: the variant.
pub(in crate::names) fn step(
    api: &Api,
    definition: &Definition,
    alternatives: &Alternatives,
    naturals: &Naturals,
) -> Option<String> {
    let Owner::Type(owner) = &definition.naming.owner else { return None };
    let Shape::Union(union) = &api.definition(*owner).shape else { return None };
    let index = alternatives.of(*owner, definition.origin.as_str())?;
    let (natural, variant) = (naturals.get(owner)?.get(index)?, union.variants.get(index)?);
    // What is named by what it is beside the others says nothing of its type.
    if variant.candidates.first().is_some_and(|first| first.text() != variant.hint) {
        return None;
    }
    match definition.naming.step.strip_prefix(&variant.hint) {
        Some(rest) => Some(format!("{natural}{}", if rest.is_empty() { String::new() } else { type_name(rest) })),
        None if *natural == type_name(&variant.hint) => None,
        None => Some(format!("{natural}Item")),
    }
}

/// The alternatives of all unions, by where they stand.
pub(in crate::names) struct Alternatives<'a>(HashMap<(TypeId, &'a str), usize>);

impl<'a> Alternatives<'a> {
    pub(in crate::names) fn of_all(api: &'a Api) -> Self {
        let mut all = HashMap::new();
        for (id, definition) in api.definitions() {
            if let Shape::Union(union) = &definition.shape {
                let places = union.variants.iter().enumerate();
                all.extend(places.map(|(index, variant)| ((id, variant.origin.as_str()), index)));
            }
        }
        Self(all)
    }

    /// The alternative of a union that a place is in.
    pub(in crate::names) fn of(&self, union: TypeId, place: &str) -> Option<usize> {
        let mut place = place;
        loop {
            if let Some(index) = self.0.get(&(union, place)) {
                return Some(*index);
            }
            place = place.rsplit_once('/')?.0;
        }
    }
}
