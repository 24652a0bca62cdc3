//! The manifest: package, features and dependencies.

use std::collections::BTreeSet;

use serde::Serialize;

/// A feature of the crate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Feature {
    /// Its name.
    pub(crate) name: String,
    /// Its description, as Markdown.
    pub(crate) about: &'static str,
    /// The features and dependencies that it enables.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) enables: Vec<String>,
}

/// Features of which at least one must be enabled; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub(crate) struct Gate {
    /// The features.
    pub(crate) any: BTreeSet<String>,
}

impl Gate {
    /// Returns the gate of an item that any of these gates opens: open if one of them is, or if there are none.
    pub(crate) fn of_any(gates: impl IntoIterator<Item = Self>) -> Self {
        let mut any = BTreeSet::new();
        for gate in gates {
            if gate.is_open() {
                return Self::default();
            }
            any.extend(gate.any);
        }
        Self { any }
    }

    /// Returns the gate of one feature.
    pub(crate) fn new(feature: &str) -> Self {
        Self { any: BTreeSet::from([feature.to_owned()]) }
    }

    /// Returns `true` if it requires no feature.
    pub(crate) fn is_open(&self) -> bool {
        self.any.is_empty()
    }
}

/// The manifest.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Manifest {
    /// The name of the crate.
    pub(crate) name: String,
    /// The keys of `[package]` except the name, with their values.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) package: Vec<(String, PackageValue)>,
    /// `true` if docs.rs documents all features.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) documents_features: bool,
    /// The features that are on by default.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) default_features: Vec<String>,
    /// Its features besides the default.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) features: Vec<Feature>,
    /// Its dependencies.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) dependencies: Vec<Dependency>,
    /// Dependencies from the configuration: names, and values in TOML.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) own_dependencies: Vec<(String, String)>,
    /// Its dependencies in a browser.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) browser_dependencies: Vec<Dependency>,
    /// `true` if it has a program, the command line.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) has_program: bool,
    /// The features that its example requires, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) example_features: Option<Vec<String>>,
}

/// The value of a key of `[package]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum PackageValue {
    /// A string.
    Text(String),
    /// A value in TOML.
    Written(String),
}

/// A dependency of the crate.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct Dependency {
    /// Its name.
    pub(crate) name: &'static str,
    /// The required version.
    pub(crate) version: &'static str,
    /// `true` if it has its default features.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) has_defaults: bool,
    /// The required features.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) features: &'static [&'static str],
    /// The features that enable it; empty if it is not optional.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub(crate) enabled_by: &'static [&'static str],
}

impl Dependency {
    pub(crate) const fn with(self, features: &'static [&'static str]) -> Self {
        Self { features, ..self }
    }

    /// Returns `true` if a feature enables it.
    pub(crate) fn is_optional(&self) -> bool {
        !self.enabled_by.is_empty()
    }
}
