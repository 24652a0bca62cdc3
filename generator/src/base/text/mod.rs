//! Texts with their names, origins and positions.

mod decode;
mod file;
mod locate;
mod source;

#[cfg(feature = "fetch")]
pub(crate) use decode::decode;
pub(crate) use file::{MAX_BYTES, read, read_file, read_standard_input};
#[cfg(feature = "fetch")]
pub(crate) use file::{read_limited, too_large};
pub use locate::Position;
pub use locate::position_at;
pub use source::{Source, SourceOrigin};
