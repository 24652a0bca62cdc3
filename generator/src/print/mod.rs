//! From data to files: tokens, formatted text, and files that are replaced in one step.

pub mod emit;
pub mod format;
pub mod module;
pub mod replace;
