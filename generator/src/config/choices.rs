//! Values of keys with a fixed choice: the date library, features, TLS backends, and methods of patches.

use std::str::FromStr;

use serde::{Deserialize, Deserializer};

use super::place::{Refusal, Text};
use super::{CrateFeature, CrateFeatures};
use crate::base::crate_feature::ALL_FEATURES;
use crate::base::suggestion::suggest_or;

/// Reads the names of features, or `all`.
pub(super) fn features<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<CrateFeatures>, D::Error> {
    let features = Vec::<Text<Features>>::deserialize(deserializer)?;
    Ok(Some(features.into_iter().flat_map(|features| features.value.0).collect()))
}

/// A feature, or all of them.
pub(super) struct Features(Vec<CrateFeature>);

impl FromStr for Features {
    type Err = Refusal;

    fn from_str(name: &str) -> Result<Self, Refusal> {
        if name == ALL_FEATURES {
            return Ok(Self(CrateFeature::ALL.to_vec()));
        }
        name.parse().map(|feature| Self(vec![feature])).map_err(|message: String| {
            let known = CrateFeature::ALL.into_iter().map(CrateFeature::name).chain([ALL_FEATURES]);
            Refusal::new(message, suggest_or(name, known, "remove it, or write one of these"))
        })
    }
}

/// A date library.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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

/// A TLS backend. Each is a feature of the crate with the name that `reqwest` uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Tls {
    /// rustls.
    Rustls,
    /// The TLS library of the system.
    NativeTls,
}

impl Tls {
    /// All TLS backends.
    pub const ALL: [Self; 2] = [Self::Rustls, Self::NativeTls];

    /// Returns the feature of the crate.
    #[must_use]
    pub fn feature(self) -> &'static str {
        match self {
            Self::Rustls => "rustls",
            Self::NativeTls => "native-tls",
        }
    }

    /// Returns the description of the feature.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Rustls => "`https` with rustls",
            Self::NativeTls => "`https` with the TLS library of the operating system",
        }
    }
}

/// A list of such methods; by default, only `PATCH`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct PatchMethods(Vec<PatchMethod>);

/// A method that changes a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "UPPERCASE")]
enum PatchMethod {
    /// `PATCH`.
    Patch,
    /// `POST`.
    Post,
    /// `PUT`.
    Put,
}

impl PatchMethod {
    const fn name(self) -> &'static str {
        match self {
            Self::Patch => "PATCH",
            Self::Post => "POST",
            Self::Put => "PUT",
        }
    }
}

impl Default for PatchMethods {
    fn default() -> Self {
        Self(vec![PatchMethod::Patch])
    }
}

impl PatchMethods {
    /// Returns `true` if bodies of a method distinguish an absent member from null.
    #[must_use]
    pub fn contains(&self, method: &str) -> bool {
        self.0.iter().any(|patch| method.eq_ignore_ascii_case(patch.name()))
    }
}
