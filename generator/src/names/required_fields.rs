//! Names of the structs of required fields: `Story::new(StoryFields { .. })`, if there are too many for arguments.

use std::collections::HashSet;

use super::TypeNames;
use super::flattening::{MAX_ARGUMENTS, constructor_arguments};
use super::history::NameAllocator;
use super::scope::NameRequest;
use crate::analysis::Analysis;
use crate::model::{Api, Shape, TypeId};

/// Names the struct of the required fields of each type that has too many for arguments.
pub(super) fn required_fields(
    api: &Api,
    analysis: &Analysis,
    names: &mut [TypeNames],
    taken: &HashSet<String>,
    allocator: &mut NameAllocator<'_>,
) {
    let has_many = |id: TypeId| match &api.definition(id).shape {
        Shape::Object(object) => {
            analysis.directions.is_sent(id) && constructor_arguments(object).count() > MAX_ARGUMENTS
        }
        _ => false,
    };
    let types: Vec<TypeId> = api.definitions().map(|(id, _)| id).filter(|id| has_many(*id)).collect();
    let requests = types.iter().map(|id| {
        let own = &names[id.index()];
        let natural = format!("{}Fields", own.input.as_ref().unwrap_or(&own.name));
        NameRequest {
            place: format!("{}#fields", api.place_of(api.definition(*id))),
            basis: natural.clone(),
            alternatives: vec![format!("{natural}Required")],
            exact: false,
            natural,
        }
    });
    let given = allocator.allocate(&requests.collect::<Vec<_>>(), taken);
    for (id, name) in types.iter().zip(given) {
        names[id.index()].fields = Some(name);
    }
}
