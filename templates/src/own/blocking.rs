//! Blocking calls, for code that is not asynchronous.

use super::call::Call;
use super::shared::{CallError, Operation};

impl<O: Operation> Call<O> {
    /// Sends the call and blocks until its response arrives.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as the call itself, and if it is called from an asynchronous context, where
    /// it would block other tasks.
    pub fn send_blocking(self) -> Result<O::Output, CallError<O::Error>> {
        self.0.send_blocking()
    }
}
