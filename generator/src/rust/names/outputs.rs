//! Names of the variants for several successful responses (`FooOutput`) and several bodies (`FooBody`) of an operation.
//!
//! | responses or bodies | variants |
//! |---|---|
//! | 200 with JSON or text | `Json`, `Text` |
//! | 200 with JSON, 201 with JSON, 204 | `Done`, `Created`, `NoContent` |
//! | 200 with JSON or text, 202 | `Done`, `DoneText`, `Accepted` |
//! | 200 with JSON, or with JSON of a vendor's media type | `Json`, `GithubStar` |
//! | body of JSON or a form | `Json`, `Form` |
//! | body of JSON, or of JSON of another media type | `Json`, `MergePatch` |
//!
//! The short name belongs to JSON, or else to the first media type.

use std::collections::{HashMap, HashSet};

use super::allocator::NameAllocator;
use super::item_names::{OperationNames, OutputName};
use super::items::{ItemId, is_same_kind};
use super::scope::NameRequest;
use super::status::status_name;
use crate::api::model::{BodyContent, BodyKind, Content, Operation, Response, Success, parameters};
use crate::base::ident::type_name;

/// Assigns the names of the variants for successful responses and bodies.
pub(super) fn name_outputs_and_bodies(
    index: usize,
    operation: &Operation,
    names: &mut OperationNames,
    allocator: &mut NameAllocator<'_>,
) {
    if let Success::Several(responses) = &operation.success {
        names.outputs = output_names(index, responses, allocator);
    }
    let bodies = operation.body.as_ref().map(|body| body.alternatives.as_slice()).unwrap_or_default();
    if bodies.len() > 1 {
        let requests = body_requests(index, bodies);
        names.bodies = allocator.allocate(&requests, &HashSet::new());
    }
}

fn output_names(operation: usize, responses: &[Response], allocator: &mut NameAllocator<'_>) -> Vec<OutputName> {
    let firsts: Vec<usize> = (0..responses.len()).filter(|at| first_of_kind(responses, *at) == *at).collect();
    let assigned = allocator.allocate(&output_requests(operation, &firsts, responses), &HashSet::new());
    assigned.into_iter().zip(firsts).map(|(name, response)| OutputName { name, response }).collect()
}

fn output_requests(operation: usize, firsts: &[usize], responses: &[Response]) -> Vec<NameRequest> {
    let requests =
        firsts.iter().map(|first| output_request(ItemId::Output(operation, *first), &responses[*first], responses));
    prefer_json(requests.collect(), |at| responses.get(*firsts.get(at)?))
}

/// Returns the index of the first response that shares the variant of a response.
pub(super) fn first_of_kind(responses: &[Response], index: usize) -> usize {
    responses.iter().position(|response| is_same_kind(response, &responses[index])).unwrap_or(index)
}

fn output_request(id: ItemId, response: &Response, all: &[Response]) -> NameRequest {
    let (status, media) = (status_name(response.status), media_name(response));
    let has_several_statuses = all.iter().any(|other| other.status != response.status);
    let own: Vec<&Response> = all.iter().filter(|other| other.status == response.status).collect();
    let is_main = main_response(&own).is_some_and(|main| is_same_kind(main, response));
    let short = response.media_type.as_deref().map(subtype);
    let spelled = response.media_type.as_deref().map_or_else(|| "Empty".to_owned(), type_name);
    let natural = match (has_several_statuses, is_main) {
        (true, true) => status.clone(),
        (true, false) => format!("{status}{media}"),
        (false, _) => media.to_owned(),
    };
    let prefix = if has_several_statuses { status.as_str() } else { "" };
    let distinct = response.media_type.as_deref().and_then(with_parameters);
    let alternatives = short.iter().chain(&distinct).chain([&spelled]);
    NameRequest::new(id, natural).or(alternatives.map(|name| format!("{prefix}{name}")))
}

