//! Texts with their names, origins and positions.

mod decode;
mod file;
mod locate;
mod source;

pub(crate) use decode::decode;
pub(crate) use file::{MAX_BYTES, read, read_file, read_limited, read_standard_input, too_large};
pub use locate::Position;
pub use locate::position_at;
pub use source::{Source, SourceOrigin};
