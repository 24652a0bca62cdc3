//! The replacement for the default transport if its feature is disabled.

use std::time::Duration;

use crate::calls::send_error::BuildError;
use crate::calls::transport::Unavailable;

/// A builder that always fails.
#[derive(Default)]
pub(crate) struct DefaultTransportBuilder(());

impl DefaultTransportBuilder {
    pub(crate) fn build(self, _connect: Duration) -> Result<Unavailable, BuildError> {
        Err(BuildError::new(
            "no transport: set one on the builder, or enable the feature `reqwest`",
        ))
    }
}
