//! Calls that are answered by lines.

use super::call::Call;
use super::shared::{Lines, StreamsLines};

impl<O> Call<O>
where
    O: StreamsLines + Send + 'static,
    O::Error: Send,
{
    /// The values of the response, each as it comes. The call is sent when the first one is polled; where the server ends the
    /// response, or the connection breaks, they end.
    ///
    /// [`timeout`](Call::timeout) bounds the time until the response begins, and not how long it lasts. Nothing may come for as
    /// long as nothing happens, unless the client has an [`idle_timeout`](super::ClientBuilder::idle_timeout).
    pub fn lines(self) -> Lines<O> {
        self.0.lines()
    }
}
