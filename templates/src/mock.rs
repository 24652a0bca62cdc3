//! An in-memory transport for the tests of users of this crate: expected calls and their typed responses.

use std::fmt;
use std::future::Future;
use std::marker::PhantomData;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use http::header::CONTENT_TYPE;
use http::{HeaderMap, HeaderValue, Method, StatusCode};
use serde::ser::Serialize;

use crate::auth::authorization::BareAddress;
use crate::calls::call::{Call, Operation};
use crate::calls::middleware::Attempt;
use crate::calls::send_error::{BuildError, SendError};
use crate::calls::transport::{HttpRequest, HttpResponse, ResponseFuture, Transport};
use crate::requests::payload::{BoxFuture, ResponseBody};
use crate::responses::response::{Response, media_type};

/// An operation whose responses a [`Mock`] can return.
pub trait MockOperation: Operation {
    /// Returns the response that a server sends for this output.
    fn response(output: &Self::Output) -> Response;
}

/// An in-memory transport. It responds to expected calls and rejects all others. If the client retries after a
/// response, the response is repeated, unless another one is expected.
///
/// ```ignore
/// let mock = Mock::new();
/// let client = Client::builder("https://example.com").transport(mock.clone()).build()?;
/// mock.expect(client.story().accept("DEMO", 7, None))?.respond_error(403, &());
/// mock.expect_any::<ListStories>().times(2).respond(&Vec::new());
/// // What is to be tested runs with `client`.
/// mock.finish()?;
/// ```
#[derive(Clone, Default)]
pub struct Mock {
    expected: Arc<Mutex<Vec<Expected>>>,
}

/// An expected call and its response.
struct Expected {
    operation: &'static str,
    request: Option<ExpectedRequest>,
    times: usize,
    response: Option<Response>,
}

/// The expected request.
struct ExpectedRequest {
    method: Method,
    address: String,
    body: Option<Bytes>,
}

impl Mock {
    /// Creates a transport without expectations.
    pub fn new() -> Self {
        Self::default()
    }

    /// Expects a call with exactly this input: path, query and body must be equal.
    ///
    /// # Errors
    ///
    /// Returns an error if the request of the call cannot be built.
    pub fn expect<O: MockOperation>(
        &self,
        call: impl Into<Call<O>>,
    ) -> Result<Expectation<'_, O>, BuildError> {
        let call = call.into();
        let request = call.operation().request()?;
        let expected = ExpectedRequest {
            method: request.method().clone(),
            address: format!(
                "{}{}",
                call.client.inner.base_of(&request)?,
                request.target()?
            ),
            body: request.body.as_ref().map_or(Some(Bytes::new()), |body| {
                // The boundaries of multipart bodies differ.
                let is_stable = !media_type(request.headers()).starts_with("multipart/");
                body.bytes().filter(|_| is_stable).cloned()
            }),
        };
        Ok(self.expectation(Some(expected)))
    }

    /// Expects a call of an operation with any input.
    pub fn expect_any<O: MockOperation>(&self) -> Expectation<'_, O> {
        self.expectation(None)
    }

    fn expectation<O: MockOperation>(
        &self,
        request: Option<ExpectedRequest>,
    ) -> Expectation<'_, O> {
        Expectation {
            mock: self,
            request,
            times: 1,
            operation: PhantomData,
        }
    }

    /// Checks that all expected calls were sent.
    ///
    /// # Errors
    ///
    /// Returns an error if an expected call was not sent.
    pub fn finish(&self) -> Result<(), BuildError> {
        let expected = self.expected();
        let missing = expected.iter().filter(|expected| expected.times > 0);
        let missing: Vec<String> = missing.map(ToString::to_string).collect();
        if missing.is_empty() {
            Ok(())
        } else {
            let message = format!("expected and not called: {}", missing.join(", "));
            Err(BuildError::new(message))
        }
    }

    fn expected(&self) -> MutexGuard<'_, Vec<Expected>> {
        self.expected.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the response of the first open expectation that matches a request.
    fn response_to(&self, request: &http::Request<Bytes>) -> Result<Option<Response>, SendError> {
        let sent = request.extensions().get::<Attempt>();
        let (name, attempt) = sent.map_or(("", 1), |sent| (sent.operation, sent.attempt));
        let mut expected = self.expected();
        let fits = |expected: &&mut Expected| expected.times > 0 && expected.fits(name, request);
        if let Some(found) = expected.iter_mut().find(fits) {
            found.times -= 1;
            return Ok(found.response.clone());
        }
        // The client may retry after an error response: the next attempt gets the same one.
        let again = |met: &&Expected| attempt > 1 && met.fits(name, request);
        if let Some(met) = expected.iter().rev().find(again) {
            return Ok(met.response.clone());
        }
        let open = expected.iter().filter(|expected| expected.times > 0);
        let open: Vec<String> = open.map(ToString::to_string).collect();
        // The query may contain a token.
        let (method, path) = (request.method(), request.uri().path());
        Err(SendError::rejected(format!(
            "{name} ({method} {path}) is not expected; expected: {}",
            open.join(", ")
        )))
    }
}

