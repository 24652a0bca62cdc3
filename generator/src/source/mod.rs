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
mod credentials;
mod decode;
#[cfg(feature = "fetch")]
mod discover;
#[cfg(feature = "fetch")]
mod failure;
#[cfg(feature = "fetch")]
mod fetch;
mod file;
mod known;
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
#[cfg(feature = "fetch")]
mod url_text;
#[cfg(feature = "fetch")]
mod validators;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

pub use known::Known;
pub use locate::position_at;
pub(crate) use referenced::{load_referenced, plain};
pub(crate) use referenced_files::Unread;
pub use request::{Request, Secret, SourceLocator};

use crate::diagnostic::Diagnostic;
#[cfg(feature = "fetch")]
use discover::{discover, discover_changed};
#[cfg(not(feature = "fetch"))]
use offline::{discover, discover_changed, is_same_origin, load_address, shown_address};
#[cfg(feature = "fetch")]
use referenced_address::load_address;
use referenced_files::{Budget, ReferencedFiles};
#[cfg(feature = "fetch")]
use url_text::{is_same_origin, shown_address};

/// The text of a description and its origin. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    origin: SourceOrigin,
    /// The other files that its references name.
    referenced_files: Arc<ReferencedFiles>,
    /// The root directory of references; that of the description unless the user sets another one.
    root: Option<Arc<Path>>,
    /// The address that the text came from before it was stored in the file.
    address: Option<Arc<str>>,
    /// `true` if it was corrected before it was stored.
    is_corrected: bool,
    /// All descriptions to be merged, of which this is the first; empty for a single description.
    merged: Arc<[MergedSource]>,
}

/// One of several descriptions to be merged.
#[derive(Clone, Debug)]
pub struct MergedSource {
    /// Its text.
    pub source: Source,
    /// Its name in the configuration.
    pub label: String,
    /// The prefix of names that conflict with those of the others.
    pub prefix: Option<String>,
    /// `true` if all its groups get the prefix, and not only those that conflict.
    pub apart: bool,
    /// Its corrections, in order.
    pub corrections: Vec<Source>,
}

/// The other files are not compared: they do not affect the text.
impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text, &self.origin) == (&other.name, &other.text, &other.origin)
    }
}

impl Eq for Source {}

/// The origin of the text of a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceOrigin {
    /// A file, by its path as given.
    File(PathBuf),
    /// Standard input.
    StandardInput,
    /// An address.
    Address {
        /// The address of the description, without secrets.
        url: String,
        /// The reason why this address was used, such as `the page at http://h/api names it`.
        why: String,
        /// The address to request first next time: `url`, or the given address if `url` is incomplete.
        address: String,
        /// The entity tag that the description has at `address`, in visible ASCII.
        etag: Option<String>,
        /// The date of its last change there, in visible ASCII.
        last_modified: Option<String>,
    },
    /// Text provided by a caller of the library.
    Text,
}

/// A position in a text; both numbers are one-based, the column counts characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The offset in bytes, from 0.
    pub byte: usize,
}

