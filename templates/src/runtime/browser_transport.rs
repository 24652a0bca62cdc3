//! Sending from a browser, with the `fetch` of `reqwest`.

use std::time::Duration;

use super::error::BuildError;
use super::send_error::SendError;
use super::payload::{BoxFuture, ResponseBody};
use super::transport::{ResponseFuture, HttpRequest, Transport};

/// How the default transport is set up.
#[derive(Default)]
pub(super) struct DefaultTransportBuilder(());

impl DefaultTransportBuilder {
    /// The browser itself decides how long it connects, and follows redirects.
    pub(super) fn build(self, _connect: Duration) -> Result<FetchTransport, BuildError> {
        Ok(FetchTransport(reqwest::Client::new()))
    }
}

/// Sends with the browser's `fetch`. Bodies go and come as a whole, and the browser itself follows redirects: what it sends
/// to another origin is its own decision.
pub(super) struct FetchTransport(reqwest::Client);

impl Transport for FetchTransport {
    fn send(&self, request: HttpRequest) -> ResponseFuture<'_> {
        Box::pin(async move {
            let (head, body) = request.into_parts();
            let body = body.gather().await.map_err(SendError::broken)?;
            let call = self
                .0
                .request(head.method, head.uri.to_string())
                .headers(head.headers)
                .body(body);
            let response = call.send().await.map_err(failed)?;
            let (status, headers) = (response.status(), response.headers().clone());
            let bytes = response.bytes().await.map_err(failed)?;
            let mut response = http::Response::new(ResponseBody::Bytes(bytes));
            *response.status_mut() = status;
            *response.headers_mut() = headers;
            Ok(response)
        })
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        // The browser takes no more milliseconds than this.
        let most = Duration::from_millis(i32::MAX as u64);
        Box::pin(gloo_timers::future::sleep(time.min(most)))
    }
}

/// The address is left out: it may hold a token in its query.
fn failed(error: reqwest::Error) -> SendError {
    SendError::broken(error.without_url().to_string())
}
