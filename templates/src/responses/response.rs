//! Responses: their decoding, and how their bodies are received within limits.

use std::borrow::Cow;
use std::fmt;
use std::pin::{Pin, pin};
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use http::header::{self, CONTENT_LENGTH};
use http::{HeaderMap, HeaderValue, StatusCode};
use serde::de::DeserializeOwned;

use crate::calls::send_error::SendError;
use crate::calls::transport::within;
use crate::calls::transport::{HttpResponse, ResponseFuture, Transport};
use crate::requests::escape::line;
use crate::requests::payload::{BodyBuffer, BoxError, BoxFuture, ByteStream, ResponseBody, next};
use crate::responses::decode_failure::{DecodeFailure, excerpt};
use crate::responses::error_body::JsonOrText;
use crate::wire::json::without_mark;
use crate::wire::lenient::from_json;

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

    pub(crate) fn from_http(response: HttpResponse) -> Self {
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
        text_in_charset(self.headers.get(header::CONTENT_TYPE), &self.body)
    }

    /// Deserializes the body as JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if the body is not JSON or not of this type.
    pub fn json<T: DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        from_json(&self.body)
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
        // Servers send nothing for `null`.
        let empty = without_mark(&self.body).trim_ascii().is_empty();
        let nothing = empty.then(|| from_json(b"null").ok()).flatten();
        nothing
            .map_or_else(|| self.json(), Ok)
            .map_err(|error| Failure::Decode(self.failure::<T>(&error)))
    }

    fn failure<T: DeserializeOwned>(&self, error: &serde_json::Error) -> DecodeFailure {
        self.explained(DecodeFailure::of_value(error, &self.body, || {
            from_json::<T>(&self.body)
        }))
    }

    /// Replaces the reason of a failure if the body is not JSON at all.
    fn explained(&self, mut failure: DecodeFailure) -> DecodeFailure {
        if let Some(encoding) = self.headers.get(header::CONTENT_ENCODING) {
            let encoding = String::from_utf8_lossy(encoding.as_bytes());
            failure.because(format!(
                "the body is still compressed: `{}`",
                line(&encoding)
            ));
            return failure;
        }
        if self.body.starts_with(GZIP) {
            failure.because("the body is still compressed, with gzip".to_owned());
            return failure;
        }
        let media_type = self.media_type();
        if !media_type.is_empty() && !media_type.ends_with("json") {
            failure.because(format!(
                "expected JSON, found `{}`; `Call::send_text` returns the body unchanged",
                line(&media_type)
            ));
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

    /// Decodes an error response that this operation documents, and others with the same type.
    #[doc(hidden)]
    pub fn documented_error<E: DocumentedError>(&self) -> Failure<E> {
        E::read(self)
    }

    /// Decodes a documented error response whose body is text, in JSON or as it is.
    #[doc(hidden)]
    pub fn documented_text<E>(&self, variant: fn(Option<String>) -> E) -> Failure<E> {
        let text = self.json().unwrap_or_else(|_| self.text().into_owned());
        Failure::Documented(variant((!self.body.is_empty()).then_some(text)))
    }

    /// Decodes a documented error response whose body is JSON or text.
    #[doc(hidden)]
    pub fn documented_or_text<T: DeserializeOwned, E>(
        &self,
        variant: fn(Option<JsonOrText<T>>) -> E,
    ) -> Failure<E> {
        match self.json() {
            Ok(body) => Failure::Documented(variant(Some(JsonOrText::Json(body)))),
            Err(_) => {
                let text = self.json().unwrap_or_else(|_| self.text().into_owned());
                let body = (!self.body.is_empty()).then_some(JsonOrText::Text(text));
                Failure::Documented(variant(body))
            }
        }
    }

    /// Decodes a documented error response. Its body is `None` if it is absent or of another type: the status is
    /// decisive, and the raw response stays available.
    #[doc(hidden)]
    pub fn documented<T: DeserializeOwned, E>(&self, variant: fn(Option<T>) -> E) -> Failure<E> {
        Failure::Documented(variant(self.json().ok()))
    }
}

/// The first bytes of a body that is compressed twice, when it was decompressed once.
const GZIP: &[u8] = b"\x1f\x8b";

/// Returns the media type without its parameters, in lower case; empty if there is none.
pub(crate) fn media_type(headers: &HeaderMap) -> String {
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
        from_json(&self.0)
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
#[derive(Debug)]
pub enum Failure<E> {
    /// The API description documents this error response.
    Documented(E),
    /// The API description does not list the status.
    Undocumented,
    /// The body does not match the API description.
    Decode(DecodeFailure),
}

/// An enumeration of documented error responses that operations share.
pub trait DocumentedError: Sized {
    /// Decodes the error response with the status of a response.
    fn read(response: &Response) -> Failure<Self>;
}

/// Decodes a body as text. Supports Latin-1 and UTF-16; anything else is decoded as UTF-8.
fn text_in_charset<'b>(content_type: Option<&HeaderValue>, body: &'b [u8]) -> Cow<'b, str> {
    let content_type = content_type.and_then(|value| value.to_str().ok());
    let parameters = content_type.unwrap_or_default().split(';').skip(1);
    let charset = parameters
        .filter_map(|parameter| parameter.split_once('='))
        .find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"))
        .map_or("", |(_, value)| value.trim().trim_matches('"'));
    match charset.to_ascii_lowercase().as_str() {
        "iso-8859-1" | "latin1" => body.iter().map(|byte| char::from(*byte)).collect(),
        "utf-16le" => utf16(body, u16::from_le_bytes),
        "utf-16be" => utf16(body, u16::from_be_bytes),
        "utf-16" => match body {
            [0xff, 0xfe, rest @ ..] => utf16(rest, u16::from_le_bytes),
            [0xfe, 0xff, rest @ ..] => utf16(rest, u16::from_be_bytes),
            all => utf16(all, u16::from_be_bytes),
        },
        _ => String::from_utf8_lossy(without_mark(body)),
    }
}

