//! The client: the server address, and the path from a request to its response.

use std::borrow::Cow;
use std::fmt;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use http::header::{ACCEPT, CONTENT_LENGTH, TRANSFER_ENCODING};
use http::{HeaderMap, HeaderName, HeaderValue, Method, Uri};

use crate::auth::authorization::{
    Credential, Origin, Requirement, Scheme, Token, select_credentials,
};
use crate::calls::middleware::{CallInfo, Chain, Next};
use crate::calls::platform::Instant;
use crate::calls::redirect::is_public;
use crate::calls::retry::{Budget, Retry};
use crate::calls::send_error::{BuildError, SendError};
use crate::calls::server::{Routes, Service};
use crate::calls::transport::within;
use crate::calls::transport::{HttpRequest, HttpResponse, Unavailable};
use crate::requests::payload::BoxFuture;
use crate::requests::request::Request;
use crate::responses::response::{Reception, read_whole};

/// A client. Cloning is cheap, and all clones share their connections.
#[derive(Clone)]
pub struct Client {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    pub(crate) service: &'static Service,
    /// The reason why the client cannot send anything.
    pub(crate) error: Option<BuildError>,
    pub(crate) routes: Routes,
    pub(crate) chain: Chain,
    pub(crate) credentials: Vec<Arc<Credential>>,
    pub(crate) headers: HeaderMap,
    pub(crate) timeout: Duration,
    pub(crate) idle: Option<Duration>,
    pub(crate) retry: Retry,
    pub(crate) max_body_bytes: u64,
}

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Client")
            .field("address", &self.inner.routes.base)
            .finish_non_exhaustive()
    }
}

/// Options of one call.
#[derive(Clone, Debug, Default)]
pub(crate) struct CallOptions {
    pub(crate) timeout: Option<Duration>,
    pub(crate) retry: Option<Retry>,
    pub(crate) headers: HeaderMap,
    /// The error of an invalid header.
    pub(crate) header_error: Option<BuildError>,
    /// The media type to request, if it differs from that of the operation.
    pub(crate) accept: Option<String>,
    /// The credentials of this call, which take precedence over those of the client.
    pub(crate) credentials: Vec<(Scheme, Token)>,
    /// `true` if the body of a successful response is returned as a stream.
    pub(crate) streamed: bool,
    /// `true` if this stream may be idle indefinitely.
    pub(crate) patient: bool,
}

impl CallOptions {
    /// Adds a header, or records why it is invalid.
    pub(crate) fn add_header(
        &mut self,
        name: impl TryInto<HeaderName>,
        value: impl TryInto<HeaderValue>,
    ) {
        match secret_header(name, value) {
            Ok((name, value)) => drop(self.headers.append(name, value)),
            Err(error) => self.header_error = Some(error),
        }
    }
}

/// Returns a header whose value is not shown.
pub(crate) fn secret_header(
    name: impl TryInto<HeaderName>,
    value: impl TryInto<HeaderValue>,
) -> Result<(HeaderName, HeaderValue), BuildError> {
    let invalid_name = |_| BuildError::new("the name of a header is invalid");
    let name = name.try_into().map_err(invalid_name)?;
    if [CONTENT_LENGTH, TRANSFER_ENCODING].contains(&name) {
        return Err(BuildError::new(format!(
            "`{name}` cannot be set: it belongs to the body"
        )));
    }
    let invalid_value = |_| {
        BuildError::new(format!(
            "the value of the header `{name}` has characters that are not allowed"
        ))
    };
    let mut value = value.try_into().map_err(invalid_value)?;
    value.set_sensitive(true);
    Ok((name, value))
}

/// The names of an operation.
#[derive(Clone, Copy)]
pub(crate) struct OperationName {
    /// The name in the API description.
    pub(crate) described: &'static str,
    /// The function that the user calls.
    pub(crate) call: &'static str,
}

impl Client {
    /// Returns the base address of the API, without secrets. It is empty if the client could not be built.
    pub fn base_url(&self) -> &str {
        &self.inner.routes.base
    }
}

// Internal methods are defined here and not on the client, whose methods are named after the tags of the API
// description.
impl Inner {
    /// Sends a request through the middleware chain and receives its response, whatever its status.
    pub(crate) fn execute(
        self: Arc<Self>,
        operation: OperationName,
        request: Result<Request, BuildError>,
        options: CallOptions,
    ) -> ExecuteFuture {
        let prepared =
            request.and_then(|request| self.prepare(operation.described, request, options));
        let (mut request, mut info) = match prepared {
            Ok(prepared) => prepared,
            Err(error) => {
                let error = ExecuteError::Build(error.with_operation(operation.call));
                return Box::pin(std::future::ready(Err(error)));
            }
        };
        Box::pin(async move {
            // The time runs from the first poll.
            info.start = Instant::now();
            let exchange = pin!(self.exchange(&mut request, &info));
            let outcome = within(self.chain.transport.as_ref(), info.limit, exchange).await;
            let outcome =
                outcome.unwrap_or_else(|| Err(SendError::timed_out().with_limit(info.limit)));
            outcome.map_err(|error| ExecuteError::Send(error.with_operation(operation.call)))
        })
    }

    async fn exchange(
        &self,
        request: &mut HttpRequest,
        info: &CallInfo,
    ) -> Result<HttpResponse, SendError> {
        let response = Next::new(&self.chain, info).send(request).await?;
        let reception = info.reception;
        if reception.streamed && response.status().is_success() {
            return Ok(response);
        }
        // Middleware may have responded with its own stream.
        read_whole(response, self.chain.transport.as_ref(), reception).await
    }

