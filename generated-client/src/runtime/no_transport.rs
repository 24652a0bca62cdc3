//! The replacement for the default transport if its feature is disabled.

use std::time::Duration;

use super::send_error::BuildError;
use super::transport::Unavailable;

/// A builder that always fails.
#[derive(Default)]
pub(super) struct DefaultTransportBuilder(());

impl DefaultTransportBuilder {
    pub(super) fn build(self, _connect: Duration) -> Result<Unavailable, BuildError> {
        Err(BuildError::new(
            "no transport: set one on the builder, or enable the feature `reqwest`",
        ))
    }
}
