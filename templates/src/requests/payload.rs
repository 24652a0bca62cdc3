//! Request and response bodies: bytes, or a stream of bytes.

use std::cmp::Ordering;
use std::error::Error;
use std::fmt;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll, ready};

use bytes::Bytes;
use futures_core::Stream;

/// Any error.
pub type BoxError = Box<dyn Error + Send + Sync>;

#[cfg(not(target_arch = "wasm32"))]
mod boxed {
    use super::{BoxError, Bytes, Future, OpenStream, Pin, Stream};

    /// A boxed future. It is `Send`, except in a browser, which has no threads.
    pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;
    /// A stream of bytes.
    pub type ByteStream = Pin<Box<dyn Stream<Item = Result<Bytes, BoxError>> + Send>>;
    pub(crate) type StreamOpener = dyn Fn() -> OpenStream + Send + Sync;
}

#[cfg(target_arch = "wasm32")]
mod boxed {
    use super::{BoxError, Bytes, Future, OpenStream, Pin, Stream};

    /// A boxed future. It is `Send`, except in a browser, which has no threads.
    pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + 'a>>;
    /// A stream of bytes.
    pub type ByteStream = Pin<Box<dyn Stream<Item = Result<Bytes, BoxError>>>>;
    pub(crate) type StreamOpener = dyn Fn() -> OpenStream;
}

use boxed::StreamOpener;
pub use boxed::{BoxFuture, ByteStream};

/// The body of a request. Cloning is cheap.
#[derive(Clone, Default)]
pub struct RequestBody(Kind);

#[derive(Clone)]
enum Kind {
    Bytes(Bytes),
    Stream {
        open: Arc<StreamOpener>,
        length: Option<u64>,
        repeatable: bool,
    },
    /// A sequence of bodies.
    Chain(Arc<[RequestBody]>),
}

/// Compares bytes. A stream is equal to its clones only, because it is not read.
impl PartialEq for RequestBody {
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Kind::Bytes(one), Kind::Bytes(other)) => one == other,
            (Kind::Stream { open: one, .. }, Kind::Stream { open: other, .. }) => {
                Arc::ptr_eq(one, other)
            }
            (Kind::Chain(one), Kind::Chain(other)) => one == other,
            _ => false,
        }
    }
}

/// A stream that is being opened.
pub type OpenStream = BoxFuture<'static, io::Result<ByteStream>>;

impl Default for Kind {
    fn default() -> Self {
        Self::Bytes(Bytes::new())
    }
}

impl RequestBody {
    /// Creates a body from a stream that is opened for each attempt, with its length in bytes if it is known.
    pub fn stream(
        length: Option<u64>,
        open: impl Fn() -> OpenStream + Send + Sync + 'static,
    ) -> Self {
        Self(Kind::Stream {
            open: Arc::new(open),
            length,
            repeatable: true,
        })
    }

    /// Creates a body from a stream that can be sent only once. A call with it is not retried.
    pub fn once(
        length: Option<u64>,
        stream: impl Stream<Item = Result<Bytes, BoxError>> + Send + 'static,
    ) -> Self {
        let stream: ByteStream = Box::pin(stream);
        let stream = Mutex::new(Some(stream));
        let open = move || -> OpenStream {
            let stream = stream.lock().unwrap_or_else(PoisonError::into_inner).take();
            let again = || io::Error::other("the stream was sent already");
            Box::pin(std::future::ready(stream.ok_or_else(again)))
        };
        Self(Kind::Stream {
            open: Arc::new(open),
            length,
            repeatable: false,
        })
    }

    /// Concatenates bodies.
    pub fn chain(bodies: impl IntoIterator<Item = Self>) -> Self {
        Self(Kind::Chain(bodies.into_iter().collect()))
    }

    /// Returns the bytes, unless the body is a stream.
    pub fn bytes(&self) -> Option<&Bytes> {
        match &self.0 {
            Kind::Bytes(bytes) => Some(bytes),
            Kind::Stream { .. } | Kind::Chain(_) => None,
        }
    }

