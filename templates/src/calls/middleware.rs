//! The way from a call to the network: middleware, redirects, retries and credentials.

use std::sync::Arc;
use std::time::Duration;

use http::{Method, StatusCode};

use crate::auth::authorization::{Credential, Origin, insert_all, reject_tokens};
use crate::auth::secret::Secret;
use crate::calls::platform::Instant;
use crate::calls::redirect::redirect;
use crate::calls::retry::{Budget, Retry, RetryDelay, is_repeatable, retry_delay};
use crate::calls::send_error::SendError;
use crate::calls::transport::{HttpRequest, HttpResponse, ResponseFuture, Transport};
use crate::responses::response::{Reception, receive};

/// Sees requests before they are sent, and responses before they are decoded.
///
/// Middleware may change a request, send it with [`Next::run`] once, several times or never, and change the response:
///
/// ```ignore
/// impl Middleware for Logging {
///     fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
///         Box::pin(async move {
///             let operation = next.info().operation();
///             let response = next.run(request).await?;
///             println!("{operation}: {}", response.status());
///             Ok(response)
///         })
///     }
/// }
/// ```
///
/// Middleware added with
/// [`call_middleware`](crate::ClientBuilder::call_middleware) sees a call once; middleware added with
/// [`attempt_middleware`](crate::ClientBuilder::attempt_middleware) sees each attempt. Neither sees the credentials of
/// security schemes, which are added last. They are not added if middleware changes the scheme, the host or the port of
/// the address.
pub trait Middleware: Send + Sync {
    /// Handles a request.
    ///
    /// # Errors
    ///
    /// Returns the error of the rest of the chain, or [`SendError::broken`](crate::SendError::broken).
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a>;
}

/// Several clients may share one middleware.
impl<T: Middleware + ?Sized> Middleware for Arc<T> {
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        self.as_ref().handle(request, next)
    }
}

/// The middleware of a client, and what it leads to.
pub(crate) struct Chain {
    /// Middleware around each call.
    pub(crate) calls: Vec<Arc<dyn Middleware>>,
    /// Middleware around each attempt.
    pub(crate) attempts: Vec<Arc<dyn Middleware>>,
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) budget: Budget,
}

/// The rest of the chain.
#[derive(Clone, Copy)]
pub struct Next<'a> {
    rest: &'a [Arc<dyn Middleware>],
    chain: &'a Chain,
    info: &'a CallInfo,
    /// The number of the attempt, starting at 1; 0 outside the retries.
    attempt: u32,
    /// `true` if another origin redirected here: the request gets no credentials, even if it leads back to the client's
    /// origin.
    cross_origin: bool,
}

impl<'a> Next<'a> {
    /// Creates the whole chain.
    pub(crate) fn new(chain: &'a Chain, info: &'a CallInfo) -> Self {
        Self {
            rest: &chain.calls,
            chain,
            info,
            attempt: 0,
            cross_origin: false,
        }
    }

    /// Sends the request.
    pub fn run(self, mut request: HttpRequest) -> ResponseFuture<'a> {
        match self.rest.split_first() {
            Some((first, rest)) => first.handle(request, Self { rest, ..self }),
            None if self.attempt > 0 => Box::pin(authorize(self, request)),
            None => Box::pin(async move { follow(self, &mut request).await }),
        }
    }

    /// Sends the request, which is taken from its place. Without middleware, nothing is boxed or moved.
    pub(crate) async fn send(self, request: &mut HttpRequest) -> Result<HttpResponse, SendError> {
        if self.rest.is_empty() {
            follow(self, request).await
        } else {
            self.run(std::mem::take(request)).await
        }
    }

    /// Returns the number of the attempt, starting at 1; 0 for middleware around the whole call.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// Returns information about the call.
    pub fn info(&self) -> &'a CallInfo {
        self.info
    }
}

/// Information about a call in progress.
#[derive(Debug)]
pub struct CallInfo {
    pub(crate) operation: &'static str,
    pub(crate) template: &'static str,
    /// The origin of the call, which may receive its credentials.
    pub(crate) origin: Origin,
    pub(crate) credentials: Vec<Arc<Credential>>,
    pub(crate) retry: Retry,
    pub(crate) start: Instant,
    pub(crate) limit: Duration,
    pub(crate) reception: Reception,
    /// `true` if redirects are followed.
    pub(crate) follows: bool,
}

impl CallInfo {
    /// Returns the name of the operation.
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// Returns the path with its parameters in braces, which is the same for all calls of the operation.
    pub fn path_template(&self) -> &'static str {
        self.template
    }
}

/// The attempt that a request belongs to. Transports find it in the extensions of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt {
    /// The name of the operation.
    pub operation: &'static str,
    /// The number of the attempt, starting at 1.
    pub attempt: u32,
}

/// Maximum number of redirects of a call.
const MAX_REDIRECTS: usize = 5;

