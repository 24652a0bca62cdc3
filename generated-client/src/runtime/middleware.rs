//! What stands between a call and the network: a chain of interceptors.

use std::sync::Arc;
use std::time::Duration;

use super::authorization::{Credential, Origin};
use super::clock::Instant;
use super::retry::Retry;
use super::transport::{HttpRequest, ResponseFuture, Transport};

/// Something that sees requests before they are sent, and responses before they are read.
///
/// It may change a request, send it with [`Next::run`] once, several times or never, and change the response:
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
/// Retries, redirects, credentials and limits are interceptors as well. Those of
/// [`call_middleware`](super::ClientBuilder::call_middleware) see a call once, those of
/// [`attempt_middleware`](super::ClientBuilder::attempt_middleware) each attempt. Neither sees the credentials of schemes: these are
/// put in last.
pub trait Middleware: Send + Sync {
    /// Handles a request.
    ///
    /// # Errors
    ///
    /// The error of the rest of the chain, or [`SendError::broken`](super::SendError::broken).
    fn handle<'a>(&'a self, request: HttpRequest, next: Next<'a>) -> ResponseFuture<'a>;
}

/// The rest of the chain.
#[derive(Clone, Copy)]
pub struct Next<'a> {
    pub(super) rest: &'a [Arc<dyn Middleware>],
    pub(super) transport: &'a Arc<dyn Transport>,
    pub(super) info: &'a CallInfo,
    /// The request of which this one is a copy, so that nobody has to make another.
    pub(super) original: Option<&'a HttpRequest>,
    /// The number of the attempt, from 1; 0 outside of the retries.
    pub(super) attempt: u32,
    /// `true` if another origin asked for the request: it gets no credentials, even where it leads back.
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

    /// The number of the attempt, from 1; 0 for what is around the whole call.
    pub fn attempt(&self) -> u32 {
        self.attempt
    }

    /// What is known of the call.
    pub fn info(&self) -> &'a CallInfo {
        self.info
    }
}

/// What is known of a call while it is on its way.
#[derive(Debug)]
pub struct CallInfo {
    pub(super) operation: &'static str,
    pub(super) template: &'static str,
    /// Where the call goes, and its credentials may.
    pub(super) origin: Origin,
    pub(super) credentials: Vec<Arc<Credential>>,
    pub(super) retry: Retry,
    pub(super) repeatable: bool,
    pub(super) start: Instant,
    pub(super) limit: Duration,
    pub(super) idle: Option<Duration>,
    pub(super) max_body_bytes: u64,
    /// `true` if the body of a success is given as a stream.
    pub(super) streamed: bool,
    /// `true` if that stream may stand still for as long as nothing happens.
    pub(super) patient: bool,
}

impl CallInfo {
    /// The name of the operation.
    pub fn operation(&self) -> &'static str {
        self.operation
    }

    /// The path with its parameters in braces, which is the same for all calls of the operation.
    pub fn path_template(&self) -> &'static str {
        self.template
    }
}

/// What a request comes from; a transport finds it among the extensions of the request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attempt {
    /// The name of the operation.
    pub operation: &'static str,
    /// The number of the attempt, from 1.
    pub attempt: u32,
}
