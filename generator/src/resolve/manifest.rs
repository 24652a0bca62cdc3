//! The manifest of the crate.

use super::Resolver;
use crate::config::CrateFeature;
use crate::docs;
use crate::ir::{Manifest, PackageValue};

const EDITION: &str = "2024";
/// The keys by which a catalogue of crates finds a client.
const CATALOGUE: [(&str, &str); 2] = [("keywords", "[\"api\", \"client\"]"), ("categories", "[\"api-bindings\"]")];
/// The oldest compiler that takes the code.
const OLDEST_RUST: &str = "1.88";

impl<'a> Resolver<'a> {
    /// The manifest.
    pub(crate) fn manifest(&self) -> Manifest {
        Manifest {
            name: self.settings.crate_name.clone(),
            package: self.package_values(),
            // A value of the user's for the whole table is all that there is in it.
            documents_features: self.has_operations() && !self.settings.package.contains_key("metadata"),
            default_features: self.default_features(),
            features: self.features(),
            dependencies: self.dependencies(),
            own_dependencies: self.own_dependencies(),
            browser_dependencies: self.browser_dependencies(),
            has_program: self.offers(CrateFeature::Cli),
            example_features: self.example_features(),
        }
    }

    /// Returns the keys of `[package]`: those that it must have, and those of the user.
    fn package_values(&self) -> Vec<(String, PackageValue)> {
        let version = self.settings.crate_version.clone();
        let what = if self.has_operations() { "Client" } else { "Types" };
        let about = format!("{what} for {}", docs::with_article(&self.about().line));
        let defaults =
            [("version", version), ("edition", EDITION.to_owned()), ("rust-version", OLDEST_RUST.to_owned())];
        let own = &self.settings.package;
        // A version that an upgrade raised is newer than the text that it began with.
        let is_kept = |key: &str| own.get(key).is_some_and(|value| key != "version" || !value.starts_with('"'));
        let written = |key: &str| own.get_key_value(key).map(|(key, value)| (key.as_str(), value.as_str()));
        let defaults = defaults.into_iter().chain([("description", about)]).map(|(key, text)| {
            let own = written(key).filter(|_| is_kept(key));
            own.map_or((key.to_owned(), PackageValue::Text(text)), |(key, value)| {
                (key.to_owned(), PackageValue::Written(value.to_owned()))
            })
        });
        let mut package: Vec<_> = defaults.collect();
        let found_by = CATALOGUE.into_iter().filter(|(key, _)| self.has_operations() && !own.contains_key(*key));
        package.extend(found_by.map(|(key, value)| (key.to_owned(), PackageValue::Written(value.to_owned()))));
        let known = |key: &str| matches!(key, "name" | "version" | "edition" | "rust-version" | "description");
        let others = own.iter().filter(|(key, _)| !known(key));
        package.extend(others.map(|(key, value)| (key.clone(), PackageValue::Written(value.clone()))));
        package
    }
}
