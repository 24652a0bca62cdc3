//! The optional features of a crate.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::Serialize;

/// The feature that enables every group of operations.
pub(crate) const ALL_GROUPS: &str = "full";
/// The feature that also reads the types that are only sent.
pub(crate) const READ_REQUESTS: &str = "read-requests";
/// The feature for types that no operation uses.
pub(crate) const UNREFERENCED_TYPES: &str = "unreferenced-types";

/// An optional feature of a crate. `client`, `reqwest`, and the features that its types need are always present.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum CrateFeature {
    /// `.send_blocking()`.
    Blocking,
    /// Responses compressed with Brotli.
    Brotli,
    /// The command line.
    Cli,
    /// Files as request and response bodies.
    Files,
    /// Sample values of the types, for tests.
    Fixtures,
    /// Responses compressed with gzip.
    Gzip,
    /// An in-memory transport for tests.
    Mock,
    /// OAuth 2.0 tokens.
    Oauth,
    /// Middleware that records calls.
    Recording,
    /// A span for each request.
    Tracing,
    /// The events that the server sends.
    Events,
    /// Webhook signatures.
    WebhookSignatures,
    /// Responses compressed with Zstandard.
    Zstd,
}

impl CrateFeature {
    /// All optional features.
    pub const ALL: [Self; 13] = [
        Self::Blocking,
        Self::Brotli,
        Self::Cli,
        Self::Files,
        Self::Fixtures,
        Self::Gzip,
        Self::Mock,
        Self::Oauth,
        Self::Recording,
        Self::Tracing,
        Self::Events,
        Self::WebhookSignatures,
        Self::Zstd,
    ];

    /// Returns its name in the manifest.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Blocking => "blocking",
            Self::Brotli => "brotli",
            Self::Cli => "cli",
            Self::Files => "file-bodies",
            Self::Fixtures => "fixtures",
            Self::Gzip => "gzip",
            Self::Mock => "mock",
            Self::Oauth => "oauth-tokens",
            Self::Recording => "recording",
            Self::Tracing => "tracing",
            Self::Events => "webhook-events",
            Self::WebhookSignatures => "webhook-signatures",
            Self::Zstd => "zstd",
        }
    }
}

impl FromStr for CrateFeature {
    type Err = String;

    fn from_str(name: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|feature| feature.name() == name).ok_or_else(|| {
            let all = Self::ALL.map(|feature| format!("`{}`", feature.name())).join(", ");
            format!("unknown feature `{name}`; the features are {all}, or `all`")
        })
    }
}

/// The word for all features.
pub(crate) const ALL_FEATURES: &str = "all";
/// Features that are generated on request only, because no API needs them.
const ON_REQUEST: [CrateFeature; 6] = [
    CrateFeature::Blocking,
    CrateFeature::Cli,
    CrateFeature::Fixtures,
    CrateFeature::Mock,
    CrateFeature::Recording,
    CrateFeature::Tracing,
];

/// A selection of features; by default, all but `blocking`, `cli`, `fixtures`, `mock`, `recording` and `tracing`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CrateFeatures(BTreeSet<CrateFeature>);

impl CrateFeatures {
    /// Returns `true` if a feature is selected.
    #[must_use]
    pub fn has(&self, feature: CrateFeature) -> bool {
        self.0.contains(&feature)
    }

    /// Returns the selection with these features as well.
    pub(crate) fn with(mut self, more: &[CrateFeature]) -> Self {
        self.0.extend(more);
        self
    }

    /// Returns all features.
    #[must_use]
    pub fn all() -> Self {
        CrateFeature::ALL.into_iter().collect()
    }
}

impl Default for CrateFeatures {
    fn default() -> Self {
        CrateFeature::ALL.into_iter().filter(|feature| !ON_REQUEST.contains(feature)).collect()
    }
}

impl FromIterator<CrateFeature> for CrateFeatures {
    fn from_iter<I: IntoIterator<Item = CrateFeature>>(features: I) -> Self {
        Self(features.into_iter().collect())
    }
}

/// Parses `cli,mock` or `all`; the empty string selects none.
impl FromStr for CrateFeatures {
    type Err = String;

    fn from_str(names: &str) -> Result<Self, String> {
        if names.split(',').any(|name| name.trim() == ALL_FEATURES) {
            return Ok(Self::all());
        }
        names.split(',').map(str::trim).filter(|name| !name.is_empty()).map(str::parse).collect()
    }
}

impl fmt::Display for CrateFeatures {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Self::all() {
            return formatter.write_str(ALL_FEATURES);
        }
        let names: Vec<&str> = self.0.iter().map(|feature| feature.name()).collect();
        formatter.write_str(&names.join(","))
    }
}

/// A trait of another crate with a generated implementation, since a derive would not match the wire format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub enum Implementation {
    /// `clap::ValueEnum`
    ValueEnum,
    /// `schemars::JsonSchema`
    JsonSchema,
}

impl Implementation {
    /// All implementations.
    pub(crate) const ALL: [Self; 2] = [Self::ValueEnum, Self::JsonSchema];

    /// Returns its path.
    pub(crate) const fn path(self) -> &'static str {
        match self {
            Self::ValueEnum => "clap::ValueEnum",
            Self::JsonSchema => "schemars::JsonSchema",
        }
    }

    /// Returns the feature that enables it, which is named after its crate.
    pub(crate) const fn feature(self) -> &'static str {
        match self {
            Self::ValueEnum => "clap",
            Self::JsonSchema => "schemars",
        }
    }

    /// Returns the description of the feature, as Markdown.
    pub(crate) const fn about(self) -> &'static str {
        match self {
            Self::ValueEnum => "`clap::ValueEnum`: enumerations as command line arguments",
            Self::JsonSchema => "`schemars::JsonSchema`: the JSON schemas of the types",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{CrateFeature, CrateFeatures};

    #[test]
    fn a_choice_comes_back_from_its_text() {
        for text in ["", "cli", "cli,mock", "all"] {
            assert_eq!(text.parse::<CrateFeatures>().unwrap().to_string(), text);
        }
        let both: CrateFeatures = "mock, cli".parse().unwrap();
        assert!(both.has(CrateFeature::Cli) && !both.has(CrateFeature::Gzip));
        assert_eq!(
            CrateFeatures::default().to_string(),
            "brotli,file-bodies,gzip,oauth-tokens,webhook-events,webhook-signatures,zstd"
        );
        assert!("clu".parse::<CrateFeatures>().unwrap_err().contains("unknown feature `clu`"));
    }
}
