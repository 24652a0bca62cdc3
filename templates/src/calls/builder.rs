//! The client builder.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::header::{CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};

use crate::auth::authorization::{Credential, Scheme, Token, TokenProvider};
use crate::auth::secret::Secret;
use crate::calls::client::{Client, Inner, secret_header};
use crate::calls::default_transport::DefaultTransportBuilder;
use crate::calls::instrumentation::observers;
use crate::calls::middleware::{Chain, Middleware};
use crate::calls::retry::{Budget, Retry};
use crate::calls::send_error::BuildError;
use crate::calls::server::{Routes, ServerAddress, ServerOptions, Service};
use crate::calls::transport::Transport;

/// Builds a [`Client`].
#[must_use = "a builder does nothing until `build` is called"]
pub struct ClientBuilder {
    address: ServerAddress,
    service: &'static Service,
    pub(crate) default_transport: DefaultTransportBuilder,
    transport: Option<Arc<dyn Transport>>,
    call_middleware: Vec<Arc<dyn Middleware>>,
    attempt_middleware: Vec<Arc<dyn Middleware>>,
    credentials: Vec<(Scheme, Token)>,
    headers: Vec<Result<(HeaderName, HeaderValue), BuildError>>,
    timeout: Duration,
    connect_timeout: Duration,
    idle_timeout: Option<Duration>,
    retry: Retry,
    max_body_bytes: u64,
    server_options: ServerOptions,
}

impl fmt::Debug for ClientBuilder {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ClientBuilder")
            .field("timeout", &self.timeout)
            .finish_non_exhaustive()
    }
}

impl ClientBuilder {
    #[doc(hidden)]
    pub fn new(address: impl Into<ServerAddress>, service: &'static Service) -> Self {
        Self {
            address: address.into(),
            service,
            default_transport: DefaultTransportBuilder::default(),
            transport: None,
            call_middleware: Vec::new(),
            attempt_middleware: Vec::new(),
            credentials: Vec::new(),
            headers: Vec::new(),
            timeout: Duration::from_secs(30),
            connect_timeout: Duration::from_secs(10),
            idle_timeout: None,
            retry: Retry::default(),
            max_body_bytes: 64 * 1024 * 1024,
            server_options: ServerOptions::default(),
        }
    }

    /// Sets the address of the server. The base path of the API is appended, unless the address already ends with it.
    pub fn base_url(mut self, address: impl Into<ServerAddress>) -> Self {
        self.address = address.into();
        self
    }

    #[doc(hidden)]
    pub fn authorize(self, scheme: Scheme, secret: Secret) -> Self {
        self.credential(scheme, Token::Fixed(secret))
    }

    /// Requests the token of a scheme from a provider before each attempt, instead of using a fixed token.
    pub fn token_provider(
        self,
        scheme: impl Into<Scheme>,
        provider: impl TokenProvider + 'static,
    ) -> Self {
        self.credential(scheme.into(), Token::Provided(Arc::new(provider)))
    }

    fn credential(mut self, scheme: Scheme, token: Token) -> Self {
        self.credentials
            .retain(|(known, _)| known.name != scheme.name);
        self.credentials.push((scheme, token));
        self
    }

    /// Sets the maximum duration of a call; 30 seconds by default. The time ends with the last byte of the response, or
    /// when the body of a streamed response starts. It does not include decoding, which takes time in proportion to the
    /// size of the body, limited by [`max_body_bytes`](Self::max_body_bytes).
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Sets when and how often calls are retried; three attempts by default.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// Sets the maximum time to connect; 10 seconds by default.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// Sets the maximum time without data while a body is received. By default, only the duration of the whole call is
    /// limited. Downloads are not subject to that limit; they may be idle for 60 seconds by default. Events and lines
    /// have no limit by default, because they arrive only when something happens.
    pub fn idle_timeout(mut self, timeout: Duration) -> Self {
        self.idle_timeout = Some(timeout);
        self
    }

    /// Sets the maximum size of a body that is received as a whole, in bytes; 64 MiB by default. Streams have no limit.
    pub fn max_body_bytes(mut self, limit: u64) -> Self {
        self.max_body_bytes = limit;
        self
    }

    /// Sets a header for every call. It is sent only to the client's own origin, and its value never appears in
    /// `Debug`. A header of a call with the same name replaces it. `accept` replaces the media types of each operation;
    /// `content-type` and `content-length` are rejected, because they belong to each body.
    pub fn header<N, V>(mut self, name: N, value: V) -> Self
    where
        N: TryInto<HeaderName>,
        V: TryInto<HeaderValue>,
    {
        self.headers.push(secret_header(name, value));
        self
    }

