//! Names of the two forms of a type, where it needs two, and of the struct of the required fields of a form, if there are too
//! many for arguments: `Story::new(StoryFields { .. })`.
//!
//! | the type | what is received | what is sent |
//! |---|---|---|
//! | needs two | `Story` | `StoryInput` |
//! | was only sent before | `StoryOutput` | `Story` |
//! | had two, and is only sent now | | `StoryInput` |

use std::collections::HashSet;

use super::allocator::NameAllocator;
use super::flattening::constructor_arguments;
use super::item_names::TypeNames;
use super::items::ItemId;
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
        api.definitions().filter_map(|(id, _)| other(api, analysis, id, &names[id.index()].name, allocator)).collect();
    let requests: Vec<NameRequest> = others.iter().map(|other| request(names, other)).collect();
    let given = allocator.allocate(&requests, taken);
    for (other, name) in others.iter().zip(&given) {
        taken.insert(name.clone());
        let names = &mut names[other.id.index()];
        match other.direction {
            Direction::Response => names.output = Some(name.clone()),
            Direction::Request => names.input = Some(name.clone()),
        }
    }
    for (other, name) in others.iter().zip(&given).filter(|(other, _)| other.by_record) {
        allocator.keep(ItemId::Form(other.id, other.direction), name);
    }
    // The name of a type that is only sent belongs to its request type, also when it is received later.
    for (id, _) in api.definitions().filter(|(id, _)| analysis.directions.emitted(*id) == [Direction::Request]) {
        if names[id.index()].input.is_none() {
            allocator.record(ItemId::Form(id, Direction::Request), &names[id.index()].name);
        }
    }
}

/// A form of a type that is not called by the type's own name.
struct Other {
    id: TypeId,
    direction: Direction,
    /// `true` if the rules alone would have it otherwise.
    by_record: bool,
}

fn other(api: &Api, analysis: &Analysis, id: TypeId, own: &str, allocator: &NameAllocator<'_>) -> Option<Other> {
    let has_forms = !matches!(api.definition(id).shape, Shape::IntegerEnum(_) | Shape::StringEnum(_));
    let record = |direction| allocator.recorded_name(ItemId::Form(id, direction));
    let (direction, by_record) = match analysis.directions.emitted(id) {
        [Direction::Response, Direction::Request] => {
            let is_sent_first = record(Direction::Response).is_some() || record(Direction::Request) == Some(own);
            if is_sent_first { (Direction::Response, true) } else { (Direction::Request, false) }
        }
        [Direction::Request] if has_forms && record(Direction::Request).is_some_and(|name| name != own) => {
            (Direction::Request, true)
        }
        [Direction::Response]
            if !analysis.directions.is_sent(id) && has_forms && record(Direction::Response).is_some() =>
        {
            (Direction::Response, true)
        }
        _ => return None,
    };
    Some(Other { id, direction, by_record })
}

fn request(names: &[TypeNames], other: &Other) -> NameRequest {
    let own = &names[other.id.index()].name;
    let (natural, spelled) = match other.direction {
        Direction::Response => (format!("{own}Output"), format!("{own}ReceivedForm")),
        Direction::Request => (format!("{own}Input"), format!("{own}SentForm")),
    };
    NameRequest::new(ItemId::Form(other.id, other.direction), natural).by_description().or([spelled])
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
        let other = format!("{natural}Required");
        NameRequest::new(ItemId::RequiredFields(*id, *direction), natural).by_description().or([other])
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
