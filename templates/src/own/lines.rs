//! Calls that respond with lines.

use super::call::Call;
use super::shared::{Lines, StreamsLines};

impl<O> Call<O>
where
    O: StreamsLines + Send + 'static,
    O::Error: Send,
{
    /// Returns the values of the response as they arrive. The call is sent when the first value is polled. The stream
    /// ends when the server ends the response or the connection breaks.
    ///
    /// [`timeout`](Call::timeout) limits the time until the response starts, not the duration of the stream. The stream
    /// may be idle indefinitely, unless the client has an [`idle_timeout`](super::ClientBuilder::idle_timeout).
    pub fn lines(self) -> Lines<O> {
        self.0.lines()
    }
}
