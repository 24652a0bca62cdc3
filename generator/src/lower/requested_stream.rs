//! Streams that the description mentions but does not declare: a boolean `stream` in the input that requests
//! server-sent events according to its text, while only the complete response is declared. Setting it on a regular call
//! would return a response that nothing can read.

use crate::model::{
    Api, BodyKind, Content, Docs, Operation, ParameterLocation, Shape, StreamSwitch, Streaming, Success, Type,
};

/// The input that requests the events.
const SWITCH: StreamSwitch = StreamSwitch { name: "stream", values: &[], words: &[] };
/// The names that texts use for the requested response.
const EVENTS: [&str; 3] = ["server-sent event", "server sent event", "text/event-stream"];
/// Maximum number of characters of a text that are searched.
const MAX_SEARCHED_LEN: usize = 2048;

/// Finds the operations that can be asked for events which the description does not declare.
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
        // The description does not declare the data of an event.
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
        // Many operations may share this input.
        let text: String = text.chars().take(MAX_SEARCHED_LEN).collect();
        let text = text.to_ascii_lowercase();
        EVENTS.iter().any(|events| text.contains(events)) && !text.contains("not supported")
    };
    wire == SWITCH.name
        && *api.unaliased(ty.split_null().0) == Type::Boolean
        && docs.title.iter().chain(&docs.description).any(says_so)
}
