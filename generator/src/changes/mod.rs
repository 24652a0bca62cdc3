//! What changed from one description to another, and what that means for the Rust code that uses the bindings.

mod change;
mod kind;
mod verdict;

pub use change::{Change, Changes, Described, Excerpt, ItemChange};
pub use kind::Kind;
pub use verdict::{Bump, Verdict};
