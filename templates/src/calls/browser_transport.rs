//! The transport for browsers, which uses `fetch` through `reqwest`.

use std::time::Duration;

use crate::calls::send_error::{BuildError, SendError};
use crate::calls::transport::{HttpRequest, ResponseFuture, Transport};
use crate::requests::payload::{BoxFuture, ResponseBody};

/// Configures the default transport.
#[derive(Default)]
pub(crate) struct DefaultTransportBuilder(());

impl DefaultTransportBuilder {
    /// Builds the transport. The browser itself limits the time to connect and follows redirects.
    pub(crate) fn build(self, _connect: Duration) -> Result<FetchTransport, BuildError> {
        Ok(FetchTransport(reqwest::Client::new()))
    }
}

/// Sends requests with the browser's `fetch`. Bodies are sent and received as a whole. The browser itself follows
/// redirects and decides what it sends to another origin.
pub(crate) struct FetchTransport(reqwest::Client);

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
        // Browsers accept no larger number of milliseconds.
        let most = Duration::from_millis(i32::MAX as u64);
        Box::pin(gloo_timers::future::sleep(time.min(most)))
    }
}

/// Converts an error. Omits the address, which may contain a token in its query.
fn failed(error: reqwest::Error) -> SendError {
    SendError::broken(error.without_url().to_string())
}
