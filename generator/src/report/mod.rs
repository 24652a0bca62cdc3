//! Renders changes for people and programs: as text, Markdown, JSON and HTML.
//!
//! The text of a description is untrusted: each format escapes it.

mod difference;
#[cfg(feature = "report")]
mod entry;
mod json;
mod markdown;
mod outline;
#[cfg(feature = "report")]
mod page;
mod plain;
mod summary;
mod text;

pub use json::json;
pub use markdown::{log_entry, markdown};
#[cfg(feature = "report")]
pub use page::page;
pub use summary::one_line;
pub use text::{Detail, list_breaking, text};
