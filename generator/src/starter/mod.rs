//! The `bindery.toml` that one begins with, after a look at the description.
//!
//! What is needed stands there; what the description has to choose from stands there as comments. A line whose `#` is followed
//! by a key can be uncommented as it is; lines of such a block without another line between them belong together. A remark has a
//! blank after its `#`.
//!
//! A description is a stranger: its text gets into remarks on one line, without what cannot be seen, and into TOML as a text in
//! quotes alone.

mod page;
mod starter_file;
mod survey;

use std::path::Path;

pub use survey::Survey;

/// Where the client is to be.
#[derive(Clone, Copy, Debug)]
pub enum Target<'p> {
    /// A crate, in this folder or in one of its own name.
    Crate(Option<&'p Path>),
    /// A module of the crate around it, in this folder.
    Module(&'p Path),
}

/// The text of a configuration; `description` is the file or the address, as the configuration is to have it.
#[must_use]
pub fn starter(description: &str, target: Target<'_>, survey: &Survey) -> String {
    starter_file::write(description, target, survey)
}
