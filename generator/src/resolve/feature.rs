//! The features of the crate, which of them are on by default, and groups as features: what is compiled with which of them.

use std::collections::BTreeSet;

use super::Resolver;
use super::support::has_tables;
use crate::analysis::Module;
use crate::config::{ALL_GROUPS, CrateFeature, Tls, UNREFERENCED_TYPES};
use crate::ir::{Dependency, Feature, Gate, SupportFile};
use crate::model::TypeId;

/// Maximum number of operations of a crate that is compiled whole unless the configuration says otherwise.
const MAX_WHOLE_OPERATIONS: usize = 150;

/// The compressions of responses, and the feature of `reqwest` that decodes each.
const COMPRESSIONS: [(CrateFeature, &str); 3] = [
    (CrateFeature::Brotli, "reqwest/brotli"),
    (CrateFeature::Gzip, "reqwest/gzip"),
    (CrateFeature::Zstd, "reqwest/zstd"),
];

fn feature(name: &str, about: &'static str, enables: &[&str]) -> Feature {
    Feature { name: name.to_owned(), about, enables: enables.iter().map(|enabled| (*enabled).to_owned()).collect() }
}

impl Feature {
    /// Enables the optional dependencies that list the feature, and removes features of crates that are not dependencies.
    fn enable(&mut self, dependencies: &[Dependency], optional: &[Dependency]) {
        let has = |name: &str| dependencies.iter().any(|dependency| dependency.name == name);
        self.enables.retain(|enabled| enabled.split_once('/').is_none_or(|(name, _)| has(name)));
        let features = self.enables.iter().take_while(|enabled| !enabled.contains('/')).count();
        let enabled = optional.iter().filter(|dependency| dependency.enabled_by.contains(&self.name.as_str()));
        self.enables.splice(features..features, enabled.map(|dependency| format!("dep:{}", dependency.name)));
    }
}

/// Makes each feature enable the same feature of the shared crate, which has the dependencies of the support code.
fn pass_on(features: &mut [Feature], shared: &str) {
    for feature in features {
        if feature.name != UNREFERENCED_TYPES {
            feature.enables.push(format!("{shared}/{}", feature.name));
        }
    }
}

impl<'a> Resolver<'a> {
    /// Returns the default features of the configuration that the crate has.
    pub(super) fn default_features(&self) -> Vec<String> {
        if let Some(chosen) = &self.settings.default_features {
            let unknown = self.unknown_defaults();
            return chosen
                .iter()
                .map(String::as_str)
                .filter(|name| !unknown.contains(name))
                .map(str::to_owned)
                .collect();
        }
        if !self.has_operations() {
            return self.has_webhooks().then(|| CrateFeature::Events.name().to_owned()).into_iter().collect();
        }
        let groups = self.groups_are_features().then_some(ALL_GROUPS);
        std::iter::once("reqwest")
            .chain(self.tls().first().map(|tls| tls.feature()))
            .chain(groups)
            .map(str::to_owned)
            .collect()
    }

    /// Returns the configured default features that the crate does not have.
    pub(crate) fn unknown_defaults(&self) -> Vec<&'a str> {
        let Some(chosen) = &self.settings.default_features else { return Vec::new() };
        let features = self.features();
        let known: BTreeSet<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
        chosen.iter().map(String::as_str).filter(|name| !known.contains(name)).collect()
    }

    /// The features of the crate besides the default, which is `reqwest`.
    pub(crate) fn features(&self) -> Vec<Feature> {
        let dependencies = self.dependencies();
        let mut optional = self.browser_dependencies();
        optional.extend(dependencies.iter().filter(|dependency| dependency.is_optional()).cloned());
        optional.sort_by_key(|dependency| dependency.name);
        let mut features = self.own_features();
        for feature in &mut features {
            feature.enable(&dependencies, &optional);
        }
        if let Some(shared) = self.shared() {
            pass_on(&mut features, &shared.name);
        }
        features.extend(self.group_features());
        features
    }

    /// Returns the features that no group of operations stands behind, without the dependencies that they enable.
    pub(super) fn own_features(&self) -> Vec<Feature> {
        let offered = |chosen: CrateFeature, about, enables: &[&'static str]| {
            self.offers(chosen).then(|| feature(chosen.name(), about, enables))
        };
        let blocking = ["client", "tokio/rt-multi-thread", "tokio/time"];
        let cli = ["reqwest", "tokio/rt"];
        let mut features = if self.has_operations() { self.sending_features() } else { Vec::new() };
        let blocked = "`.send_blocking()` for synchronous code; `runtime::iterate` for streams";
        features.extend(offered(CrateFeature::Blocking, blocked, &blocking));
        features.extend(offered(CrateFeature::Cli, "the command line", &cli));
        if self.sends_files() || self.receives_files() {
            let about = "`RequestBody::file(path)` and `Download::save_to(path)`: files as request and response bodies";
            features.extend(offered(CrateFeature::Files, about, &["client", "tokio/fs"]));
        }
        if self.has_bearer() {
            let about = "`runtime::OAuth`: OAuth 2.0 tokens, requested and renewed when needed";
            features.extend(offered(CrateFeature::Oauth, about, &["client", "tokio/sync"]));
        }
        if self.has_webhooks() {
            let enables: &[_] =
                if self.has_operations() { &["client", UNREFERENCED_TYPES] } else { &[UNREFERENCED_TYPES] };
            let about = "`events::Event`: webhooks, and verification of their sender";
            features.extend(offered(CrateFeature::Events, about, enables));
            let about = "webhook signatures of GitHub, Stripe and Standard Webhooks";
            features.extend(offered(CrateFeature::WebhookSignatures, about, &[CrateFeature::Events.name()]));
        }
        let fixtures = "`runtime::Fixture`: test values of the types, with setters";
        features.extend(offered(CrateFeature::Fixtures, fixtures, &[]));
        features.extend(offered(CrateFeature::Mock, "an in-memory transport, for tests", &["client"]));
        let tracing = "a span for each request, named by the OpenTelemetry conventions, without secrets";
        features.extend(offered(CrateFeature::Tracing, tracing, &["client"]));
        for implemented in self.implemented() {
            features.push(feature(implemented.feature(), implemented.about(), &[]));
        }
        for (compression, of_reqwest) in COMPRESSIONS {
            let enables = ["reqwest", of_reqwest];
            features.extend(offered(compression, "compressed responses", &enables));
        }
        // It is there whatever the types are, so that no program loses it when a type gets used.
        let about = "types that no operation uses, such as the types of webhooks";
        features.push(feature(UNREFERENCED_TYPES, about, &[]));
        features
    }

    /// Returns the features of the transport.
    fn sending_features(&self) -> Vec<Feature> {
        let client =
            "the operations, for use with your own transport (`default-features = false`); without it, only the types";
        let features = [
            feature("reqwest", "the transport `reqwest`; enabled by default", &["client", "tokio/time"]),
            feature("client", client, &[]),
        ];
        let tls = self.tls().iter().map(|tls| {
            let of_reqwest = format!("reqwest/{}", tls.feature());
            feature(tls.feature(), tls.about(), &["reqwest", &of_reqwest])
        });
        features.into_iter().chain(tls).collect()
    }

    /// Returns the TLS libraries.
    fn tls(&self) -> &'a [Tls] {
        self.settings.tls.as_deref().unwrap_or(&[Tls::Rustls])
    }
}

