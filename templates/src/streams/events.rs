//! Server-sent events (HTML standard, section 9.2, "Server-sent events").

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use http::HeaderValue;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::calls::call::{Call, Operation};
use crate::requests::payload::next;
use crate::responses::error::CallError;
use crate::streams::stream::{Framing, MAX_RECONNECT_DELAY, Values};
use crate::wire::lenient::from_json;

/// The default delay before reconnecting.
const DEFAULT_RECONNECT_DELAY: Duration = Duration::from_secs(3);

/// The minimum delay, so that a server cannot keep the client busy.
const MIN_RECONNECT_DELAY: Duration = Duration::from_millis(500);

/// Maximum length of an event id. Longer ids are ignored: each event stores its id, and no header could carry it.
const MAX_ID_LEN: usize = 4_096;

/// An operation that responds with server-sent events.
pub trait StreamsEvents: Operation + Clone {
    /// The data of an event.
    type Data;

    /// Deserializes the data of an event with this name.
    ///
    /// # Errors
    ///
    /// Returns an error if the data is not of its type.
    #[doc(hidden)]
    fn data(name: Option<&str>, text: &str) -> Result<Self::Data, serde_json::Error>;
}

/// Deserializes data that is JSON. Strings such as dates and enum values need not be quoted.
pub fn json_data<T: DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    from_json(text.as_bytes()).or_else(|error| {
        let unquoted = quoted(text).and_then(|text| from_json(text.as_bytes()));
        unquoted.map_err(|_| error)
    })
}

/// Deserializes data whose type the name of its event selects: that of the union of `{event, data}`. The data of the
/// events in `texts` is text, even if it looks like JSON.
pub fn named_data<T: DeserializeOwned>(
    name: Option<&str>,
    text: &str,
    texts: &[&str],
) -> Result<T, serde_json::Error> {
    let name = name.unwrap_or("message");
    let is_json = !texts.contains(&name) && serde_json::from_str::<IgnoredAny>(text).is_ok();
    let data = if is_json {
        text.to_owned()
    } else {
        quoted(text)?
    };
    let event = format!(r#"{{"event":{},"data":{data}}}"#, quoted(name)?);
    from_json(event.as_bytes())
}

/// Returns text as a JSON string.
fn quoted(text: &str) -> Result<String, serde_json::Error> {
    serde_json::to_string(text)
}

/// Returns data that is text.
pub fn text_data(text: &str) -> Result<String, serde_json::Error> {
    Ok(text.to_owned())
}

impl<O> Call<O>
where
    O: StreamsEvents + Send + 'static,
    O::Error: Send,
{
    /// Returns the events of the response as they arrive. The call is sent when the first event is polled. If the
    /// connection of a `GET` breaks, it reconnects with the id of the last event. The stream ends when the server ends
    /// it.
    ///
    /// [`timeout`](Call::timeout) limits the time until the response starts, not the duration of the stream. The stream
    /// may be idle indefinitely, unless the client has an [`idle_timeout`](crate::ClientBuilder::idle_timeout).
    pub fn events(self) -> Events<O> {
        Events(Values::new(self, "text/event-stream"))
    }
}

/// An event.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Event<T> {
    /// The id of this event, or of the last event that had one.
    pub id: Option<String>,
    /// The type of the event, if the server sends it.
    pub name: Option<String>,
    /// The data.
    pub data: T,
}

/// The events of a response, as they arrive. It implements `Stream` as well.
#[must_use = "a stream does nothing until it is polled"]
#[derive(Debug)]
pub struct Events<O: StreamsEvents>(Values<O, Fields>);

impl<O> Events<O>
where
    O: StreamsEvents + Send + 'static,
    O::Error: Send,
{
    /// Returns the next event, or `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as the call itself, and if the data of an event is not of its type. In the
    /// latter case, the stream continues with the next event.
    pub async fn next(&mut self) -> Option<Result<Event<O::Data>, CallError<O::Error>>> {
        next(self).await
    }

    /// Returns the next event, or `None` at the end of the stream, for use with `?`.
    ///
    /// # Errors
    ///
    /// Returns the error that [`next`](Self::next) returns.
    pub async fn try_next(&mut self) -> Result<Option<Event<O::Data>>, CallError<O::Error>> {
        self.next().await.transpose()
    }
}

