//! Names of what an operation answers and takes in several ways: the variants of `FooOutput` and `FooBody`.
//!
//! | successes | variants |
//! |---|---|
//! | 200 with JSON or text | `Json`, `Text` |
//! | 200 with JSON, 201 with JSON, 204 | `Done`, `Created`, `NoContent` |
//! | 200 with JSON or text, 202 | `DoneJson`, `DoneText`, `Accepted` |
//! | 200 with JSON, and with HAL | `Json`, `ApplicationHalJson` |
//!
//! | bodies | variants |
//! |---|---|
//! | JSON, a form | `Json`, `Form` |
//! | JSON, and a merge patch | `Json`, `ApplicationMergePatchJson` |
//!
//! The plain name belongs to `application/json`, or to nothing. The lock file records each name.

use std::collections::HashSet;

use super::history::NameAllocator;
use super::item_names::{OperationNames, OutputVariant};
use super::places::{body_place, output_place};
use super::scope::NameRequest;
use super::status::status_name;
use crate::ident::type_name;
use crate::model::{BodyContent, BodyKind, Content, Operation, Response, Success};

/// Names the variants of what an operation answers and takes.
pub(super) fn outputs(
    place: &str,
    operation: &Operation,
    names: &mut OperationNames,
    allocator: &mut NameAllocator<'_>,
) {
    if let Success::Several(responses) = &operation.success {
        names.outputs = successes(place, responses, allocator);
    }
    let bodies = operation.body.as_ref().map(|body| body.alternatives.as_slice()).unwrap_or_default();
    if bodies.len() > 1 {
        let requests = body_contenders(place, bodies);
        names.bodies = allocator.allocate(&requests, &HashSet::new());
    }
}

fn successes(place: &str, responses: &[Response], allocator: &mut NameAllocator<'_>) -> Vec<OutputVariant> {
    let groups = grouped(responses);
    let requests: Vec<NameRequest> = groups.iter().map(|group| request(place, group, responses)).collect();
    let given = allocator.allocate(&requests, &HashSet::new());
    let first = groups.iter().filter_map(|group| group.first());
    given.into_iter().zip(first).map(|(name, response)| OutputVariant { name, response: *response }).collect()
}

/// The responses that share a variant: the same body with the same status.
fn grouped(responses: &[Response]) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (index, response) in responses.iter().enumerate() {
        let same = groups.iter_mut().find(|group| {
            let other = group.first().and_then(|first| responses.get(*first));
            other.is_some_and(|other| is_same_kind(other, response))
        });
        match same {
            Some(group) => group.push(index),
            None => groups.push(vec![index]),
        }
    }
    groups
}

/// Returns `true` if two successes share a variant.
pub(crate) fn is_same_kind(one: &Response, other: &Response) -> bool {
    one.status == other.status && one.content == other.content
}

fn request(place: &str, group: &[usize], all: &[Response]) -> NameRequest {
    let places = group.iter().map(|index| output_place(place, all, *index));
    let Some(response) = group.first().and_then(|first| all.get(*first)) else {
        return NameRequest::new(places, "Other".to_owned());
    };
    let status = status_name(response.status);
    let is_of_status = |other: &&Response| other.status == response.status;
    let same_status = all.iter().filter(is_of_status).count();
    let (prefix, media) = (if same_status < all.len() { status.as_str() } else { "" }, media_name(response));
    let natural = if same_status == 1 { status.clone() } else { format!("{prefix}{media}") };
    let media_type = response.media_type.as_deref();
    let whole = media_type.map(|media_type| format!("{prefix}{}", type_name(media_type)));
    NameRequest::new(places, natural).or(whole).exact_if(media_type == Some(JSON))
}

/// The media type that has the plain name.
const JSON: &str = "application/json";

fn media_name(response: &Response) -> &'static str {
    match &response.content {
        Some(Content::Json(_)) => "Json",
        Some(Content::Lines(_)) => "Lines",
        Some(Content::Text) => "Text",
        Some(Content::Bytes) => "Bytes",
        None => "Empty",
    }
}

fn body_contenders(place: &str, bodies: &[BodyContent]) -> Vec<NameRequest> {
    let requests = bodies.iter().enumerate().map(|(index, content)| {
        NameRequest::new([body_place(place, bodies, index)], kind_name(&content.kind).to_owned())
            .or([type_name(&content.media_type)])
            .exact_if(content.media_type == JSON)
    });
    requests.collect()
}

fn kind_name(kind: &BodyKind) -> &'static str {
    match kind {
        BodyKind::Json { .. } => "Json",
        BodyKind::Form { .. } => "Form",
        BodyKind::Multipart(_) => "Multipart",
        BodyKind::Text => "Text",
        BodyKind::Bytes => "Bytes",
        BodyKind::Content { .. } => "Content",
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{JSON, successes};
    use crate::model::{Content, Response, StatusMatch, Type};
    use crate::names::NameHistory;
    use crate::names::history::NameAllocator;

    fn response(status: u16, media_type: &str) -> Response {
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

    fn names(of: &[(u16, &str)], memory: &NameHistory) -> (Vec<String>, NameHistory, NameHistory) {
        let responses: Vec<Response> = of.iter().map(|(status, media_type)| response(*status, media_type)).collect();
        let mut allocator = NameAllocator::new(memory, Default::default(), true);
        let names = successes("/paths/~1a/get", &responses, &mut allocator);
        let (given, exceptions) = allocator.close();
        let lock_file = NameHistory::of_lock_file(&exceptions, &BTreeMap::new());
        (names.into_iter().map(|variant| variant.name).collect(), given.unwrap_or_default(), lock_file)
    }

    fn fresh(of: &[(u16, &str)]) -> Vec<String> {
        names(of, &NameHistory::default()).0
    }

    #[test]
    fn by_media_type_inside_a_status_else_by_status() {
        let rows = [
            (vec![(200, JSON), (200, "text/plain")], "Json Text"),
            (vec![(200, JSON), (201, JSON), (204, "")], "Done Created NoContent"),
            (vec![(200, "text/plain"), (200, JSON), (202, "")], "DoneText DoneJson Accepted"),
            (vec![(200, "application/hal+json"), (200, JSON)], "ApplicationHalJson Json"),
            (vec![(200, JSON), (200, "text/json")], "Json TextJson"),
        ];
        for (responses, expected) in rows {
            assert_eq!(fresh(&responses).join(" "), expected);
        }
    }

    #[test]
    fn a_response_more_renames_none() {
        let (before, memory, _) = names(&[(200, JSON), (200, "text/plain")], &NameHistory::default());
        assert_eq!(before, ["Json", "Text"]);
        let now = [(200, JSON), (200, "text/plain"), (201, JSON), (200, "image/png")];
        let (after, memory, lock_file) = names(&now, &memory);
        assert_eq!(after, ["Json", "Text", "Created", "DoneBytes"]);
        assert_eq!(names(&now, &lock_file).0, after);
        assert_eq!(names(&now[..3], &memory).0, ["Json", "Text", "Created"]);
        let (before, memory, _) = names(&[(200, "text/plain"), (202, "")], &NameHistory::default());
        assert_eq!(before, ["Done", "Accepted"]);
        let now = [(200, JSON), (200, "text/plain"), (202, "")];
        assert_eq!(names(&now, &memory).0, ["DoneJson", "Done", "Accepted"]);
    }
}
