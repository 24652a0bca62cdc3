//! What sends requests: the one place where a client meets the network.

use std::sync::Arc;
use std::time::Duration;

use super::payload::{BoxFuture, RequestBody, ResponseBody};
use super::send_error::SendError;

/// A request as it is sent.
pub type HttpRequest = http::Request<RequestBody>;
/// A response as it comes.
pub type HttpResponse = http::Response<ResponseBody>;
/// The future of a response.
pub type ResponseFuture<'a> = BoxFuture<'a, Result<HttpResponse, SendError>>;

/// What sends requests. `reqwest` does unless the builder of a client is given something else.
pub trait Transport: Send + Sync {
    /// Sends a request. The response comes as soon as its head is there; redirects are responses like others.
    ///
    /// # Errors
    ///
    /// [`SendError::connect`] where the server cannot have seen the request, [`SendError::timed_out`], or
    /// [`SendError::broken`].
    fn send(&self, request: HttpRequest) -> ResponseFuture<'_>;

    /// Ends after this time.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;
}

/// One transport may serve several clients.
impl<T: Transport + ?Sized> Transport for Arc<T> {
    fn send(&self, request: HttpRequest) -> ResponseFuture<'_> {
        self.as_ref().send(request)
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        self.as_ref().sleep(time)
    }
}
