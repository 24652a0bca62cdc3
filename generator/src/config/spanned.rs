//! A value of the file with its span. Its JSON schema is that of the value.

use std::borrow::Borrow;
use std::ops::Range;

use serde::Deserialize;

/// A value and its byte range in the text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub(super) struct Spanned<T>(toml::Spanned<T>);

impl<T> Spanned<T> {
    pub(super) fn new(span: Range<usize>, value: T) -> Self {
        Self(toml::Spanned::new(span, value))
    }

    /// Returns the byte range.
    pub(super) fn span(&self) -> Range<usize> {
        self.0.span()
    }

    pub(super) fn get_ref(&self) -> &T {
        self.0.get_ref()
    }

    pub(super) fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

/// Keys are looked up by their text.
impl Borrow<str> for Spanned<String> {
    fn borrow(&self) -> &str {
        self.get_ref()
    }
}
