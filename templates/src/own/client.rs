//! The client: what is this crate's own of it are its groups of operations. All else is the shared support code's.

use std::fmt;

use super::shared;

/// A client; cheap to clone, and all clones share their connections.
#[derive(Clone)]
pub struct Client(pub(super) shared::Client);

impl fmt::Debug for Client {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

impl Client {
    /// The address of the interface, without anything secret.
    pub fn address(&self) -> &str {
        self.0.address()
    }
}
