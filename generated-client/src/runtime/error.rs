//! What can go wrong with a call, by phase.

use std::error::Error as StdError;
use std::fmt;

use http::{HeaderMap, StatusCode};

use super::payload::BoxError;
use super::response::{DecodeFailure, Response, excerpt};
use super::retry::again;

/// Headers by which a server names a request, for its logs.
const REQUEST_IDS: [&str; 6] = [
    "x-request-id",
    "x-correlation-id",
    "request-id",
    "x-amzn-requestid",
    "x-github-request-id",
    "cf-ray",
];

/// Why a call failed; `E` is what the description says the operation may be refused with.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error<E> {
    /// The request could not be built; nothing was sent.
    Build(BuildError),
    /// The request could not be sent, or its answer not be received.
    Send(SendError),
    /// The server refused the call in a way that the description documents.
    Api(ApiError<E>),
    /// The server answered with a status that the description does not list.
    Undocumented(UndocumentedError),
    /// The body of the answer is not what the description promises.
    Decode(DecodeError),
}

impl<E> Error<E> {
    /// The status of the answer, if there was one.
    pub fn status(&self) -> Option<StatusCode> {
        self.response().map(Response::status)
    }

    /// The answer as it came, if there was one: status, headers and body.
    pub fn response(&self) -> Option<&Response> {
        match self {
            Self::Build(_) | Self::Send(_) => None,
            Self::Api(error) => Some(error.response()),
            Self::Undocumented(error) => Some(error.response()),
            Self::Decode(error) => Some(error.response()),
        }
    }

    /// The documented refusal, if it is one.
    pub fn api(&self) -> Option<&E> {
        match self {
            Self::Api(error) => Some(error.body()),
            _ => None,
        }
    }

    /// Whether it took too long to connect, to send or to receive.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Send(error) if error.is_timeout())
    }

    /// Whether the same call may succeed later: it never reached the server, took too long, or the server said so by
    /// its status. Whether it is safe to repeat is for the caller to know.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Send(error) => error.is_timeout() || error.is_connect(),
            _ => self.response().is_some_and(|response| {
                again(response.status(), response.headers(), true).is_some()
            }),
        }
    }
}

impl<E> fmt::Display for Error<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Build(error) => error.fmt(formatter),
            Self::Send(error) => error.fmt(formatter),
            Self::Api(error) => error.fmt(formatter),
            Self::Undocumented(error) => error.fmt(formatter),
            Self::Decode(error) => error.fmt(formatter),
        }
    }
}

impl<E: fmt::Debug> StdError for Error<E> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match self {
            Self::Send(error) => error.source(),
            _ => None,
        }
    }
}

/// Why a request or a client could not be built.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    operation: Option<&'static str>,
    reason: Box<str>,
}

impl BuildError {
    pub(super) fn new(reason: impl Into<Box<str>>) -> Self {
        Self {
            operation: None,
            reason: reason.into(),
        }
    }

    pub(super) fn of(mut self, operation: &'static str) -> Self {
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

impl StdError for BuildError {}

/// Why a request could not be sent, or its answer not be received.
#[derive(Debug)]
pub struct SendError {
    operation: Option<&'static str>,
    cause: SendCause,
    timed_out: bool,
    source: Option<BoxError>,
}

#[derive(Debug)]
enum SendCause {
    Connect,
    TimedOut,
    Broken,
    Rejected,
    NoToken,
    TooLarge(u64),
    TooManyRedirects,
}

impl SendError {
    fn new(cause: SendCause) -> Self {
        Self {
            operation: None,
            timed_out: matches!(cause, SendCause::TimedOut),
            cause,
            source: None,
        }
    }

    /// No connection was made, so that the server cannot have seen the request.
    pub fn connect(source: impl Into<BoxError>) -> Self {
        Self::new(SendCause::Connect).because(source)
    }

    /// No connection was made in time.
    pub fn connect_timed_out(source: impl Into<BoxError>) -> Self {
        Self {
            timed_out: true,
            ..Self::connect(source)
        }
    }

    /// It took too long.
    pub fn timed_out() -> Self {
        Self::new(SendCause::TimedOut)
    }

    /// The connection broke, or something else did: the server may have seen the request.
    pub fn broken(source: impl Into<BoxError>) -> Self {
        Self::new(SendCause::Broken).because(source)
    }

    /// Something on the way refused to send it; the server has not seen the request, and will not see it next time.
    pub fn rejected(source: impl Into<BoxError>) -> Self {
        Self::new(SendCause::Rejected).because(source)
    }

    /// What a stream broke with, which may be an error of ours.
    pub(super) fn from_stream(source: BoxError) -> Self {
        match source.downcast::<Self>() {
            Ok(error) => *error,
            Err(other) => Self::broken(other),
        }
    }

    /// Where no server for tokens was reached, it is as if the server itself was not.
    pub(super) fn no_token(source: impl Into<BoxError>) -> Self {
        let source: BoxError = source.into();
        let away = source.downcast_ref::<Self>().is_some_and(Self::is_connect);
        let cause = if away {
            SendCause::Connect
        } else {
            SendCause::NoToken
        };
        Self::new(cause).because(source)
    }

    pub(super) fn too_large(limit: u64) -> Self {
        Self::new(SendCause::TooLarge(limit))
    }

    pub(super) fn too_many_redirects() -> Self {
        Self::new(SendCause::TooManyRedirects)
    }

    /// Names what is behind it. It should not hold the address of the request, which may have a token in its query.
    #[must_use]
    pub fn because(mut self, source: impl Into<BoxError>) -> Self {
        self.source = Some(source.into());
        self
    }

    pub(super) fn of(mut self, operation: &'static str) -> Self {
        self.operation = Some(operation);
        self
    }

    /// Whether it took too long.
    pub fn is_timeout(&self) -> bool {
        self.timed_out
    }

    /// Whether no connection was made, so that the server did not see the request.
    pub fn is_connect(&self) -> bool {
        matches!(self.cause, SendCause::Connect)
    }

    pub(super) fn is_broken(&self) -> bool {
        matches!(self.cause, SendCause::Broken)
    }

    /// Whether the body of the answer was larger than the client's limit.
    pub fn is_too_large(&self) -> bool {
        matches!(self.cause, SendCause::TooLarge(_))
    }
}

impl fmt::Display for SendError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let operation = self.operation.unwrap_or("the call");
        match &self.cause {
            SendCause::TimedOut => write!(formatter, "{operation} took too long"),
            SendCause::Connect => {
                write!(formatter, "{operation} could not connect to the server")
            }
            SendCause::Broken => {
                write!(
                    formatter,
                    "{operation} could not be sent, or its answer not be received"
                )
            }
            SendCause::Rejected => write!(formatter, "{operation} was not sent"),
            SendCause::NoToken => write!(formatter, "there is no token for {operation}"),
            SendCause::TooLarge(limit) => {
                write!(
                    formatter,
                    "the answer to {operation} is larger than {limit} bytes"
                )
            }
            SendCause::TooManyRedirects => {
                write!(formatter, "{operation} was redirected too often")
            }
        }
    }
}