impl Source {
    /// Creates a source from text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::from_origin(name.into(), text.into(), SourceOrigin::Text)
    }

    /// A byte order mark is not part of the text: it would shift every column of the first line.
    fn from_origin(name: String, text: String, origin: SourceOrigin) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).into();
        let budget = Budget::for_request(&Request::new(SourceLocator::StandardInput));
        Self {
            name: name.into(),
            text,
            origin,
            referenced_files: Arc::new(ReferencedFiles::new(budget)),
            root: None,
            address: None,
            is_corrected: false,
            merged: Arc::new([]),
        }
    }

    /// Sets the budget to what is left of the request after the elapsed time.
    fn within(self, request: &Request, begun: Instant) -> Self {
        let budget = Budget::for_request(request).less(self.text.len(), begun.elapsed());
        Self { referenced_files: Arc::new(ReferencedFiles::new(budget)), ..self }
    }

    /// Sets the root directory of references.
    #[must_use]
    pub fn with_root(mut self, root: Option<&Path>) -> Self {
        self.root = root.map(Arc::from);
        self
    }

    /// Sets the address that the text came from before it was stored.
    #[must_use]
    pub fn from_address(mut self, address: Option<&str>) -> Self {
        self.address = address.map(Arc::from);
        self
    }

    /// Sets whether the text is already corrected.
    #[must_use]
    pub(crate) fn corrected(mut self, is_corrected: bool) -> Self {
        self.is_corrected = is_corrected;
        self
    }

    /// Combines several descriptions into one source, or returns `None` if there are none.
    #[must_use]
    pub fn of_several(all: Vec<MergedSource>) -> Option<Self> {
        let first = all.first()?.source.clone();
        Some(Self { merged: all.into(), ..first })
    }

    /// Returns all descriptions to be merged, of which this is the first; empty for a single description.
    #[must_use]
    pub fn merged(&self) -> &[MergedSource] {
        &self.merged
    }

    /// Returns all descriptions to be merged, or the source itself.
    pub(crate) fn each(&self) -> Vec<Self> {
        if self.merged.is_empty() {
            vec![self.clone()]
        } else {
            self.merged.iter().map(|one| one.source.clone()).collect()
        }
    }

    /// Returns `true` if the text is already corrected.
    pub(crate) fn is_corrected(&self) -> bool {
        self.is_corrected
    }

    /// Returns the address that the text came from, if known.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        match &self.origin {
            SourceOrigin::Address { address, .. } => Some(address),
            _ => self.address.as_deref(),
        }
    }

    /// Returns the name for the user: a path as given, or an address without secrets.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the text, without a byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the origin of the text.
    #[must_use]
    pub fn origin(&self) -> &SourceOrigin {
        &self.origin
    }

    /// Returns the position of the value at each JSON pointer (RFC 6901), or of its closest existing ancestor.
    ///
    /// A value that starts on another line than its key has the position of the key. The text is parsed again on each
    /// call.
    #[must_use]
    pub fn positions_of(&self, pointers: &[&str]) -> Vec<Option<Position>> {
        locate::positions_of(&self.text, pointers)
    }

    /// Returns the text starting at the scalar at a JSON pointer.
    pub(crate) fn text_from(&self, pointer: &str) -> Option<&str> {
        locate::text_from(&self.text, pointer)
    }
}

/// Loads the text for a request, regardless of known validators.
///
/// # Errors
///
/// One of the `source-*` codes, `no-description-found`, `description-ambiguous` or `too-many-redirects`;
/// `syntax-invalid` for text that is empty or not Unicode; `configuration-invalid` for an invalid address or header.
pub fn load(request: &Request) -> Result<Source, Box<Diagnostic>> {
    let begun = Instant::now();
    let source = match &request.location {
        SourceLocator::File(path) => file::read(path, request.max_bytes),
        SourceLocator::StandardInput => file::read_standard_input(request.max_bytes),
        SourceLocator::Address(address) => discover(address, request),
    };
    source.map(|source| source.within(request, begun))
}

/// Loads the text for a request, or returns `None` if it is not modified.
///
/// The known address is tried first, with a conditional request. Its response is used if it is a description; otherwise
/// this works like [`load`]. Other files of the description are not checked: they can change independently.
///
/// # Errors
///
/// Returns the errors of [`load`].
pub fn load_if_changed(request: &Request) -> Result<Option<Source>, Box<Diagnostic>> {
    let begun = Instant::now();
    match &request.location {
        SourceLocator::Address(address) => {
            let source = discover_changed(address, request)?;
            Ok(source.map(|source| source.within(request, begun)))
        }
        _ => load(request).map(Some),
    }
}

#[cfg(test)]
mod tests {
    use super::{Position, Source, SourceOrigin};

    #[test]
    fn a_byte_order_mark_is_no_text() {
        let source = Source::new("x.json", "\u{feff}{\"a\":1}");
        assert_eq!(source.text(), "{\"a\":1}");
        assert_eq!(source.origin(), &SourceOrigin::Text);
        assert_eq!(source.positions_of(&["/a"]), [Some(Position { line: 1, column: 6, byte: 5 })]);
    }
}
