//! The client: where the server is, what travels with each call, and the one place that does I/O.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use bytes::BytesMut;
use http::header::{HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use url::Url;

use super::authorization::{Credential, Requirement, Scheme, chosen};
use super::error::{BuildError, SendCause, SendError};
use super::redirect::Hop;
use super::request::Request;
use super::response::Response;
use super::retry::{Again, Budget, Retry, again, is_repeatable};
use super::secret::Secret;

/// How often a call follows a redirect.
const MAX_REDIRECTS: usize = 5;

/// What the description says of the service.
#[doc(hidden)]
#[derive(Debug)]
pub struct Service {
    /// The name of this crate.
    pub name: &'static str,
    /// The version of this crate.
    pub version: &'static str,
    /// The path of the interface on the server, such as `/ws`.
    pub base_path: &'static str,
    /// What calls ask for unless their operation says otherwise.
    pub security: Requirement,
}

/// A client; cheap to clone, and all clones share their connections.
#[derive(Clone)]
pub struct Client {
    inner: Arc<Inner>,
}

struct Inner {
    service: &'static Service,
    http: reqwest::Client,
    base: Url,
    credentials: Vec<Credential>,
    headers: HeaderMap,
    timeout: Duration,
    retry: Retry,
    budget: Budget,
    max_body_bytes: u64,
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let address = self.inner.base.as_str();
        formatter
            .debug_struct("Client")
            .field("address", &address)
            .finish_non_exhaustive()
    }
}

/// Options of one call.
#[derive(Clone, Debug, Default)]
pub(super) struct CallOptions {
    pub(super) timeout: Option<Duration>,
    pub(super) retry: Option<Retry>,
    pub(super) headers: HeaderMap,
    /// Those of this call come before the client's.
    pub(super) credentials: Vec<(Scheme, Secret)>,
}

impl Client {
    /// The address of the interface, without anything secret.
    pub fn address(&self) -> &str {
        self.inner.base.as_str()
    }

    /// Sends a request and receives its answer, whatever its status; tries again where that is safe and may help.
    pub(super) async fn execute(
        &self,
        operation: &'static str,
        request: Request,
        options: CallOptions,
    ) -> Result<Response, ExecuteError> {
        let limit = options.timeout.unwrap_or(self.inner.timeout);
        let retry = options.retry.unwrap_or(self.inner.retry);
        let start = Instant::now();
        let first = self
            .first_hop(request, options)
            .map_err(|error| ExecuteError::Build(error.of(operation)))?;
        let repeatable = is_repeatable(&first.method, &first.headers);
        let mut attempt = 1;
        loop {
            let outcome = self.attempt(first.clone(), start, limit).await;
            let again = match &outcome {
                Ok(response) => again(response.status(), response.headers(), repeatable),
                Err(trouble) => trouble.again(repeatable),
            };
            if again.is_none() {
                self.inner.budget.give();
            }
            let wait = again.and_then(|again| retry.wait(attempt, again));
            match wait.filter(|wait| start.elapsed() + *wait < limit) {
                Some(wait) if self.inner.budget.take() => tokio::time::sleep(wait).await,
                _ => return outcome.map_err(|trouble| trouble.of(operation)),
            }
            attempt += 1;
        }
    }

    /// One attempt, with the redirects that it takes.
    async fn attempt(
        &self,
        mut hop: Hop,
        start: Instant,
        limit: Duration,
    ) -> Result<Response, Trouble> {
        for _ in 0..=MAX_REDIRECTS {
            let rest = limit.saturating_sub(start.elapsed());
            if rest.is_zero() {
                return Err(Trouble::Send(SendCause::TimedOut));
            }
            let request = self.prepare(&hop).map_err(Trouble::Build)?;
            let response = request.timeout(rest).send().await;
            let response = response.map_err(|error| Trouble::Send(SendCause::Transport(error)))?;
            match hop.redirected(response.status(), response.headers()) {
                Some(next) => hop = next,
                None => return self.receive(response).await.map_err(Trouble::Send),
            }
        }
        Err(Trouble::Send(SendCause::TooManyRedirects))
    }

