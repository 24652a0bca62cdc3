//! The client builder. The servers and tokens of the API description are specific to this crate; everything else is
//! shared.

use std::fmt;
use std::time::Duration;

use http::{HeaderName, HeaderValue};

use super::client::Client;
use super::shared::{
    self, BuildError, Middleware, Retry, Scheme, Secret, ServerAddress, Service, TokenProvider,
    Transport,
};

/// Builds a [`Client`].
#[must_use = "a builder does nothing until `build` is called"]
pub struct ClientBuilder(shared::ClientBuilder);

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl From<shared::ClientBuilder> for ClientBuilder {
    fn from(builder: shared::ClientBuilder) -> Self {
        Self(builder)
    }
}

impl From<ClientBuilder> for shared::ClientBuilder {
    fn from(builder: ClientBuilder) -> Self {
        builder.0
    }
}

impl ClientBuilder {
    #[doc(hidden)]
    pub fn new(address: impl Into<ServerAddress>, service: &'static Service) -> Self {
        Self(shared::ClientBuilder::new(address, service))
    }

    /// Sets the address of the server. The base path of the API is appended, unless the address already ends with it.
    pub fn base_url(self, address: impl Into<ServerAddress>) -> Self {
        Self(self.0.base_url(address))
    }

    #[doc(hidden)]
    pub fn authorize(self, scheme: Scheme, secret: Secret) -> Self {
        Self(self.0.authorize(scheme, secret))
    }

    /// Requests the token of a scheme from a provider before each attempt, instead of using a fixed token.
    pub fn token_provider(
        self,
        scheme: impl Into<Scheme>,
        provider: impl TokenProvider + 'static,
    ) -> Self {
        Self(self.0.token_provider(scheme, provider))
    }

    /// Sets the maximum duration of a call; 30 seconds by default. The time ends with the last byte of the response, or
    /// when the body of a streamed response starts. It does not include decoding, which takes time in proportion to the
    /// size of the body, limited by [`max_body_bytes`](Self::max_body_bytes).
    pub fn timeout(self, timeout: Duration) -> Self {
        Self(self.0.timeout(timeout))
    }

    /// Sets when and how often calls are retried; three attempts by default.
    pub fn retry(self, retry: Retry) -> Self {
        Self(self.0.retry(retry))
    }

    /// Sets the maximum time to connect; 10 seconds by default.
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        Self(self.0.connect_timeout(timeout))
    }

    /// Sets the maximum time without data while a body is received. By default, only the duration of the whole call is
    /// limited. Downloads are not subject to that limit; they may be idle for 60 seconds by default. Events and lines
    /// have no limit by default, because they arrive only when something happens.
    pub fn idle_timeout(self, timeout: Duration) -> Self {
        Self(self.0.idle_timeout(timeout))
    }

    /// Sets the maximum size of a body that is received as a whole, in bytes; 64 MiB by default. Streams have no limit.
    pub fn max_body_bytes(self, limit: u64) -> Self {
        Self(self.0.max_body_bytes(limit))
    }

    /// Sets a header for every call. It is sent only to the client's own origin, and its value never appears in
    /// `Debug`. A header of a call with the same name replaces it. `accept` replaces the media types of each operation;
    /// `content-type` and `content-length` are rejected, because they belong to each body.
    pub fn header<N, V>(self, name: N, value: V) -> Self
    where
        N: TryInto<HeaderName>,
        V: TryInto<HeaderValue>,
    {
        Self(self.0.header(name, value))
    }

    /// Allows plain `http` to hosts other than this machine. Anyone on the network path can then read the token.
    pub fn allow_cleartext(self) -> Self {
        Self(self.0.allow_cleartext())
    }

    /// Also sends the client's tokens and headers to the origin of this address, if an operation has its server there.
    ///
    /// By default they are sent only to the origin of the client's own address.
    pub fn share_tokens_with(self, address: impl Into<String>) -> Self {
        Self(self.0.share_tokens_with(address))
    }

    /// Replaces the address of an operation-specific server, such as `https://uploads.example.com/v1`. Only the paths
    /// of operations are appended to the new address.
    pub fn replace_server(self, described: impl Into<String>, address: impl Into<String>) -> Self {
        Self(self.0.replace_server(described, address))
    }

    #[doc(hidden)]
    pub fn variable(self, name: &'static str, value: String) -> Self {
        Self(self.0.variable(name, value))
    }

    /// Replaces the default transport. Timeouts, retries, redirects and credentials work as before.
    pub fn transport(self, transport: impl Transport + 'static) -> Self {
        Self(self.0.transport(transport))
    }

    /// Adds middleware that sees each call once. The first one added is the outermost.
    pub fn call_middleware(self, middleware: impl Middleware + 'static) -> Self {
        Self(self.0.call_middleware(middleware))
    }

    /// Adds middleware that sees each attempt and each redirect. The first one added is the outermost.
    pub fn attempt_middleware(self, middleware: impl Middleware + 'static) -> Self {
        Self(self.0.attempt_middleware(middleware))
    }

    /// Builds a client that reports an error of [`build`](Self::build) when it is used.
    #[doc(hidden)]
    pub fn build_deferred(self) -> Client {
        Client(self.0.build_deferred())
    }

    /// Builds the client.
    ///
    /// # Errors
    ///
    /// Returns an error if the address is invalid or would send a token unencrypted, or if a header or token is not a
    /// valid header value.
    pub fn build(self) -> Result<Client, BuildError> {
        self.0.build().map(Client)
    }
}
