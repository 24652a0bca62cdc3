//! Runs recursive work on a stack that is large enough.
//!
//! The stages recurse as deep as the parsers and the limits of reading allow: at most 64 parts inside each other, each
//! with 128 levels, in two frames of about a kilobyte each. The calling thread may have a small stack: 1 MiB for the main
//! thread on Windows.

use std::panic::resume_unwind;
use std::thread;

/// The stack size in bytes, many times the requirement of the deepest description. Only what is used takes memory.
const STACK_SIZE: usize = 256 * 1024 * 1024;

/// Runs a closure on a thread with a sufficient stack, or on the current one if the system allows no other.
pub fn grow<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let mut left = Some(work);
    let done = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK_SIZE);
        let thread = thread.spawn_scoped(scope, || left.take().map(|work| work()));
        thread.ok().and_then(|thread| thread.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    #[expect(clippy::unreachable, reason = "the work was done or is left")]
    done.unwrap_or_else(|| left.map_or_else(|| unreachable!(), |work| work()))
}