/// Returns the response that is named after the status alone.
fn main_response<'r>(own: &[&'r Response]) -> Option<&'r Response> {
    let json = own.iter().find(|response| matches!(response.content, Some(Content::Json(_))));
    json.or_else(|| own.iter().find(|response| response.content.is_some())).or_else(|| own.first()).copied()
}

/// Gives `application/json` precedence among requests for the same name, or else the first one.
fn prefer_json<'r>(
    mut requests: Vec<NameRequest>,
    response: impl Fn(usize) -> Option<&'r Response>,
) -> Vec<NameRequest> {
    let mut best: HashMap<String, (bool, usize)> = HashMap::new();
    for (at, request) in requests.iter().enumerate() {
        let media_type = response(at).and_then(|response| response.media_type.as_deref());
        let rank = (media_type != Some("application/json"), at);
        let best = best.entry(request.natural.clone()).or_insert(rank);
        *best = rank.min(*best);
    }
    for (at, request) in requests.iter_mut().enumerate() {
        request.exact = best.get(&request.natural).is_some_and(|(_, best)| *best == at);
    }
    requests
}

fn media_name(response: &Response) -> &'static str {
    match &response.content {
        Some(Content::Json(_)) => "Json",
        Some(Content::Lines(_)) => "Lines",
        Some(Content::Text) => "Text",
        Some(Content::Bytes) => "Bytes",
        None => "Empty",
    }
}

/// Returns the name of a media type by its subtype: `application/vnd.github.star+json` is `GithubStar`.
fn subtype(media_type: &str) -> String {
    let essence = media_type.split(';').next().unwrap_or_default();
    let short = essence.rsplit('/').next().unwrap_or_default();
    let plain = short.split('+').next().filter(|plain| !plain.is_empty()).unwrap_or(short);
    let plain = plain.strip_prefix("vnd.").or_else(|| plain.strip_prefix("x-")).unwrap_or(plain);
    type_name(plain)
}

/// Returns the name of a media type with parameters: `application/json; version=2` is `JsonVersion2`.
fn with_parameters(media_type: &str) -> Option<String> {
    let parameters = parameters(media_type);
    let values = parameters.iter().map(|(name, value)| type_name(&format!("{name} {value}"))).collect::<String>();
    (!values.is_empty()).then(|| subtype(media_type) + &values)
}

fn body_requests(operation: usize, bodies: &[BodyContent]) -> Vec<NameRequest> {
    let mut seen = HashSet::new();
    let requests = bodies.iter().enumerate().map(|(index, content)| {
        let kind = kind_name(&content.kind);
        let alone = bodies.iter().filter(|other| kind_name(&other.kind) == kind).count() == 1;
        let is_json = content.media_type.split(';').next().is_some_and(|essence| essence.ends_with("/json"));
        let natural = if alone || is_json { kind.to_owned() } else { subtype(&content.media_type) };
        let spelled = type_name(&content.media_type);
        let is_first = seen.insert(natural.clone());
        NameRequest::new(ItemId::BodyVariant(operation, index), natural)
            .or(with_parameters(&content.media_type).into_iter().chain([spelled]))
            .with_exact(is_first)
    });
    requests.collect()
}

