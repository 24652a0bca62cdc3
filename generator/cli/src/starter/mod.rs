//! Generates an initial `bindery.toml` after analyzing the description.
//!
//! Required settings are filled in; optional ones are commented out. A line whose `#` is followed by a key can be
//! uncommented as it is; adjacent lines of such a block belong together. A remark has a space after its `#`.
//!
//! A description is untrusted: its text is only written to single-line remarks without invisible characters, and to
//! quoted TOML strings.

mod page;
mod starter_file;
mod survey;

pub use starter_file::OutputTarget;
pub use survey::Survey;

/// Returns the text of a configuration; `description` is the file or the address to write into it.
#[must_use]
pub fn starter(description: &str, target: OutputTarget<'_>, survey: &Survey) -> String {
    starter_file::write(description, target, survey)
}
