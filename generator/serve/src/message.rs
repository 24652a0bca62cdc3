//! HTTP messages without I/O.

use bindery::internal::http_terms::CONTENT_TYPE;
use bindery::internal::model::essence;
use bindery::internal::pointer::Pointer;
use hyper::StatusCode;
use serde_json::{Value, json};

/// A request as it was received.
#[derive(Clone, Debug, Default)]
pub struct ReceivedRequest {
    /// The method, such as `GET`.
    pub method: String,
    /// The path, percent-encoded.
    pub path: String,
    /// The query, percent-encoded, without the question mark.
    pub query: String,
    /// The headers, with names in lower case.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

impl ReceivedRequest {
    /// Returns the value of a header.
    pub(super) fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value.as_str())
    }

    /// Returns the names and values of the query, decoded.
    pub(super) fn query_pairs(&self) -> Vec<(String, String)> {
        form_pairs(&self.query)
    }

    /// Returns the names and values of the cookies, percent-encoded.
    pub(super) fn cookies(&self) -> impl Iterator<Item = (&str, &str)> {
        let cookies = self.headers.iter().filter(|(name, _)| name == "cookie").flat_map(|(_, value)| value.split(';'));
        cookies.filter_map(|cookie| cookie.trim().split_once('='))
    }
}

/// Returns the names and values of `application/x-www-form-urlencoded` text.
pub(super) fn form_pairs(text: &str) -> Vec<(String, String)> {
    let pairs = text.split('&').filter(|pair| !pair.is_empty());
    let decoded = pairs.map(|pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(&name.replace('+', " ")), decode(&value.replace('+', " ")))
    });
    decoded.collect()
}

/// Decodes percent-encoded text.
pub(super) fn decode(text: &str) -> String {
    percent_encoding::percent_decode_str(text).decode_utf8_lossy().into_owned()
}

/// Returns `true` if a media type is JSON.
pub(super) fn is_json(media_type: &str) -> bool {
    let essence = essence(media_type);
    essence.ends_with("/json") || essence.ends_with("+json")
}

/// A response.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ServedResponse {
    /// The status.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(String, String)>,
    /// The body.
    pub body: Vec<u8>,
}

/// A violation of a rule. It does not contain the value, which may be secret.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The location in the request.
    pub pointer: Pointer,
    /// The violated rule, such as `expected integer, found a string`.
    pub message: String,
}

/// A request that violates the description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The status of the response.
    pub status: u16,
    /// The allowed methods, if the path has no other.
    pub allowed_methods: Vec<String>,
    /// The violations, with locations such as `/body/name` and `/query/limit`.
    pub violations: Vec<Violation>,
}

impl Refusal {
    /// Creates the refusal of a request with one violation.
    pub(super) fn new(status: u16, pointer: Pointer, message: impl Into<String>) -> Self {
        let violation = Violation { pointer, message: message.into() };
        Self { status, allowed_methods: Vec::new(), violations: vec![violation] }
    }

    /// Returns the response: a problem document (RFC 9457) with the violations.
    #[must_use]
    pub fn response(&self) -> ServedResponse {
        let errors: Vec<Value> = self
            .violations
            .iter()
            .map(|violation| json!({ "pointer": violation.pointer.as_str(), "detail": violation.message }))
            .collect();
        let problem = json!({
            "type": "about:blank",
            "title": StatusCode::from_u16(self.status).ok().and_then(|status| status.canonical_reason()),
            "status": self.status,
            "detail": self.detail(),
            "errors": errors,
        });
        let mut headers = vec![(CONTENT_TYPE.to_owned(), "application/problem+json".to_owned())];
        if !self.allowed_methods.is_empty() {
            headers.push(("allow".to_owned(), self.allowed_methods.join(", ")));
        }
        ServedResponse { status: self.status, headers, body: problem.to_string().into_bytes() }
    }

    /// Returns the violations in one line.
    #[must_use]
    pub fn detail(&self) -> String {
        let line = |violation: &Violation| match violation.pointer.as_str() {
            "" => violation.message.clone(),
            pointer => format!("{pointer}: {}", violation.message),
        };
        self.violations.iter().map(line).collect::<Vec<_>>().join("; ")
    }
}