fn kind_name(kind: &BodyKind) -> &'static str {
    match kind {
        BodyKind::Json { .. } => "Json",
        BodyKind::Form { .. } => "Form",
        BodyKind::Multipart => "Multipart",
        BodyKind::Text => "Text",
        BodyKind::Bytes => "Bytes",
        BodyKind::Content { .. } => "Content",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{first_of_kind, output_requests, subtype};
    use crate::api::model::{Content, Response, StatusMatch, Type};
    use crate::pipeline::Emission;
    use crate::rust::names::NameHistory;
    use crate::rust::names::scope::allocate;

    fn response((status, media_type): (u16, &str)) -> Response {
        let content = match media_type {
            "" => None,
            "text/plain" => Some(Content::Text),
            "application/json" => Some(Content::Json(Type::Boolean)),
            json if json.ends_with("json") => Some(Content::Json(Type::Any)),
            _ => Some(Content::Bytes),
        };
        let media_type = content.is_some().then(|| media_type.to_owned());
        Response { status: StatusMatch::Code(status), media_type, content }
    }

    /// Returns the names of the variants for responses, by the rules alone.
    fn names_by_rules(of: &[(u16, &str)]) -> Vec<String> {
        let responses: Vec<Response> = of.iter().copied().map(response).collect();
        let firsts: Vec<usize> = (0..of.len()).filter(|at| first_of_kind(&responses, *at) == *at).collect();
        allocate(&output_requests(0, &firsts, &responses), &HashSet::new()).names
    }

    /// Generates a client for an operation with these responses, and returns the names of the variants.
    fn names(of: &[(u16, &str)], history: &NameHistory) -> (Vec<String>, Emission) {
        let response = |(status, media_type): &(u16, &str)| match *media_type {
            "" => format!("'{status}': {{ description: '' }}"),
            _ => {
                let same = of.iter().filter(|(other, _)| other == status);
                let content = same.map(|(_, media_type)| {
                    let schema = if media_type.ends_with("json") { "{ type: boolean }" } else { "{ type: string }" };
                    let schema = if *media_type == "image/png" { "{ type: string, format: binary }" } else { schema };
                    format!("{media_type}: {{ schema: {schema} }}")
                });
                let content = content.collect::<Vec<_>>().join(", ");
                format!("'{status}': {{ description: '', content: {{ {content} }} }}")
            }
        };
        let mut responses: Vec<String> = of.iter().map(response).collect();
        responses.dedup();
        let text = format!(
            "openapi: 3.0.3\ninfo: {{ title: '', version: '' }}\npaths:\n  /a: {{ get: {{ responses: {{ {} }} }} }}\n",
            responses.join(", ")
        );
        let emission = Emission::with_history(text, history);
        let outputs = &emission.names.operation(0).outputs;
        (outputs.iter().map(|variant| variant.name.clone()).collect(), emission)
    }

    const JSON: &str = "application/json";

    #[test]
    fn variants_are_named_by_status_and_media_type() {
        assert_eq!(names_by_rules(&[(200, JSON), (200, "text/plain")]), ["Json", "Text"]);
        assert_eq!(names_by_rules(&[(200, JSON), (201, JSON), (204, "")]), ["Done", "Created", "NoContent"]);
        assert_eq!(names_by_rules(&[(200, "text/plain"), (200, JSON), (202, "")]), ["DoneText", "Done", "Accepted"]);
        assert_eq!(names_by_rules(&[(200, "application/vnd.github.star+json"), (200, JSON)]), ["GithubStar", "Json"]);
        assert_eq!(
            names_by_rules(&[(200, JSON), (200, "text/json"), (200, "application/hal+json")]),
            ["Json", "TextJson"]
        );
        assert_eq!(subtype("application/x-www-form-urlencoded"), "WwwFormUrlencoded");
    }

    #[test]
    fn a_new_response_does_not_rename_others() {
        let (before, emission) = names(&[(200, JSON), (200, "text/plain")], &NameHistory::default());
        assert_eq!(before, ["Json", "Text"]);
        let now = [(200, JSON), (200, "text/plain"), (200, "image/png"), (201, JSON)];
        let (after, emission) = names(&now, &emission.recorded_names);
        assert_eq!(after, ["Json", "Text", "DoneBytes", "Created"]);
        assert_eq!(names(&now, &emission.lock_file()).0, after);
        let fewer = [(200, JSON), (200, "text/plain"), (201, JSON)];
        assert_eq!(names(&fewer, &emission.recorded_names).0, ["Json", "Text", "Created"]);
        let (before, emission) = names(&[(200, "text/plain"), (202, "")], &NameHistory::default());
        assert_eq!(before, ["Done", "Accepted"]);
        let now = [(200, JSON), (200, "text/plain"), (202, "")];
        assert_eq!(names(&now, &emission.recorded_names).0, ["DoneJson", "Done", "Accepted"]);
    }
}