    /// Returns the length in bytes, if it is known.
    pub fn length(&self) -> Option<u64> {
        match &self.0 {
            Kind::Bytes(bytes) => Some(bytes.len() as u64),
            Kind::Stream { length, .. } => *length,
            Kind::Chain(bodies) => bodies.iter().map(Self::length).sum(),
        }
    }

    /// Returns `true` if the body can be sent more than once.
    pub fn is_repeatable(&self) -> bool {
        match &self.0 {
            Kind::Bytes(_) => true,
            Kind::Stream { repeatable, .. } => *repeatable,
            Kind::Chain(bodies) => bodies.iter().all(Self::is_repeatable),
        }
    }

    /// Appends the segments of the body, in order.
    fn pieces(self, pieces: &mut Vec<Self>) {
        match &self.0 {
            Kind::Chain(bodies) => bodies.iter().for_each(|body| body.clone().pieces(pieces)),
            Kind::Bytes(_) | Kind::Stream { .. } => pieces.push(self),
        }
    }

    /// Reads the whole body, for a transport that cannot send streams.
    ///
    /// # Errors
    ///
    /// Returns an error if a stream breaks.
    pub async fn gather(self) -> Result<Bytes, BoxError> {
        gather_stream(self.into_stream(), usize::MAX).await
    }

    /// Converts the body to a stream.
    pub fn into_stream(self) -> ByteStream {
        let mut rest = Vec::new();
        self.pieces(&mut rest);
        rest.reverse();
        Box::pin(Pieces {
            rest,
            current: Current::None,
        })
    }
}

impl<T: Into<Bytes>> From<T> for RequestBody {
    fn from(bytes: T) -> Self {
        Self(Kind::Bytes(bytes.into()))
    }
}

impl fmt::Debug for RequestBody {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.length() {
            Some(length) => write!(formatter, "RequestBody({length} bytes)"),
            None => formatter.write_str("RequestBody(a stream)"),
        }
    }
}

/// The remaining segments of a body in reverse order, and the one that is being sent.
struct Pieces {
    rest: Vec<RequestBody>,
    current: Current,
}

enum Current {
    None,
    Opening(OpenStream, Option<u64>),
    Open(ByteStream),
}

/// A stream that must have exactly its declared length. Otherwise, the connection would cut a longer one in silence.
struct Measured {
    stream: ByteStream,
    length: u64,
    sent: u64,
    /// The chunk that completes the length, until the end of the stream is reached.
    last: Option<Bytes>,
    ended: bool,
}

/// Returns a stream that checks its length, if that is declared.
fn measured(stream: ByteStream, length: Option<u64>) -> ByteStream {
    match length {
        None => stream,
        Some(length) => Box::pin(Measured {
            stream,
            length,
            sent: 0,
            last: None,
            ended: false,
        }),
    }
}

impl Measured {
    fn fail(&mut self, found: &str) -> Poll<Option<Result<Bytes, BoxError>>> {
        self.ended = true;
        let reason = format!("the stream has {found} its {} bytes", self.length);
        Poll::Ready(Some(Err(reason.into())))
    }
}

impl Stream for Measured {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        while !self.ended {
            match ready!(self.stream.as_mut().poll_next(context)) {
                Some(Ok(piece)) if piece.is_empty() => {}
                Some(Ok(piece)) => {
                    self.sent += piece.len() as u64;
                    match self.sent.cmp(&self.length) {
                        Ordering::Less => return Poll::Ready(Some(Ok(piece))),
                        Ordering::Equal => self.last = Some(piece),
                        Ordering::Greater => return self.fail("more than"),
                    }
                }
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None if self.sent < self.length => return self.fail("less than"),
                None => {
                    self.ended = true;
                    return Poll::Ready(self.last.take().map(Ok));
                }
            }
        }
        Poll::Ready(None)
    }
}

