//! Room for what is followed in depth.
//!
//! The stages follow a description as deep as its parsers and the bounds of lowering let it go. The thread that they are
//! called on has as much room as the system or the caller gave it: 1 MiB for the main thread on Windows.

/// Many times what the deepest description takes.
const ROOM: usize = 16 * 1024 * 1024;

/// Does some work with enough room for it.
pub(crate) fn with_room<T>(work: impl FnOnce() -> T) -> T {
    stacker::maybe_grow(ROOM, 2 * ROOM, work)
}
