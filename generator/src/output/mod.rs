//! The tree of files in memory, and writing it to a directory.
//!
//! Writing, checking and a dry run use the same tree. A write stages the complete new directory next to the old one and
//! swaps the two in one step, so that a killed run leaves either the old crate or the new one.

mod commit;
mod compare;
mod edits;
mod error;
mod lock;
mod lock_file;
mod paths;
mod replace;
mod stage;
mod swap;
mod tree;

pub use commit::{Report, commit, is_idle, plan};
pub use compare::{Comparison, FileState, modified};
pub use lock_file::{DescriptionRecord, GeneratorRecord, LOCK_FILE, LayoutRecord, LockFile, Package};
pub use replace::replace;
pub use tree::Tree;
