//! Calls that respond with events.

use super::call::Call;
use super::shared::{Events, StreamsEvents};

impl<O> Call<O>
where
    O: StreamsEvents + Send + 'static,
    O::Error: Send,
{
    /// Returns the events of the response as they arrive. The call is sent when the first event is polled. If the
    /// connection of a `GET` breaks, it reconnects with the id of the last event. The stream ends when the server ends
    /// it.
    ///
    /// [`timeout`](Call::timeout) limits the time until the response starts, not the duration of the stream. The stream
    /// may be idle indefinitely, unless the client has an [`idle_timeout`](super::ClientBuilder::idle_timeout).
    pub fn events(self) -> Events<O> {
        self.0.events()
    }
}
