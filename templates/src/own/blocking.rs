//! Calls for code that is not asynchronous.

use super::call::Call;
use super::shared::{CallError, Operation};

impl<O: Operation> Call<O> {
    /// Sends the call and waits for its response.
    ///
    /// # Errors
    ///
    /// As the call itself; also where the caller is asynchronous, since all that runs beside it would stand still.
    pub fn send_blocking(self) -> Result<O::Output, CallError<O::Error>> {
        self.0.send_blocking()
    }
}
