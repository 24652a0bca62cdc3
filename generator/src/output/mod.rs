//! The tree of files in memory, and putting it into a folder.
//!
//! Writing, checking and a dry run are three consumers of one tree. A write stages the whole new folder beside the old
//! one and swaps the two in one step, so that a run that is killed leaves the old crate or the new one.

mod commit;
mod compare;
mod edits;
mod failure;
mod lock;
mod lock_file;
mod place;
mod replace;
mod stage;
mod swap;
mod tree;

pub use commit::{Report, commit, is_idle, plan};
pub use compare::{Comparison, FileState, modified};
pub use lock_file::{DescriptionRecord, GeneratorRecord, LOCK_FILE, LayoutRecord, LockFile, Package};
pub use replace::replace;
pub use tree::Tree;
