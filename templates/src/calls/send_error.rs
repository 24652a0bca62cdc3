//! The errors of requests that could not be built or sent.

use std::error::Error as StdError;
use std::fmt;
use std::time::Duration;

use crate::requests::escape::line;
use crate::requests::payload::BoxError;

/// The reason why a request could not be sent, or its response could not be received.
pub struct SendError(Box<FailedAttempt>);

/// Information about a failed attempt.
struct FailedAttempt {
    operation: Option<&'static str>,
    cause: Cause,
    timed_out: bool,
    /// The host that could not be reached.
    host: Option<Box<str>>,
    /// The time limit that was exceeded.
    limit: Option<Duration>,
    source: Option<BoxError>,
}

enum Cause {
    Connect,
    TimedOut,
    /// No data was received for this time.
    Idle(Duration),
    Broken,
    Rejected,
    /// No token was available; `true` if the token endpoint was not reached.
    NoToken(bool),
    TooLarge(u64),
    TooManyRedirects,
}

impl SendError {
    fn new(cause: Cause) -> Self {
        Self(Box::new(FailedAttempt {
            operation: None,
            timed_out: matches!(cause, Cause::TimedOut | Cause::Idle(_)),
            cause,
            host: None,
            limit: None,
            source: None,
        }))
    }

    /// Creates an error for a connection that was not established. The server cannot have received the request.
    pub fn connect(source: impl Into<BoxError>) -> Self {
        Self::new(Cause::Connect).with_source(source)
    }

    /// Creates an error for a connection that was not established in time.
    pub fn connect_timed_out(source: impl Into<BoxError>) -> Self {
        let mut error = Self::connect(source);
        error.0.timed_out = true;
        error
    }

    /// Creates an error for a timeout.
    pub fn timed_out() -> Self {
        Self::new(Cause::TimedOut)
    }

    /// Creates an error for a body without data for this time.
    pub(crate) fn idle(limit: Duration) -> Self {
        Self::new(Cause::Idle(limit))
    }

    /// Creates an error for a broken connection or any other failure. The server may have received the request.
    pub fn broken(source: impl Into<BoxError>) -> Self {
        Self::new(Cause::Broken).with_source(source)
    }

    /// Creates an error for a request that middleware rejected. The server has not received the request, and a retry
    /// would be rejected again.
    pub fn rejected(source: impl Into<BoxError>) -> Self {
        Self::new(Cause::Rejected).with_source(source)
    }

    /// Converts the error of a stream, which may be a `SendError` itself.
    pub(crate) fn from_stream(source: BoxError) -> Self {
        match source.downcast::<Self>() {
            Ok(error) => *error,
            Err(other) => Self::broken(other),
        }
    }

    /// Creates an error for a missing token. If the token endpoint was not reached, the server itself counts as not
    /// reached.
    pub(crate) fn no_token(source: impl Into<BoxError>) -> Self {
        let source: BoxError = source.into();
        let away = source.downcast_ref::<Self>().is_some_and(Self::is_connect);
        Self::new(Cause::NoToken(away)).with_source(source)
    }

    pub(crate) fn too_large(limit: u64) -> Self {
        Self::new(Cause::TooLarge(limit))
    }

    pub(crate) fn too_many_redirects() -> Self {
        Self::new(Cause::TooManyRedirects)
    }

