//! Streams that the description speaks of and does not declare: a boolean `stream` of the input, of which it says that it asks
//! for server-sent events, while the answer has nothing but the whole. Set on a call that is awaited, it would bring an answer
//! that nobody reads.

use crate::model::{
    Api, BodyKind, Content, Docs, Operation, ParameterLocation, Shape, StreamSwitch, Streaming, Success, Type,
};

/// What asks for the events.
const SWITCH: StreamSwitch = StreamSwitch { name: "stream", values: &[], words: &[] };
/// What the answer is called that it asks for.
const EVENTS: [&str; 3] = ["server-sent event", "server sent event", "text/event-stream"];
/// How many characters of a text are looked at.
const CONSIDERED: usize = 2048;

/// Finds the operations that are asked for events which the description does not declare.
pub(super) fn add_asked_streams(api: &mut Api) {
    let asked: Vec<usize> = api
        .operations
        .iter()
        .enumerate()
        .filter_map(|(index, operation)| {
            let has_whole =
                operation.streaming.is_none() && matches!(operation.success, Success::One(Content::Json(_)));
            (has_whole && asks_for_events(api, operation)).then_some(index)
        })
        .collect();
    for index in asked {
        let operation = &mut api.operations[index];
        // Nothing says what the data of an event are.
        operation.streaming = Some(Streaming::Events(Content::Text));
        operation.stream_switch = Some(SWITCH);
    }
}

fn asks_for_events(api: &Api, operation: &Operation) -> bool {
    let mut parameters = operation.parameters.iter().filter(|parameter| {
        matches!(parameter.place, ParameterLocation::Query | ParameterLocation::Part) && !parameter.required
    });
    parameters.any(|parameter| is_switch(api, &parameter.wire, &parameter.ty, &parameter.docs))
        || operation.bodies().any(|body| has_switch(api, &body.kind))
}

fn has_switch(api: &Api, body: &BodyKind) -> bool {
    let (BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. }) = body else { return false };
    let Type::Named(id) = api.unaliased(ty.split_null().0) else { return false };
    let Shape::Object(object) = &api.definition(*id).shape else { return false };
    let mut fields = object.fields.iter().filter(|field| !field.required && !field.read_only);
    fields.any(|field| is_switch(api, &field.wire, &field.ty, &field.docs))
}

fn is_switch(api: &Api, wire: &str, ty: &Type, docs: &Docs) -> bool {
    let says_so = |text: &String| {
        // Many operations may take the same text.
        let text: String = text.chars().take(CONSIDERED).collect();
        let text = text.to_ascii_lowercase();
        EVENTS.iter().any(|events| text.contains(events)) && !text.contains("not supported")
    };
    wire == SWITCH.name
        && *api.unaliased(ty.split_null().0) == Type::Boolean
        && docs.title.iter().chain(&docs.description).any(says_so)
}
