//! What is told of requests where the feature `tracing` is off: nothing.

use std::sync::Arc;

use super::middleware::Middleware;

pub(super) fn observers() -> Option<Arc<dyn Middleware>> {
    None
}