impl Expected {
    fn fits(&self, name: &str, request: &http::Request<Bytes>) -> bool {
        let Some(expected) = &self.request else {
            return self.operation == name;
        };
        // A token may have been added to the query.
        let bare = request.extensions().get::<BareAddress>();
        let address = bare.map_or(request.uri(), |BareAddress(address)| address);
        self.operation == name
            && expected.method == request.method()
            && *address == expected.address.as_str()
            && expected
                .body
                .as_ref()
                .is_none_or(|body| body == request.body())
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{} times {}", self.times, self.operation)?;
        match &self.request {
            Some(expected) => write!(formatter, " ({} {})", expected.method, expected.address),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for Mock {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = self.expected();
        formatter
            .debug_list()
            .entries(expected.iter().map(ToString::to_string))
            .finish()
    }
}

/// An expected call. It takes effect when its response is set.
#[must_use = "an expectation counts when its response is given"]
pub struct Expectation<'m, O> {
    mock: &'m Mock,
    request: Option<ExpectedRequest>,
    times: usize,
    operation: PhantomData<fn() -> O>,
}

impl<O: MockOperation> Expectation<'_, O> {
    /// Expects the call this many times instead of once.
    pub fn times(mut self, times: usize) -> Self {
        self.times = times;
        self
    }

    /// Responds with a success.
    pub fn respond(self, output: &O::Output) {
        self.respond_raw(O::response(output));
    }

    /// Responds with this status and a JSON body, such as an error of the API. The body `()` is `null`.
    pub fn respond_error<T: Serialize + ?Sized>(self, status: u16, body: &T) {
        self.respond_raw(json(status, body));
    }

    /// Responds with any response.
    pub fn respond_raw(self, response: Response) {
        self.then(Some(response));
    }

    /// Fails to connect.
    pub fn disconnect(self) {
        self.then(None);
    }

    fn then(self, response: Option<Response>) {
        self.mock.expected().push(Expected {
            operation: O::NAME,
            request: self.request,
            times: self.times,
            response,
        });
    }
}

impl<O> fmt::Debug for Expectation<'_, O> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Expectation")
            .finish_non_exhaustive()
    }
}

impl Transport for Mock {
    fn send(&self, request: HttpRequest) -> ResponseFuture<'_> {
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let body = body.gather().await.map_err(SendError::broken)?;
            let planned = self.response_to(&http::Request::from_parts(head, body))?;
            let planned = planned.ok_or_else(|| SendError::connect("the mock is disconnected"))?;
            let mut response = HttpResponse::new(ResponseBody::Bytes(planned.bytes().clone()));
            *response.status_mut() = planned.status();
            *response.headers_mut() = planned.headers().clone();
            Ok(response)
        })
    }

    /// Sleeps in a thread, so that it works with any test runtime.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(Sleep { time, state: None })
    }
}

/// `true` if the time has elapsed, and the task to wake.
type Alarm = Arc<Mutex<(bool, Option<Waker>)>>;

struct Sleep {
    time: Duration,
    /// Created on the first poll.
    state: Option<Alarm>,
}

impl Future for Sleep {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        let time = self.time;
        let state = self.state.get_or_insert_with(|| {
            let alarm = Alarm::default();
            let ringing = Arc::clone(&alarm);
            std::thread::spawn(move || {
                std::thread::sleep(time);
                let mut state = ringing.lock().unwrap_or_else(PoisonError::into_inner);
                state.0 = true;
                if let Some(waker) = state.1.take() {
                    waker.wake();
                }
            });
            alarm
        });
        let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
        if state.0 {
            return Poll::Ready(());
        }
        state.1 = Some(context.waker().clone());
        Poll::Pending
    }
}

/// Implements [`MockOperation`] for operations: the form of the response, its status and its media type.
#[doc(hidden)]
#[macro_export]
macro_rules! responses {
    (@ $output:ident json $status:literal) => {
        $crate::mock::json($status, $output)
    };
    (@ $output:ident lines $status:literal $media_type:literal) => {
        $crate::mock::lines($status, $media_type, $output)
    };
    (@ $output:ident content $status:literal $media_type:literal) => {
        $crate::mock::content($status, $media_type, $output.clone())
    };
    (@ $output:ident raw $status:literal) => {
        $crate::mock::content($status, "application/octet-stream", $output.bytes().clone())
    };
    (@ $output:ident nothing $status:literal) => {{
        let () = $output;
        $crate::mock::nothing($status)
    }};
    ($($operation:path => $form:ident $($argument:literal)+,)*) => {$(
        impl $crate::MockOperation for $operation {
            fn response(output: &Self::Output) -> $crate::Response {
                $crate::responses!(@ output $form $($argument)+)
            }
        }
    )*};
}

/// Returns a JSON response.
#[doc(hidden)]
pub fn json<T: Serialize + ?Sized>(status: u16, body: &T) -> Response {
    let body = serde_json::to_vec(body).unwrap_or_default();
    content(status, "application/json", body)
}

/// Returns a response with one JSON value per line.
#[doc(hidden)]
pub fn lines<T: Serialize>(status: u16, media_type: &'static str, values: &[T]) -> Response {
    let mut body = Vec::new();
    for value in values {
        body.extend(serde_json::to_vec(value).unwrap_or_default());
        body.push(b'\n');
    }
    content(status, media_type, body)
}

/// Returns a response of another type.
#[doc(hidden)]
pub fn content(status: u16, media_type: &'static str, body: impl Into<Bytes>) -> Response {
    let mut headers = HeaderMap::new();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(media_type));
    Response::new(status_code(status), headers, body)
}

/// Returns a response without a body.
#[doc(hidden)]
pub fn nothing(status: u16) -> Response {
    Response::new(status_code(status), HeaderMap::new(), Bytes::new())
}

fn status_code(status: u16) -> StatusCode {
    StatusCode::from_u16(status).unwrap_or_default()
}
