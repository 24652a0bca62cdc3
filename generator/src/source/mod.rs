//! Loads text from a file, from stdin, or from an address where the description has to be discovered.
//!
//! Turns a [`Request`] into a [`Source`]: valid Unicode text within the size limit, with its origin. The next stage
//! decides whether it is a description.
//!
//! ```text
//! Request ── file.rs ─────────────────────────────┐
//!    └────── discover.rs ── fetch.rs (HTTP)       ├─ decode.rs ── Source ── locate/ (pointer to line and column)
//!               └────────── page/    (HTML, JS) ──┘
//! ```

#[cfg(feature = "fetch")]
mod agent;
mod decode;
#[cfg(feature = "fetch")]
mod discover;
#[cfg(feature = "fetch")]
mod failure;
#[cfg(feature = "fetch")]
mod fetch;
mod file;
mod locate;
#[cfg(not(feature = "fetch"))]
mod offline;
#[cfg(feature = "fetch")]
mod page;
mod referenced;
#[cfg(feature = "fetch")]
mod referenced_address;
mod referenced_files;
mod request;
#[cfg(feature = "fetch")]
mod sniff;
mod text;
#[cfg(feature = "fetch")]
mod url_text;

use std::time::Instant;

pub use locate::{Position, position_at};
pub(crate) use referenced::load_referenced;
pub(crate) use referenced_files::Unread;
pub use request::{Request, Secret, SourceLocator};
pub use text::{MergedSource, Source, SourceOrigin};

use crate::diagnostic::Result;
#[cfg(feature = "fetch")]
use discover::discover;
#[cfg(not(feature = "fetch"))]
use offline::{discover, load_address, shown_address};
#[cfg(feature = "fetch")]
use referenced_address::load_address;
#[cfg(feature = "fetch")]
use url_text::shown_address;

/// Loads the text for a request.
///
/// # Errors
///
/// One of the `source-*` codes, `no-description-found` or `description-ambiguous`;
/// `syntax-invalid` for text that is empty or not Unicode; `configuration-invalid` for an invalid address or header.
pub fn load(request: &Request) -> Result<Source> {
    let begun = Instant::now();
    let source = match &request.location {
        SourceLocator::File(path) => file::read(path, request.max_bytes),
        SourceLocator::StandardInput => file::read_standard_input(request.max_bytes),
        SourceLocator::Address(address) => discover(address, request),
    };
    source.map(|source| source.within(request, begun))
}
