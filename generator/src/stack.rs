//! Grows the stack for recursive work.
//!
//! The stages recurse as deep as the parsers and the limits of lowering allow. The calling thread may have a small
//! stack: 1 MiB for the main thread on Windows.

/// Many times what the deepest description needs.
const ROOM: usize = 16 * 1024 * 1024;

/// Runs a closure with a sufficient stack.
pub(crate) fn with_room<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ROOM, 2 * ROOM, work)
}
