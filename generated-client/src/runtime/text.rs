//! Texts that an enumeration does not list.

use std::fmt;

/// A text that this version of the description does not list. Only its enumeration makes one, so that a listed text is
/// never in here.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnknownText(Box<str>);

impl UnknownText {
    pub(crate) fn new(text: &str) -> Self {
        Self(text.into())
    }

    /// The text on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for UnknownText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
