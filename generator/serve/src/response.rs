//! Builds the response to a valid request.

use serde_json::Value;

use super::body::described_type;
use super::located::Located;
use super::message::{ReceivedRequest, ServedResponse, is_json};
use bindery::internal::http_terms::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, MESSAGE_HEADERS, StatusMatch};
use bindery::internal::misfit::{TypeUse, Values, misfits};
use bindery::internal::model::{Constraints, Content, Operation, Streaming, Success, Type, essence};
use bindery::internal::pointer::Pointer;
use bindery::internal::resolve::sample;

/// Headers that describe the body as it is sent: the server sets them.
const BODY_HEADERS: [&str; 2] = [CONTENT_ENCODING, CONTENT_TYPE];

/// Statuses without a body.
const WITHOUT_BODY: [u16; 3] = [204, 205, 304];

/// Builds the responses of an operation.
pub(super) struct Responder<'a> {
    pub(super) values: Values<'a>,
    pub(super) operation: &'a Operation,
}

impl Responder<'_> {
    /// Returns the response to a valid request: the first success, or the one that `Prefer: code=404` selects, with the
    /// example of the description or a value within its rules.
    pub(super) fn response(&self, operation: &Located<'_>, request: &ReceivedRequest) -> ServedResponse {
        let described = operation.members("responses").into_iter();
        let mut described: Vec<(StatusMatch, Located<'_>)> =
            described.filter_map(|(key, response)| Some((status_match(key)?, response))).collect();
        described.sort_by_key(|(status, _)| rank(*status));
        let preferred = preferred_status(request).and_then(|code| {
            let matches = [StatusMatch::Code(code), StatusMatch::Class(code / 100), StatusMatch::Default];
            let found = matches.iter().find_map(|status| described.iter().find(|(known, _)| known == status));
            found.map(|found| (code, found))
        });
        let Some((code, (status, response))) = preferred.or_else(|| described.first().map(|it| (usual_code(it.0), it)))
        else {
            return ServedResponse { status: 200, ..ServedResponse::default() };
        };
        let mut served = ServedResponse { status: code, headers: self.headers(response), body: Vec::new() };
        let content = response.members("content");
        if !WITHOUT_BODY.contains(&code)
            && let Some((media_type, content)) = accepted_content(&content, request)
        {
            served.body = self.body(*status, &media_type, content);
            served.headers.push((CONTENT_TYPE.to_owned(), media_type));
        }
        served
    }

    fn body(&self, status: StatusMatch, media_type: &str, content: &Located<'_>) -> Vec<u8> {
        let kind = essence(media_type);
        let value = self.example(content, self.body_type(status, &kind));
        match (value, kind.as_str()) {
            (None, _) => Vec::new(),
            (Some(value), "text/event-stream") => format!("data: {value}\n\n").into_bytes(),
            (Some(value), "application/jsonl" | "application/x-ndjson") => format!("{value}\n").into_bytes(),
            (Some(value), kind) if is_json(kind) => value.to_string().into_bytes(),
            (Some(Value::String(text)), _) => text.into_bytes(),
            (Some(value), _) => value.to_string().into_bytes(),
        }
    }

    /// Returns the type of a body, or `None` for text and bytes.
    fn body_type(&self, status: StatusMatch, kind: &str) -> Option<&Type> {
        match &self.operation.streaming {
            Some(Streaming::Lines { media_type, ty }) if essence(media_type) == kind => return Some(ty),
            Some(Streaming::Events { content, .. }) if kind == "text/event-stream" => return json_type(content),
            _ => {}
        }
        if let Some(error) = self.operation.error_responses.iter().find(|error| error.status == status) {
            return error.body.as_ref();
        }
        let content = match &self.operation.success {
            Success::One(content) => Some(content),
            Success::Several(responses) => {
                let of_status = || responses.iter().filter(|response| response.status == status);
                let is_kind = |name: &String| essence(name) == kind;
                let exact = of_status().find(|response| response.media_type.as_ref().is_some_and(is_kind));
                exact.or_else(|| of_status().next()).and_then(|response| response.content.as_ref())
            }
            Success::Nothing | Success::Undeclared => None,
        };
        content.and_then(json_type)
    }

    /// Returns the first example of a media type, a header or their schema that is of the type, or else a value of the
    /// type.
    fn example(&self, described: &Located<'_>, ty: Option<&Type>) -> Option<Value> {
        let named = described.members("examples");
        let named =
            named.iter().filter_map(|(_, example)| example.value.get("value").or(example.value.get("dataValue")));
        let mut examples = described.value.get("example").into_iter().chain(named);
        let key = ["schema", "itemSchema"].into_iter().find(|key| described.value.get(*key).is_some());
        let Some(schema) = key.and_then(|key| described.member(key)) else { return examples.next().cloned() };
        let listed = schema.value.get("examples").and_then(Value::as_array);
        let own = schema.value.get("example").into_iter().chain(listed.into_iter().flatten());
        let mut examples = examples.chain(own).chain(schema.value.get("default"));
        let Some(ty) = ty else { return examples.next().cloned().or_else(|| Some(Value::from("text"))) };
        let origin = Pointer::root();
        let of = TypeUse { ty, constraints: Constraints::NONE, origin: &origin };
        let valid = examples.find(|example| misfits(self.values, of, example).violations().next().is_none());
        valid.cloned().or_else(|| sample(self.values.api, ty, self.values.direction))
    }

    /// Returns the required headers. Others are omitted, since a client may follow the addresses that they contain.
    fn headers(&self, response: &Located<'_>) -> Vec<(String, String)> {
        let is_omitted =
            |name: &str| BODY_HEADERS.iter().chain(&MESSAGE_HEADERS).any(|omitted| name.eq_ignore_ascii_case(omitted));
        let described = response.members("headers").into_iter();
        let required = described.filter(|(name, header)| header.flag("required") == Some(true) && !is_omitted(name));
        let with_text = required.filter_map(|(name, header)| {
            let known = self.operation.headers.iter().find(|known| known.wire.eq_ignore_ascii_case(name));
            let value = self.example(&header, known.map(|known| &known.ty))?;
            Some((name.to_owned(), header_text(&value)?))
        });
        with_text.collect()
    }
}

