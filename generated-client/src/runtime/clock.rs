//! Time: the clock of the system or of the browser.

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::task::Poll;
use std::time::Duration;

#[cfg(not(target_arch = "wasm32"))]
pub(super) use std::time::{Instant, SystemTime, UNIX_EPOCH};
#[cfg(target_arch = "wasm32")]
pub(super) use web_time::{Instant, SystemTime, UNIX_EPOCH};

use super::transport::Transport;

/// Returns the output of a future, or `None` if it takes too long.
pub(super) async fn within<T>(
    transport: &dyn Transport,
    limit: Duration,
    future: impl Future<Output = T>,
) -> Option<T> {
    let mut future = pin!(future);
    let mut end = transport.sleep(limit);
    poll_fn(|context| match future.as_mut().poll(context) {
        Poll::Ready(output) => Poll::Ready(Some(output)),
        Poll::Pending => end.as_mut().poll(context).map(|()| None),
    })
    .await
}
