//! Renders changes for people and programs: as text, Markdown, JSON and HTML.
//!
//! The text of a description is untrusted: each format escapes it.

mod block;
mod difference;
mod json;
mod markdown;
mod outline;
mod page;
mod plain;
mod summary;
mod text;

pub use json::json;
pub(crate) use json::{json_value, render_document};
pub(crate) use markdown::code as inline_code;
pub use markdown::{log_entry, markdown};
pub use page::page;
pub use summary::one_line;
pub use text::{Detail, text};
