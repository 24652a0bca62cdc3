//! Calls. The options of its operations are specific to this crate; everything else is shared.

use std::future::IntoFuture;
use std::time::Duration;

use http::{HeaderName, HeaderValue};

use super::client::Client;
use super::shared::{
    self, BuildError, CallError, CallFuture, Download, Operation, Response, Retry, Scheme, Secret,
    TypedResponse,
};

/// A call that is sent when it is awaited. Owns its data, so it can be stored and sent to other tasks.
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

    /// Returns the operation with its current input.
    pub fn operation(&self) -> &O {
        self.0.operation()
    }

    #[doc(hidden)]
    pub fn operation_mut(&mut self) -> &mut O {
        self.0.operation_mut()
    }

    /// Sets the maximum duration of this call. For a streamed response, the time ends when its body starts.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self(self.0.timeout(timeout))
    }

    /// Sets when and how often this call is retried.
    pub fn retry(self, retry: Retry) -> Self {
        Self(self.0.retry(retry))
    }

    /// Sends this token with this call, instead of the client's own token for the same scheme.
    pub fn authorize(self, scheme: impl Into<Scheme>, token: impl Into<Secret>) -> Self {
        Self(self.0.authorize(scheme, token))
    }

    /// Requests this media type instead of the default of the call, such as `application/yaml`.
    ///
    /// The response is not decoded: use [`send_raw`](Self::send_raw) or [`download`](Self::download).
    pub fn accept(self, media_type: impl Into<String>) -> Self {
        Self(self.0.accept(media_type))
    }

    /// Sets a header for this call. It replaces the client's header of the same name, and its value never appears in
    /// `Debug`. An invalid name or value is reported when the call is sent.
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
    /// Sends the call. This is the same as awaiting it.
    pub fn send(self) -> CallFuture<O> {
        self.0.send()
    }

    /// Sends the call and returns the raw response, whatever its status.
    ///
    /// # Errors
    ///
    /// Returns an error if the request could not be built or sent.
    pub async fn send_raw(self) -> Result<Response, CallError<O::Error>> {
        self.0.send_raw().await
    }

    /// Sends the call and returns the body of a successful response as text, whatever type the API description
    /// declares. Use it if a parameter or the body requests another format.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as the call itself, except that the body is not decoded.
    pub async fn send_text(self) -> Result<String, CallError<O::Error>> {
        self.0.send_text().await
    }

    /// Sends the call and returns the typed body together with the status and the headers.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as the call itself.
    pub async fn send_full(self) -> Result<TypedResponse<O>, CallError<O::Error>> {
        self.0.send_full().await
    }

    /// Sends the call and returns the body of a successful response in chunks, whatever its size. The timeout of the
    /// call ends when the headers are received. After that, only an idle connection is an error: after 60 seconds,
    /// unless the client has another [`idle_timeout`](super::ClientBuilder::idle_timeout).
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as the call itself, except that the body is not read.
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
