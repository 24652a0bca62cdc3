//! Changes of descriptions, verified by the compiler: programs that use the old bindings are compiled against the new
//! ones.
//!
//! ```text
//! case, service ── client ── workspace ── compiled
//!  (fixtures)      (crate)   (programs)    (cargo)
//! ```

mod case;
mod client;
mod compiled;
mod patch;
mod service;
mod workspace;

pub use case::{Case, cases};
pub use client::Client;
pub use compiled::Compiled;
pub use service::{ServiceChange, service_changes, service_text};
pub use workspace::{Side, Workspace};

use std::path::Path;

use crate::repository;

/// A result whose error tells the user what to do.
pub type Fallible<T> = Result<T, String>;

/// Adds the action and the file to an error.
pub(crate) fn at<'a, E: std::fmt::Display>(what: &'a str, path: &'a Path) -> impl FnOnce(E) -> String + 'a {
    move |error| format!("{} cannot be {what}: {error}", path.display())
}

/// Returns a folder of the fixtures.
fn fixtures(folder: &str) -> std::path::PathBuf {
    repository::path("fixtures").join(folder)
}
