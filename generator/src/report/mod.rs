//! What changed, as text for people and for programs: for a terminal, for a merge request, as JSON, as a page.
//!
//! Texts of a description are hostile until proven otherwise: each form makes sure that they stay texts.

mod controls;
mod difference;
mod entry;
mod json;
mod markdown;
mod page;
mod plain;
mod summary;
mod text;

pub use json::json;
pub use markdown::{log_entry, markdown};
pub use page::page;
pub use summary::in_short;
pub use text::{one_by_one, text};
