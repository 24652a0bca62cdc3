//! Transports, which connect a client to the network.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use crate::calls::send_error::SendError;
use crate::requests::payload::{BoxFuture, RequestBody, ResponseBody};

/// A request to send.
pub type HttpRequest = http::Request<RequestBody>;
/// A response whose body may still be received.
pub type HttpResponse = http::Response<ResponseBody>;
/// The future of a response.
pub type ResponseFuture<'a> = BoxFuture<'a, Result<HttpResponse, SendError>>;

/// Sends requests. The default transport is `reqwest`; replace it with the builder of a client.
pub trait Transport: Send + Sync {
    /// Sends a request. The response is returned as soon as its headers are received. Redirects are responses like
    /// others.
    ///
    /// # Errors
    ///
    /// Returns [`SendError::connect`] if the server cannot have received the request, [`SendError::timed_out`], or
    /// [`SendError::broken`].
    fn send(&self, request: HttpRequest) -> ResponseFuture<'_>;

    /// Completes after this time.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;
}

/// Several clients may share one transport.
impl<T: Transport + ?Sized> Transport for Arc<T> {
    fn send(&self, request: HttpRequest) -> ResponseFuture<'_> {
        self.as_ref().send(request)
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        self.as_ref().sleep(time)
    }
}

/// The transport of a client that cannot send anything.
pub(crate) struct Unavailable;

impl Transport for Unavailable {
    fn send(&self, _request: HttpRequest) -> ResponseFuture<'_> {
        let none = SendError::connect("no transport");
        Box::pin(std::future::ready(Err(none)))
    }

    fn sleep(&self, _time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }
}

/// Returns the output of a future, or `None` if it takes too long.
pub(crate) async fn within<T>(
    transport: &dyn Transport,
    limit: Duration,
    mut future: Pin<&mut impl Future<Output = T>>,
) -> Option<T> {
    let mut end = transport.sleep(limit);
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => end.as_mut().poll(context).map(|()| None),
    })
    .await
}
