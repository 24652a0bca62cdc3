//! The replacement for the default transport if its feature is disabled.

use std::time::Duration;

use super::error::BuildError;
use super::send_error::SendError;
use super::payload::BoxFuture;
use super::transport::{ResponseFuture, HttpRequest, Transport};

/// A builder that always fails.
#[derive(Default)]
pub(super) struct DefaultTransportBuilder(());

impl DefaultTransportBuilder {
    pub(super) fn build(self, _connect: Duration) -> Result<NoTransport, BuildError> {
        Err(BuildError::new(
            "no transport: give one to the builder, or switch the feature `reqwest` on",
        ))
    }
}

/// A type without values.
pub(super) enum NoTransport {}

impl Transport for NoTransport {
    fn send(&self, _request: HttpRequest) -> ResponseFuture<'_> {
        let none = SendError::connect("no transport");
        Box::pin(std::future::ready(Err(none)))
    }

    fn sleep(&self, _time: Duration) -> BoxFuture<'static, ()> {
        Box::pin(std::future::ready(()))
    }
}
