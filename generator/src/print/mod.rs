//! From data to files: tokens, formatted text, and files that are replaced in one step.

pub mod emit;
pub(crate) mod format;
pub(crate) mod module;
pub(crate) mod replace;
