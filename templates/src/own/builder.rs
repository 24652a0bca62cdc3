//! Building a client. What the description says of servers and tokens is this crate's own; all else is the shared support code's.

use std::fmt;
use std::time::Duration;

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

    #[doc(hidden)]
    pub fn authorize(self, scheme: Scheme, secret: Secret) -> Self {
        Self(self.0.authorize(scheme, secret))
    }

    /// Asks a provider for the token of a scheme before each attempt, instead of having it from the start.
    pub fn token_provider(
        self,
        scheme: impl Into<Scheme>,
        provider: impl TokenProvider + 'static,
    ) -> Self {
        Self(self.0.token_provider(scheme, provider))
    }

    /// How long a call may take from start to end; 30 seconds by default. It ends with the last byte of the response, or where
    /// a streamed one begins: to decode one that is not streamed takes time in proportion to its size, which
    /// [`max_body_bytes`](Self::max_body_bytes) bounds, and not to how deep it nests.
    pub fn timeout(self, timeout: Duration) -> Self {
        Self(self.0.timeout(timeout))
    }

    /// When calls are tried again, and how often; three attempts by default.
    pub fn retry(self, retry: Retry) -> Self {
        Self(self.0.retry(retry))
    }

    /// How long it may take to connect; 10 seconds by default.
    pub fn connect_timeout(self, timeout: Duration) -> Self {
        Self(self.0.connect_timeout(timeout))
    }

    /// How long nothing may come while a body is received. By default only the time of the whole call counts; for downloads,
    /// which are not bound by that, 60 seconds. Events and lines have no limit by default: they come when something happens.
    pub fn idle_timeout(self, timeout: Duration) -> Self {
        Self(self.0.idle_timeout(timeout))
    }

    /// The largest body to receive as a whole, in bytes; 64 MiB by default. Streams have no limit.
    pub fn max_body_bytes(self, limit: u64) -> Self {
        Self(self.0.max_body_bytes(limit))
    }

    /// Sets a header of every call, which is sent to the client's own origin only. Its value never appears in `Debug`. A
    /// header of a call with the same name replaces it. `accept` replaces the media types of each operation;
    /// `content-type` and `content-length` are refused, because they belong to each body.
    pub fn header(self, name: impl Into<String>, value: impl Into<Secret>) -> Self {
        Self(self.0.header(name, value))
    }

    /// Allows plain `http` to other hosts than this machine: everybody on the way can read the token then.
    pub fn allow_cleartext(self) -> Self {
        Self(self.0.allow_cleartext())
    }

    /// Sends the client's tokens and headers to the origin of this address as well, where an operation has its server there.
    ///
    /// Without it they go to the origin of the client's own address only.
    pub fn share_tokens_with(self, address: impl Into<String>) -> Self {
        Self(self.0.share_tokens_with(address))
    }

    /// Sends to this address what the description sends to another server of its own, such as
    /// `https://uploads.example.com/v1`. Nothing is appended to the address but the paths of operations.
    pub fn replace_server(self, described: impl Into<String>, address: impl Into<String>) -> Self {
        Self(self.0.replace_server(described, address))
    }

    #[doc(hidden)]
    pub fn variable(self, name: &'static str, value: String) -> Self {
        Self(self.0.variable(name, value))
    }

    /// Sends with this transport instead of the default one. Time-outs, retries, redirects and credentials stay as they are.
    pub fn transport(self, transport: impl Transport + 'static) -> Self {
        Self(self.0.transport(transport))
    }

    /// Adds an interceptor that sees each call once; the first that is added is the outermost.
    pub fn call_middleware(self, middleware: impl Middleware + 'static) -> Self {
        Self(self.0.call_middleware(middleware))
    }

    /// Adds an interceptor that sees each attempt and each redirect; the first that is added is the outermost.
    pub fn attempt_middleware(self, middleware: impl Middleware + 'static) -> Self {
        Self(self.0.attempt_middleware(middleware))
    }

    /// The client.
    ///
    /// # Errors
    ///
    /// Returns an error if the address is not valid or would send a token in the clear, or a header or token has characters that no header
    /// can carry.
    pub fn build(self) -> Result<Client, BuildError> {
        self.0.build().map(Client)
    }
}