fn utf16(body: &[u8], unit: fn([u8; 2]) -> u16) -> Cow<'_, str> {
    let (pairs, _) = body.as_chunks();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    String::from_utf16_lossy(&units).into()
}

/// The default idle timeout of a download.
const DEFAULT_IDLE_TIMEOUT: Duration = Duration::from_secs(60);

/// Options for receiving the body of a response.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reception {
    pub(crate) idle: Option<Duration>,
    pub(crate) max_body_bytes: u64,
    /// `true` if the body of a successful response is returned as a stream.
    pub(crate) streamed: bool,
    /// `true` if this stream may be idle indefinitely.
    pub(crate) patient: bool,
}

/// Receives a response, with its body unless that is returned as a stream.
pub(crate) async fn receive(
    response: ResponseFuture<'_>,
    is_head: bool,
    transport: &Arc<dyn Transport>,
    reception: Reception,
) -> Result<HttpResponse, SendError> {
    let response = response.await?;
    // These responses declare the length of a body that is not sent (RFC 9110, section 8.6).
    let has_body = !is_head && response.status() != StatusCode::NOT_MODIFIED;
    // An error response is read completely, because errors contain it.
    if reception.streamed && response.status().is_success() {
        // A stream of events is silent while nothing happens.
        let default = (!reception.patient).then_some(DEFAULT_IDLE_TIMEOUT);
        let idle = reception.idle.or(default);
        return Ok(response.map(|body| with_idle_timeout(body, transport, idle)));
    }
    if has_body && content_length(response.headers()) > reception.max_body_bytes {
        return Err(SendError::too_large(reception.max_body_bytes));
    }
    read_whole(response, transport.as_ref(), reception).await
}

fn content_length(headers: &HeaderMap) -> u64 {
    let length = headers.get(CONTENT_LENGTH);
    let length = length.and_then(|length| length.to_str().ok()?.parse().ok());
    length.unwrap_or(0)
}

/// Reads a response with its whole body.
pub(crate) async fn read_whole(
    response: HttpResponse,
    transport: &dyn Transport,
    reception: Reception,
) -> Result<HttpResponse, SendError> {
    let limit = reception.max_body_bytes;
    let (head, body) = response.into_parts();
    let bytes = match body {
        ResponseBody::Bytes(bytes) => bytes,
        ResponseBody::Stream(mut stream) => {
            let mut all = BodyBuffer::default();
            while let Some(piece) = piece(&mut stream, transport, reception.idle).await? {
                if (all.length() + piece.len()) as u64 > limit {
                    return Err(SendError::too_large(limit));
                }
                all.push(piece);
            }
            all.end()
        }
    };
    if bytes.len() as u64 > limit {
        return Err(SendError::too_large(limit));
    }
    Ok(HttpResponse::from_parts(head, bytes.into()))
}

/// Returns the next chunk within the time limit.
async fn piece(
    stream: &mut ByteStream,
    transport: &dyn Transport,
    idle: Option<Duration>,
) -> Result<Option<Bytes>, SendError> {
    let piece = match idle {
        None => next(stream).await,
        Some(limit) => {
            let piece = within(transport, limit, pin!(next(stream))).await;
            piece.ok_or_else(|| SendError::idle(limit))?
        }
    };
    piece.transpose().map_err(SendError::from_stream)
}

fn with_idle_timeout(
    body: ResponseBody,
    transport: &Arc<dyn Transport>,
    idle: Option<Duration>,
) -> ResponseBody {
    match (body, idle) {
        (ResponseBody::Stream(stream), Some(idle)) => {
            ResponseBody::Stream(Box::pin(IdleTimeoutStream {
                stream,
                transport: Arc::clone(transport),
                idle,
                end: None,
                over: false,
            }))
        }
        (body, _) => body,
    }
}

/// A stream that ends with an error if it is idle for too long.
struct IdleTimeoutStream {
    stream: ByteStream,
    transport: Arc<dyn Transport>,
    idle: Duration,
    /// Set while waiting for a chunk.
    end: Option<BoxFuture<'static, ()>>,
    /// `true` if it was idle for too long.
    over: bool,
}

impl Stream for IdleTimeoutStream {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        if self.over {
            return Poll::Ready(None);
        }
        if let Poll::Ready(piece) = self.stream.as_mut().poll_next(context) {
            self.end = None;
            return Poll::Ready(piece);
        }
        let (transport, idle) = (Arc::clone(&self.transport), self.idle);
        let end = self.end.get_or_insert_with(|| transport.sleep(idle));
        std::task::ready!(end.as_mut().poll(context));
        self.over = true;
        Poll::Ready(Some(Err(SendError::idle(idle).into())))
    }
}
