//! Builds the response to a valid request.

use serde_json::Value;

use super::body::described_type;
use super::located::Located;
use super::message::{ReceivedRequest, ServedResponse, is_json};
use super::schemas::Schemas;
use crate::analysis::Direction;
use crate::http_terms::{ACCEPT, CONTENT_TYPE};
use crate::model::essence;
use crate::pointer::Pointer;

/// Headers that describe the message as it is sent: the server sets them.
const OMITTED_HEADERS: [&str; 8] = [
    "connection",
    "content-encoding",
    "content-length",
    "content-type",
    "keep-alive",
    "trailer",
    "transfer-encoding",
    "upgrade",
];

/// Statuses without a body.
const WITHOUT_BODY: [u16; 3] = [204, 205, 304];

/// Returns the response of an operation to a valid request: the first success, or the one that `Prefer: code=404` selects,
/// with the example of the description or a value within its rules.
pub(super) fn response(schemas: &Schemas<'_>, operation: &Located<'_>, request: &ReceivedRequest) -> ServedResponse {
    let responses = operation.member("responses");
    let described = responses.iter().flat_map(|responses| responses.members().collect::<Vec<_>>());
    let mut described: Vec<(&str, u16, Located<'_>)> =
        described.filter_map(|(key, response)| Some((key, status(key)?, response))).collect();
    described.sort_by_key(|(key, status, _)| (rank(key), *status));
    let preferred = preferred_status(request).and_then(|preferred| {
        let keys = [preferred.to_string(), format!("{}XX", preferred / 100), "default".to_owned()];
        let found = keys.iter().find_map(|key| described.iter().find(|(known, ..)| known.eq_ignore_ascii_case(key)));
        found.map(|(.., response)| (preferred, response))
    });
    let first = || described.first().map(|(_, status, response)| (*status, response));
    let Some((status, response)) = preferred.or_else(first) else {
        return ServedResponse { status: 200, ..ServedResponse::default() };
    };
    let mut served = ServedResponse { status, headers: headers(schemas, response), body: Vec::new() };
    if !WITHOUT_BODY.contains(&status)
        && let Some((media_type, content)) = accepted_content(response, request)
    {
        served.body = body(schemas, &media_type, &content);
        served.headers.push((CONTENT_TYPE.to_owned(), media_type));
    }
    served
}

/// Returns the rank of the key of a response: successes, redirects, `default`, errors.
fn rank(key: &str) -> u8 {
    match key.as_bytes() {
        [b'2', _, b'X' | b'x'] => 1,
        [b'2', ..] => 0,
        [b'3', ..] => 2,
        b"default" => 3,
        _ => 4,
    }
}

/// Returns a status for a key such as `404`, `4XX` or `default`.
fn status(key: &str) -> Option<u16> {
    match key.as_bytes() {
        b"default" => Some(200),
        [class @ b'2'..=b'5', b'X' | b'x', b'X' | b'x'] => Some(u16::from(class - b'0') * 100),
        _ => key.parse().ok().filter(|status| (200..600).contains(status)),
    }
}

/// Returns the status of `Prefer: code=404`.
fn preferred_status(request: &ReceivedRequest) -> Option<u16> {
    let preferences = request.header("prefer")?.split([',', ';']);
    let codes = preferences.filter_map(|preference| preference.trim().strip_prefix("code="));
    codes.filter_map(|code| code.parse().ok()).find(|status| (200..600).contains(status))
}

/// Returns the media type that the client accepts, JSON if it accepts several.
fn accepted_content<'d>(response: &Located<'d>, request: &ReceivedRequest) -> Option<(String, Located<'d>)> {
    let content = response.member("content")?;
    let (refused, requested): (Vec<&str>, Vec<&str>) =
        request.header(ACCEPT).unwrap_or("*/*").split(',').partition(|media_type| is_refused(media_type));
    let refused: Vec<String> = refused.into_iter().map(essence).collect();
    let all = || content.members().filter(|(name, _)| !refused.contains(&essence(name)));
    let first = all().find(|(name, _)| is_json(name)).or_else(|| all().next()).or_else(|| content.members().next());
    let concrete = requested.into_iter().map(essence).filter(|requested| !requested.ends_with("/*"));
    let mut accepted = concrete.filter_map(|name| Some((described_type(&content, &name)?, name)));
    let (name, content) = match accepted.next() {
        Some((content, name)) => (name, content),
        None => first.map(|(name, content)| (name.to_owned(), content))?,
    };
    let is_range = name.contains('*') || name.chars().any(char::is_control);
    Some((if is_range { "application/octet-stream".to_owned() } else { name }, content))
}

