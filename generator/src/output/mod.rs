//! The tree of files in memory, and writing it to a directory.
//!
//! Writing, checking and a dry run use the same tree. Each changed file is replaced in one step, and the lock file comes
//! last: the next run completes one that was killed. Until then, a journal tells the files of the killed run from edits.

#[cfg(feature = "cli")]
mod commit;
#[cfg(feature = "cli")]
mod compare;
#[cfg(feature = "cli")]
mod error;
#[cfg(feature = "cli")]
mod journal;
#[cfg(feature = "cli")]
mod lock_file;
#[cfg(feature = "cli")]
mod paths;
mod replace;
#[cfg(feature = "cli")]
mod tree;
#[cfg(feature = "cli")]
mod write;

#[cfg(feature = "cli")]
pub use commit::{Report, commit, plan};
#[cfg(feature = "cli")]
pub use compare::{FileState, OutputComparison, modified};
#[cfg(feature = "cli")]
pub use journal::Journal;
#[cfg(feature = "cli")]
pub use lock_file::{DescriptionRecord, GeneratorRecord, LOCK_FILE, LockFile, PackageRecord};
pub use replace::replace;

#[cfg(feature = "cli")]
pub use tree::Tree;