    /// Sets the error that caused this one. It should not contain the address of the request, which may have a token in
    /// its query.
    #[must_use]
    pub fn with_source(mut self, source: impl Into<BoxError>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// Adds the host that could not be reached, with its port if it matters. Has no effect if a host is already set.
    #[must_use]
    pub fn with_host(mut self, host: &str) -> Self {
        if self.0.host.is_none() {
            self.0.host = Some(line(host).into());
        }
        self
    }

    /// Adds the host of an address, with its port if the address has one.
    pub(crate) fn with_host_of(self, uri: &http::Uri) -> Self {
        match (uri.host(), uri.port()) {
            (Some(host), Some(port)) => self.with_host(&format!("{host}:{port}")),
            (Some(host), None) => self.with_host(host),
            (None, _) => self,
        }
    }

    /// Adds the time limit. Has no effect if a limit is already set.
    #[must_use]
    pub fn with_limit(mut self, limit: Duration) -> Self {
        self.0.limit.get_or_insert(limit);
        self
    }

    pub(crate) fn with_operation(mut self, operation: &'static str) -> Self {
        self.0.operation = Some(operation);
        self
    }

    /// Returns `true` if the error is a timeout.
    pub fn is_timeout(&self) -> bool {
        self.0.timed_out
    }

    /// Returns `true` if no connection was established, so that the server did not receive the request.
    pub fn is_connect(&self) -> bool {
        matches!(self.0.cause, Cause::Connect | Cause::NoToken(true))
    }

    /// Returns the error that caused this one, such as that of middleware.
    pub fn get_ref(&self) -> Option<&(dyn StdError + Send + Sync + 'static)> {
        self.0.source.as_deref()
    }

    /// Returns `true` if users need the reason and not just the fact: nothing was sent, and a retry does not help.
    fn shows_reason(&self) -> bool {
        matches!(self.0.cause, Cause::Rejected | Cause::NoToken(_))
    }

    fn write_reason(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.get_ref() {
            Some(reason) => write!(formatter, ": {reason}"),
            None => Ok(()),
        }
    }

    pub(crate) fn is_broken(&self) -> bool {
        matches!(self.0.cause, Cause::Broken)
    }

    /// Returns `true` if the response body was larger than the client's limit.
    pub fn is_too_large(&self) -> bool {
        matches!(self.0.cause, Cause::TooLarge(_))
    }
}

impl fmt::Display for SendError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.0.operation.unwrap_or("the call");
        match self.0.cause {
            Cause::TimedOut => match self.0.limit {
                Some(limit) => write!(formatter, "{operation} took longer than {limit:?}"),
                None => write!(formatter, "{operation} took too long"),
            },
            Cause::Idle(limit) => write!(formatter, "{operation} received no data for {limit:?}"),
            Cause::Connect => {
                let host = self.0.host.as_deref().unwrap_or("the server");
                write!(formatter, "{operation} could not connect to {host}")?;
                match self.0.limit.filter(|_| self.0.timed_out) {
                    Some(limit) => write!(formatter, " within {limit:?}"),
                    None => Ok(()),
                }
            }
            Cause::Broken => write!(
                formatter,
                "{operation} could not be sent, or its response could not be received"
            ),
            Cause::Rejected => {
                write!(formatter, "{operation} was not sent")?;
                self.write_reason(formatter)
            }
            Cause::NoToken(_) => {
                write!(formatter, "no token for {operation}")?;
                self.write_reason(formatter)
            }
            Cause::TooLarge(limit) => write!(
                formatter,
                "the response to {operation} is larger than {limit} bytes"
            ),
            Cause::TooManyRedirects => write!(formatter, "{operation} was redirected too often"),
        }
    }
}

/// Shows the causes of an error after its message.
pub(crate) fn show_causes(
    mut cause: Option<&(dyn StdError + 'static)>,
    formatter: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    while let Some(error) = cause {
        write!(formatter, ": {error}")?;
        cause = error.source();
    }
    Ok(())
}

/// Shows the same as `Display`, and the causes.
impl fmt::Debug for SendError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)?;
        show_causes(self.source(), formatter)
    }
}

impl From<BuildError> for SendError {
    fn from(error: BuildError) -> Self {
        Self::rejected(error)
    }
}

impl StdError for SendError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        let source: &(dyn StdError + 'static) = self.get_ref()?;
        // `Display` shows the reason.
        if self.shows_reason() {
            source.source()
        } else {
            Some(source)
        }
    }
}

/// The error for a request or a client that could not be built.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildError {
    operation: Option<&'static str>,
    reason: Box<str>,
}

impl BuildError {
    pub(crate) fn new(reason: impl Into<Box<str>>) -> Self {
        Self {
            operation: None,
            reason: reason.into(),
        }
    }

    pub(crate) fn with_operation(mut self, operation: &'static str) -> Self {
        self.operation = Some(operation);
        self
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.operation {
            Some(operation) => write!(formatter, "{operation} was not sent: {}", self.reason),
            None => formatter.write_str(&self.reason),
        }
    }
}

impl fmt::Debug for BuildError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, formatter)
    }
}

impl StdError for BuildError {}
