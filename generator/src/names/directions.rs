//! Names of the two forms of a type, where it needs two, and of the struct of the required fields of a form, if there are too
//! many for arguments: `Story::new(StoryFields { .. })`.
//!
//! | the type | what is received | what is sent |
//! |---|---|---|
//! | needs two | `Story` | `StoryInput` |
//! | was only sent before | `StoryOutput` | `Story` |
//! | had two, and is only sent now | | `StoryInput` |

use std::collections::HashSet;

use super::flattening::constructor_arguments;
use super::history::{NameAllocator, NameHistory};
use super::item_names::TypeNames;
use super::places::{only_sent_place, received_place, sent_place};
use super::scope::NameRequest;
use crate::analysis::{Analysis, Direction};
use crate::ident::MAX_ARGUMENTS;
use crate::model::{Api, Shape, TypeId};

/// Names the forms that are not called by the type's own name.
pub(super) fn directions(
    api: &Api,
    analysis: &Analysis,
    names: &mut [TypeNames],
    taken: &mut HashSet<String>,
    allocator: &mut NameAllocator<'_>,
) {
    let others: Vec<Other> =
        api.definitions().filter_map(|(id, _)| other(api, analysis, id, allocator.memory)).collect();
    let requests: Vec<NameRequest> = others.iter().map(|other| request(api, names, other, allocator.memory)).collect();
    let given = allocator.allocate(&requests, taken);
    for (other, name) in others.iter().zip(&given) {
        taken.insert(name.clone());
        let names = &mut names[other.id.index()];
        match other.direction {
            Direction::Response => names.output = Some(name.clone()),
            Direction::Request => names.input = Some(name.clone()),
        }
    }
    for (other, (request, name)) in others.iter().zip(requests.iter().zip(&given)) {
        let kept = other.by_memory || allocator.is_exception(&request.place);
        for place in api.places_of(api.definition(other.id)).map(|place| other.place(&place)) {
            allocator.remember_at(&place, name, &request.basis);
            if kept {
                allocator.keep(&place, name);
            }
        }
    }
    for (id, definition) in api.definitions() {
        if analysis.directions.emitted(id) == [Direction::Request] && names[id.index()].input.is_none() {
            for place in api.places_of(definition) {
                allocator.remember(&only_sent_place(&place), &names[id.index()].name);
            }
        }
    }
}

/// A form of a type that is not called by the type's own name.
struct Other {
    id: TypeId,
    direction: Direction,
    /// `true` if the rules alone would have it otherwise.
    by_memory: bool,
}

impl Other {
    /// Returns the lock file key of the name, from the path of its type.
    fn place(&self, place: &str) -> String {
        match self.direction {
            Direction::Response => received_place(place),
            Direction::Request => sent_place(place),
        }
    }
}

fn other(api: &Api, analysis: &Analysis, id: TypeId, memory: &NameHistory) -> Option<Other> {
    let definition = api.definition(id);
    let had = |of: fn(&str) -> String| api.places_of(definition).any(|place| memory.had(&of(&place)).is_some());
    let has_directions = !matches!(definition.shape, Shape::IntegerEnum(_) | Shape::StringEnum(_));
    let (direction, by_memory) = match analysis.directions.emitted(id) {
        [Direction::Response, Direction::Request] if had(received_place) || had(only_sent_place) => {
            (Direction::Response, true)
        }
        [Direction::Response, Direction::Request] => (Direction::Request, false),
        [Direction::Request] if has_directions && had(sent_place) => (Direction::Request, true),
        [Direction::Response] if !analysis.directions.is_sent(id) && has_directions && had(received_place) => {
            (Direction::Response, true)
        }
        _ => return None,
    };
    Some(Other { id, direction, by_memory })
}

