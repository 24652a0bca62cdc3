//! Responses that are a sequence of values: the connection, and the framing of its bytes.

use std::collections::VecDeque;
use std::fmt;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;
use http::header::ACCEPT;
use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::calls::call::{Call, Operation};
use crate::calls::send_error::SendError;
use crate::requests::payload::BoxFuture;
use crate::responses::decode_failure::DecodeFailure;
use crate::responses::download::Download;
use crate::responses::error::CallError;
use crate::responses::response::{Response, media_type};
use crate::responses::response_error::DecodeError;

/// Splits bytes into values.
pub(crate) trait Framing: Default + Send + Unpin {
    /// A raw value.
    type Frame: Send + Unpin;

    /// Adds bytes and appends the completed values to `frames`.
    fn push(&mut self, piece: &[u8], frames: &mut VecDeque<Self::Frame>);

    /// Appends the rest at the end of the stream.
    fn end(&mut self, frames: &mut VecDeque<Self::Frame>);

    /// Returns the number of buffered bytes of an incomplete value.
    fn buffered(&self) -> usize;

    /// Returns the delay and the `Last-Event-ID` for reconnecting a broken connection, or `None` if it is not
    /// reconnected.
    fn reconnection(&self) -> Option<(Duration, Option<HeaderValue>)> {
        None
    }

    /// Returns `true` if responses of a media type contain such values. A response without a media type is accepted.
    fn accepts(media_type: &str) -> bool {
        let _ = media_type;
        true
    }

    /// Returns `true` if a value is the end marker of the stream.
    fn is_end(frame: &Self::Frame) -> bool {
        let _ = frame;
        false
    }

    /// Discards the state of a broken connection.
    fn restart(&mut self) {}
}

/// Maximum number of consecutive reconnections.
const MAX_RECONNECTIONS: u32 = 5;

/// Maximum delay before reconnecting, whatever the server requests.
pub(crate) const MAX_RECONNECT_DELAY: Duration = Duration::from_secs(300);

/// A raw value, or an error.
type Polled<O, F> = Poll<Option<Result<<F as Framing>::Frame, CallError<<O as Operation>::Error>>>>;

/// The values of a response, as they arrive.
pub(crate) struct Values<O: Operation, F: Framing> {
    call: Call<O>,
    state: State<O>,
    framing: F,
    frames: VecDeque<F::Frame>,
    /// The number of reconnections since the last value.
    tries: u32,
    head: Option<(StatusCode, HeaderMap)>,
}

enum State<O: Operation> {
    New,
    Opening(BoxFuture<'static, Result<Download, CallError<O::Error>>>),
    Open(Download),
    Waiting(BoxFuture<'static, ()>),
    Done,
}

// Nothing in it is pinned in place.
impl<O: Operation, F: Framing> Unpin for Values<O, F> {}

impl<O, F> Values<O, F>
where
    O: Operation + Clone + Send + 'static,
    O::Error: Send,
    F: Framing,
{
    pub(crate) fn new(mut call: Call<O>, media_type: &'static str) -> Self {
        let wanted = HeaderValue::from_static(media_type);
        call.options.headers.insert(ACCEPT, wanted);
        call.options.patient = true;
        call.operation.set_streaming(true);
        Self {
            call,
            state: State::New,
            framing: F::default(),
            frames: VecDeque::new(),
            tries: 0,
            head: None,
        }
    }

    /// Polls the next raw value.
    pub(crate) fn poll_frame(&mut self, context: &mut Context<'_>) -> Polled<O, F> {
        loop {
            if let Some(frame) = self.frames.pop_front() {
                if F::is_end(&frame) {
                    self.state = State::Done;
                    self.frames.clear();
                    return Poll::Ready(None);
                }
                self.tries = 0;
                return Poll::Ready(Some(Ok(frame)));
            }
            match &mut self.state {
                State::New => self.open(None),
                State::Opening(opening) => {
                    let opened = ready!(opening.as_mut().poll(context));
                    if let Err(error) = self.start(opened) {
                        self.state = State::Done;
                        return Poll::Ready(Some(Err(error)));
                    }
                }
                State::Open(download) => match ready!(Pin::new(download).poll_next(context)) {
                    Some(Ok(piece)) => {
                        if let Err(error) = self.take(&piece) {
                            self.state = State::Done;
                            return Poll::Ready(Some(Err(CallError::Send(error))));
                        }
                    }
                    Some(Err(error)) => {
                        if !self.reconnect() {
                            self.state = State::Done;
                            return Poll::Ready(Some(Err(CallError::Send(error))));
                        }
                    }
                    None => {
                        self.framing.end(&mut self.frames);
                        self.state = State::Done;
                    }
                },
                State::Waiting(wait) => {
                    ready!(wait.as_mut().poll(context));
                    let id = self.framing.reconnection().and_then(|(_, id)| id);
                    self.framing.restart();
                    self.open(id);
                }
                State::Done => return Poll::Ready(None),
            }
        }
    }

    fn open(&mut self, last: Option<HeaderValue>) {
        let mut call = self.call.clone();
        if let Some(id) = last {
            call = call.header(HeaderName::from_static("last-event-id"), id);
        }
        self.state = State::Opening(Box::pin(call.download()));
    }

    fn take(&mut self, piece: &Bytes) -> Result<(), SendError> {
        self.framing.push(piece, &mut self.frames);
        let limit = self.call.client.inner.max_body_bytes;
        if self.framing.buffered() as u64 > limit {
            return Err(SendError::too_large(limit).with_operation(O::CALL));
        }
        Ok(())
    }

    /// Handles the response. A response that is not such a stream is an error. A temporary error is not final, except
    /// on the first connection.
    fn start(
        &mut self,
        opened: Result<Download, CallError<O::Error>>,
    ) -> Result<(), CallError<O::Error>> {
        match opened {
            Ok(download) => {
                self.head = Some((download.status(), download.headers().clone()));
                let media_type = media_type(download.headers());
                if !F::accepts(&media_type) {
                    let message = "the response does not have the requested media type";
                    let error = <serde_json::Error as serde::de::Error>::custom(message);
                    return Err(self.undecodable(&error, media_type.into(), || ()));
                }
                self.state = State::Open(download);
                Ok(())
            }
            Err(error) if self.head.is_some() && error.is_retryable() && self.reconnect() => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Reconnects a broken connection, if the stream supports it and repeating the request has no effect.
    fn reconnect(&mut self) -> bool {
        let request = self.call.operation().request();
        let repeatable = request.is_ok_and(|request| request.method().is_safe());
        let wait = self.framing.reconnection();
        match wait.filter(|_| repeatable && self.tries < MAX_RECONNECTIONS) {
            Some((wait, _)) => {
                // The delay doubles after each failure.
                let wait = wait
                    .saturating_mul(1 << self.tries)
                    .min(MAX_RECONNECT_DELAY);
                self.tries += 1;
                self.state = State::Waiting(self.call.client.inner.chain.transport.sleep(wait));
                true
            }
            None => false,
        }
    }

    /// Returns the error for a value that does not match the API description. `again` reads it again.
    pub(crate) fn undecodable<T>(
        &self,
        error: &serde_json::Error,
        value: Bytes,
        again: impl FnOnce() -> T,
    ) -> CallError<O::Error> {
        let (status, headers) = self.head.clone().unwrap_or_default();
        let response = Response::new(status, headers, value);
        let failure = DecodeFailure::of_value(error, response.bytes(), again);
        CallError::Decode(DecodeError::new(O::CALL, response, failure))
    }
}

impl<O: Operation, F: Framing> fmt::Debug for Values<O, F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Values").finish_non_exhaustive()
    }
}
