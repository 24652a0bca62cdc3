//! Responses with one JSON value per line (<https://github.com/ndjson/ndjson-spec>), and JSON text sequences (RFC 7464).

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use serde::de::{DeserializeOwned, IgnoredAny};

use crate::calls::call::{Call, Operation};
use crate::requests::payload::next;
use crate::responses::decode_failure::DecodeFailure;
use crate::responses::error::CallError;
use crate::responses::response::{Failure, Response};
use crate::streams::stream::{Framing, Values};
use crate::wire::json::RECORD_SEPARATOR;
use crate::wire::lenient::from_json;

/// An operation that responds with one value per line.
pub trait StreamsLines: Operation + Clone {
    /// The type of each value.
    type Line: DeserializeOwned;
    /// The media type of such responses.
    #[doc(hidden)]
    const LINES: &'static str;

    /// Deserializes a value.
    ///
    /// # Errors
    ///
    /// Returns an error if the line is not of its type.
    #[doc(hidden)]
    fn line(text: &[u8]) -> Result<Self::Line, serde_json::Error> {
        from_json(text)
    }
}

impl<O> Call<O>
where
    O: StreamsLines + Send + 'static,
    O::Error: Send,
{
    /// Returns the values of the response as they arrive. The call is sent when the first value is polled. The stream
    /// ends when the server ends the response or the connection breaks.
    ///
    /// [`timeout`](Call::timeout) limits the time until the response starts, not the duration of the stream. The stream
    /// may be idle indefinitely, unless the client has an [`idle_timeout`](crate::ClientBuilder::idle_timeout).
    pub fn lines(self) -> Lines<O> {
        Lines(Values::new(self, O::LINES))
    }
}

impl Response {
    /// Deserializes all lines.
    #[doc(hidden)]
    pub fn decode_lines<T: DeserializeOwned, E>(&self) -> Result<Vec<T>, Failure<E>> {
        let (mut newlines, mut lines) = (Newlines::default(), VecDeque::new());
        newlines.push(self.bytes(), &mut lines);
        newlines.end(&mut lines);
        let read = |line: Bytes| {
            let read = || from_json(&line);
            read().map_err(|error| Failure::Decode(DecodeFailure::of_value(&error, &line, read)))
        };
        lines.into_iter().map(read).collect()
    }
}

/// The values of a response, as they arrive. It implements `Stream` as well.
#[must_use = "a stream does nothing until it is polled"]
#[derive(Debug)]
pub struct Lines<O: StreamsLines>(Values<O, Newlines>);

impl<O> Lines<O>
where
    O: StreamsLines + Send + 'static,
    O::Error: Send,
{
    /// Returns the next value, or `None` at the end of the stream.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as the call itself, and if a line is not of its type. In the latter case, the
    /// stream continues with the next line.
    pub async fn next(&mut self) -> Option<Result<O::Line, CallError<O::Error>>> {
        next(self).await
    }

    /// Returns the next value, or `None` at the end of the stream, for use with `?`.
    ///
    /// # Errors
    ///
    /// Returns the error that [`next`](Self::next) returns.
    pub async fn try_next(&mut self) -> Result<Option<O::Line>, CallError<O::Error>> {
        self.next().await.transpose()
    }
}

impl<O> Stream for Lines<O>
where
    O: StreamsLines + Send + 'static,
    O::Error: Send,
{
    type Item = Result<O::Line, CallError<O::Error>>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let line = ready!(self.0.poll_frame(context));
        let read = |line: Bytes| {
            let read = || O::line(&line);
            read().map_err(|error| self.0.undecodable(&error, line.clone(), read))
        };
        Poll::Ready(line.map(|line| line.and_then(read)))
    }
}

/// Splits bytes at line endings. A value of a JSON text sequence may have several lines.
#[derive(Debug, Default)]
pub(crate) struct Newlines {
    buffer: BytesMut,
    /// `true` for a JSON text sequence; `None` before the first byte.
    is_sequence: Option<bool>,
    /// `true` if the current value does not end with its first line.
    has_lines: bool,
}

impl Framing for Newlines {
    type Frame = Bytes;

    fn push(&mut self, piece: &[u8], frames: &mut VecDeque<Bytes>) {
        if piece.is_empty() {
            return;
        }
        // The buffered bytes contain no end of a value.
        let mut from = self.buffer.len();
        self.buffer.extend_from_slice(piece);
        let is_sequence = *self
            .is_sequence
            .get_or_insert(piece.first() == Some(&RECORD_SEPARATOR));
        while let Some(end) = self.end_of_value(from) {
            let is_line = is_sequence && self.buffer[end] == b'\n';
            if is_line && serde_json::from_slice::<IgnoredAny>(&self.buffer[..end]).is_err() {
                self.has_lines = true;
                from = end + 1;
                continue;
            }
            let value = self.buffer.split_to(end + 1).freeze();
            push_line(value.slice(..value.len() - 1), frames);
            (self.has_lines, from) = (false, 0);
        }
    }

    fn end(&mut self, frames: &mut VecDeque<Bytes>) {
        push_line(std::mem::take(&mut self.buffer).freeze(), frames);
    }

    fn buffered(&self) -> usize {
        self.buffer.len()
    }
}

impl Newlines {
    /// Returns the position of the byte after the first value that ends at or after a position.
    fn end_of_value(&self, from: usize) -> Option<usize> {
        let is_end = |byte: &u8| match byte {
            b'\n' => !self.has_lines,
            byte => *byte == RECORD_SEPARATOR,
        };
        self.buffer[from..]
            .iter()
            .position(is_end)
            .map(|end| from + end)
    }
}

/// Adds a line. Empty lines only keep the connection alive.
fn push_line(line: Bytes, frames: &mut VecDeque<Bytes>) {
    if !line.trim_ascii().is_empty() {
        frames.push_back(line);
    }
}
