//! Calls: what is this crate's own of them are the options of its operations. All else is the shared support code's.

use std::future::IntoFuture;
use std::time::Duration;

use http::{HeaderName, HeaderValue};

use super::client::Client;
use super::shared::{
    self, BuildError, CallError, CallFuture, Download, Operation, Response, Retry, Scheme, Secret,
    TypedResponse,
};

/// A call that is sent when it is awaited. It owns what it needs, so that it can be kept, and leave the function that made it.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Clone, Debug)]
pub struct Call<O>(pub(super) shared::Call<O>);

impl<O> From<Call<O>> for shared::Call<O> {
    fn from(call: Call<O>) -> Self {
        call.0
    }
}

impl<O> Call<O> {
    /// Creates a call from an operation, which can be cloned, stored and compared (see [`operation`](Self::operation)).
    pub fn new(client: &Client, operation: O) -> Self {
        Self(shared::Call::new(&client.0, operation))
    }

    /// The operation with what it was given so far.
    pub fn operation(&self) -> &O {
        self.0.operation()
    }

    #[doc(hidden)]
    pub fn operation_mut(&mut self) -> &mut O {
        self.0.operation_mut()
    }

    /// How long this call may take from start to end; where its response is streamed, until that begins.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self(self.0.timeout(timeout))
    }

    /// When this call is tried again, and how often.
    pub fn retry(self, retry: Retry) -> Self {
        Self(self.0.retry(retry))
    }

    /// Sends this token with this call, instead of the client's own for the same scheme.
    pub fn authorize(self, scheme: impl Into<Scheme>, token: impl Into<Secret>) -> Self {
        Self(self.0.authorize(scheme, token))
    }

    /// Requests this media type instead of the default of the call, such as `application/yaml`.
    ///
    /// The response is not decoded: use [`send_raw`](Self::send_raw) or [`download`](Self::download).
    pub fn accept(self, media_type: impl Into<String>) -> Self {
        Self(self.0.accept(media_type))
    }

    /// Sets a header of this call, which replaces the client's header of the same name. Its value never appears in `Debug`.
    /// An invalid name or value is an error when the call is sent.
    pub fn header<N, V>(self, name: N, value: V) -> Self
    where
        N: TryInto<HeaderName>,
        V: TryInto<HeaderValue>,
    {
        Self(self.0.header(name, value))
    }
}

impl<O: Operation> Call<O> {
    /// Returns the request as a `curl` command, without sending it. Tokens, passwords and custom headers are redacted.
    ///
    /// # Errors
    ///
    /// Returns an error if the request cannot be built.
    pub fn to_curl(&self) -> Result<String, BuildError> {
        self.0.to_curl()
    }
}

impl<O: Operation> Call<O> {
    /// Sends the call; the same as awaiting it.
    pub fn send(self) -> CallFuture<O> {
        self.0.send()
    }

    /// Sends the call and gives the response as it came, whatever its status.
    ///
    /// # Errors
    ///
    /// Returns an error if the request could not be built or sent.
    pub async fn send_raw(self) -> Result<Response, CallError<O::Error>> {
        self.0.send_raw().await
    }

    /// Sends the call and gives the body of its success as text, whatever the description says that it is: for what the server
    /// sends in another format because it was asked for in the query or the body.
    ///
    /// # Errors
    ///
    /// As the call itself, but that the body is not decoded.
    pub async fn send_text(self) -> Result<String, CallError<O::Error>> {
        self.0.send_text().await
    }

    /// Sends the call and gives the typed body together with the status and the headers.
    ///
    /// # Errors
    ///
    /// As the call itself.
    pub async fn send_full(self) -> Result<TypedResponse<O>, CallError<O::Error>> {
        self.0.send_full().await
    }

    /// Sends the call and gives the body of its success piece by piece, however large it is. The time of the call ends with
    /// the head of the response; after that, only standing still is an error, for 60 seconds unless the client has another
    /// [`idle_timeout`](super::ClientBuilder::idle_timeout).
    ///
    /// # Errors
    ///
    /// As the call itself, but that the body is not read.
    pub async fn download(self) -> Result<Download, CallError<O::Error>> {
        self.0.download().await
    }
}

impl<O: Operation> IntoFuture for Call<O> {
    type Output = Result<O::Output, CallError<O::Error>>;
    type IntoFuture = CallFuture<O>;

    fn into_future(self) -> Self::IntoFuture {
        self.send()
    }
}
