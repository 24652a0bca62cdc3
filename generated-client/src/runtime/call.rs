//! Calls: an operation, a client to send it with, and options for this once.

use std::fmt;
use std::future::{Future, IntoFuture};
use std::marker::PhantomData;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use http::{HeaderMap, HeaderName, HeaderValue, StatusCode};

use super::answer_error::{DecodeError, DocumentedError, UndocumentedError};
use super::authorization::Scheme;
use super::client::{CallOptions, Client, ExecuteError};
use super::error::{BuildError, CallError};
use super::headers::{DeclaresHeaders, HeaderError};
use super::payload::BoxFuture;
use super::request::Request;
use super::response::{Failure, Response};
use super::retry::Retry;
use super::secret::Secret;
use super::token::Token;
use super::transport::HttpResponse;

/// An operation as data: it can build its request and read its answer, without any I/O.
pub trait Operation {
    /// What comes back when it went well.
    type Output;
    /// What the description says it may be refused with.
    type Error;
    /// Its name, for messages.
    const NAME: &'static str;

    /// The request.
    ///
    /// # Errors
    ///
    /// Where a value cannot stand where it is to stand.
    fn request(&self) -> Result<Request, BuildError>;

    /// Reads the answer.
    ///
    /// # Errors
    ///
    /// Where it is no success, or not what the description promises.
    fn decode(response: &Response) -> Result<Self::Output, Failure<Self::Error>>;
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
    #[doc(hidden)]
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

    /// How long this call may take from start to end.
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

    /// Asks for this media type instead of the one that the call reads, such as `application/yaml`.
    ///
    /// What comes is had as it is, by [`send_raw`](Self::send_raw) or [`download`](Self::download).
    pub fn accept(mut self, media_type: impl Into<String>) -> Self {
        self.options.accept = Some(media_type.into());
        self
    }

    /// Sends this header with this call; its value is not shown.
    pub fn header(mut self, name: HeaderName, mut value: HeaderValue) -> Self {
        value.set_sensitive(true);
        self.options.headers.append(name, value);
        self
    }
}

impl<O: Operation> Call<O> {
    /// Sends the call; the same as awaiting it.
    pub fn send(self) -> Sending<O> {
        Sending {
            response: execute(self),
            operation: PhantomData,
        }
    }

    /// Sends the call and gives the answer as it came, whatever its status.
    ///
    /// # Errors
    ///
    /// Where the request could not be built or sent.
    pub async fn send_raw(self) -> Result<Response, CallError<O::Error>> {
        let answer = execute(self).await;
        Ok(Response::of(answer?))
    }

    /// Sends the call and gives what it answers together with the status and the headers.
    ///
    /// # Errors
    ///
    /// As the call itself.
    pub async fn send_full(self) -> Result<Answer<O>, CallError<O::Error>> {
        let (body, response) = read::<O>(self.send_raw().await?)?;
        Ok(Answer { body, response })
    }
}

/// Sends a call: the part that is the same for all operations, so that it is compiled once. It is no function of the call,
/// since those are called by the parameters of a description.
pub(super) fn execute<O: Operation>(call: Call<O>) -> Executing {
    match call.operation.request() {
        Ok(request) => call.client.inner.execute(O::NAME, request, call.options),
        Err(error) => {
            let error = ExecuteError::Build(error.of(O::NAME));
            Box::pin(std::future::ready(Err(error)))
        }
    }
}

pub(super) type Executing = BoxFuture<'static, Result<HttpResponse, ExecuteError>>;

/// What an answer says, and the answer itself.
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

/// What a call answered, and how.
pub struct Answer<O: Operation> {
    /// What it answered.
    pub body: O::Output,
    response: Response,
}

impl<O: Operation> Answer<O> {
    /// The status.
    pub fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// The headers as they came.
    pub fn raw_headers(&self) -> &HeaderMap {
        self.response.headers()
    }

    /// The headers that the description declares.
    ///
    /// # Errors
    ///
    /// Where one of them is not of its type.
    pub fn headers(&self) -> Result<O::Headers, HeaderError>
    where
        O: DeclaresHeaders,
    {
        O::headers(self.response.headers())
    }
}

impl<O: Operation> fmt::Debug for Answer<O>
where
    O::Output: fmt::Debug,
{
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Answer")
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
    type IntoFuture = Sending<O>;

    fn into_future(self) -> Self::IntoFuture {
        self.send()
    }
}

/// A call on its way.
#[must_use = "futures do nothing until they are awaited"]
pub struct Sending<O> {
    response: Executing,
    operation: PhantomData<fn() -> O>,
}

impl<O: Operation> Future for Sending<O> {
    type Output = Result<O::Output, CallError<O::Error>>;

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let answer = self.response.as_mut().poll(context);
        answer.map(|answer| Ok(read::<O>(Response::of(answer?))?.0))
    }
}

impl<O> fmt::Debug for Sending<O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Sending").finish_non_exhaustive()
    }
}
