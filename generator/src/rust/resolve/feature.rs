//! The features of the crate, which of them are on by default, and groups as features: what is compiled with which of them.

use std::collections::BTreeSet;

use super::Resolver;
use crate::config::{ALL_GROUPS, CrateFeature, READ_REQUESTS, Tls, UNREFERENCED_TYPES};
use crate::rust::ir::{ExampleCall, Feature, Gate, RUNTIME};

/// Maximum number of operations of a crate that is compiled whole unless the configuration says otherwise.
const MAX_WHOLE_OPERATIONS: usize = 150;

/// The compressions of responses.
const COMPRESSIONS: [CrateFeature; 3] = [CrateFeature::Brotli, CrateFeature::Gzip, CrateFeature::Zstd];

fn feature(name: &str, about: &'static str, enables: &[&str]) -> Feature {
    Feature { name: name.to_owned(), about, enables: enables.iter().map(|enabled| (*enabled).to_owned()).collect() }
}

impl<'a> Resolver<'a> {
    /// Returns the default features of the configuration that the crate has.
    pub(super) fn default_features(&self) -> Vec<String> {
        if let Some(chosen) = &self.options.default_features {
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
        let Some(chosen) = &self.options.default_features else { return Vec::new() };
        let features = self.features();
        let known: BTreeSet<&str> = features.iter().map(|feature| feature.name.as_str()).collect();
        chosen.iter().map(String::as_str).filter(|name| !known.contains(name)).collect()
    }

    /// Returns the features of the crate besides the default. Each enables the same feature of the runtime crate.
    pub(crate) fn features(&self) -> Vec<Feature> {
        let mut features = self.sending_features();
        features.extend(self.optional_features());
        for implemented in self.implemented() {
            features.push(feature(implemented.feature(), implemented.about(), &[]));
        }
        for feature in &mut features {
            feature.enables.push(format!("{RUNTIME}/{}", feature.name));
        }
        // These are there whatever the types are, so that no program loses them when the description changes.
        features.push(feature(
            READ_REQUESTS,
            "`Deserialize` for types that are only sent, for example to read them from a file",
            &[],
        ));
        features.push(feature(UNREFERENCED_TYPES, "types that no operation uses, such as the types of webhooks", &[]));
        features.extend(self.group_features());
        features
    }

    /// Returns the features of the transport.
    fn sending_features(&self) -> Vec<Feature> {
        if !self.has_operations() {
            return Vec::new();
        }
        let client =
            "the operations, for use with your own transport (`default-features = false`); without it, only the types";
        let features = [
            feature("reqwest", "the transport `reqwest`; enabled by default", &["client"]),
            feature("client", client, &[]),
        ];
        let tls = self.tls().iter().map(|tls| feature(tls.feature(), tls.about(), &["reqwest"]));
        features.into_iter().chain(tls).collect()
    }

    /// Returns the features that can be left out, in the order of the manifest.
    fn optional_features(&self) -> Vec<Feature> {
        let events: &[_] = if self.has_operations() { &["client", UNREFERENCED_TYPES] } else { &[UNREFERENCED_TYPES] };
        let rows: [(CrateFeature, &'static str, &[&str]); 10] = [
            (
                CrateFeature::Blocking,
                "`.send_blocking()` for synchronous code; `runtime::iterate` for streams",
                &["client"],
            ),
            (CrateFeature::Cli, "the command line", &["reqwest"]),
            (
                CrateFeature::Files,
                "`RequestBody::file(path)` and `Download::save_to(path)`: files as request and response bodies",
                &["client"],
            ),
            (CrateFeature::Oauth, "`runtime::OAuth`: OAuth 2.0 tokens, requested and renewed when needed", &["client"]),
            (CrateFeature::Events, "`events::Event`: webhooks, and verification of their sender", events),
            (
                CrateFeature::WebhookSignatures,
                "webhook signatures of GitHub, Stripe and Standard Webhooks",
                &[CrateFeature::Events.name()],
            ),
            (CrateFeature::Fixtures, "`runtime::Fixture`: test values of the types", &[]),
            (CrateFeature::Mock, "an in-memory transport, for tests", &["client"]),
            (
                CrateFeature::Recording,
                "`runtime::Recorder`: recordings of calls (HAR) for `bindery observe`, with secrets masked",
                &["client"],
            ),
            (
                CrateFeature::Tracing,
                "a span for each request, named by the OpenTelemetry conventions, without secrets",
                &["client"],
            ),
        ];
        let compressions = COMPRESSIONS.map(|feature| (feature, "compressed responses", &["reqwest"] as &[_]));
        let offered = rows.into_iter().chain(compressions).filter(|(chosen, ..)| self.offers(*chosen));
        offered.map(|(chosen, about, enables)| feature(chosen.name(), about, enables)).collect()
    }

    /// Returns the TLS libraries.
    fn tls(&self) -> &'a [Tls] {
        self.options.tls.as_deref().unwrap_or(&[Tls::Rustls])
    }
}

impl<'a> Resolver<'a> {
    /// Returns `true` if every group is a feature. A module has no features of its own.
    pub(crate) fn groups_are_features(&self) -> bool {
        let by_default = self.api.operations.len() > MAX_WHOLE_OPERATIONS && self.api.groups.len() > 1;
        let are_features = self.options.group_features.unwrap_or(by_default);
        are_features && self.options.whole_crate && !self.api.groups.is_empty()
    }

    /// The feature of a group; nothing where groups are none.
    pub(super) fn group_gate(&self, group: usize) -> Gate {
        if self.groups_are_features() { Gate::new(&self.names.group(group).feature) } else { Gate::default() }
    }

    /// Returns the features that enable a shared error type.
    pub(super) fn error_gate(&self) -> Gate {
        let group = self.analysis.group_use.error;
        group.map(|group| self.group_gate(group)).unwrap_or_default()
    }

    /// Returns the feature of a group to begin with: that of the first call if there is one.
    pub(super) fn example_group(&self, first: Option<&ExampleCall>) -> Option<String> {
        if !self.groups_are_features() {
            return None;
        }
        let example = first.and_then(|call| call.group_feature.clone());
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

#[cfg(test)]
mod tests {
    use crate::config::{READ_REQUESTS, UNREFERENCED_TYPES};
    use crate::testing::Case;

    #[test]
    fn features_of_types_are_there_without_such_types() {
        let paths = r#""/a": { "get": { "responses": { "204": { "description": "" } } } }"#;
        let emission = Case::new().paths(paths).emission();
        let features = emission.resolver().features();
        for name in [READ_REQUESTS, UNREFERENCED_TYPES] {
            assert!(features.iter().any(|feature| feature.name == name), "{name}");
        }
    }
}