impl From<BuildError> for SendError {
    fn from(error: BuildError) -> Self {
        Self::rejected(error)
    }
}

impl<E> From<BuildError> for Error<E> {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl StdError for SendError {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        let source = self.source.as_deref()?;
        Some(source)
    }
}

/// A refusal that the description documents.
#[derive(Debug)]
pub struct ApiError<E>(Box<Answered<E>>);

/// An answer whose status the description does not list.
#[derive(Debug)]
pub struct UndocumentedError(Box<Answered<()>>);

/// An answer whose body is not what the description promises.
#[derive(Debug)]
pub struct DecodeError(Box<Answered<DecodeFailure>>);

#[derive(Debug)]
struct Answered<T> {
    operation: &'static str,
    response: Response,
    what: T,
}

impl<E> ApiError<E> {
    pub(super) fn new(operation: &'static str, response: Response, body: E) -> Self {
        Self(Box::new(Answered {
            operation,
            response,
            what: body,
        }))
    }

    /// The refusal, with its typed body.
    pub fn body(&self) -> &E {
        &self.0.what
    }

    /// The status.
    pub fn status(&self) -> StatusCode {
        self.0.response.status()
    }

    /// The headers.
    pub fn headers(&self) -> &HeaderMap {
        self.0.response.headers()
    }

    /// The answer as it came.
    pub fn response(&self) -> &Response {
        &self.0.response
    }
}

impl<E> fmt::Display for ApiError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} was refused with ", self.0.operation)?;
        answer(&self.0.response, formatter)
    }
}

impl<E: fmt::Debug> StdError for ApiError<E> {}

impl UndocumentedError {
    pub(super) fn new(operation: &'static str, response: Response) -> Self {
        Self(Box::new(Answered {
            operation,
            response,
            what: (),
        }))
    }

    /// The answer as it came.
    pub fn response(&self) -> &Response {
        &self.0.response
    }
}

impl fmt::Display for UndocumentedError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} got an answer that its description does not list: ",
            self.0.operation
        )?;
        answer(&self.0.response, formatter)
    }
}

impl StdError for UndocumentedError {}

impl DecodeError {
    pub(super) fn new(operation: &'static str, response: Response, failure: DecodeFailure) -> Self {
        Self(Box::new(Answered {
            operation,
            response,
            what: failure,
        }))
    }

    /// The path in the JSON, such as `$.stories[3].state`.
    pub fn path(&self) -> &str {
        &self.0.what.path
    }

    /// The answer as it came.
    pub fn response(&self) -> &Response {
        &self.0.response
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Answered {
            operation,
            response,
            what,
        } = &*self.0;
        write!(
            formatter,
            "the answer to {operation} ({}",
            response.status()
        )?;
        request_id(response, formatter)?;
        write!(
            formatter,
            ") cannot be decoded at {}: {}",
            what.path, what.reason
        )?;
        if what.excerpt.is_empty() {
            Ok(())
        } else {
            write!(formatter, ", near `{}`", what.excerpt)
        }
    }
}

impl StdError for DecodeError {}

fn answer(response: &Response, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(formatter, "{}", response.status())?;
    request_id(response, formatter)?;
    let body = excerpt(response.bytes(), 0);
    if body.is_empty() {
        Ok(())
    } else {
        write!(formatter, ": {body}")
    }
}

fn request_id(response: &Response, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    let ids = REQUEST_IDS
        .iter()
        .filter_map(|name| Some((name, response.headers().get(*name)?.to_str().ok()?)));
    for (name, id) in ids {
        write!(
            formatter,
            ", {name} {}",
            id.chars().take(80).collect::<String>()
        )?;
    }
    Ok(())
}
