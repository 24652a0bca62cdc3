//! Codes that an enumeration does not list.

use std::fmt;

/// A code that this version of the description does not list. Only its enumeration makes one, so that a listed code is
/// never in here.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct UnknownCode(i64);

impl UnknownCode {
    pub(crate) const fn new(code: i64) -> Self {
        Self(code)
    }

    /// The number on the wire.
    #[must_use]
    pub const fn get(self) -> i64 {
        self.0
    }
}

impl fmt::Display for UnknownCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}", self.0)
    }
}
