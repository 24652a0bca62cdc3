//! The date library of the emitted crate.

use serde::Deserialize;

/// A date library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "cli", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum DateLibrary {
    /// The crate `jiff`.
    #[default]
    Jiff,
    /// The crate `chrono`.
    Chrono,
    /// The crate `time`.
    Time,
}

impl DateLibrary {
    /// All date libraries.
    pub const ALL: [Self; 3] = [Self::Jiff, Self::Chrono, Self::Time];

    /// Returns the name of the crate.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jiff => "jiff",
            Self::Chrono => "chrono",
            Self::Time => "time",
        }
    }

    /// Returns the library with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|library| library.name() == name)
    }
}
