//! Grows the stack for recursive work.
//!
//! The stages recurse as deep as the parsers and the limits of lowering allow. The calling thread may have a small
//! stack: 1 MiB for the main thread on Windows.

/// The stack size in bytes, many times the requirement of the deepest description.
const STACK_SIZE: usize = 16 * 1024 * 1024;

/// Runs a closure with a sufficient stack.
pub fn grow<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(STACK_SIZE, 2 * STACK_SIZE, work)
}
