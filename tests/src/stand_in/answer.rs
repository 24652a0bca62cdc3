//! Responses, and the error formats of the service.

use serde_json::{Value, json};

use super::schema::Problem;

/// A response of the service.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Answer {
    pub(super) status: u16,
    pub(super) headers: Vec<(String, String)>,
    pub(super) body: Vec<u8>,
}

/// The result of a handler. The error is a response too, so that `?` returns the first error response.
pub(super) type Outcome<T = Answer> = Result<T, Answer>;

impl Answer {
    pub(super) fn empty(status: u16) -> Self {
        Self { status, headers: Vec::new(), body: Vec::new() }
    }

    pub(super) fn json(status: u16, body: &Value) -> Self {
        Self::new(status, "application/json;charset=UTF-8", body.to_string())
    }

    pub(super) fn new(status: u16, media_type: &str, body: impl Into<Vec<u8>>) -> Self {
        Self { status, headers: vec![("content-type".to_owned(), media_type.to_owned())], body: body.into() }
    }

    /// Creates a response with a file to be saved under a name.
    pub(super) fn download(media_type: &str, name: &str, body: impl Into<Vec<u8>>) -> Self {
        Self::new(200, media_type, body).with("content-disposition", &format!("attachment; filename=\"{name}\""))
    }

    pub(super) fn with(mut self, header: &str, value: &str) -> Self {
        self.headers.push((header.to_owned(), value.to_owned()));
        self
    }

    /// Creates an error response with one reason.
    pub(super) fn error(status: u16, text: &str) -> Self {
        Self::json(status, &json!({ "text": text }))
    }

    pub(super) fn forbidden() -> Self {
        Self::error(403, "Your role does not allow this")
    }

    /// Creates an error response for fields that violate a rule, one entry each.
    pub(super) fn invalid(problems: &[Problem]) -> Self {
        let entry = |(field, text): &Problem| json!({ "text": format!("{text} - {field}") });
        Self::json(400, &problems.iter().map(entry).collect())
    }

    pub(super) fn unknown(class: &str, id: i64) -> Self {
        Self::error(404, &format!("There is no {class} with number {id}"))
    }
}
