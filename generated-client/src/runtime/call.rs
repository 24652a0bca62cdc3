//! Calls: an operation, a client to send it with, and options for this once.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::authorization::Scheme;
use super::client::{CallOptions, Client, ExecuteError};
use super::error::{BuildError, CallError};
use super::payload::BoxFuture;
use super::request::Request;
use super::response::{Failure, Response};
use super::response_error::{DecodeError, DocumentedError, UndocumentedError};
use super::retry::Retry;
use super::secret::Secret;
use super::token::Token;
use super::transport::HttpResponse;

/// An operation as data: it can build its request and read its response, without any I/O.
pub trait Operation {
    /// What comes back when it went well.
    type Output;
    /// The documented error responses.
    type Error;
    /// Its name, for messages.
    const NAME: &'static str;

    /// The request.
    ///
    /// # Errors
    ///
    /// If a value cannot be sent where its parameter belongs.
    fn request(&self) -> Result<Request, BuildError>;

    /// Reads the response.
    ///
    /// # Errors
    ///
    /// Returns an error if it is no success, or not what the description promises.
    fn decode(response: &Response) -> Result<Self::Output, Failure<Self::Error>>;

    /// Asks for a response whose values come one after the other, or for the whole, where the input says which it is.
    fn ask_for_stream(&mut self, streams: bool) {
        let _ = streams;
    }
}

/// A call that is sent when it is awaited. It owns what it needs, so that it can be kept, and leave the function that made it.
#[must_use = "a call does nothing until it is awaited"]
#[derive(Clone, Debug)]
pub struct Call<O> {
    pub(super) client: Client,
    pub(super) operation: O,
    pub(super) options: CallOptions,
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

    /// The operation with what it was given so far.
    pub fn operation(&self) -> &O {
        &self.operation
    }

    #[doc(hidden)]
    pub fn operation_mut(&mut self) -> &mut O {
        &mut self.operation
    }

    /// How long this call may take from start to end; where its response is streamed, until that begins.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.options.timeout = Some(timeout);
        self
    }

    /// When this call is tried again, and how often.
    pub fn retry(mut self, retry: Retry) -> Self {
        self.options.retry = Some(retry);
        self
    }

    /// Sends this token with this call, instead of the client's own for the same scheme.
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

    /// Sets a header of this call, which replaces the client's header of the same name. Its value never appears in `Debug`.
    /// An invalid name or value is an error when the call is sent.
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
    /// Sends the call; the same as awaiting it.
    pub fn send(self) -> CallFuture<O> {
        CallFuture {
            response: execute(whole(self)),
            operation: PhantomData,
        }
    }

    /// Sends the call and gives the response as it came, whatever its status.
    ///
    /// # Errors
    ///
    /// Returns an error if the request could not be built or sent.
    pub async fn send_raw(self) -> Result<Response, CallError<O::Error>> {
        let response = execute(self).await;
        Ok(Response::of(response?))
    }

    /// Sends the call and gives the body of its success as text, whatever the description says that it is: for what the server
    /// sends in another format because it was asked for in the query or the body.
    ///
    /// # Errors
    ///
    /// As the call itself, but that the body is not decoded.
    pub async fn send_text(self) -> Result<String, CallError<O::Error>> {
        let response = whole(self).send_raw().await?;
        if response.status().is_success() {
            return Ok(response.text().into_owned());
        }
        Err(refused::<O>(response))
    }

    /// Sends the call and gives the typed body together with the status and the headers.
    ///
    /// # Errors
    ///
    /// As the call itself.
    pub async fn send_full(self) -> Result<TypedResponse<O>, CallError<O::Error>> {
        let (body, response) = read::<O>(whole(self).send_raw().await?)?;
        Ok(TypedResponse { body, response })
    }
}

/// The call as one whose response is read as a whole.
fn whole<O: Operation>(mut call: Call<O>) -> Call<O> {
    call.operation.ask_for_stream(false);
    call
}

/// Sends a call: the part that is the same for all operations, so that it is compiled once. It is no function of the call,
/// since those are called by the parameters of a description.
pub(super) fn execute<O: Operation>(call: Call<O>) -> ExecuteFuture {
    match call.operation.request() {
        Ok(request) => call.client.inner.execute(O::NAME, request, call.options),
        Err(error) => {
            let error = ExecuteError::Build(error.of(O::NAME));
            Box::pin(std::future::ready(Err(error)))
        }
    }
}

pub(super) type ExecuteFuture = BoxFuture<'static, Result<HttpResponse, ExecuteError>>;

/// The output of a response, and the response itself.
pub(super) fn read<O: Operation>(
    response: Response,
) -> Result<(O::Output, Response), CallError<O::Error>> {
    match O::decode(&response) {
        Ok(output) => Ok((output, response)),
        Err(Failure::Documented(body)) => Err(CallError::Documented(DocumentedError::new(
            O::NAME,
            response,
            body,
        ))),
        Err(Failure::Undocumented) => Err(CallError::Undocumented(UndocumentedError::new(
            O::NAME,
            response,
        ))),
        Err(Failure::Decode(failure)) => Err(CallError::Decode(DecodeError::new(
            O::NAME,
            response,
            failure,
        ))),
    }
}

/// The error for a response that is no success.
pub(super) fn refused<O: Operation>(response: Response) -> CallError<O::Error> {
    match read::<O>(response) {
        Err(error) => error,
        Ok((_, response)) => CallError::Undocumented(UndocumentedError::new(O::NAME, response)),
    }
}

/// The response to a call, with its typed body.
pub struct TypedResponse<O: Operation> {
    /// The typed body.
    pub body: O::Output,
    response: Response,
}

impl<O: Operation> TypedResponse<O> {
    /// The status.
    pub fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// The headers as they came.
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
        response.map(|response| Ok(read::<O>(Response::of(response?))?.0))
    }
}

impl<O> fmt::Debug for CallFuture<O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("CallFuture").finish_non_exhaustive()
    }
}