fn request(api: &Api, names: &[TypeNames], other: &Other, memory: &NameHistory) -> NameRequest {
    let definition = api.definition(other.id);
    let own = &names[other.id.index()].name;
    let place = memory.known_place(api.places_of(definition).map(|place| other.place(&place)));
    let (natural, spelled) = match other.direction {
        Direction::Response => (format!("{own}Output"), format!("{own}ReceivedForm")),
        Direction::Request => (format!("{own}Input"), format!("{own}SentForm")),
    };
    NameRequest::new(place, natural).by_description().or([spelled])
}

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
        let other = format!("{natural}Required");
        let place = format!("{}#fields {form}", api.place_of(api.definition(*id)));
        NameRequest::new(place, natural).by_description().or([other])
    });
    let given = allocator.allocate(&requests.collect::<Vec<_>>(), taken);
    for ((id, direction), name) in forms.iter().zip(given) {
        names[id.index()].fields.insert(*direction, name);
    }
}

#[cfg(test)]
mod tests {
    use crate::analysis::Direction;
    use crate::model::TypeId;
    use crate::names::NameHistory;
    use crate::pipeline::Emission;

    /// The one type of a description in which it is received, sent, or both.
    fn emission_of(methods: &[&str], memory: &NameHistory) -> Emission {
        let content = r##"{ "application/json": { "schema": { "$ref": "#/components/schemas/Story" } } }"##;
        let get = format!(r#""get": {{ "responses": {{ "200": {{ "description": "it", "content": {content} }} }} }}"#);
        let patch = format!(
            r#""patch": {{ "requestBody": {{ "content": {content} }}, "responses": {{ "204": {{ "description": "" }} }} }}"#
        );
        let operations: Vec<String> = [("get", get), ("patch", patch)]
            .into_iter()
            .filter_map(|(method, operation)| methods.contains(&method).then_some(operation))
            .collect();
        let text = format!(
            r#"{{ "openapi": "3.0.3", "info": {{ "title": "", "version": "" }}, "paths": {{ "/story": {{ {} }} }},
            "components": {{ "schemas": {{ "Story": {{ "type": "object", "properties": {{
            "id": {{ "type": "string", "readOnly": true }}, "name": {{ "type": "string" }} }} }} }} }} }}"#,
            operations.join(", ")
        );
        Emission::with_history(text, memory)
    }

    fn story_names(emission: &Emission) -> [String; 2] {
        [Direction::Response, Direction::Request]
            .map(|direction| emission.names.of_type(TypeId::new(0), direction).to_owned())
    }

    /// The same by way of a lock file.
    fn again(methods: &[&str], emission: &Emission) -> Emission {
        emission_of(methods, &emission.lock_file())
    }

    #[test]
    fn what_was_there_first_keeps_the_name() {
        let received = emission_of(&["get"], &NameHistory::default());
        assert_eq!(story_names(&emission_of(&["get", "patch"], &received.recorded_names)), ["Story", "StoryInput"]);
        let sent = emission_of(&["patch"], &NameHistory::default());
        let both = emission_of(&["get", "patch"], &sent.recorded_names);
        assert_eq!(story_names(&both), ["StoryOutput", "Story"]);
        assert_eq!(story_names(&again(&["get", "patch"], &both)), ["StoryOutput", "Story"]);
    }

    #[test]
    fn what_is_left_alone_keeps_its_name() {
        let both = emission_of(&["get", "patch"], &NameHistory::default());
        let sent = emission_of(&["patch"], &both.recorded_names);
        assert_eq!(story_names(&sent)[1], "StoryInput");
        assert_eq!(story_names(&again(&["patch"], &sent))[1], "StoryInput");
        let both = emission_of(&["get", "patch"], &emission_of(&["patch"], &NameHistory::default()).recorded_names);
        let received = emission_of(&["get"], &both.recorded_names);
        assert_eq!(story_names(&again(&["get"], &received))[0], "StoryOutput");
        assert_eq!(story_names(&emission_of(&["get", "patch"], &received.recorded_names)), ["StoryOutput", "Story"]);
    }
}
