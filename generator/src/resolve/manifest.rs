//! The manifest of the crate.

use std::borrow::Cow;

use super::{CrateFeature, Dependency, Feature, Resolver};

const EDITION: &str = "2024";
/// The oldest compiler that takes the code.
const OLDEST_RUST: &str = "1.88";

/// The manifest.
#[derive(Clone, Debug)]
pub(crate) struct Manifest<'a> {
    /// The name of the crate.
    pub(crate) name: &'a str,
    /// What is said of it: cargo's keys but for the name, and their values in TOML, or what they are if that is a text.
    pub(crate) package: Vec<(&'a str, PackageValue<'a>)>,
    /// `true` if its docs say which features items come with.
    pub(crate) documents_features: bool,
    /// The features that are on by default.
    pub(crate) default_features: Vec<&'a str>,
    /// Its features besides the default.
    pub(crate) features: Vec<Feature<'a>>,
    /// What it depends on.
    pub(crate) dependencies: Vec<Dependency>,
    /// What it depends on for types of the user's: names, and what they are in TOML.
    pub(crate) own_dependencies: Vec<(&'a str, Cow<'a, str>)>,
    /// What it depends on in a browser.
    pub(crate) browser_dependencies: Vec<Dependency>,
    /// `true` if it has a program: the command line.
    pub(crate) has_program: bool,
    /// The features that its example needs, where it has one.
    pub(crate) example_features: Option<Vec<&'a str>>,
}

/// The value of a key of `[package]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum PackageValue<'a> {
    /// A text.
    Text(String),
    /// As it is written in TOML.
    Written(&'a str),
}

impl<'a> Resolver<'a> {
    /// The manifest.
    pub(crate) fn manifest(&self) -> Manifest<'a> {
        Manifest {
            name: &self.settings.crate_name,
            package: self.package(),
            // A value of the user's for the whole table is all that there is in it.
            documents_features: self.groups_are_features() && !self.settings.package.contains_key("metadata"),
            default_features: self.default_features(),
            features: self.features(),
            dependencies: self.dependencies(),
            own_dependencies: self.own_dependencies(),
            browser_dependencies: self.browser_dependencies(),
            has_program: self.offers(CrateFeature::Cli),
            example_features: self.example_features(),
        }
    }

    /// What is said of the crate: by default what it has to have, and what the user says.
    fn package(&self) -> Vec<(&'a str, PackageValue<'a>)> {
        let version = self.settings.crate_version.clone();
        let what = if self.has_operations() { "Client" } else { "Types" };
        let about = format!("{what} for {}", self.about().line);
        let defaults =
            [("version", version), ("edition", EDITION.to_owned()), ("rust-version", OLDEST_RUST.to_owned())];
        let own = &self.settings.package;
        // A version that an upgrade raised is newer than the text that it began with.
        let is_kept = |key: &str| own.get(key).is_some_and(|value| key != "version" || !value.starts_with('"'));
        let written = |key: &str| own.get_key_value(key).map(|(key, value)| (key.as_str(), value.as_str()));
        let defaults = defaults.into_iter().chain([("description", about)]).map(|(key, text)| {
            let own = written(key).filter(|_| is_kept(key));
            own.map_or((key, PackageValue::Text(text)), |(key, value)| (key, PackageValue::Written(value)))
        });
        let mut package: Vec<_> = defaults.collect();
        let known = |key: &str| matches!(key, "name" | "version" | "edition" | "rust-version" | "description");
        let others = own.iter().filter(|(key, _)| !known(key));
        package.extend(others.map(|(key, value)| (key.as_str(), PackageValue::Written(value))));
        package
    }
}
