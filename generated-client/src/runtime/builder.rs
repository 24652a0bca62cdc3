//! Building a client: the server's address, and how calls are made.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use http::header::{CONTENT_LENGTH, CONTENT_TYPE, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use url::Url;

use super::authorization::{Authorizing, Credential, Scheme};
use super::client::{Client, Inner, Service};
use super::default_transport::DefaultTransportBuilder;
use super::error::BuildError;
use super::instrumentation::observers;
use super::middleware::Middleware;
use super::redirect::Redirecting;
use super::response_body::Receiving;
use super::retry::{Retry, Retrying};
use super::secret::Secret;
use super::server::{Routes, ServerAddress, ServerOptions};
use super::token::{Token, TokenProvider};
use super::transport::Transport;

/// Builds a [`Client`].
#[must_use = "a builder does nothing until `build` is called"]
pub struct ClientBuilder {
    address: ServerAddress,
    service: &'static Service,
    pub(super) default_transport: DefaultTransportBuilder,
    transport: Option<Arc<dyn Transport>>,
    call_middleware: Vec<Arc<dyn Middleware>>,
    attempt_middleware: Vec<Arc<dyn Middleware>>,
    credentials: Vec<(Scheme, Token)>,
    headers: Vec<(String, Secret)>,
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

    #[doc(hidden)]
    pub fn authorize(self, scheme: Scheme, secret: Secret) -> Self {
        self.credential(scheme, Token::Fixed(secret))
    }

    /// Asks a provider for the token of a scheme before each attempt, instead of having it from the start.
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

    /// How long a call may take from start to end; 30 seconds by default. It ends with the last byte of the response, or where
    /// a streamed one begins: to decode one that is not streamed takes time in proportion to its size, which
    /// [`max_body_bytes`](Self::max_body_bytes) bounds, and not to how deep it nests.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// When calls are tried again, and how often; three attempts by default.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.retry = retry;
        self
    }

    /// How long it may take to connect; 10 seconds by default.
    pub fn connect_timeout(mut self, timeout: Duration) -> Self {
        self.connect_timeout = timeout;
        self
    }

    /// How long nothing may come while a body is received. By default only the time of the whole call counts; for downloads,
    /// which are not bound by that, 60 seconds. Events and lines have no limit by default: they come when something happens.
    pub fn idle_timeout(mut self, timeout: Duration) -> Self {
        self.idle_timeout = Some(timeout);
        self
    }

    /// The largest body to receive as a whole, in bytes; 64 MiB by default. Streams have no limit.
    pub fn max_body_bytes(mut self, limit: u64) -> Self {
        self.max_body_bytes = limit;
        self
    }

    /// Sets a header of every call, which is sent to the client's own origin only. Its value never appears in `Debug`. A
    /// header of a call with the same name replaces it. `accept` replaces the media types of each operation;
    /// `content-type` and `content-length` are refused, because they belong to each body.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<Secret>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Allows plain `http` to other hosts than this machine: everybody on the way can read the token then.
    pub fn allow_cleartext(mut self) -> Self {
        self.server_options.cleartext = true;
        self
    }

    /// Sends the client's tokens and headers to the origin of this address as well, where an operation has its server there.
    ///
    /// Without it they go to the origin of the client's own address only.
    pub fn share_tokens_with(mut self, address: impl Into<String>) -> Self {
        self.server_options.trusted.push(address.into());
        self
    }

    /// Sends to this address what the description sends to another server of its own, such as
    /// `https://uploads.example.com/v1`. Nothing is appended to the address but the paths of operations.
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

    /// Sends with this transport instead of the default one. Time-outs, retries, redirects and credentials stay as they are.
    pub fn transport(mut self, transport: impl Transport + 'static) -> Self {
        self.transport = Some(Arc::new(transport));
        self
    }

    /// Adds an interceptor that sees each call once; the first that is added is the outermost.
    pub fn call_middleware(mut self, middleware: impl Middleware + 'static) -> Self {
        self.call_middleware.push(Arc::new(middleware));
        self
    }

    /// Adds an interceptor that sees each attempt and each redirect; the first that is added is the outermost.
    pub fn attempt_middleware(mut self, middleware: impl Middleware + 'static) -> Self {
        self.attempt_middleware.push(Arc::new(middleware));
        self
    }

    /// The client.
    ///
    /// # Errors
    ///
    /// Returns an error if the address is not valid or would send a token in the clear, or a header or token has characters that no header
    /// can carry.
    pub fn build(self) -> Result<Client, BuildError> {
        let routes = Routes::new(&self.address, self.service, self.server_options)?;
        let credentials = self
            .credentials
            .into_iter()
            .map(|(scheme, token)| Credential::new(scheme, token));
        let credentials = credentials.collect::<Result<_, _>>()?;
        let mut headers = HeaderMap::new();
        let agent = format!("{}/{}", self.service.name, self.service.version);
        headers.insert(USER_AGENT, header_value("user-agent", &agent)?);
        for (name, value) in &self.headers {
            let (header, value) = (header_name(name)?, header_value(name, value.expose())?);
            if [CONTENT_TYPE, CONTENT_LENGTH].contains(&header) {
                let reason =
                    format!("`{header}` cannot be set for all calls: it belongs to each body");
                return Err(BuildError::new(reason));
            }
            headers.insert(header, value);
        }
        let transport = match self.transport {
            Some(transport) => transport,
            None => Arc::new(self.default_transport.build(self.connect_timeout)?),
        };
        let mut chain = self.call_middleware;
        chain.push(Arc::new(Retrying::default()));
        chain.push(Arc::new(Redirecting));
        chain.extend(self.attempt_middleware);
        chain.extend(observers());
        chain.push(Arc::new(Authorizing));
        chain.push(Arc::new(Receiving));
        let inner = Inner {
            service: self.service,
            routes,
            transport,
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

/// Returns `true` if nobody on the way can read what is sent there.
pub(super) fn is_private(url: &Url) -> bool {
    url.scheme() == "https" || (url.scheme() == "http" && is_loopback(url))
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}

fn header_name(name: &str) -> Result<HeaderName, BuildError> {
    HeaderName::from_bytes(name.as_bytes())
        .map_err(|_| BuildError::new(format!("`{name}` cannot be the name of a header")))
}

fn header_value(name: &str, value: &str) -> Result<HeaderValue, BuildError> {
    let mut value = HeaderValue::from_str(value).map_err(|_| {
        BuildError::new(format!("`{name}` has characters that no header can carry"))
    })?;
    value.set_sensitive(true);
    Ok(value)
}
