//! Calls: an operation together with a client and the options of this call.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use crate::auth::authorization::{Scheme, Token};
use crate::auth::secret::Secret;
use crate::calls::client::{CallOptions, Client, ExecuteError, ExecuteFuture, OperationName};
use crate::calls::retry::Retry;
use crate::calls::send_error::BuildError;
use crate::requests::request::Request;
use crate::responses::error::CallError;
use crate::responses::response::{Failure, Response};
use crate::responses::response_error::{DecodeError, DocumentedError, UndocumentedError};

/// An operation as data. It builds its request and decodes its response without any I/O.
pub trait Operation {
    /// The response body of a successful call.
    type Output;
    /// The documented error responses.
    type Error;
    /// The name of the operation in the API description, for logs.
    #[doc(hidden)]
    const NAME: &'static str;
    /// The function that the user calls, with the method and the path template, for errors.
    #[doc(hidden)]
    const CALL: &'static str = Self::NAME;

    /// Builds the request.
    ///
    /// # Errors
    ///
    /// Returns an error if a value cannot be sent in the place of its parameter.
    #[doc(hidden)]
    fn request(&self) -> Result<Request, BuildError>;

    /// Decodes the response.
    ///
    /// # Errors
    ///
    /// Returns an error if the response is not a success or does not match the API description.
    #[doc(hidden)]
    fn decode(response: &Response) -> Result<Self::Output, Failure<Self::Error>>;

    /// Requests a streamed or a complete response, if the input of the operation selects one of them.
    #[doc(hidden)]
    fn set_streaming(&mut self, streams: bool) {
        let _ = streams;
    }
}

/// A call that is sent when it is awaited. Owns its data, so it can be stored and sent to other tasks.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Clone, Debug)]
pub struct Call<O> {
    pub(crate) client: Client,
    pub(crate) operation: O,
    pub(crate) options: CallOptions,
}

impl<O> Call<O> {
    /// Creates a call from an operation, which can be cloned, stored and compared (see [`operation`](Self::operation)).
    pub fn new(client: &Client, operation: O) -> Self {
        Self {
            client: client.clone(),
            operation,
            options: CallOptions::default(),
        }
    }

    /// Returns the operation with its current input.
    pub fn operation(&self) -> &O {
        &self.operation
    }

    #[doc(hidden)]
    pub fn operation_mut(&mut self) -> &mut O {
        &mut self.operation
    }

    /// Sets the maximum duration of this call. For a streamed response, the time ends when its body starts.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// Sets when and how often this call is retried.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.options.retry = Some(retry);
        self
    }

    /// Sends this token with this call, instead of the client's own token for the same scheme.
    pub fn authorize(mut self, scheme: impl Into<Scheme>, token: impl Into<Secret>) -> Self {
        let token = Token::Fixed(token.into());
        self.options.credentials.push((scheme.into(), token));
        self
    }

    /// Requests this media type instead of the default of the call, such as `application/yaml`.
    ///
    /// The response is not decoded: use [`send_raw`](Self::send_raw) or [`download`](Self::download).
    pub fn accept(mut self, media_type: impl Into<String>) -> Self {
        self.options.accept = Some(media_type.into());
        self
    }

    /// Sets a header for this call. It replaces the client's header of the same name, and its value never appears in
    /// `Debug`. An invalid name or value is reported when the call is sent.
    pub fn header<N, V>(mut self, name: N, value: V) -> Self
    where
        N: TryInto<HeaderName>,
        V: TryInto<HeaderValue>,
    {
        self.options.add_header(name, value);
        self
    }
}

impl<O: Operation> Call<O> {
    /// Sends the call. This is the same as awaiting it.
    pub fn send(self) -> CallFuture<O> {
        CallFuture {
            response: execute(whole(self)),
            operation: PhantomData,
        }
    }

    /// Sends the call and returns the raw response, whatever its status.
    ///
    /// # Errors
    ///
    /// Returns an error if the request could not be built or sent.
    pub async fn send_raw(self) -> Result<Response, CallError<O::Error>> {
        let response = execute(self).await;
        Ok(Response::from_http(response?))
    }

