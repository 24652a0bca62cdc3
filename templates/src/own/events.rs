//! Calls that are answered by events.

use super::call::Call;
use super::shared::{Events, StreamsEvents};

impl<O> Call<O>
where
    O: StreamsEvents + Send + 'static,
    O::Error: Send,
{
    /// The events of the response, each as it comes. The call is sent when the first one is polled. Where the connection of a
    /// `GET` breaks, it is made again with the id of the last event; where the server ends it, the stream ends.
    ///
    /// [`timeout`](Call::timeout) bounds the time until the response begins, and not how long it lasts. Nothing may come for as
    /// long as nothing happens, unless the client has an [`idle_timeout`](super::ClientBuilder::idle_timeout).
    pub fn events(self) -> Events<O> {
        self.0.events()
    }
}