impl<O> Stream for Events<O>
where
    O: StreamsEvents + Send + 'static,
    O::Error: Send,
{
    type Item = Result<Event<O::Data>, CallError<O::Error>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let event = ready!(self.0.poll_frame(context));
        let read = |Event { id, name, data }: Event<String>| {
            let read = || O::data(name.as_deref(), &data);
            match read() {
                Ok(data) => Ok(Event { id, name, data }),
                Err(error) => Err(self.0.undecodable(&error, Bytes::from(data.clone()), read)),
            }
        };
        Poll::Ready(event.map(|event| event.and_then(read)))
    }
}

/// Splits bytes into events.
#[derive(Debug, Default)]
pub(crate) struct Fields {
    line: BytesMut,
    /// `true` if the last byte was a carriage return, which a line feed may follow.
    returned: bool,
    begun: bool,
    name: Option<String>,
    data: Option<String>,
    /// The id that takes effect with the next empty line.
    id: Option<String>,
    /// The id of the last complete event.
    last: Option<String>,
    retry: Option<Duration>,
}

impl Framing for Fields {
    type Frame = Event<String>;

    fn push(&mut self, piece: &[u8], frames: &mut VecDeque<Event<String>>) {
        for part in piece.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')) {
            let (ending, part) = match part.split_last() {
                Some((ending @ (b'\n' | b'\r'), part)) => (Some(*ending), part),
                _ => (None, part),
            };
            // The line feed of a CRLF does not end a second line.
            if std::mem::take(&mut self.returned) && ending == Some(b'\n') && part.is_empty() {
                continue;
            }
            self.line.extend_from_slice(part);
            self.returned = ending == Some(b'\r');
            if ending.is_some() {
                let line = std::mem::take(&mut self.line);
                self.line(&String::from_utf8_lossy(&line), frames);
            }
        }
    }

    /// An event without a trailing empty line is discarded.
    fn end(&mut self, _frames: &mut VecDeque<Event<String>>) {}

    fn buffered(&self) -> usize {
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        self.line.len() + length(&self.data) + length(&self.name)
    }

    fn reconnection(&self) -> Option<(Duration, Option<HeaderValue>)> {
        // An empty id resets the last id.
        let id = self.last.as_deref().filter(|id| !id.is_empty());
        let id = id.and_then(|id| HeaderValue::from_bytes(id.as_bytes()).ok());
        Some((self.retry.unwrap_or(DEFAULT_RECONNECT_DELAY), id))
    }

    fn accepts(media_type: &str) -> bool {
        matches!(media_type, "" | "text/event-stream")
    }

    /// Some services end their streams with such an event.
    fn is_end(event: &Event<String>) -> bool {
        event.data == "[DONE]"
    }

    fn restart(&mut self) {
        *self = Self {
            id: self.last.clone(),
            last: self.last.take(),
            retry: self.retry,
            ..Self::default()
        };
    }
}

/// Parses the reconnection time that a server sends, in milliseconds. Only digits are valid.
fn reconnection_time(value: &str) -> Option<Duration> {
    if value.is_empty() || !value.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    // A number that overflows is longer than the maximum, too.
    let time = value
        .parse()
        .map_or(MAX_RECONNECT_DELAY, Duration::from_millis);
    Some(time.clamp(MIN_RECONNECT_DELAY, MAX_RECONNECT_DELAY))
}

impl Fields {
    fn line(&mut self, line: &str, frames: &mut VecDeque<Event<String>>) {
        let first = !std::mem::replace(&mut self.begun, true);
        let line = if first {
            line.trim_start_matches('\u{feff}')
        } else {
            line
        };
        if line.is_empty() {
            return self.dispatch(frames);
        }
        let (field, value) = line.split_once(':').unwrap_or((line, ""));
        let value = value.strip_prefix(' ').unwrap_or(value);
        match field {
            "event" => self.name = Some(value.to_owned()),
            "data" => match &mut self.data {
                Some(data) => {
                    data.push('\n');
                    data.push_str(value);
                }
                none => *none = Some(value.to_owned()),
            },
            "id" if !value.contains('\0') && value.len() <= MAX_ID_LEN => {
                self.id = Some(value.to_owned());
            }
            "retry" => self.retry = reconnection_time(value).or(self.retry),
            // A comment or an unknown field.
            _ => {}
        }
    }

    fn dispatch(&mut self, frames: &mut VecDeque<Event<String>>) {
        let name = self.name.take().filter(|name| !name.is_empty());
        self.last.clone_from(&self.id);
        // An event without data is skipped, as in browsers.
        if let Some(data) = self.data.take().filter(|data| !data.is_empty()) {
            frames.push_back(Event {
                id: self.id.clone(),
                name,
                data,
            });
        }
    }
}