    /// Sends the call and returns the body of a successful response as text, whatever type the API description
    /// declares. Use it if a parameter or the body requests another format.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as the call itself, except that the body is not decoded.
    pub async fn send_text(self) -> Result<String, CallError<O::Error>> {
        let response = whole(self).send_raw().await?;
        if response.status().is_success() {
            return Ok(response.text().into_owned());
        }
        Err(response_error::<O>(response))
    }

    /// Sends the call and returns the typed body together with the status and the headers.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as the call itself.
    pub async fn send_full(self) -> Result<TypedResponse<O>, CallError<O::Error>> {
        let (body, response) = read::<O>(whole(self).send_raw().await?)?;
        Ok(TypedResponse { body, response })
    }
}

/// Turns the call into one whose response is read as a whole.
fn whole<O: Operation>(mut call: Call<O>) -> Call<O> {
    call.operation.set_streaming(false);
    call
}

/// Sends a call. This part is the same for all operations, so it is compiled once. It is not a method of the call,
/// whose methods are named after the parameters of the API description.
pub(crate) fn execute<O: Operation>(call: Call<O>) -> ExecuteFuture {
    let request = call.operation.request();
    let inner = call.client.inner;
    inner.execute(operation_name::<O>(), request, call.options)
}

/// Returns the names of an operation.
pub(crate) const fn operation_name<O: Operation>() -> OperationName {
    OperationName {
        described: O::NAME,
        call: O::CALL,
    }
}

/// Decodes a response. Returns the output and the response itself.
pub(crate) fn read<O: Operation>(
    response: Response,
) -> Result<(O::Output, Response), CallError<O::Error>> {
    match O::decode(&response) {
        Ok(output) => Ok((output, response)),
        Err(Failure::Documented(body)) => Err(CallError::Documented(DocumentedError::new(
            O::CALL,
            response,
            body,
        ))),
        Err(Failure::Undocumented) => Err(CallError::Undocumented(UndocumentedError::new(
            O::CALL,
            response,
        ))),
        Err(Failure::Decode(failure)) => Err(CallError::Decode(DecodeError::new(
            O::CALL,
            response,
            failure,
        ))),
    }
}

/// Returns the error for a response that is not a success.
pub(crate) fn response_error<O: Operation>(response: Response) -> CallError<O::Error> {
    match read::<O>(response) {
        Err(error) => error,
        Ok((_, response)) => CallError::Undocumented(UndocumentedError::new(O::CALL, response)),
    }
}

/// The response to a call, with its typed body.
pub struct TypedResponse<O: Operation> {
    /// The typed body.
    pub body: O::Output,
    response: Response,
}

impl<O: Operation> TypedResponse<O> {
    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// Returns the raw headers.
    pub fn raw_headers(&self) -> &HeaderMap {
        self.response.headers()
    }
}

impl<O: Operation> fmt::Debug for TypedResponse<O>
where
    O::Output: fmt::Debug,
{
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("TypedResponse")
            .field("status", &self.status())
            .field("body", &self.body)
            .finish_non_exhaustive()
    }
}

impl<E> From<ExecuteError> for CallError<E> {
    fn from(error: ExecuteError) -> Self {
        match error {
            ExecuteError::Build(error) => Self::Build(error),
            ExecuteError::Send(error) => Self::Send(error),
        }
    }
}

impl<O: Operation> IntoFuture for Call<O> {
    type Output = Result<O::Output, CallError<O::Error>>;
    type IntoFuture = CallFuture<O>;

    fn into_future(self) -> Self::IntoFuture {
        self.send()
    }
}

/// The future of a call.
#[must_use = "futures do nothing until they are awaited"]
pub struct CallFuture<O> {
    response: ExecuteFuture,
    operation: PhantomData<fn() -> O>,
}

impl<O: Operation> Future for CallFuture<O> {
    type Output = Result<O::Output, CallError<O::Error>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let response = self.response.as_mut().poll(context);
        response.map(|response| Ok(read::<O>(Response::from_http(response?))?.0))
    }
}

impl<O> fmt::Debug for CallFuture<O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CallFuture").finish_non_exhaustive()
    }
}
