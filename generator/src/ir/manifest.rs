//! The manifest: package, features and dependencies.

use std::collections::BTreeSet;

/// A feature of the crate.
#[derive(Clone, Debug)]
pub(crate) struct Feature {
    /// Its name.
    pub(crate) name: String,
    /// Its description, as Markdown.
    pub(crate) about: &'static str,
    /// The features and dependencies that it enables.
    pub(crate) enables: Vec<String>,
}

/// Features of which at least one must be enabled; empty for none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
#[derive(Clone, Debug)]
pub(crate) struct Manifest {
    /// The name of the crate.
    pub(crate) name: String,
    /// The keys of `[package]` except the name, with their values.
    pub(crate) package: Vec<(String, PackageValue)>,
    /// `true` if docs.rs documents all features.
    pub(crate) documents_features: bool,
    /// The features that are on by default.
    pub(crate) default_features: Vec<String>,
    /// Its features besides the default.
    pub(crate) features: Vec<Feature>,
    /// Its dependencies.
    pub(crate) dependencies: Vec<Dependency>,
    /// Dependencies from the configuration: names, and values in TOML.
    pub(crate) own_dependencies: Vec<(String, String)>,
    /// Its dependencies in a browser.
    pub(crate) browser_dependencies: Vec<Dependency>,
    /// `true` if it has a program, the command line.
    pub(crate) has_program: bool,
    /// The features that its example requires, if it has one.
    pub(crate) example_features: Option<Vec<String>>,
}

/// The value of a key of `[package]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PackageValue {
    /// A string.
    Text(String),
    /// A value in TOML.
    Written(String),
}

/// A dependency of the crate.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dependency {
    /// Its name.
    pub(crate) name: &'static str,
    /// The required version.
    pub(crate) version: &'static str,
    /// `true` if it has its default features.
    pub(crate) has_defaults: bool,
    /// The required features.
    pub(crate) features: &'static [&'static str],
    /// The features that enable it; empty if it is not optional.
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
