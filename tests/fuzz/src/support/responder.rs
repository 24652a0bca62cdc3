//! A client that receives one response in chunks, without a network and without an async runtime.

use std::pin::{Pin, pin};
use std::sync::Mutex;
use std::task::{Context, Poll, Waker};
use std::time::Duration;

use bytes::Bytes;
use futures_core::Stream;

use crate::calls::builder::ClientBuilder;
use crate::calls::client::Client;
use crate::calls::send_error::SendError;
use crate::calls::server::{Server, Service};
use crate::calls::transport::{HttpRequest, HttpResponse, ResponseFuture, Transport};
use crate::requests::payload::{BoxError, BoxFuture, ResponseBody};

static SERVICE: Service = Service {
    name: "fuzz",
    version: "0.0.0",
    server: Server { origin: None, path: "", variables: &[] },
    servers: &[],
    security: &[],
};

struct Responder(Mutex<Option<Vec<Bytes>>>);

/// Creates a client that receives one response in these chunks. Further requests fail.
pub(super) fn client(pieces: Vec<Bytes>) -> Option<Client> {
    let responder = Responder(Mutex::new(Some(pieces)));
    ClientBuilder::new("https://example.com", &SERVICE).transport(responder).build().ok()
}

impl Transport for Responder {
    fn send(&self, _request: HttpRequest) -> ResponseFuture<'_> {
        let pieces = self.0.lock().ok().and_then(|mut pieces| pieces.take());
        let body = pieces.map(|pieces| ResponseBody::Stream(Box::pin(Pieces(pieces.into_iter()))));
        let response = body.map(HttpResponse::new).ok_or_else(|| SendError::connect("one response was planned"));
        Box::pin(std::future::ready(response))
    }

    /// Returns at once.
    fn sleep(&self, _time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(std::future::pending())
    }
}

struct Pieces(std::vec::IntoIter<Bytes>);

impl Stream for Pieces {
    type Item = Result<Bytes, BoxError>;

    fn poll_next(mut self: Pin<&mut Self>, _context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(self.0.next().map(Ok))
    }
}

/// Returns the output of a future that only waits for the responder, which is always ready.
pub(super) fn ready<T>(future: impl Future<Output = T>) -> Option<T> {
    match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(value) => Some(value),
        Poll::Pending => None,
    }
}
