//! Runs recursive work on a stack that is large enough.
//!
//! The stages recurse as deep as the parsers and the limits of reading allow: at most 64 parts inside each other, each
//! with 128 levels, in two frames of about a kilobyte each. The calling thread may have a small stack: 1 MiB for the main
//! thread on Windows.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::thread;

const MIB: usize = 1024 * 1024;

/// The stack sizes in bytes to try: many times the requirement of the deepest description, then what a system with little
/// memory allows. Only what is used takes memory.
const STACK_SIZES: [usize; 3] = [256 * MIB, 64 * MIB, 32 * MIB];

thread_local! {
    /// `true` on a thread with such a stack.
    static IS_DEEP: Cell<bool> = const { Cell::new(false) };
}

/// Runs a closure on a thread with a sufficient stack, or on the current one if that has it, or if there can be no other.
pub fn grow<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    if IS_DEEP.get() {
        return work();
    }
    let mut pending = Some(work);
    let done = STACK_SIZES.into_iter().find_map(|size| run_with(size, &mut pending));
    #[expect(clippy::unreachable, reason = "the work was done or is pending")]
    done.unwrap_or_else(|| pending.map_or_else(|| unreachable!(), |work| work()))
}

/// Runs the pending work on a thread with this stack. Returns `None` if the system allows no such thread.
fn run_with<T: Send, W: FnOnce() -> T + Send>(stack_size: usize, pending: &mut Option<W>) -> Option<T> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().name("bindery".to_owned()).stack_size(stack_size);
        let thread = thread.spawn_scoped(scope, || {
            IS_DEEP.set(true);
            pending.take().map(|work| work())
        });
        thread.ok()?.join().unwrap_or_else(|panic| resume_unwind(panic))
    })
}

#[cfg(test)]
mod tests {
    use std::panic::catch_unwind;
    use std::thread;

    use super::{grow, run_with};

    #[test]
    fn work_runs_once_on_one_other_thread() {
        let here = thread::current().id();
        let (outer, inner) = grow(|| (thread::current().id(), grow(|| thread::current().id())));
        assert!(outer != here && outer == inner);
    }

    #[test]
    fn a_panic_is_that_of_the_work() {
        let panic = catch_unwind(|| grow(|| -> usize { std::panic::panic_any("deep") })).unwrap_err();
        assert_eq!(panic.downcast_ref::<&str>(), Some(&"deep"));
    }

    #[test]
    fn work_is_kept_if_there_is_no_thread() {
        let mut pending = Some(|| 1);
        assert_eq!(run_with(usize::MAX / 2, &mut pending), None);
        assert_eq!(pending.map(|work| work()), Some(1));
    }
}
