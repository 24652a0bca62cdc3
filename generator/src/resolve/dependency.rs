//! The dependencies of the crate: exactly the ones that its code uses.

use std::collections::BTreeSet;

use super::{Resolver, SharedSupport};
use crate::config::{CrateFeature, DateLibrary, Implementation};
use crate::ir::Dependency;

/// Crates whose types serde reads with a feature only.
const SERIALIZED: [(&str, &[&str]); 3] =
    [("bytes", &["serde"]), ("time", &["formatting", "macros", "parsing", "serde", "std"]), ("url", &["serde"])];

const fn full(name: &'static str, version: &'static str, enabled_by: &'static [&'static str]) -> Dependency {
    Dependency { name, version, has_defaults: true, features: &[], enabled_by }
}

const fn lean(name: &'static str, version: &'static str, enabled_by: &'static [&'static str]) -> Dependency {
    Dependency { has_defaults: false, ..full(name, version, enabled_by) }
}

impl<'a> Resolver<'a> {
    /// Returns the dependencies that the user configured: the crates of the user's types, and the crate shared by
    /// several clients.
    pub(super) fn own_dependencies(&self) -> Vec<(String, String)> {
        let own = self.api.own_types.dependencies.iter();
        let own = own.map(|(name, written)| (name.clone(), written.clone()));
        own.chain(self.shared().map(|shared| (shared.name.clone(), self.shared_row(shared)))).collect()
    }

    fn shared_row(&self, shared: &SharedSupport) -> String {
        let features: Vec<String> =
            self.shared_features_of_types().iter().map(|feature| format!("\"{feature}\"")).collect();
        let features = match features.as_slice() {
            [] => String::new(),
            features => format!(", features = [{}]", features.join(", ")),
        };
        format!("{{ {}, default-features = false{features} }}", shared.location)
    }

    pub(super) fn browser_dependencies(&self) -> Vec<Dependency> {
        if self.shares_support() || !self.has_operations() {
            return Vec::new();
        }
        vec![
            full("gloo-timers", "0.3", &["reqwest"]).with(&["futures"]),
            full("js-sys", "0.3", &["client"]),
            full("web-time", "1", &["client"]),
        ]
    }

    /// Returns the dependencies of a module. All its code is compiled, regardless of the features of the surrounding
    /// crate.
    pub(crate) fn module_dependencies(&self) -> Vec<Dependency> {
        let mut dependencies = self.dependencies();
        for dependency in &mut dependencies {
            dependency.enabled_by = &[];
            match dependency.name {
                // How `https` is spoken is the crate's to choose.
                "reqwest" => dependency.has_defaults = true,
                "tokio" => dependency.features = &["time"],
                _ => {}
            }
        }
        dependencies
    }

    /// The dependencies of a client that has its support code from another crate: what its own code names.
    fn is_own_dependency(&self, name: &str) -> bool {
        match name {
            "serde" | "serde_json" | "http" | "jiff" | "chrono" | "uuid" | "schemars" => true,
            "bytes" => self.uses_bytes(),
            "clap" => self.implemented().contains(&Implementation::ValueEnum),
            other => self.names_crate(other),
        }
    }

    /// The crates that it depends on by itself, as code names them.
    pub(crate) fn crates(&self) -> BTreeSet<String> {
        self.dependencies().iter().map(|dependency| dependency.name.replace('-', "_")).collect()
    }

    /// Returns the dependencies of the crate, by name.
    pub(super) fn dependencies(&self) -> Vec<Dependency> {
        let features = self.own_features();
        let is_used = |dependency: &Dependency| {
            let mut names = features.iter().map(|feature| feature.name.as_str());
            !dependency.is_optional() || names.any(|name| dependency.enabled_by.contains(&name))
        };
        let mut dependencies = self.possible_dependencies();
        for dependency in &mut dependencies {
            if self.names_crate(dependency.name) && (is_used(dependency) || !self.is_named_by_user(dependency.name)) {
                dependency.enabled_by = &[];
                let with_serde = SERIALIZED.iter().find(|(name, _)| *name == dependency.name);
                dependency.features = with_serde.map_or(dependency.features, |(_, features)| features);
            }
        }
        dependencies.retain(is_used);
        if self.shares_support() {
            dependencies.retain(|dependency| self.is_own_dependency(dependency.name));
        }
        dependencies.sort_by_key(|dependency| dependency.name);
        dependencies
    }

    /// Returns `true` if the configuration has a dependency of this name.
    fn is_named_by_user(&self, name: &str) -> bool {
        self.api.own_types.dependencies.keys().any(|own| own.replace('-', "_") == name.replace('-', "_"))
    }

    /// Returns all dependencies that a crate with these types may have. This table alone says which features enable them.
    fn possible_dependencies(&self) -> Vec<Dependency> {
        // Large numbers are read by their digits. Without `float_roundtrip` the last digit of a number may change.
        let reads_numbers = self.needs("lenient") || self.uses_support("Decimal");
        let exact_numbers: &[_] = if reads_numbers { &["float_roundtrip", "raw_value"] } else { &["float_roundtrip"] };
        let base64: &[_] = if self.uses_support("Base64") { &[] } else { &["client", "webhook-signatures"] };
        let http: &[_] = if self.has_operations() { &["client"] } else { &["webhook-events"] };
        let clap = if self.offers(CrateFeature::Cli) {
            full("clap", "4.5", &["clap", "cli"]).with(&["string"])
        } else {
            lean("clap", "4.5", &["clap"]).with(&["std"])
        };
        let dates = match self.settings.dates {
            DateLibrary::Jiff => lean("jiff", "0.2", &[]).with(&["serde", "std"]),
            DateLibrary::Chrono => lean("chrono", "0.4.40", &[]).with(&["serde", "std"]),
            DateLibrary::Time => lean("time", "0.3.37", &[]).with(&["formatting", "macros", "parsing", "std"]),
        };
        let mut dependencies = vec![
            full("base64", "0.23", base64),
            full("bytes", "1", &["client"]),
            clap,
            lean("futures-core", "0.3", &["client"]).with(&["alloc"]),
            lean("hmac", "0.13", &["webhook-signatures"]),
            full("http", "1", http),
            full("http-body", "1", &["reqwest"]),
            full("httpdate", "1", &["client"]),
            full("percent-encoding", "2.3", &["client"]),
            lean("reqwest", "0.13", &["reqwest"]),
            lean("schemars", "1", &["schemars"]).with(&["std"]),
            lean("serde", "1", &[]).with(&["std"]),
            full("serde_json", "1", &[]).with(exact_numbers),
            lean("sha2", "0.11", &["webhook-signatures"]),
            lean("tokio", "1", &["blocking", "file-bodies", "oauth-tokens", "reqwest"]),
            lean("tracing", "0.1", &["tracing"]).with(&["std"]),
            full("url", "2.5", &["client"]),
        ];
        dependencies.extend(self.uses_dates().then_some(dates));
        dependencies.extend(self.has_patterns().then(|| lean("regex", "1", &[]).with(&["std", "unicode"])));
        let has_uuid = self.uses_uuid() || self.names_crate("uuid");
        dependencies.extend(has_uuid.then(|| lean("uuid", "1", &[]).with(&["serde", "std"])));
        dependencies
    }
}

#[cfg(test)]
mod tests;
