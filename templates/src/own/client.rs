//! The client. The groups of operations are specific to this crate; everything else is shared.

use std::fmt;

use super::shared;

/// A client. Cloning is cheap, and all clones share their connections.
#[derive(Clone)]
pub struct Client(pub(super) shared::Client);

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Client {
    /// Returns the base address of the API, without secrets. It is empty if the client could not be built.
    pub fn base_url(&self) -> &str {
        self.0.base_url()
    }
}