/// Sends a request, and follows redirects.
async fn follow(mut next: Next<'_>, request: &mut HttpRequest) -> Result<HttpResponse, SendError> {
    for _ in 0..=MAX_REDIRECTS {
        let response = retry(next, request).await;
        let response = response.map_err(|error| error.with_host_of(request.uri()))?;
        if !next.info.follows || !response.status().is_redirection() {
            return Ok(response);
        }
        match redirect(request, &response, &next.info.credentials) {
            Some((redirected, leaves_origin)) => {
                *request = redirected;
                next.cross_origin |= leaves_origin;
            }
            None => return Ok(response),
        }
    }
    Err(SendError::too_many_redirects())
}

/// Sends a request, and repeats it after failures.
async fn retry(next: Next<'_>, request: &HttpRequest) -> Result<HttpResponse, SendError> {
    let Next { chain, info, .. } = next;
    let retries = info.retry.attempts > 1 && request.body().is_repeatable();
    let repeatable = is_repeatable(request.method(), request.headers());
    let mut attempt = 1;
    loop {
        let rest = &chain.attempts;
        let next = Next {
            rest,
            attempt,
            ..next
        };
        let outcome = if rest.is_empty() {
            authorize(next, request.clone()).await
        } else {
            next.run(request.clone()).await
        };
        let wait = retries.then(|| chain.wait(attempt, &outcome, info, repeatable));
        let Some(wait) = wait.flatten() else {
            return outcome;
        };
        chain.transport.sleep(wait).await;
        attempt += 1;
    }
}

impl Chain {
    /// Returns the delay before the next attempt, or `None` after the last attempt.
    fn wait(
        &self,
        attempt: u32,
        outcome: &Result<HttpResponse, SendError>,
        info: &CallInfo,
        repeatable: bool,
    ) -> Option<Duration> {
        let delay = match outcome {
            Ok(response) => retry_delay(response.status(), response.headers(), repeatable),
            // Without a connection, the server has received nothing.
            Err(error) if error.is_connect() || (repeatable && error.is_broken()) => {
                Some(RetryDelay::Backoff)
            }
            Err(_) => None,
        };
        let Some(delay) = delay else {
            if matches!(outcome, Ok(response) if response.status().is_success()) {
                self.budget.give();
            }
            return None;
        };
        let wait = info.retry.wait(attempt, delay)?;
        // An error response is better than a timeout.
        let fits = info.start.elapsed().saturating_add(wait) < info.limit;
        (fits && self.budget.take()).then_some(wait)
    }
}

/// Maximum number of times that a rejected token is renewed for one call. Concurrent calls may each renew a token that
/// another call already renewed.
const MAX_RENEWALS: usize = 3;

/// Adds the credentials last, so that no middleware sees them, and sends a request.
async fn authorize(next: Next<'_>, mut request: HttpRequest) -> Result<HttpResponse, SendError> {
    let credentials = &next.info.credentials;
    let is_trusted = !next.cross_origin && next.info.origin.contains(request.uri());
    if is_trusted
        && !credentials
            .iter()
            .all(|credential| credential.header.is_some())
    {
        // Boxed, because it is rare and large.
        return Box::pin(send_with_tokens(next, request)).await;
    }
    let ready = credentials.iter().filter(|_| is_trusted);
    let ready = ready.filter_map(|credential| credential.header.clone());
    ready.for_each(|(name, value)| drop(request.headers_mut().insert(name, value)));
    deliver(next, request).await
}

/// Sends a request with tokens that are not the same for all requests, and renews them.
async fn send_with_tokens(
    next: Next<'_>,
    mut request: HttpRequest,
) -> Result<HttpResponse, SendError> {
    let (credentials, transport) = (&next.info.credentials, &next.chain.transport);
    let renewable = credentials
        .iter()
        .any(|credential| credential.is_renewable());
    if !renewable || !request.body().is_repeatable() {
        let sent = insert_all(credentials, &mut request, transport).await?;
        let response = deliver(next, request).await?;
        if response.status() == StatusCode::UNAUTHORIZED {
            reject_tokens(credentials, &sent);
        }
        return Ok(response);
    }
    let mut before: Vec<Secret> = Vec::new();
    for _ in 0..MAX_RENEWALS {
        let mut copy = request.clone();
        let sent = insert_all(credentials, &mut copy, transport).await?;
        let response = deliver(next, copy).await?;
        if response.status() != StatusCode::UNAUTHORIZED || sent == before {
            return Ok(response);
        }
        if !reject_tokens(credentials, &sent) {
            return Ok(response);
        }
        before = sent;
    }
    insert_all(credentials, &mut request, transport).await?;
    deliver(next, request).await
}

/// Hands a request to the transport, and receives the response.
fn deliver<'a>(
    next: Next<'a>,
    mut request: HttpRequest,
) -> impl Future<Output = Result<HttpResponse, SendError>> + 'a {
    let Next { info, attempt, .. } = next;
    let operation = info.operation;
    request
        .extensions_mut()
        .insert(Attempt { operation, attempt });
    let is_head = *request.method() == Method::HEAD;
    let response = next.chain.transport.send(request);
    receive(response, is_head, &next.chain.transport, info.reception)
}