impl<'a> Resolver<'a> {
    /// Returns `true` if every group is a feature. A module has no features of its own.
    pub(crate) fn groups_are_features(&self) -> bool {
        let by_default = self.api.operations.len() > MAX_WHOLE_OPERATIONS && self.api.groups.len() > 1;
        let are_features = self.settings.group_features.unwrap_or(by_default);
        are_features && self.settings.whole_crate && !self.api.groups.is_empty()
    }

    /// The module of a type.
    pub(crate) fn module_of(&self, id: TypeId) -> Module {
        if self.has_one_module {
            Module::Shared
        } else if self.groups_are_features() {
            self.analysis.group_use.modules[id.index()]
        } else {
            self.analysis.modules[id.index()]
        }
    }

    /// The feature of a group; nothing where groups are none.
    pub(super) fn group_gate(&self, group: usize) -> Gate {
        if self.groups_are_features() { Gate::new(&self.names.group(group).feature) } else { Gate::default() }
    }

    /// Returns the features that enable a module of types.
    pub(super) fn module_gate(&self, module: Module) -> Gate {
        match module {
            Module::Group(group) => self.group_gate(group),
            Module::Unreferenced if self.settings.whole_crate => Gate::new(UNREFERENCED_TYPES),
            Module::Shared | Module::Unreferenced => Gate::default(),
        }
    }

    /// Returns the features that enable a shared error type.
    pub(super) fn error_gate(&self) -> Gate {
        let group = self.analysis.group_use.error;
        group.map(|group| self.group_gate(group)).unwrap_or_default()
    }

    /// Returns the features that enable a support file in addition to its condition: those of the types that use its
    /// tables.
    pub(crate) fn support_gate(&self, support: &SupportFile) -> Gate {
        if !self.groups_are_features() || self.shares_support() || !has_tables(support) {
            return Gate::default();
        }
        let mut using: BTreeSet<Module> = BTreeSet::new();
        for (id, _) in self.definitions() {
            let module = self.module_of(id);
            if !using.contains(&module) && self.type_needs(support.file, id) {
                using.insert(module);
            }
        }
        Gate::of_any(using.into_iter().map(|module| self.module_gate(module)))
    }

    /// The feature of a group to begin with.
    pub(crate) fn example_group(&self) -> Option<String> {
        if !self.groups_are_features() {
            return None;
        }
        let example = self.example_features().and_then(|features| features.into_iter().nth(1));
        example.or_else(|| Some(self.names.group(0).feature.clone()))
    }

    /// The features of the groups, and the one that turns all of them on.
    pub(super) fn group_features(&self) -> Vec<Feature> {
        if !self.groups_are_features() {
            return Vec::new();
        }
        let names: BTreeSet<&'a str> =
            (0..self.api.groups.len()).map(|group| self.names.group(group).feature.as_str()).collect();
        let all = Feature {
            name: ALL_GROUPS.to_owned(),
            about: "all groups of operations",
            enables: names.iter().map(|name| (*name).to_owned()).collect(),
        };
        let about = "a group of operations, with its types";
        let each = names.into_iter().map(|name| Feature { name: name.to_owned(), about, enables: Vec::new() });
        std::iter::once(all).chain(each).collect()
    }
}