    /// Returns the request without credentials, and the information that the middleware chain needs.
    pub(crate) fn prepare(
        &self,
        operation: &'static str,
        request: Request,
        options: CallOptions,
    ) -> Result<(HttpRequest, CallInfo), BuildError> {
        if let Some(error) = options.header_error {
            return Err(error);
        }
        let target = request.target()?;
        // The token belongs to one server, whatever the path contains.
        if !target.starts_with('/') {
            return Err(BuildError::new("the path leads to another server"));
        }
        let (uri, origin) = self.address_of(&request, &target)?;
        let trusted = request.server.is_none() || self.routes.trusts(&origin);
        let required = request.requirement.unwrap_or(self.service.security);
        let credentials = self.credentials(options.credentials, required, trusted)?;
        let template = request.template;
        let mut headers = request.headers;
        for (name, value) in self.headers_for(trusted) {
            // The `accept` header of the client applies to all calls except streams.
            if !headers.contains_key(name) || (name == ACCEPT && !options.patient) {
                headers.insert(name, value.clone());
            }
        }
        headers.extend(options.headers);
        if let Some(media_type) = options.accept {
            let value = HeaderValue::try_from(&media_type);
            let wrong = |_| BuildError::new(format!("`{media_type}` is not a media type"));
            headers.insert(ACCEPT, value.map_err(wrong)?);
        }
        let info = CallInfo {
            operation,
            template,
            origin,
            credentials,
            retry: options.retry.unwrap_or(self.retry),
            start: Instant::now(),
            limit: options.timeout.unwrap_or(self.timeout),
            reception: Reception {
                idle: self.idle,
                max_body_bytes: self.max_body_bytes,
                streamed: options.streamed,
                patient: options.patient,
            },
            follows: request.follows,
        };
        // Some servers reject these methods without a length (RFC 9110, section 8.6).
        let has_body = matches!(request.method, Method::POST | Method::PUT | Method::PATCH);
        if has_body && request.body.is_none() {
            headers.insert(CONTENT_LENGTH, HeaderValue::from_static("0"));
        }
        let mut prepared = HttpRequest::new(request.body.unwrap_or_default());
        *prepared.method_mut() = request.method;
        *prepared.uri_mut() = uri;
        *prepared.headers_mut() = headers;
        Ok((prepared, info))
    }

    /// Returns the credentials of a call. Its own tokens replace those of the client for the same schemes. If the
    /// server is not trusted with the client's tokens, only its own are sent.
    fn credentials(
        &self,
        own: Vec<(Scheme, Token)>,
        required: Requirement,
        trusted: bool,
    ) -> Result<Vec<Arc<Credential>>, BuildError> {
        let theirs: &[_] = if trusted { &self.credentials } else { &[] };
        if own.is_empty() {
            return Ok(select_credentials(theirs, required));
        }
        let own = own.into_iter();
        let own = own.map(|(scheme, token)| Credential::new(scheme, token));
        let own = own.collect::<Result<Vec<_>, _>>()?;
        let replaced =
            |theirs: &Credential| own.iter().any(|own| own.scheme.name == theirs.scheme.name);
        let theirs = theirs.iter().filter(|theirs| !replaced(theirs));
        let given: Vec<_> = own.iter().chain(theirs).cloned().collect();
        Ok(select_credentials(&given, required))
    }
}

impl Inner {
    /// Creates a client that only reports this error.
    pub(crate) fn failed(service: &'static Service, error: BuildError) -> Self {
        Self {
            service,
            error: Some(error),
            routes: Routes::default(),
            chain: Chain {
                calls: Vec::new(),
                attempts: Vec::new(),
                transport: Arc::new(Unavailable),
                budget: Budget::default(),
            },
            credentials: Vec::new(),
            headers: HeaderMap::new(),
            timeout: Duration::ZERO,
            idle: None,
            retry: Retry::default(),
            max_body_bytes: 0,
        }
    }

    /// Returns the address to which the path of a request is appended.
    pub(crate) fn base_of(&self, request: &Request) -> Result<Cow<'_, str>, BuildError> {
        if let Some(error) = &self.error {
            return Err(error.clone());
        }
        let server = request
            .server
            .and_then(|index| self.service.servers.get(index));
        match server {
            Some(server) => self.routes.base_of(server).map(Cow::Owned),
            None => Ok(Cow::Borrowed(&self.routes.base)),
        }
    }

    /// Returns the address of a request, and its origin.
    fn address_of(&self, request: &Request, target: &str) -> Result<(Uri, Origin), BuildError> {
        let (base, origin) = (self.base_of(request)?, self.routes.origin());
        let uri = match (&base, origin) {
            (Cow::Borrowed(_), Some(origin)) => {
                origin.address(format!("{}{target}", self.routes.path))
            }
            _ => Uri::try_from(format!("{base}{target}")).map_err(http::Error::from),
        };
        let uri =
            uri.map_err(|error| BuildError::new(format!("the address is not valid: {error}")))?;
        let origin = Origin::from_uri(&uri);
        let origin = origin.ok_or_else(|| BuildError::new("the address has no host"))?;
        Ok((uri, origin))
    }

    /// Returns the client's headers; a server that they are not meant for gets the public ones alone.
    fn headers_for(&self, trusted: bool) -> impl Iterator<Item = (&HeaderName, &HeaderValue)> {
        let headers = self.headers.iter();
        headers.filter(move |(name, _)| trusted || is_public(name))
    }
}

/// The reason for the missing response.
#[derive(Debug)]
pub(crate) enum ExecuteError {
    Build(BuildError),
    Send(SendError),
}

/// The future of a response.
pub(crate) type ExecuteFuture = BoxFuture<'static, Result<HttpResponse, ExecuteError>>;
