//! The text of a description and its origin.

use std::collections::HashMap;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use super::locate;
use super::locate::Position;
use super::referenced_files::{Budget, Unread, too_many_files};
use super::request::{Request, SourceLocator};

/// The text of a description and its origin. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    origin: SourceOrigin,
    /// The other files that its references name.
    pub(super) referenced_files: Arc<ReferencedFiles>,
    /// The root directory of references; that of the description unless the user sets another one.
    pub(super) root: Option<Arc<Path>>,
    /// The address that the text came from before it was stored in the file.
    address: Option<Arc<str>>,
    /// `true` if it was corrected before it was stored.
    is_corrected: bool,
    /// All descriptions to be merged, of which this is the first; empty for a single description.
    merged: Arc<[MergedSource]>,
}

/// The other files are not compared: they do not affect the text.
impl PartialEq for Source {
    fn eq(&self, other: &Self) -> bool {
        (&self.name, &self.text, &self.origin) == (&other.name, &other.text, &other.origin)
    }
}

impl Eq for Source {}

impl Source {
    /// Creates a source from text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::from_origin(name.into(), text.into(), SourceOrigin::Text)
    }

    /// A byte order mark is not part of the text: it would shift every column of the first line.
    pub(super) fn from_origin(name: String, text: String, origin: SourceOrigin) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).into();
        let request = Request::new(SourceLocator::StandardInput);
        let budget = Budget::for_request(&request);
        Self {
            name: name.into(),
            text,
            origin,
            referenced_files: Arc::new(ReferencedFiles::new(request, budget)),
            root: None,
            address: None,
            is_corrected: false,
            merged: Arc::new([]),
        }
    }

    /// Sets the request for other files, and the budget to what is left of it after the elapsed time.
    pub(super) fn within(self, request: &Request, begun: Instant) -> Self {
        let budget = Budget::for_request(request).less(self.text.len(), begun.elapsed());
        Self { referenced_files: Arc::new(ReferencedFiles::new(request.clone(), budget)), ..self }
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

/// One of several descriptions to be merged.
#[derive(Clone, Debug)]
pub struct MergedSource {
    /// Its text.
    pub source: Source,
    /// Its name in the configuration.
    pub label: String,
    /// The prefix of names that conflict with those of the others.
    pub prefix: Option<String>,
    /// Its corrections, in order.
    pub corrections: Vec<Source>,
}

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
    },
    /// Text provided by a caller of the library.
    Text,
}

pub(super) struct State {
    budget: Budget,
    /// The files that were read, or the reason why not, by path or address.
    known: HashMap<String, Result<Source, Unread>>,
    /// Why nothing more is read.
    exhausted: Option<Unread>,
}

/// The other files of a description.
pub(super) struct ReferencedFiles {
    /// The request for the description, whose headers and token its server gets for other files as well.
    pub(super) request: Request,
    state: Mutex<State>,
}

impl ReferencedFiles {
    pub(super) fn new(request: Request, budget: Budget) -> Self {
        Self { request, state: Mutex::new(State { budget, known: HashMap::new(), exhausted: None }) }
    }

    /// Returns the file with this name: a file that was read before, or the result of `read` within the budget.
    pub(super) fn get(
        &self,
        name: &str,
        read: impl FnOnce(&Budget) -> Result<Source, Unread>,
    ) -> Result<Source, Unread> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = state.known.get(name) {
            return known.clone();
        }
        if let Some(exhausted) = &state.exhausted {
            return Err(exhausted.clone());
        }
        let found = state.read(name, read);
        if let Err(exhausted @ Unread::Exhausted(_)) = &found {
            state.exhausted = Some(exhausted.clone());
        }
        state.known.insert(name.to_owned(), found.clone());
        found
    }
}

impl State {
    fn read(&mut self, name: &str, read: impl FnOnce(&Budget) -> Result<Source, Unread>) -> Result<Source, Unread> {
        let Some(files) = self.budget.files.checked_sub(1) else {
            return Err(Unread::Exhausted(too_many_files(name, self.budget.max_files)));
        };
        self.budget.files = files;
        let begun = Instant::now();
        let found = read(&self.budget);
        self.budget = self.budget.less(found.as_ref().map_or(0, |source| source.text().len()), begun.elapsed());
        found
    }
}

/// The texts are long, and shown elsewhere.
impl fmt::Debug for ReferencedFiles {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        formatter.debug_tuple("ReferencedFiles").field(&state.budget).finish()
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
