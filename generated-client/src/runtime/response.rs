//! A response of the server, and its decoding.

use std::borrow::Cow;
use std::fmt;

use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use serde::de::DeserializeOwned;

use super::charset::text;
use super::decode_failure::{DecodeFailure, excerpt};
use super::escape::line;
use super::transport::HttpResponse;

/// A raw response.
#[derive(Clone)]
pub struct Response {
    status: StatusCode,
    headers: HeaderMap,
    body: Bytes,
}

impl Response {
    /// Creates a response from its parts, for tests.
    pub fn new(status: StatusCode, headers: HeaderMap, body: impl Into<Bytes>) -> Self {
        Self {
            status,
            headers,
            body: body.into(),
        }
    }

    pub(super) fn from_http(response: HttpResponse) -> Self {
        let (head, body) = response.into_parts();
        // A response that was not requested as a stream was read as a whole.
        let body = body.bytes().cloned().unwrap_or_default();
        Self::new(head.status, head.headers, body)
    }

    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the headers.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the body.
    pub fn bytes(&self) -> &Bytes {
        &self.body
    }

    /// Returns the body as text, in the character set that the server declares: UTF-8, UTF-16 or Latin-1. Invalid
    /// characters are replaced.
    pub fn text(&self) -> Cow<'_, str> {
        text(self.headers.get(header::CONTENT_TYPE), &self.body)
    }

    /// Deserializes the body as JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if the body is not JSON or not of this type.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.body)
    }

    /// Returns the media type without its parameters, in lower case; empty if the server sends none.
    pub fn media_type(&self) -> String {
        media_type(&self.headers)
    }

    /// Returns `true` if the media type has a parameter with this value.
    #[doc(hidden)]
    pub fn has_parameter(&self, name: &str, value: &str) -> bool {
        let content_type = self.headers.get(header::CONTENT_TYPE);
        let content_type = content_type
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        content_type.split(';').skip(1).any(|parameter| {
            let (own, held) = parameter.split_once('=').unwrap_or((parameter, ""));
            own.trim().eq_ignore_ascii_case(name) && held.trim().trim_matches('"') == value
        })
    }

    /// Deserializes a JSON body.
    #[doc(hidden)]
    pub fn decode_json<T: DeserializeOwned, E>(&self) -> Result<T, Failure<E>> {
        self.json()
            .map_err(|error| Failure::Decode(self.failure(&error)))
    }

    fn failure(&self, error: &serde_json::Error) -> DecodeFailure {
        let mut failure = DecodeFailure::of_value(error, &self.body);
        let media_type = self.media_type();
        if !media_type.is_empty() && !media_type.ends_with("json") {
            failure.reason = format!(
                "`{}` came where JSON is promised; `Call::send_text` gives such a body as it is",
                line(&media_type)
            );
        }
        failure
    }

    /// Decodes a string that is declared as JSON. Servers send it as JSON or as plain text.
    #[doc(hidden)]
    pub fn decode_json_text<E>(&self) -> Result<String, Failure<E>> {
        Ok(self.json().unwrap_or_else(|_| self.text().into_owned()))
    }

    /// Decodes a text body.
    #[doc(hidden)]
    pub fn decode_text<E>(&self) -> Result<String, Failure<E>> {
        Ok(self.text().into_owned())
    }

    /// Returns the body as bytes.
    #[doc(hidden)]
    pub fn decode_bytes<E>(&self) -> Result<Bytes, Failure<E>> {
        Ok(self.body.clone())
    }

    /// Returns the body, whatever its type.
    #[doc(hidden)]
    pub fn decode_body<E>(&self) -> Result<Body, Failure<E>> {
        Ok(Body(self.body.clone()))
    }

    /// Ignores the body.
    #[doc(hidden)]
    pub fn decode_nothing<E>(&self) -> Result<(), Failure<E>> {
        Ok(())
    }

    /// Decodes a documented error response. Its body is `None` if it is absent or of another type: the status is
    /// decisive, and the raw response stays available.
    #[doc(hidden)]
    pub fn documented<T: DeserializeOwned, E>(&self, variant: fn(Option<T>) -> E) -> Failure<E> {
        Failure::Documented(variant(self.json().ok()))
    }
}

/// Returns the media type without its parameters, in lower case; empty if there is none.
pub(super) fn media_type(headers: &HeaderMap) -> String {
    let value = headers.get(header::CONTENT_TYPE);
    let value = value
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default();
    essence.trim().to_ascii_lowercase()
}

impl fmt::Debug for Response {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Response")
            .field("status", &self.status)
            .field("body", &excerpt(&self.body, 0))
            .finish_non_exhaustive()
    }
}

/// A body whose type the API description does not declare.
#[derive(Clone, Default, PartialEq, Eq)]
pub struct Body(Bytes);

impl Body {
    /// Returns the raw body.
    pub fn bytes(&self) -> &Bytes {
        &self.0
    }

    /// Returns the body as text. Invalid UTF-8 is replaced.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.0)
    }

    /// Deserializes the body as JSON of a type of the caller's choice.
    ///
    /// # Errors
    ///
    /// Returns an error if the body is not JSON or not of this type.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_slice(&self.0)
    }

    /// Returns `true` if the server sent no body.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl fmt::Debug for Body {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_tuple("Body")
            .field(&excerpt(&self.0, 0))
            .finish()
    }
}

/// The reason why a response is not a success.
#[doc(hidden)]
#[derive(Debug)]
pub enum Failure<E> {
    /// The API description documents this error response.
    Documented(E),
    /// The API description does not list the status.
    Undocumented,
    /// The body does not match the API description.
    Decode(DecodeFailure),
}
