//! Names of the structs of required fields: `Story::new(StoryFields { .. })`, if there are too many for arguments.

use std::collections::HashSet;

use super::flattening::constructor_arguments;
use super::history::NameAllocator;
use super::item_names::TypeNames;
use super::scope::NameRequest;
use crate::analysis::{Analysis, Direction};
use crate::ident::MAX_ARGUMENTS;
use crate::model::{Api, Shape, TypeId};

/// Names the struct of the required fields of each type that has too many for arguments.
pub(super) fn required_fields(
    api: &Api,
    analysis: &Analysis,
    names: &mut [TypeNames],
    taken: &HashSet<String>,
    allocator: &mut NameAllocator<'_>,
) {
    let directions = &analysis.directions;
    let has_many = |(id, direction): &(TypeId, Direction)| match &api.definition(*id).shape {
        Shape::Object(object) => {
            directions.is_sent(*id)
                && directions.emitted_is_sent(*id, *direction)
                && constructor_arguments(api, object, *direction).count() > MAX_ARGUMENTS
        }
        _ => false,
    };
    let forms = api.definitions().flat_map(|(id, _)| directions.emitted(id).iter().map(move |form| (id, *form)));
    let forms: Vec<(TypeId, Direction)> = forms.filter(has_many).collect();
    let requests = forms.iter().map(|(id, direction)| {
        let natural = format!("{}Fields", names[id.index()].of_form(*direction));
        let form = if *direction == Direction::Response { "received" } else { "sent" };
        NameRequest {
            place: format!("{}#fields {form}", api.place_of(api.definition(*id))),
            basis: natural.clone(),
            alternatives: vec![format!("{natural}Required")],
            exact: false,
            natural,
        }
    });
    let given = allocator.allocate(&requests.collect::<Vec<_>>(), taken);
    for ((id, direction), name) in forms.iter().zip(given) {
        names[id.index()].fields.insert(*direction, name);
    }
}