/// Returns `true` if a media type in `Accept` has the weight 0.
fn is_refused(media_type: &str) -> bool {
    let mut parameters = media_type.split(';').skip(1).filter_map(|parameter| parameter.trim().split_once('='));
    let weight = parameters.find(|(name, _)| name.trim().eq_ignore_ascii_case("q"));
    weight.is_some_and(|(_, weight)| weight.trim().parse() == Ok(0.0_f64))
}

fn body(schemas: &Schemas<'_>, media_type: &str, content: &Located<'_>) -> Vec<u8> {
    let value = example(schemas, content);
    let kind = essence(media_type);
    match (value, kind.as_str()) {
        (None, _) => Vec::new(),
        (Some(value), "text/event-stream") => format!("data: {value}\n\n").into_bytes(),
        (Some(value), "application/jsonl" | "application/x-ndjson") => format!("{value}\n").into_bytes(),
        (Some(value), kind) if is_json(kind) => value.to_string().into_bytes(),
        (Some(Value::String(text)), _) => text.into_bytes(),
        (Some(value), _) => value.to_string().into_bytes(),
    }
}

/// Returns the first valid example of a media type, or else a value of its schema.
fn example(schemas: &Schemas<'_>, content: &Located<'_>) -> Option<Value> {
    let named = content.member("examples");
    let named = named.iter().flat_map(|examples| examples.members().collect::<Vec<_>>());
    let values = named.filter_map(|(_, example)| example.value.get("value").or(example.value.get("dataValue")));
    let mut examples = content.value.get("example").into_iter().chain(values);
    let schema = content.member_pointer("schema").or_else(|| content.member_pointer("itemSchema"));
    let Some(schema) = schema else { return examples.next().cloned() };
    let is_valid =
        |example: &&Value| schemas.violations(&schema, Direction::Response, example, &Pointer::root()).is_empty();
    examples.find(is_valid).cloned().or_else(|| schemas.example(&schema))
}

/// Returns the required headers. Others are omitted, since a client may follow the addresses that they contain.
fn headers(schemas: &Schemas<'_>, response: &Located<'_>) -> Vec<(String, String)> {
    let described = response.member("headers");
    let described = described.iter().flat_map(|headers| headers.members().collect::<Vec<_>>());
    let is_omitted = |name: &str| OMITTED_HEADERS.iter().any(|omitted| name.eq_ignore_ascii_case(omitted));
    let required = described.filter(|(name, header)| header.flag("required") == Some(true) && !is_omitted(name));
    required.filter_map(|(name, header)| Some((name.to_owned(), header_text(&example(schemas, &header)?)?))).collect()
}

fn header_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(value.to_string()),
        Value::Array(values) => Some(values.iter().filter_map(header_text).collect::<Vec<_>>().join(",")),
        Value::Null | Value::Object(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{is_refused, rank};

    #[test]
    fn a_weight_of_zero_refuses_a_media_type() {
        for refused in ["application/json;q=0", " a/b ; Q=0.000", "a/b;v=1;q=0.0"] {
            assert!(is_refused(refused), "{refused}");
        }
        for accepted in ["application/json", "a/b;q=0.1", "a/b;v=0", "a/b;q=", "*/*;q=1"] {
            assert!(!is_refused(accepted), "{accepted}");
        }
    }

    #[test]
    fn successes_are_selected_before_the_default_response() {
        let mut keys = ["default", "404", "2XX", "302", "200"];
        keys.sort_by_key(|key| rank(key));
        assert_eq!(keys, ["200", "2XX", "302", "default", "404"]);
    }
}
