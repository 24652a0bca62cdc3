//! Blocking calls, for code that is not asynchronous.

use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;

use futures_core::Stream;
use tokio::runtime::{Builder, Handle, Runtime};

use crate::calls::call::{Call, Operation};
use crate::calls::send_error::BuildError;
use crate::requests::payload::next;
use crate::responses::error::CallError;

impl<O: Operation> Call<O> {
    /// Sends the call and blocks until its response arrives.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as the call itself, and if it is called from an asynchronous context, where
    /// it would block other tasks.
    pub fn send_blocking(self) -> Result<O::Output, CallError<O::Error>> {
        wait(self.send())?
    }
}

/// Blocks until a future of this crate completes, such as that of [`Call::send_full`].
///
/// # Errors
///
/// Returns an error if it is called from an asynchronous context. This includes blocking tasks, which have the handle
/// of their own runtime to wait with.
pub fn wait<F: Future>(future: F) -> Result<F::Output, BuildError> {
    if Handle::try_current().is_ok() {
        return Err(BuildError::new(
            "asynchronous code cannot wait for a call: await it instead",
        ));
    }
    Ok(runtime()?.block_on(future))
}

/// Returns a blocking iterator over a stream of this crate, such as that of [`Call::download`].
pub fn iterate<S: Stream>(stream: S) -> Iter<S> {
    Iter(Some(Box::pin(stream)))
}

/// A blocking iterator over the items of a stream. In asynchronous code, its only item is an error.
#[derive(Debug)]
pub struct Iter<S>(Option<Pin<Box<S>>>);

impl<T, E: From<BuildError>, S: Stream<Item = Result<T, E>>> Iterator for Iter<S> {
    type Item = Result<T, E>;

    fn next(&mut self) -> Option<Self::Item> {
        let waited = wait(next(self.0.as_mut()?));
        waited.unwrap_or_else(|error| {
            self.0 = None;
            Some(Err(error.into()))
        })
    }
}

/// Returns the shared runtime. One thread drives the connections of all blocking calls.
fn runtime() -> Result<&'static Runtime, BuildError> {
    static RUNTIME: OnceLock<Option<Runtime>> = OnceLock::new();
    let runtime = RUNTIME.get_or_init(|| {
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(1).enable_all().build().ok()
    });
    runtime
        .as_ref()
        .ok_or_else(|| BuildError::new("failed to start the runtime for blocking calls"))
}
