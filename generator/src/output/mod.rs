//! The tree of files in memory, and writing it to a directory.
//!
//! Writing, checking and a dry run use the same tree. A write stages the complete new directory next to the old one and
//! swaps the two in one step, so that a killed run leaves either the old crate or the new one.

#[cfg(feature = "cli")]
mod commit;
#[cfg(feature = "cli")]
mod compare;
#[cfg(feature = "cli")]
#[cfg(feature = "cli")]
mod error;
#[cfg(feature = "cli")]
mod lock;
#[cfg(feature = "cli")]
mod lock_file;
#[cfg(feature = "cli")]
mod paths;
mod replace;
#[cfg(feature = "cli")]
mod stage;
#[cfg(feature = "cli")]
mod swap;
#[cfg(feature = "cli")]
mod tree;

#[cfg(feature = "cli")]
pub use commit::{commit, is_idle, plan};
#[cfg(feature = "cli")]
pub use compare::{FileState, OutputComparison, modified};
#[cfg(feature = "cli")]
pub use lock_file::{DescriptionRecord, GeneratorRecord, LOCK_FILE, LockFile, PackageRecord};
pub use replace::replace;
#[cfg(feature = "cli")]
pub use stage::Report;
#[cfg(feature = "cli")]
pub use tree::Tree;
