//! The errors of a call, one variant for each phase.

use std::borrow::Cow;
use std::error::Error as StdError;
use std::fmt;

use http::{HeaderMap, StatusCode};
use serde::de::DeserializeOwned;

use crate::calls::retry::retry_delay;
use crate::calls::send_error::{BuildError, SendError, show_causes};
use crate::responses::response::Response;
use crate::responses::response_error::{AnyBody, DecodeError, DocumentedError, UndocumentedError};

/// The error of a call. `E` holds the documented error responses of the operation.
///
/// `?` converts it to [`Error`], which is the same for all operations.
#[non_exhaustive]
pub enum CallError<E> {
    /// The request could not be built; nothing was sent.
    Build(BuildError),
    /// The request could not be sent, or its response could not be received.
    Send(SendError),
    /// The server responded with a documented error.
    Documented(DocumentedError<E>),
    /// The server responded with a status that the API description does not list.
    Undocumented(UndocumentedError),
    /// The response body does not match the API description.
    Decode(DecodeError),
}

/// The error of any call, regardless of the operation.
#[non_exhaustive]
pub enum Error {
    /// The request could not be built; nothing was sent.
    Build(BuildError),
    /// The request could not be sent, or its response could not be received.
    Send(SendError),
    /// The server responded with a documented error.
    Documented(DocumentedError<AnyBody>),
    /// The server responded with a status that the API description does not list.
    Undocumented(UndocumentedError),
    /// The response body does not match the API description.
    Decode(DecodeError),
}

/// A view that both error types share.
#[derive(Clone, Copy)]
enum Phase<'e> {
    Build(&'e BuildError),
    Send(&'e SendError),
    Response(&'e dyn fmt::Display, &'e Response),
    Decode(&'e DecodeError),
}

impl<'e> Phase<'e> {
    fn response(self) -> Option<&'e Response> {
        match self {
            Self::Build(_) | Self::Send(_) => None,
            Self::Response(_, response) => Some(response),
            Self::Decode(error) => Some(error.response()),
        }
    }

    fn is_retryable(self) -> bool {
        match self {
            Self::Send(error) => error.is_timeout() || error.is_connect() || error.is_broken(),
            other => other.response().is_some_and(|response| {
                retry_delay(response.status(), response.headers(), true).is_some()
            }),
        }
    }

    fn source(self) -> Option<&'e (dyn StdError + 'static)> {
        match self {
            Self::Send(error) => error.source(),
            Self::Build(_) | Self::Response(..) | Self::Decode(_) => None,
        }
    }

    fn show(self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Build(error) => fmt::Display::fmt(error, formatter),
            Self::Send(error) => fmt::Display::fmt(error, formatter),
            Self::Response(error, _) => fmt::Display::fmt(error, formatter),
            Self::Decode(error) => fmt::Display::fmt(error, formatter),
        }
    }

    /// Shows the error with its causes.
    fn show_chain(self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.show(formatter)?;
        show_causes(self.source(), formatter)
    }
}

impl<E> CallError<E> {
    fn phase(&self) -> Phase<'_> {
        match self {
            Self::Build(error) => Phase::Build(error),
            Self::Send(error) => Phase::Send(error),
            Self::Documented(error) => Phase::Response(error, error.response()),
            Self::Undocumented(error) => Phase::Response(error, error.response()),
            Self::Decode(error) => Phase::Decode(error),
        }
    }

    /// Returns the status of the response, if there was one.
    pub fn status(&self) -> Option<StatusCode> {
        self.response().map(Response::status)
    }

    /// Returns the response, if there was one: status, headers and body.
    pub fn response(&self) -> Option<&Response> {
        self.phase().response()
    }

    /// Returns the headers of the response, if there was one.
    pub fn headers(&self) -> Option<&HeaderMap> {
        self.response().map(Response::headers)
    }

    /// Returns the body of the response as text, if there was one.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        self.response().map(Response::text)
    }

    /// Returns the documented error response, if it is one.
    pub fn documented(&self) -> Option<&E> {
        match self {
            Self::Documented(error) => Some(error.body()),
            _ => None,
        }
    }

    /// Returns `true` if connecting, sending or receiving took too long.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Send(error) if error.is_timeout())
    }

    /// Returns `true` if the same call may succeed later: it did not reach the server, timed out, or has a status that
    /// indicates a temporary failure. Whether it is safe to repeat the call is for the caller to decide.
    pub fn is_retryable(&self) -> bool {
        self.phase().is_retryable()
    }
}

impl Error {
    fn phase(&self) -> Phase<'_> {
        match self {
            Self::Build(error) => Phase::Build(error),
            Self::Send(error) => Phase::Send(error),
            Self::Documented(error) => Phase::Response(error, error.response()),
            Self::Undocumented(error) => Phase::Response(error, error.response()),
            Self::Decode(error) => Phase::Decode(error),
        }
    }

    /// Returns the status of the response, if there was one.
    pub fn status(&self) -> Option<StatusCode> {
        self.response().map(Response::status)
    }

    /// Returns the response, if there was one: status, headers and body.
    pub fn response(&self) -> Option<&Response> {
        self.phase().response()
    }

    /// Returns the headers of the response, if there was one.
    pub fn headers(&self) -> Option<&HeaderMap> {
        self.response().map(Response::headers)
    }

    /// Returns the body of the response as text, if there was one.
    pub fn text(&self) -> Option<Cow<'_, str>> {
        self.response().map(Response::text)
    }

    /// Deserializes the JSON body of an error response. Returns `None` if there is no such body or it is not of this
    /// type.
    pub fn body<T: DeserializeOwned>(&self) -> Option<T> {
        match self {
            Self::Documented(_) | Self::Undocumented(_) => self.response()?.json().ok(),
            _ => None,
        }
    }

    /// Returns the documented error response if it is of this type, which is the error type of the operation.
    pub fn documented<E: 'static>(&self) -> Option<&E> {
        match self {
            Self::Documented(error) => error.downcast(),
            _ => None,
        }
    }

    /// Returns `true` if connecting, sending or receiving took too long.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Send(error) if error.is_timeout())
    }

    /// Returns `true` if the same call may succeed later: it did not reach the server, timed out, or has a status that
    /// indicates a temporary failure. Whether it is safe to repeat the call is for the caller to decide.
    pub fn is_retryable(&self) -> bool {
        self.phase().is_retryable()
    }
}

impl<E> fmt::Display for CallError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phase().show(formatter)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phase().show(formatter)
    }
}

/// Shows the same as `Display`, and the causes: `main` shows the error that it returns in this way.
impl<E> fmt::Debug for CallError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phase().show_chain(formatter)
    }
}

/// Shows the same as `Display`, and the causes: `main` shows the error that it returns in this way.
impl fmt::Debug for Error {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.phase().show_chain(formatter)
    }
}

impl<E: fmt::Debug> StdError for CallError<E> {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.phase().source()
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.phase().source()
    }
}

impl<E: fmt::Debug + Send + Sync + 'static> From<CallError<E>> for Error {
    fn from(error: CallError<E>) -> Self {
        match error {
            CallError::Build(error) => Self::Build(error),
            CallError::Send(error) => Self::Send(error),
            CallError::Documented(error) => Self::Documented(error.erased()),
            CallError::Undocumented(error) => Self::Undocumented(error),
            CallError::Decode(error) => Self::Decode(error),
        }
    }
}

impl<E> From<BuildError> for CallError<E> {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl From<BuildError> for Error {
    fn from(error: BuildError) -> Self {
        Self::Build(error)
    }
}

impl From<SendError> for Error {
    fn from(error: SendError) -> Self {
        Self::Send(error)
    }
}
