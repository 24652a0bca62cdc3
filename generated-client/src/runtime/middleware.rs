//! Middleware: the chain between a call and the network, and its parts that retry calls and add credentials.

use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;

use super::authorization::{Credential, Origin, insert_all, reject_tokens};
use super::platform::Instant;
use super::retry::{Budget, Retry, RetryDelay, is_repeatable, retry_delay};
use super::secret::Secret;
use super::send_error::SendError;
use super::transport::{HttpRequest, HttpResponse, ResponseFuture, Transport};

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
/// Retries, redirects, credentials and limits are middleware as well. Middleware added with
/// [`call_middleware`](super::ClientBuilder::call_middleware) sees a call once; middleware added with
/// [`attempt_middleware`](super::ClientBuilder::attempt_middleware) sees each attempt. Neither sees the credentials of
/// security schemes, which are added last. They are not added if middleware changes the scheme, the host or the port of
/// the address.
pub trait Middleware: Send + Sync {
    /// Handles a request.
    ///
    /// # Errors
    ///
    /// Returns the error of the rest of the chain, or [`SendError::broken`](super::SendError::broken).
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a>;
}

/// Several clients may share one middleware.
impl<T: Middleware + ?Sized> Middleware for Arc<T> {
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        self.as_ref().handle(request, next)
    }
}

/// The rest of the chain.
#[derive(Clone, Copy)]
pub struct Next<'a> {
    pub(super) rest: &'a [Arc<dyn Middleware>],
    pub(super) transport: &'a Arc<dyn Transport>,
    pub(super) info: &'a CallInfo,
    /// The request that this one was cloned from, for further attempts.
    pub(super) original: Option<&'a HttpRequest>,
    /// The number of the attempt, starting at 1; 0 outside the retries.
    pub(super) attempt: u32,
    /// `true` if another origin redirected here: the request gets no credentials, even if it leads back to the client's
    /// origin.
    pub(super) cross_origin: bool,
}

impl<'a> Next<'a> {
    /// Sends the request.
    pub fn run(self, mut request: HttpRequest) -> ResponseFuture<'a> {
        match self.rest.split_first() {
            Some((first, rest)) => first.handle(request, Self { rest, ..self }),
            None => {
                request.extensions_mut().insert(Attempt {
                    operation: self.info.operation,
                    attempt: self.attempt,
                });
                self.transport.send(request)
            }
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
    pub(super) operation: &'static str,
    pub(super) template: &'static str,
    /// The origin of the call, which may receive its credentials.
    pub(super) origin: Origin,
    pub(super) credentials: Vec<Arc<Credential>>,
    pub(super) retry: Retry,
    pub(super) start: Instant,
    pub(super) limit: Duration,
    pub(super) idle: Option<Duration>,
    pub(super) max_body_bytes: u64,
    /// `true` if the body of a successful response is returned as a stream.
    pub(super) streamed: bool,
    /// `true` if this stream may be idle indefinitely.
    pub(super) patient: bool,
    /// `true` if redirects are followed.
    pub(super) follows: bool,
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

/// Maximum number of times that a rejected token is renewed for one call. Concurrent calls may each renew a token that
/// another call already renewed.
const MAX_RENEWALS: usize = 3;

/// Adds the credentials last, so that no other middleware sees them.
pub(super) struct Authorizing;

impl Middleware for Authorizing {
    fn handle<'a>(&'a self, mut request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        let credentials = &next.info().credentials;
        if credentials.is_empty()
            || next.cross_origin
            || !next.info().origin.contains(request.uri())
        {
            return next.run(request);
        }
        if credentials
            .iter()
            .all(|credential| credential.header.is_some())
        {
            let ready = credentials
                .iter()
                .filter_map(|credential| credential.header.clone());
            ready.for_each(|(name, value)| drop(request.headers_mut().insert(name, value)));
            return next.run(request);
        }
        Box::pin(async move {
            let renewable = credentials
                .iter()
                .any(|credential| credential.is_renewable());
            if !renewable || !request.body().is_repeatable() {
                let sent = insert_all(credentials, &mut request, next.transport).await?;
                let response = next.run(request).await?;
                if response.status() == StatusCode::UNAUTHORIZED {
                    reject_tokens(credentials, &sent);
                }
                return Ok(response);
            }
            let mut before: Vec<Secret> = Vec::new();
            for _ in 0..MAX_RENEWALS {
                let mut copy = request.clone();
                let sent = insert_all(credentials, &mut copy, next.transport).await?;
                let response = next.run(copy).await?;
                if response.status() != StatusCode::UNAUTHORIZED || sent == before {
                    return Ok(response);
                }
                if !reject_tokens(credentials, &sent) {
                    return Ok(response);
                }
                before = sent;
            }
            insert_all(credentials, &mut request, next.transport).await?;
            next.run(request).await
        })
    }
}

/// Retries calls.
#[derive(Default)]
pub(super) struct Retrying(Budget);

impl Middleware for Retrying {
    fn handle<'a>(&'a self, mut request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a> {
        let info = next.info();
        if info.retry.attempts <= 1 || !request.body().is_repeatable() {
            return Next { attempt: 1, ..next }.run(request);
        }
        Box::pin(async move {
            let repeatable = is_repeatable(request.method(), request.headers());
            let mut attempt = 1;
            loop {
                let outcome = Next { attempt, ..next }.run(request).await;
                // The middleware for redirects, which is around this one, keeps the request.
                let (Some(wait), Some(original)) = (
                    self.wait(attempt, &outcome, info, repeatable),
                    next.original,
                ) else {
                    return outcome;
                };
                next.transport.sleep(wait).await;
                request = original.clone();
                attempt += 1;
            }
        })
    }
}

impl Retrying {
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
                self.0.give();
            }
            return None;
        };
        let wait = info.retry.wait(attempt, delay)?;
        // An error response is better than a timeout.
        let fits = info.start.elapsed().saturating_add(wait) < info.limit;
        (fits && self.0.take()).then_some(wait)
    }
}
