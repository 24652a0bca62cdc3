//! Nothing is recorded if the feature `tracing` is off.

use std::sync::Arc;

use super::middleware::Middleware;

pub(super) fn observers() -> Option<Arc<dyn Middleware>> {
    None
}
