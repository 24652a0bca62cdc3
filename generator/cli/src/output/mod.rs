//! The tree of files in memory, and writing it to a directory.
//!
//! Writing, checking and a dry run use the same tree. Each changed file is replaced in one step, and the lock file comes
//! last: the next run completes one that was killed. Until then, a journal tells the files of the killed run from edits.

mod commit;
mod compare;
mod error;
mod journal;
mod lock_file;
mod paths;
mod tree;
mod write;

pub use commit::{Report, commit, plan};
pub use compare::{FileState, OutputComparison, modified};
pub use journal::Journal;
pub use lock_file::{DescriptionRecord, GeneratorRecord, LOCK_FILE, LockFile, PackageRecord};
pub use tree::Tree;
