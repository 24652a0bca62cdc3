//! Responses of one JSON value a line (<https://github.com/ndjson/ndjson-spec>), or behind record separators (RFC 7464).

use std::collections::VecDeque;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use bytes::{Bytes, BytesMut};
use futures_core::Stream;
use serde::de::DeserializeOwned;

use super::call::{Call, Operation};
use super::decode_failure::DecodeFailure;
use super::error::CallError;
use super::payload::next;
use super::response::{Failure, Response};
use super::stream::{Framing, Values};

/// An operation that responds with one value per line.
pub trait StreamsLines: Operation + Clone {
    /// The value of a line.
    type Line: DeserializeOwned;
    /// The media type of such responses.
    const LINES: &'static str;
}

impl<O> Call<O>
where
    O: StreamsLines + Send + 'static,
    O::Error: Send,
{
    /// The values of the response, each as it comes. The call is sent when the first one is polled; where the server ends the
    /// response, or the connection breaks, they end.
    ///
    /// [`timeout`](Call::timeout) bounds the time until the response begins, and not how long it lasts. Nothing may come for as
    /// long as nothing happens, unless the client has an [`idle_timeout`](super::ClientBuilder::idle_timeout).
    pub fn lines(self) -> Lines<O> {
        Lines(Values::new(self, O::LINES))
    }
}

impl Response {
    /// Reads one value per line, all of them.
    #[doc(hidden)]
    pub fn decode_lines<T: DeserializeOwned, E>(&self) -> Result<Vec<T>, Failure<E>> {
        let (mut newlines, mut lines) = (Newlines::default(), VecDeque::new());
        newlines.push(self.bytes(), &mut lines);
        newlines.end(&mut lines);
        let read = |line: Bytes| {
            let failed = |error| Failure::Decode(DecodeFailure::of_value(&error, &line));
            serde_json::from_slice(&line).map_err(failed)
        };
        lines.into_iter().map(read).collect()
    }
}

/// The values of a response, each as it comes. It is a stream as well.
#[must_use = "a stream does nothing until it is polled"]
#[derive(Debug)]
pub struct Lines<O: StreamsLines>(Values<O, Newlines>);

impl<O> Lines<O>
where
    O: StreamsLines + Send + 'static,
    O::Error: Send,
{
    /// The next value; none at the end.
    ///
    /// # Errors
    ///
    /// As the call itself, or where a line is not of its type; the next one can be read then.
    pub async fn next(&mut self) -> Option<Result<O::Line, CallError<O::Error>>> {
        next(self).await
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
            serde_json::from_slice(&line).map_err(|error| self.0.undecodable(&error, line))
        };
        Poll::Ready(line.map(|line| line.and_then(read)))
    }
}

/// Cuts bytes at the ends of lines, and at record separators.
#[derive(Debug, Default)]
pub(crate) struct Newlines {
    buffer: BytesMut,
    /// Once there was a record separator, a value may have several lines.
    separated: bool,
}

impl Framing for Newlines {
    type Frame = Bytes;

    fn push(&mut self, piece: &[u8], frames: &mut VecDeque<Bytes>) {
        // What was buffer has no end of a value in it.
        let mut from = self.buffer.len();
        self.buffer.extend_from_slice(piece);
        while let Some(found) = self.buffer[from..].iter().position(|byte| self.ends(*byte)) {
            let value = self.buffer.split_to(from + found + 1).freeze();
            self.separated |= value.ends_with(&[SEPARATOR]);
            push_line(value.slice(..value.len() - 1), frames);
            from = 0;
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
    /// Returns `true` if a value ends here: what follows it has no say, since it may come later or in the same piece.
    fn ends(&self, byte: u8) -> bool {
        byte == SEPARATOR || (byte == b'\n' && !self.separated)
    }
}

/// What stands before each value of a sequence (RFC 7464).
const SEPARATOR: u8 = 0x1e;

/// Empty lines keep connections alive.
fn push_line(line: Bytes, frames: &mut VecDeque<Bytes>) {
    if !line.trim_ascii().is_empty() {
        frames.push_back(line);
    }
}
