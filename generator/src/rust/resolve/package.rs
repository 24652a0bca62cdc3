//! The crate, without its types and operations, and its manifest.

use std::collections::BTreeMap;

use super::{Resolver, RuntimeSource};
use crate::config::CrateFeature;
use crate::rust::docs;
use crate::rust::ir::{
    Crate, EDITION, Group, GroupOperations, Manifest, OLDEST_RUST, OperationImports, PackageValue, RUNTIME_VERSION,
};

/// The recursion limit of rustc.
const DEFAULT_RECURSION_LIMIT: usize = 128;

/// Returns the recursion limit that a crate with types of this depth needs. It is a power of two, so that it rarely changes.
fn recursion_limit(nesting_depth: usize) -> Option<usize> {
    let needed = DEFAULT_RECURSION_LIMIT + nesting_depth;
    (nesting_depth > DEFAULT_RECURSION_LIMIT).then(|| needed.next_power_of_two())
}

impl<'a> Resolver<'a> {
    /// Returns the crate without its types and operations.
    pub(crate) fn package(&self) -> Crate {
        Crate {
            is_whole: self.options.whole_crate,
            is_one_file: false,
            has_extensions: self.options.has_extensions,
            library: self.options.crate_name.replace('-', "_"),
            about: self.about(),
            overview: self.overview(),
            manifest: self.manifest(),
            features: CrateFeature::ALL.into_iter().filter(|feature| self.offers(*feature)).collect(),
            groups_are_features: self.groups_are_features(),
            client: self.has_operations().then(|| self.client()),
            shared_error: self.shared_error(),
            shared_headers: self.shared_headers(),
            events: self.webhooks(),
            type_modules: self.type_modules(),
            has_unreferenced_types: self.has_unreferenced_types(),
            has_constants: self.has_constants(),
            has_look_alikes: !self.names.are_ascii(),
            recursion_limit: recursion_limit(self.facts.nesting_depth),
            implemented: self.implemented(),
            vendored_runtime: self.vendored_runtime(),
            marks: BTreeMap::new(),
        }
    }

    /// Returns the operations of these groups, which are all. They are built when they are needed, because all of a large API together
    /// take hundreds of megabytes.
    pub(crate) fn group_operations(self, groups: Vec<Group>) -> impl Iterator<Item = GroupOperations> + use<'a> {
        let has_commands = self.offers(CrateFeature::Cli);
        let members = self.api.operations_by_group();
        let parts = groups.into_iter().zip(members).enumerate().flat_map(move |(index, (group, members))| {
            let parts = self.split_operations(index, &members).into_iter();
            parts.map(move |(submodule, indexes)| (group.clone(), submodule, indexes))
        });
        parts.map(move |(group, submodule, indexes)| {
            let operations: Vec<_> = indexes.iter().map(|index| self.operation(*index)).collect();
            let imports = OperationImports::of_operations(&operations);
            let commands = indexes.iter().zip(&operations).filter(|_| has_commands);
            let commands = commands.map(|(index, operation)| self.command(*index, operation)).collect();
            GroupOperations { group, submodule, imports, operations, commands }
        })
    }

    /// Returns the name of the package with the copy of the runtime crate.
    fn vendored_runtime(&self) -> Option<String> {
        let is_vendored = self.options.whole_crate && self.options.runtime == RuntimeSource::Vendored;
        is_vendored.then(|| format!("{}-runtime", self.options.crate_name))
    }
}

/// The keys by which a catalogue of crates finds a client.
const CATALOGUE: [(&str, &str); 2] = [("keywords", "[\"api\", \"client\"]"), ("categories", "[\"api-bindings\"]")];

impl<'a> Resolver<'a> {
    /// The manifest.
    pub(crate) fn manifest(&self) -> Manifest {
        Manifest {
            name: self.options.crate_name.clone(),
            package: self.package_values(),
            // A value of the user's for the whole table is all that there is in it.
            documents_features: self.has_operations() && !self.options.package.contains_key("metadata"),
            default_features: self.default_features(),
            features: self.features(),
            runtime: match (&self.options.runtime, self.vendored_runtime()) {
                (RuntimeSource::Dependency(keys), _) => keys.clone(),
                (RuntimeSource::Vendored, Some(name)) => {
                    format!("package = \"{name}\", path = \"runtime\", version = \"{RUNTIME_VERSION}\"")
                }
                // A module has no copy.
                (RuntimeSource::Vendored, None) => format!("version = \"{RUNTIME_VERSION}\""),
            },
            own_dependencies: self.api.own_types.dependencies.clone().into_iter().collect(),
            has_program: self.offers(CrateFeature::Cli),
        }
    }

    /// Returns the keys of `[package]`: those that it must have, and those of the user.
    fn package_values(&self) -> Vec<(String, PackageValue)> {
        let version = self.options.crate_version.clone();
        let what = if self.has_operations() { "Client" } else { "Types" };
        let about = format!("{what} for {}", docs::with_article(&self.about().line));
        let defaults =
            [("version", version), ("edition", EDITION.to_owned()), ("rust-version", OLDEST_RUST.to_owned())];
        let own = &self.options.package;
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
