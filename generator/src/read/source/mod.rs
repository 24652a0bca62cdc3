//! Loads text from a file, from stdin, or from an address where the description has to be discovered.
//!
//! Turns a [`Request`] into an [`Input`] with a [`Source`](crate::base::text::Source): valid Unicode text within the size limit, with its origin. The
//! next stage decides whether it is a description.
//!
//! ```text
//! Request ── text/ (files, standard input) ────────┐
//!    └────── discover.rs ── fetch.rs (HTTP)       ├── Source
//!               └────────── page/    (HTML, JS) ──┘
//! ```

#[cfg(feature = "fetch")]
mod agent;
#[cfg(feature = "fetch")]
mod discover;
#[cfg(feature = "fetch")]
mod failure;
#[cfg(feature = "fetch")]
mod fetch;
mod flow_depth;
mod input;
mod loader;
mod merged;
#[cfg(not(feature = "fetch"))]
mod offline;
#[cfg(feature = "fetch")]
mod page;
mod referenced;
#[cfg(feature = "fetch")]
mod referenced_address;
mod request;
#[cfg(feature = "fetch")]
mod sniff;
#[cfg(feature = "fetch")]
mod url_text;

use std::sync::Arc;
use std::time::Instant;

pub(crate) use flow_depth::{MAX_NESTING, flow_depth};
pub use input::Input;
pub(crate) use loader::{Loader, Unread};
pub use request::{Request, Secret, SourceLocator};

use crate::base::diagnostic::Result;
use crate::base::text;
#[cfg(feature = "fetch")]
use discover::discover;
#[cfg(feature = "fetch")]
use fetch::Fetcher;
#[cfg(not(feature = "fetch"))]
use offline::{Fetcher, discover, shown_address};
#[cfg(feature = "fetch")]
use url_text::shown_address;

/// Loads the description for a request.
///
/// # Errors
///
/// One of the `source-*` codes, `no-description-found` or `description-ambiguous`;
/// `syntax-invalid` for text that is empty or not Unicode; `configuration-invalid` for an invalid address or header.
pub fn load(request: &Request) -> Result<Input> {
    let begun = Instant::now();
    let (source, fetcher) = match &request.location {
        SourceLocator::File(path) => (text::read(path, request.max_bytes)?, None),
        SourceLocator::StandardInput => (text::read_standard_input(request.max_bytes)?, None),
        SourceLocator::Address(address) => {
            let (source, fetcher) = discover(address, request)?;
            (source, Some(fetcher))
        }
    };
    let loader = Loader::new(request, fetcher, source.text().len(), begun);
    Ok(Input { loader: Some(Arc::new(loader)), ..source.into() })
}
