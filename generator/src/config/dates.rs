//! The library that dates of the emitted crate are made of.

use schemars::JsonSchema;
use serde::Deserialize;

/// The library that dates are made of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, JsonSchema)]
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
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Jiff, Self::Chrono, Self::Time];

    /// The name of the crate.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jiff => "jiff",
            Self::Chrono => "chrono",
            Self::Time => "time",
        }
    }

    /// The library of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|library| library.name() == name)
    }
}
