//! The manifest: package, features and dependencies.

use std::collections::BTreeSet;

use serde::Serialize;

/// The name of the runtime crate, by which clients depend on it.
pub const RUNTIME: &str = "bindery-runtime";
/// The version of the runtime crate: that of the generator.
pub const RUNTIME_VERSION: &str = env!("CARGO_PKG_VERSION");
/// The edition of generated packages.
pub(crate) const EDITION: &str = "2024";
/// The oldest compiler that takes the code of generated packages.
pub(crate) const OLDEST_RUST: &str = "1.88";

/// A feature of the crate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Feature {
    /// Its name.
    pub name: String,
    /// Its description, as Markdown.
    pub(crate) about: &'static str,
    /// The features that it enables, of the crate and of the runtime crate.
    pub enables: Vec<String>,
}

/// Features of which at least one must be enabled; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Gate {
    /// The features.
    pub any: BTreeSet<String>,
}

impl Gate {
    /// Returns the gate of one feature.
    pub(crate) fn new(feature: &str) -> Self {
        Self { any: BTreeSet::from([feature.to_owned()]) }
    }

    /// Returns the gate of what is compiled with either.
    pub(crate) fn or(mut self, other: Self) -> Self {
        if self.is_open() || other.is_open() {
            return Self::default();
        }
        self.any.extend(other.any);
        self
    }

    /// Returns `true` if it requires no feature.
    pub(crate) fn is_open(&self) -> bool {
        self.any.is_empty()
    }
}

/// The manifest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Manifest {
    /// The name of the crate.
    pub name: String,
    /// The keys of `[package]` except the name, with their values.
    pub(crate) package: Vec<(String, PackageValue)>,
    /// `true` if docs.rs documents all features.
    pub(crate) documents_features: bool,
    /// The features that are on by default.
    pub(crate) default_features: Vec<String>,
    /// Its features besides the default.
    pub features: Vec<Feature>,
    /// The keys in TOML that say where the runtime crate is, such as `version = "1"`.
    pub(crate) runtime: String,
    /// Dependencies from the configuration: names, and values in TOML.
    pub(crate) own_dependencies: Vec<(String, String)>,
    /// `true` if it has a program, the command line.
    pub(crate) has_program: bool,
}

/// The value of a key of `[package]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum PackageValue {
    /// A string.
    Text(String),
    /// A value in TOML.
    Written(String),
}
