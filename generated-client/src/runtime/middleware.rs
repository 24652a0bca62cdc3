//! Middleware: the chain between a call and the network.

use std::sync::Arc;
use std::time::Duration;

use super::authorization::{Credential, Origin};
use super::platform::Instant;
use super::retry::Retry;
use super::transport::{HttpRequest, ResponseFuture, Transport};

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
/// security schemes, which are added last.
pub trait Middleware: Send + Sync {
    /// Handles a request.
    ///
    /// # Errors
    ///
    /// Returns the error of the rest of the chain, or [`SendError::broken`](super::SendError::broken).
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a>;
}

/// The rest of the chain.
#[derive(Clone, Copy)]
pub struct Next<'a> {
    pub(super) rest: &'a [Arc<dyn Middleware>],
    pub(super) transport: &'a Arc<dyn Transport>,
    pub(super) info: &'a CallInfo,
    /// The request that this one was cloned from, which avoids another copy.
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
    pub(super) repeatable: bool,
    pub(super) start: Instant,
    pub(super) limit: Duration,
    pub(super) idle: Option<Duration>,
    pub(super) max_body_bytes: u64,
    /// `true` if the body of a successful response is returned as a stream.
    pub(super) streamed: bool,
    /// `true` if this stream may be idle indefinitely.
    pub(super) patient: bool,
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