    fn first_hop(&self, request: Request, options: CallOptions) -> Result<Hop, BuildError> {
        let base = self.inner.base.as_str().trim_end_matches('/');
        let target = request.target()?;
        let url = Url::parse(&format!("{base}{target}"))
            .map_err(|error| BuildError::new(format!("the address is not valid: {error}")))?;
        // The token belongs to one server, whatever the path says.
        if !target.starts_with('/') || url.origin() != self.inner.base.origin() {
            return Err(BuildError::new("the path leads to another server"));
        }
        let asked = request.requirement.unwrap_or(self.inner.service.security);
        let own = options.credentials.into_iter();
        let own = own.map(|(scheme, secret)| Credential::new(scheme, secret));
        let mut given = own.collect::<Result<Vec<_>, _>>()?;
        given.extend_from_slice(&self.inner.credentials);
        let credentials = chosen(&given, asked);
        let mut headers = self.inner.headers.clone();
        headers.extend(request.headers);
        headers.extend(options.headers);
        Ok(Hop {
            method: request.method,
            url,
            headers,
            body: request.body,
            credentials,
        })
    }

    /// Puts the credentials in last, so that nothing else ever holds them.
    fn prepare(&self, hop: &Hop) -> Result<reqwest::RequestBuilder, BuildError> {
        let mut url = hop.url.clone();
        for (name, value) in hop.credentials.iter().filter_map(Credential::query) {
            url.query_pairs_mut().append_pair(name, value);
        }
        let mut request = self
            .inner
            .http
            .request(hop.method.clone(), url)
            .headers(hop.headers.clone());
        for credential in &hop.credentials {
            request = credential.apply(request)?;
        }
        Ok(match &hop.body {
            Some(body) => request.body(body.clone()),
            None => request,
        })
    }

    async fn receive(&self, mut response: reqwest::Response) -> Result<Response, SendCause> {
        let limit = self.inner.max_body_bytes;
        if response
            .content_length()
            .is_some_and(|length| length > limit)
        {
            return Err(SendCause::TooLarge(limit));
        }
        let mut body = BytesMut::new();
        while let Some(chunk) = response.chunk().await.map_err(SendCause::Transport)? {
            if (body.len() + chunk.len()) as u64 > limit {
                return Err(SendCause::TooLarge(limit));
            }
            body.extend_from_slice(&chunk);
        }
        let headers = std::mem::take(response.headers_mut());
        Ok(Response::new(response.status(), headers, body.freeze()))
    }
}

/// Why there is no answer.
#[derive(Debug)]
pub(super) enum ExecuteError {
    Build(BuildError),
    Send(SendError),
}

/// What went wrong with one attempt.
enum Trouble {
    Build(BuildError),
    Send(SendCause),
}

impl Trouble {
    /// Whether another attempt is safe and may help.
    fn again(&self, repeatable: bool) -> Option<Again> {
        match self {
            // Without a connection, the server has seen nothing.
            Self::Send(SendCause::Transport(error)) if error.is_connect() => Some(Again::Soon),
            Self::Send(SendCause::Transport(error)) if repeatable && !error.is_timeout() => {
                Some(Again::Soon)
            }
            Self::Send(_) | Self::Build(_) => None,
        }
    }

    fn of(self, operation: &'static str) -> ExecuteError {
        match self {
            Self::Build(error) => ExecuteError::Build(error.of(operation)),
            Self::Send(cause) => ExecuteError::Send(SendError::new(operation, cause)),
        }
    }
}

/// Builds a [`Client`].
#[must_use = "a builder does nothing until `build` is called"]
pub struct ClientBuilder {
    address: String,
    service: &'static Service,
    http: reqwest::ClientBuilder,
    credentials: Vec<(Scheme, Secret)>,
    headers: Vec<(String, Secret)>,
    timeout: Duration,
    connect_timeout: Duration,
    retry: Retry,
    max_body_bytes: u64,
    cleartext: bool,
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
    pub fn new(address: impl Into<String>, service: &'static Service) -> Self {
        Self {
            address: address.into(),
            service,
            http: reqwest::Client::builder(),
            credentials: Vec::new(),
            headers: Vec::new(),
            timeout: Duration::from_secs(30),
            connect_timeout: Duration::from_secs(10),
            retry: Retry::default(),
            max_body_bytes: 64 * 1024 * 1024,
            cleartext: false,
        }
    }

