//! Names of request and response types that differ, and of the structs for required fields that are too many for arguments:
//! `Story::new(StoryFields { .. })`.
//!
//! | schema | response type | request type |
//! |---|---|---|
//! | needs two types | `Story` | `StoryInput` |
//! | needs two types, and was only sent before | `StoryOutput` | `Story` |
//! | needed two types, and is only sent now | | `StoryInput` |

use std::collections::HashSet;

use super::allocator::{NameAllocator, form_name};
use super::flattening::constructor_arguments;
use super::items::ItemId;
use super::scope::NameRequest;
use crate::api::analysis::{Analysis, Direction};
use crate::api::model::{Api, Shape, TypeId};
use crate::base::ident::MAX_ARGUMENTS;

/// Assigns the names of request and response types that do not have the schema's own name.
pub(super) fn name_directions(
    api: &Api,
    analysis: &Analysis,
    taken: &mut HashSet<String>,
    allocator: &mut NameAllocator<'_>,
) {
    let types: Vec<DirectionType> =
        api.definitions().filter_map(|(id, _)| direction_type(api, analysis, id, allocator)).collect();
    let requests: Vec<NameRequest> =
        types.iter().map(|ty| direction_request(allocator.name(ItemId::Type(ty.id)), ty)).collect();
    taken.extend(allocator.allocate(&requests, taken));
    for ty in types.iter().filter(|ty| ty.by_record) {
        allocator.record_exception(ItemId::Form(ty.id, ty.direction));
    }
    // If a type is only sent, its request type keeps the name when the type is received later.
    for (id, _) in api.definitions().filter(|(id, _)| analysis.directions.emitted(*id) == [Direction::Request]) {
        let form = ItemId::Form(id, Direction::Request);
        if allocator.name(form).is_empty() {
            allocator.record_name(form, allocator.name(ItemId::Type(id)).to_owned());
        }
    }
}

/// A request or response type that does not have the schema's own name.
struct DirectionType {
    id: TypeId,
    direction: Direction,
    /// `true` if the rules alone would assign another name.
    by_record: bool,
}

fn direction_type(api: &Api, analysis: &Analysis, id: TypeId, allocator: &NameAllocator<'_>) -> Option<DirectionType> {
    let own = allocator.name(ItemId::Type(id));
    let can_differ = !matches!(api.definition(id).shape, Shape::IntegerEnum(_) | Shape::StringEnum(_));
    let record = |direction| allocator.recorded_name(ItemId::Form(id, direction));
    // A type that was only sent had its own name as a request, which another type may have now.
    let had_form = |name: &str| name != own && allocator.recorded_name(ItemId::Type(id)) != Some(name);
    let (direction, by_record) = match analysis.directions.emitted(id) {
        [Direction::Response, Direction::Request] => {
            let is_sent_first = record(Direction::Response).is_some() || record(Direction::Request) == Some(own);
            if is_sent_first { (Direction::Response, true) } else { (Direction::Request, false) }
        }
        [Direction::Request] if can_differ && record(Direction::Request).is_some_and(had_form) => {
            (Direction::Request, true)
        }
        [Direction::Response]
            if !analysis.directions.is_sent(id) && can_differ && record(Direction::Response).is_some() =>
        {
            (Direction::Response, true)
        }
        _ => return None,
    };
    Some(DirectionType { id, direction, by_record })
}

fn direction_request(own: &str, ty: &DirectionType) -> NameRequest {
    let (natural, alternative) = match ty.direction {
        Direction::Response => (format!("{own}Output"), format!("{own}ReceivedForm")),
        Direction::Request => (format!("{own}Input"), format!("{own}SentForm")),
    };
    NameRequest::new(ItemId::Form(ty.id, ty.direction), natural).with_natural_basis().or([alternative])
}

/// Assigns the names of the structs for required fields that are too many for arguments.
pub(super) fn name_required_fields(
    api: &Api,
    analysis: &Analysis,
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
        let natural = format!("{}Fields", form_name(&allocator.named, *id, *direction));
        let alternative = format!("{natural}Required");
        NameRequest::new(ItemId::RequiredFields(*id, *direction), natural).with_natural_basis().or([alternative])
    });
    let requests: Vec<NameRequest> = requests.collect();
    allocator.allocate(&requests, taken);
}

#[cfg(test)]
mod tests {
    use crate::api::analysis::Direction;
    use crate::api::model::TypeId;
    use crate::base::diagnostic::Sink;
    use crate::pipeline::Emission;
    use crate::rust::names::NameHistory;
    use crate::testing::Case;

    /// Generates a client for a single type that is received, sent, or both.
    fn emission_of(methods: &[&str], history: &NameHistory) -> Emission {
        let content = r##"{ "application/json": { "schema": { "$ref": "#/components/schemas/Story" } } }"##;
        let get = format!(r#""get": {{ "responses": {{ "200": {{ "description": "it", "content": {content} }} }} }}"#);
        let patch = format!(
            r#""patch": {{ "requestBody": {{ "content": {content} }}, "responses": {{ "204": {{ "description": "" }} }} }}"#
        );
        let operations: Vec<String> = [("get", get), ("patch", patch)]
            .into_iter()
            .filter_map(|(method, operation)| methods.contains(&method).then_some(operation))
            .collect();
        let schemas = r#""Story": { "type": "object", "properties": {
            "id": { "type": "string", "readOnly": true }, "name": { "type": "string" } } }"#;
        let paths = format!(r#""/story": {{ {} }}"#, operations.join(", "));
        Case::new().paths(paths).schemas(schemas).run_with(history, &mut Sink::new()).unwrap()
    }

    fn story_names(emission: &Emission) -> [String; 2] {
        [Direction::Response, Direction::Request]
            .map(|direction| emission.names.of_type(TypeId::new(0), direction).to_owned())
    }

    /// Generates a client with the names in the lock file of another.
    fn regenerate(methods: &[&str], emission: &Emission) -> Emission {
        emission_of(methods, &emission.lock_file())
    }

    #[test]
    fn the_first_direction_keeps_the_name() {
        let received = emission_of(&["get"], &NameHistory::default());
        assert_eq!(story_names(&emission_of(&["get", "patch"], &received.recorded_names)), ["Story", "StoryInput"]);
        let sent = emission_of(&["patch"], &NameHistory::default());
        let both = emission_of(&["get", "patch"], &sent.recorded_names);
        assert_eq!(story_names(&both), ["StoryOutput", "Story"]);
        assert_eq!(story_names(&regenerate(&["get", "patch"], &both)), ["StoryOutput", "Story"]);
    }

    #[test]
    fn the_remaining_direction_keeps_its_name() {
        let both = emission_of(&["get", "patch"], &NameHistory::default());
        let sent = emission_of(&["patch"], &both.recorded_names);
        assert_eq!(story_names(&sent)[1], "StoryInput");
        assert_eq!(story_names(&regenerate(&["patch"], &sent))[1], "StoryInput");
        let both = emission_of(&["get", "patch"], &emission_of(&["patch"], &NameHistory::default()).recorded_names);
        let received = emission_of(&["get"], &both.recorded_names);
        assert_eq!(story_names(&regenerate(&["get"], &received))[0], "StoryOutput");
        assert_eq!(story_names(&emission_of(&["get", "patch"], &received.recorded_names)), ["StoryOutput", "Story"]);
    }
}
