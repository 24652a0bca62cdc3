//! The tree of files in memory, and putting it into a folder.
//!
//! Writing, checking and a dry run are three consumers of one tree. A write stages the whole new folder beside the old
//! one and swaps the two in one step, so that a run that is killed leaves the old crate or the new one.

mod commit;
mod compare;
mod edits;
mod failure;
mod ledger;
mod lock;
mod place;
mod stage;
mod swap;
mod tree;

pub use commit::{Report, commit, is_at_rest, plan};
pub use compare::{Comparison, FileState, touched};
pub use ledger::{Described, Generator, LEDGER, Ledger, Package};
pub use tree::Tree;
