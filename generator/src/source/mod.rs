//! Where text comes from: a file, standard input, or an address behind which the description has to be found.
//!
//! In goes a [`Request`], out comes a [`Source`]: text that is known to be Unicode, no larger than asked for, and
//! that knows where it came from. Whether it is a description is for the next stage to say.
//!
//! ```text
//! Request ── file.rs ─────────────────────────────┐
//!    └────── discover.rs ── fetch.rs (HTTP)       ├─ decode.rs ── Source ── locate/ (pointer to line and column)
//!               └────────── page/    (HTML, JS) ──┘
//! ```

mod beside;
mod credentials;
mod decode;
mod discover;
mod failure;
mod fetch;
mod file;
mod known;
mod locate;
mod page;
mod request;
mod siblings;
mod sniff;
mod url_text;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

pub(crate) use beside::{beside, plain};
pub use known::Known;
pub use locate::position_at;
pub use request::{Request, Secret, SourceLocator};
pub(crate) use siblings::Unread;

use crate::diagnostic::Diagnostic;
use siblings::{Budget, Siblings};

/// The text of a description and where it came from. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    origin: SourceOrigin,
    /// The other files that its references lead to.
    siblings: Arc<Siblings>,
    /// The directory that references are followed in; that of the description unless the user names another.
    root: Option<Arc<Path>>,
    /// The address that the text came from before it was stored where it was read.
    address: Option<Arc<str>>,
    /// `true` if it was corrected before it was stored.
    is_corrected: bool,
    /// All descriptions that are to be one, of which this is the first; none where it is the only one.
    merged: Arc<[MergedSource]>,
}

/// One of several descriptions that are to be one.
#[derive(Clone, Debug)]
pub struct MergedSource {
    /// Its text.
    pub source: Source,
    /// What the configuration calls it.
    pub label: String,
    /// What stands before its names where they collide with those of the others.
    pub prefix: Option<String>,
    /// `true` if all its groups have the prefix, and not only those that collide.
    pub apart: bool,
    /// What corrects it, in order.
    pub corrections: Vec<Source>,
}

/// What was read beside a text says nothing about the text.
impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text, &self.origin) == (&other.name, &other.text, &other.origin)
    }
}

impl Eq for Source {}

/// Where the text of a source came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceOrigin {
    /// A file, by its path as given.
    File(PathBuf),
    /// Standard input.
    StandardInput,
    /// An address.
    Address {
        /// The address that held the description, without anything secret.
        url: String,
        /// Why this address was used, such as `the page at http://h/api names it`.
        why: String,
        /// The address to ask first next time: `url`, or the address given where `url` is not all of the address.
        address: String,
        /// The entity tag that the description has at `address`, in visible ASCII.
        etag: Option<String>,
        /// The date of its last change there, in visible ASCII.
        last_modified: Option<String>,
    },
    /// Text that a caller of the library had at hand.
    Text,
}

/// A place in a text; both count from 1, the column in characters.
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
    /// A source of text at hand.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::from_origin(name.into(), text.into(), SourceOrigin::Text)
    }

    /// A byte order mark is no part of the text: it would shift every column of the first line.
    fn from_origin(name: String, text: String, origin: SourceOrigin) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).into();
        let budget = Budget::of(&Request::new(SourceLocator::StandardInput));
        Self {
            name: name.into(),
            text,
            origin,
            siblings: Arc::new(Siblings::new(budget)),
            root: None,
            address: None,
            is_corrected: false,
            merged: Arc::new([]),
        }
    }

    /// The same, which leaves of a request's budget what is left after so long a time.
    fn within(self, request: &Request, begun: Instant) -> Self {
        let budget = Budget::of(request).less(self.text.len(), begun.elapsed());
        Self { siblings: Arc::new(Siblings::new(budget)), ..self }
    }

    /// The same source, whose references are followed in this directory.
    #[must_use]
    pub fn with_root(mut self, root: Option<&Path>) -> Self {
        self.root = root.map(Arc::from);
        self
    }

    /// The same source, which came from this address before it was stored where it was read.
    #[must_use]
    pub fn from_address(mut self, address: Option<&str>) -> Self {
        self.address = address.map(Arc::from);
        self
    }

    /// The same source, which has all corrections already if this is so.
    #[must_use]
    pub(crate) fn corrected(mut self, is_corrected: bool) -> Self {
        self.is_corrected = is_corrected;
        self
    }

    /// Several descriptions as one; nothing where there is none.
    #[must_use]
    pub fn of_several(all: Vec<MergedSource>) -> Option<Self> {
        let first = all.first()?.source.clone();
        Some(Self { merged: all.into(), ..first })
    }

    /// All descriptions that are to be one, of which this is the first; none where it is the only one.
    #[must_use]
    pub fn merged(&self) -> &[MergedSource] {
        &self.merged
    }

    /// It, or all that it is merged of.
    pub(crate) fn each(&self) -> Vec<Self> {
        match self.merged.is_empty() {
            true => vec![self.clone()],
            false => self.merged.iter().map(|one| one.source.clone()).collect(),
        }
    }

    /// Returns `true` if it has all corrections already.
    pub(crate) fn is_corrected(&self) -> bool {
        self.is_corrected
    }

    /// The address that the text came from, if it is known.
    #[must_use]
    pub fn address(&self) -> Option<&str> {
        match &self.origin {
            SourceOrigin::Address { address, .. } => Some(address),
            _ => self.address.as_deref(),
        }
    }

    /// The name the user knows it by: a path as given, or an address without secrets.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text, without a byte order mark.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Where the text came from.
    #[must_use]
    pub fn origin(&self) -> &SourceOrigin {
        &self.origin
    }

    /// Returns the position of the value that each JSON pointer (RFC 6901) names, or of its nearest ancestor that exists.
    ///
    /// A value that begins on another line than its key is at the key. The text is read again on each call.
    #[must_use]
    pub fn positions_of(&self, pointers: &[&str]) -> Vec<Option<Position>> {
        locate::positions_of(&self.text, pointers)
    }

    /// Returns the text from the scalar that a JSON pointer names.
    pub(crate) fn text_from(&self, pointer: &str) -> Option<&str> {
        locate::text_from(&self.text, pointer)
    }
}

/// Gets the text that a request asks for, whatever the request knows of it.
///
/// # Errors
///
/// One of the `source-*` codes, `no-description-found`, `description-ambiguous` or `too-many-redirects`;
/// `syntax-invalid` for an empty text or one that is not Unicode; `configuration-invalid` for an address or a header
/// that cannot be used.
pub fn load(request: &Request) -> Result<Source, Box<Diagnostic>> {
    let begun = Instant::now();
    let source = match &request.location {
        SourceLocator::File(path) => file::read(path, request.max_bytes),
        SourceLocator::StandardInput => file::read_standard_input(request.max_bytes),
        SourceLocator::Address(address) => discover::discover(address, request),
    };
    source.map(|source| source.within(request, begun))
}

/// Gets the text that a request asks for, unless it is what the request knows already: then there is nothing.
///
/// The address that is known is asked first, for news only. What it answers is taken if it is a description; else all
/// is as without knowledge, and as in [`load`]. Files that the description refers to are not asked for: they can change
/// without it.
///
/// # Errors
///
/// Those of [`load`].
pub fn load_if_changed(request: &Request) -> Result<Option<Source>, Box<Diagnostic>> {
    let begun = Instant::now();
    match &request.location {
        SourceLocator::Address(address) => {
            let source = discover::discover_news(address, request)?;
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