    #[doc(hidden)]
    pub fn authorize(mut self, scheme: Scheme, secret: Secret) -> Self {
        self.credentials
            .retain(|(known, _)| known.name != scheme.name);
        self.credentials.push((scheme, secret));
        self
    }

    /// How long a call may take from start to end; 30 seconds by default.
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

    /// The largest body to receive, in bytes; 64 MiB by default.
    pub fn max_body_bytes(mut self, limit: u64) -> Self {
        self.max_body_bytes = limit;
        self
    }

    /// Sends this header with each call, to the client's own origin only. Its value is never shown.
    pub fn header(mut self, name: impl Into<String>, value: impl Into<Secret>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Allows plain `http` to other hosts than this machine: everybody on the way can read the token then.
    pub fn allow_cleartext(mut self) -> Self {
        self.cleartext = true;
        self
    }

    /// Uses this HTTP client, for a proxy or certificates of one's own.
    ///
    /// It is a builder and not a finished client, because redirects have to stay in the hands of this crate: a redirect to
    /// another origin must not carry a token.
    pub fn http_client(mut self, builder: reqwest::ClientBuilder) -> Self {
        self.http = builder;
        self
    }

    /// The client.
    ///
    /// # Errors
    ///
    /// Where the address is not valid or would send a token in the clear, or a header or token has characters that no header
    /// can carry.
    pub fn build(self) -> Result<Client, BuildError> {
        let base = base(&self.address, self.service.base_path, self.cleartext)?;
        let credentials = self
            .credentials
            .into_iter()
            .map(|(scheme, secret)| Credential::new(scheme, secret));
        let credentials = credentials.collect::<Result<_, _>>()?;
        let mut headers = HeaderMap::new();
        let agent = format!("{}/{}", self.service.name, self.service.version);
        headers.insert(USER_AGENT, header_value("user-agent", &agent)?);
        for (name, value) in &self.headers {
            headers.insert(header_name(name)?, header_value(name, value.expose())?);
        }
        let http = self
            .http
            .redirect(reqwest::redirect::Policy::none())
            .connect_timeout(self.connect_timeout)
            .build()
            .map_err(|error| {
                BuildError::new(format!("the HTTP client cannot be set up: {error}"))
            })?;
        let inner = Inner {
            service: self.service,
            http,
            base,
            credentials,
            headers,
            timeout: self.timeout,
            retry: self.retry,
            budget: Budget::default(),
            max_body_bytes: self.max_body_bytes,
        };
        Ok(Client {
            inner: Arc::new(inner),
        })
    }
}

/// The address of the interface: the server's address with the base path, unless it ends with it already.
fn base(address: &str, base_path: &str, cleartext: bool) -> Result<Url, BuildError> {
    // The address itself is not shown: people put credentials into it.
    let invalid = |reason: &str| BuildError::new(format!("the address of the server {reason}"));
    let mut url =
        Url::parse(address.trim()).map_err(|_| invalid("is not valid: write `https://host`"))?;
    if !matches!(url.scheme(), "http" | "https") || url.host().is_none() {
        return Err(invalid("has to begin with `https://` or `http://`"));
    }
    if !url.username().is_empty() || url.password().is_some() {
        return Err(invalid(
            "holds a user name or password: give the credential to the builder",
        ));
    }
    if url.query().is_some() || url.fragment().is_some() {
        return Err(invalid("has a query or a fragment: leave it out"));
    }
    if url.scheme() == "http" && !cleartext && !is_loopback(&url) {
        return Err(invalid(
            "is plain `http`, so everybody on the way could read the token: use `https`, or `allow_cleartext`",
        ));
    }
    let path = url.path().trim_end_matches('/').to_owned();
    let full = if path.ends_with(base_path) {
        path
    } else {
        format!("{path}{base_path}")
    };
    url.set_path(&full);
    Ok(url)
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
