//! The command `bindery`.
//!
//! ```text
//!  arguments, bindery.toml
//!            |
//!        commands --> vendored --> output
//!            |        a crate      its files
//!            |
//!            +-- changes --> report     what an upgrade changes (`diff`, `check`, `update`)
//!            +-- program                which programs it concerns (`--used-by`)
//!            +-- observe                what a server sends and the description does not describe
//!            +-- starter                the first bindery.toml (`init`)
//! ```
//!
//! The library has no stability: it is there for the program and for the tests of this repository.

#[doc(hidden)]
pub mod changes;
mod commands;
#[doc(hidden)]
pub mod observe;
#[doc(hidden)]
pub mod output;
mod program;
#[doc(hidden)]
pub mod report;
#[doc(hidden)]
pub mod starter;
#[doc(hidden)]
pub mod vendored;

pub use commands::{Status, command, main, run};