// Nothing in it is pinned in place.
impl Unpin for Pieces {}

impl Stream for Pieces {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            match &mut self.current {
                Current::None => match self.rest.pop().map(|body| body.0) {
                    None => return Poll::Ready(None),
                    Some(Kind::Bytes(bytes)) if bytes.is_empty() => {}
                    Some(Kind::Bytes(bytes)) => return Poll::Ready(Some(Ok(bytes))),
                    Some(Kind::Stream { open, length, .. }) => {
                        self.current = Current::Opening(open(), length);
                    }
                    // Chains were flattened before.
                    Some(Kind::Chain(_)) => {}
                },
                Current::Opening(opening, length) => match ready!(opening.as_mut().poll(context)) {
                    Ok(stream) => {
                        self.current = Current::Open(measured(stream, *length));
                    }
                    Err(error) => {
                        self.current = Current::None;
                        return Poll::Ready(Some(Err(error.into())));
                    }
                },
                Current::Open(stream) => match ready!(stream.as_mut().poll_next(context)) {
                    Some(piece) => return Poll::Ready(Some(piece)),
                    None => self.current = Current::None,
                },
            }
        }
    }
}

/// The body of a response: bytes if it was read as a whole, otherwise a stream.
pub enum ResponseBody {
    /// The whole body.
    Bytes(Bytes),
    /// The rest of the body.
    Stream(ByteStream),
}

impl ResponseBody {
    /// Returns the bytes, unless the body is a stream.
    pub fn bytes(&self) -> Option<&Bytes> {
        match self {
            Self::Bytes(bytes) => Some(bytes),
            Self::Stream(_) => None,
        }
    }

    /// Reads the whole body, up to a maximum number of bytes.
    ///
    /// # Errors
    ///
    /// Returns an error if the body is larger or the stream breaks.
    pub async fn gather(self, most: usize) -> Result<Bytes, BoxError> {
        match self {
            Self::Bytes(bytes) => Ok(bytes),
            Self::Stream(stream) => gather_stream(stream, most).await,
        }
    }
}

impl<T: Into<Bytes>> From<T> for ResponseBody {
    fn from(bytes: T) -> Self {
        Self::Bytes(bytes.into())
    }
}

impl fmt::Debug for ResponseBody {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Bytes(bytes) => write!(formatter, "ResponseBody({} bytes)", bytes.len()),
            Self::Stream(_) => formatter.write_str("ResponseBody(a stream)"),
        }
    }
}

/// Returns the next item of a stream.
pub(crate) async fn next<S: Stream + Unpin>(stream: &mut S) -> Option<S::Item> {
    poll_fn(|context| Pin::new(&mut *stream).poll_next(context)).await
}

/// Reads a whole stream, up to a maximum number of bytes.
async fn gather_stream(mut stream: ByteStream, most: usize) -> Result<Bytes, BoxError> {
    let mut all = BodyBuffer::default();
    while let Some(piece) = next(&mut stream).await {
        all.push(piece?);
        if all.length() > most {
            return Err(format!("the body is larger than {most} bytes").into());
        }
    }
    Ok(all.end())
}

/// A body that is being received. A single chunk is not copied.
#[derive(Default)]
pub(crate) struct BodyBuffer {
    first: Bytes,
    /// All chunks, if there are several.
    whole: Vec<u8>,
}

impl BodyBuffer {
    pub(crate) fn length(&self) -> usize {
        self.first.len() + self.whole.len()
    }

    pub(crate) fn push(&mut self, piece: Bytes) {
        if self.length() == 0 {
            self.first = piece;
            return;
        }
        // Small chunks would cost more than their content.
        self.whole
            .extend_from_slice(&std::mem::take(&mut self.first));
        self.whole.extend_from_slice(&piece);
    }

    pub(crate) fn end(mut self) -> Bytes {
        if self.whole.is_empty() {
            return self.first;
        }
        self.whole.shrink_to_fit();
        self.whole.into()
    }
}
