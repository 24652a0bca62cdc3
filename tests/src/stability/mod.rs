//! `true` if names stay: a crate is updated from one version of a description to the next, as users do, and each thing whose
//! description did not change has to be called what it was called before.
//!
//! ```text
//! descriptions ── upgraded ── item ── step ── table
//!   (files)       (a crate    (things  (old
//!                in a folder)  names)  and new)
//! ```

mod arguments;
mod described;
mod item;
mod lines;
mod step;
mod table;
mod upgraded;

pub use arguments::main;
pub use step::{Renamed, Transition, steps};

/// What cannot go on, in words that say what to do about it.
pub type Fallible<T> = Result<T, String>;