fn json_type(content: &Content) -> Option<&Type> {
    match content {
        Content::Json(ty) | Content::Lines(ty) => Some(ty),
        Content::Text | Content::Bytes => None,
    }
}

/// Returns the rank of a response: successes, redirects, `default`, errors.
fn rank(status: StatusMatch) -> (u8, StatusMatch) {
    let rank = match status {
        StatusMatch::Code(200..=299) => 0,
        StatusMatch::Class(2) => 1,
        StatusMatch::Code(300..=399) | StatusMatch::Class(3) => 2,
        StatusMatch::Default => 3,
        StatusMatch::Code(_) | StatusMatch::Class(_) => 4,
    };
    (rank, status)
}

/// Returns the statuses of a key such as `404`, `4XX` or `default`.
fn status_match(key: &str) -> Option<StatusMatch> {
    match key.as_bytes() {
        b"default" => Some(StatusMatch::Default),
        [class @ b'2'..=b'5', b'X' | b'x', b'X' | b'x'] => Some(StatusMatch::Class(u16::from(class - b'0'))),
        _ => key.parse().ok().filter(|code| (200..600).contains(code)).map(StatusMatch::Code),
    }
}

/// Returns the status of a response that no request prefers.
fn usual_code(status: StatusMatch) -> u16 {
    match status {
        StatusMatch::Code(code) => code,
        StatusMatch::Class(class) => class * 100,
        StatusMatch::Default => 200,
    }
}

/// Returns the status of `Prefer: code=404`.
fn preferred_status(request: &ReceivedRequest) -> Option<u16> {
    let preferences = request.header("prefer")?.split([',', ';']);
    let codes = preferences.filter_map(|preference| preference.trim().strip_prefix("code="));
    codes.filter_map(|code| code.parse().ok()).find(|status| (200..600).contains(status))
}

/// Returns the media type that the client accepts, JSON if it accepts several.
fn accepted_content<'c, 'd>(
    content: &'c [(&'d str, Located<'d>)],
    request: &ReceivedRequest,
) -> Option<(String, &'c Located<'d>)> {
    let (refused, requested): (Vec<&str>, Vec<&str>) =
        request.header(ACCEPT).unwrap_or("*/*").split(',').partition(|media_type| is_refused(media_type));
    let refused: Vec<String> = refused.into_iter().map(essence).collect();
    let all = || content.iter().filter(|(name, _)| !refused.contains(&essence(name)));
    let first = all().find(|(name, _)| is_json(name)).or_else(|| all().next()).or(content.first());
    let concrete = requested.into_iter().map(essence).filter(|requested| !requested.ends_with("/*"));
    let mut accepted = concrete.filter_map(|name| Some((described_type(content, &name)?, name)));
    let (name, content) = match accepted.next() {
        Some((content, name)) => (name, content),
        None => first.map(|(name, content)| ((*name).to_owned(), content))?,
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
    use super::{is_refused, rank, status_match};

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
        keys.sort_by_key(|key| status_match(key).map(rank));
        assert_eq!(keys, ["200", "2XX", "302", "default", "404"]);
    }
}
