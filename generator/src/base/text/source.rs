//! The text of a file, and its origin.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use super::locate::{self, Position, PositionIndex};

/// A text with its origin. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    /// Made for the first diagnostic.
    index: Arc<OnceLock<PositionIndex>>,
    origin: SourceOrigin,
}

impl Source {
    /// Creates a source from text.
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::from_origin(name.into(), text.into(), SourceOrigin::Text)
    }

    /// A byte order mark is not part of the text: it would shift every column of the first line.
    pub(crate) fn from_origin(name: String, text: String, origin: SourceOrigin) -> Self {
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text).into();
        Self { name: name.into(), text, index: Arc::default(), origin }
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

    /// Returns the position of a byte offset, or the end of the text for an offset behind it.
    #[must_use]
    pub fn position_at(&self, byte: usize) -> Position {
        self.index().position_at(&self.text, byte)
    }

    /// Returns the byte offset of a line and a column, or of the end of a line that is shorter.
    pub(crate) fn byte_of(&self, line: usize, column: usize) -> usize {
        self.index().byte_of(&self.text, line, column)
    }

    fn index(&self) -> &PositionIndex {
        self.index.get_or_init(|| PositionIndex::new(&self.text))
    }

    /// Returns the text starting at the scalar at a JSON pointer.
    pub(crate) fn text_from(&self, pointer: &str) -> Option<&str> {
        locate::text_from(&self.text, pointer)
    }
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