    /// Allows plain `http` to hosts other than this machine. Anyone on the network path can then read the token.
    pub fn allow_cleartext(mut self) -> Self {
        self.server_options.cleartext = true;
        self
    }

    /// Also sends the client's tokens and headers to the origin of this address, if an operation has its server there.
    ///
    /// By default they are sent only to the origin of the client's own address.
    pub fn share_tokens_with(mut self, address: impl Into<String>) -> Self {
        self.server_options.trusted.push(address.into());
        self
    }

    /// Replaces the address of an operation-specific server, such as `https://uploads.example.com/v1`. Only the paths
    /// of operations are appended to the new address.
    pub fn replace_server(
        mut self,
        described: impl Into<String>,
        address: impl Into<String>,
    ) -> Self {
        let replaced = (described.into(), address.into());
        self.server_options.replaced.push(replaced);
        self
    }

    #[doc(hidden)]
    pub fn variable(mut self, name: &'static str, value: String) -> Self {
        let variables = &mut self.server_options.variables;
        variables.retain(|(known, _)| *known != name);
        variables.push((name, value));
        self
    }

    /// Replaces the default transport. Timeouts, retries, redirects and credentials work as before.
    pub fn transport(mut self, transport: impl Transport + 'static) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Adds middleware that sees each call once. The first one added is the outermost.
    pub fn call_middleware(mut self, middleware: impl Middleware + 'static) -> Self {
        self.call_middleware.push(Arc::new(middleware));
        self
    }

    /// Adds middleware that sees each attempt and each redirect. The first one added is the outermost.
    pub fn attempt_middleware(mut self, middleware: impl Middleware + 'static) -> Self {
        self.attempt_middleware.push(Arc::new(middleware));
        self
    }

    /// Builds a client from the arguments of its constructor, which reports an error of [`build`](Self::build) when it
    /// is used.
    #[doc(hidden)]
    pub fn build_deferred(self) -> Client {
        let service = self.service;
        let built = if self.may_be_swapped() {
            let reason = "the token is an address: the arguments may be swapped (the builder accepts such a token)";
            Err(BuildError::new(reason))
        } else {
            self.build()
        };
        built.unwrap_or_else(|error| Client {
            inner: Arc::new(Inner::failed(service, error)),
        })
    }

    /// Returns `true` if a token looks like an address and is next to an address of the same type. A swapped token would
    /// be sent to another server.
    fn may_be_swapped(&self) -> bool {
        let is_address = |secret: &Secret| {
            let starts_with = |prefix: &str| {
                let start = secret.expose().get(..prefix.len());
                start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
            };
            starts_with("http://") || starts_with("https://")
        };
        let mut tokens = self.credentials.iter().map(|(_, token)| token);
        self.address.is_text()
            && tokens.any(|token| matches!(token, Token::Fixed(secret) if is_address(secret)))
    }

    /// Builds the client.
    ///
    /// # Errors
    ///
    /// Returns an error if the address is invalid or would send a token unencrypted, or if a header or token is not a
    /// valid header value.
    pub fn build(self) -> Result<Client, BuildError> {
        let routes = Routes::new(&self.address, self.service, self.server_options)?;
        let credentials = self
            .credentials
            .into_iter()
            .map(|(scheme, token)| Credential::new(scheme, token));
        let credentials = credentials.collect::<Result<_, _>>()?;
        let mut headers = HeaderMap::new();
        let agent = format!("{}/{}", self.service.name, self.service.version);
        for header in std::iter::once(secret_header(USER_AGENT, agent)).chain(self.headers) {
            let (name, value) = header?;
            if name == CONTENT_TYPE {
                let reason = "`content-type` cannot be set for all calls: it belongs to each body";
                return Err(BuildError::new(reason));
            }
            headers.insert(name, value);
        }
        let transport = match self.transport {
            Some(transport) => transport,
            None => Arc::new(self.default_transport.build(self.connect_timeout)?),
        };
        let mut attempts = self.attempt_middleware;
        attempts.extend(observers());
        let chain = Chain {
            calls: self.call_middleware,
            attempts,
            transport,
            budget: Budget::default(),
        };
        let inner = Inner {
            service: self.service,
            error: None,
            routes,
            chain,
            credentials,
            headers,
            timeout: self.timeout,
            idle: self.idle_timeout,
            retry: self.retry,
            max_body_bytes: self.max_body_bytes,
        };
        Ok(Client {
            inner: Arc::new(inner),
        })
    }
}
