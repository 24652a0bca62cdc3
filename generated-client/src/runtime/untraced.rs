//! The replacement for tracing if the feature `tracing` is disabled.

use std::sync::Arc;

use super::middleware::Middleware;

pub(super) fn observers() -> Option<Arc<dyn Middleware>> {
    None
}
