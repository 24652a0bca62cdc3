//! Errors that are responses of the server: documented, undocumented, or not decodable.

use std::any::Any;
use std::error::Error as StdError;
use std::fmt;

use http::{HeaderMap, StatusCode};

use crate::responses::decode_failure::{DecodeFailure, excerpt};
use crate::responses::response::Response;

/// Headers in which servers send a request id for their logs.
const REQUEST_IDS: [&str; 6] = [
    "x-request-id",
    "x-correlation-id",
    "request-id",
    "x-amzn-requestid",
    "x-github-request-id",
    "cf-ray",
];

/// A documented error response.
pub struct DocumentedError<E>(Box<ErrorResponse<E>>);

/// A response whose status the API description does not list.
pub struct UndocumentedError(Box<ErrorResponse<()>>);

/// A response whose body does not match the API description.
pub struct DecodeError(Box<ErrorResponse<DecodeFailure>>);

struct ErrorResponse<T> {
    operation: &'static str,
    response: Response,
    what: T,
}

impl<E> DocumentedError<E> {
    pub(crate) fn new(operation: &'static str, response: Response, body: E) -> Self {
        Self(Box::new(ErrorResponse {
            operation,
            response,
            what: body,
        }))
    }

    /// Returns the typed body of the response.
    pub fn body(&self) -> &E {
        &self.0.what
    }

    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.0.response.status()
    }

    /// Returns the headers.
    pub fn headers(&self) -> &HeaderMap {
        self.0.response.headers()
    }

    /// Returns the raw response.
    pub fn response(&self) -> &Response {
        &self.0.response
    }

    pub(crate) fn erased(self) -> DocumentedError<AnyBody>
    where
        E: fmt::Debug + Send + Sync + 'static,
    {
        let ErrorResponse {
            operation,
            response,
            what,
        } = *self.0;
        DocumentedError::new(operation, response, AnyBody(Box::new(what)))
    }
}

impl DocumentedError<AnyBody> {
    /// Returns the typed body if it is of this type, which is the error type of the operation.
    pub fn downcast<E: 'static>(&self) -> Option<&E> {
        let body: &dyn Any = &*self.0.what.0;
        body.downcast_ref()
    }
}

/// The typed error response of an unknown operation.
pub struct AnyBody(Box<dyn AnyDebug>);

trait AnyDebug: Any + fmt::Debug + Send + Sync {}

impl<E: Any + fmt::Debug + Send + Sync> AnyDebug for E {}

impl fmt::Debug for AnyBody {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl<E> fmt::Display for DocumentedError<E> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} failed with ", self.0.operation)?;
        write_response(&self.0.response, formatter)
    }
}

impl<E: fmt::Debug> StdError for DocumentedError<E> {}

impl UndocumentedError {
    pub(crate) fn new(operation: &'static str, response: Response) -> Self {
        Self(Box::new(ErrorResponse {
            operation,
            response,
            what: (),
        }))
    }

    /// Returns the raw response.
    pub fn response(&self) -> &Response {
        &self.0.response
    }
}

impl fmt::Display for UndocumentedError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "{} got an undocumented response: ",
            self.0.operation
        )?;
        write_response(&self.0.response, formatter)
    }
}

impl StdError for UndocumentedError {}

impl DecodeError {
    pub(crate) fn new(operation: &'static str, response: Response, failure: DecodeFailure) -> Self {
        Self(Box::new(ErrorResponse {
            operation,
            response,
            what: failure,
        }))
    }

    /// Returns the path in the JSON, such as `$.stories[3].state`.
    pub fn path(&self) -> &str {
        &self.0.what.path
    }

    /// Returns the raw response.
    pub fn response(&self) -> &Response {
        &self.0.response
    }
}

impl fmt::Display for DecodeError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ErrorResponse {
            operation,
            response,
            what,
        } = &*self.0;
        write!(formatter, "the response to {operation} cannot be decoded ")?;
        let about = format!("status {}{}", response.status(), request_ids(response));
        what.write(&about, formatter)
    }
}

impl StdError for DecodeError {}

fn write_response(response: &Response, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    write!(formatter, "{}{}", response.status(), request_ids(response))?;
    let body = excerpt(response.bytes(), 0);
    if body.is_empty() {
        Ok(())
    } else {
        write!(formatter, ": {body}")
    }
}

fn request_ids(response: &Response) -> String {
    let ids = REQUEST_IDS
        .iter()
        .filter_map(|name| Some((name, response.headers().get(*name)?.to_str().ok()?)));
    let ids = ids.map(|(name, id)| format!(", {name} {}", id.chars().take(80).collect::<String>()));
    ids.collect()
}

/// Shows errors in the same way with `Debug`, since `main` shows the error that it returns with it.
macro_rules! debug_as_display {
    ($([$($parameter:ident)?] $error:ty),+) => {
        $(impl<$($parameter)?> fmt::Debug for $error {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, formatter)
            }
        })+
    };
}

debug_as_display!([E] DocumentedError<E>, [] UndocumentedError, [] DecodeError);
