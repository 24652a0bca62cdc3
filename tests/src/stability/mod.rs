//! Checks that names are stable: a crate is updated from one version of a description to the next, as users do. Each
//! item whose description did not change must keep its name.
//!
//! ```text
//! descriptions ── upgraded ── item ── step
//!   (files)       (a crate    (things  (old
//!                in a folder)  names)  and new)
//! ```

mod item;
mod step;
mod upgraded;

pub use step::{Renamed, Transition, steps};

/// A result whose error tells the user what to do.
pub type Fallible<T> = Result<T, String>;
