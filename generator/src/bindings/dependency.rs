//! What the crate depends on: exactly what its code uses.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{Bindings, CrateFeature, DateLibrary, Implementation, SharedSupport};

/// What only sending needs, unless types name it.
const OF_SENDING: [&str; 8] =
    ["bytes", "futures-core", "http-body", "httpdate", "percent-encoding", "reqwest", "tokio", "url"];

/// Crates whose types serde reads with a feature only.
const SERIALIZED: [(&str, &[&str]); 3] =
    [("bytes", &["serde"]), ("time", &["formatting", "macros", "parsing", "serde", "std"]), ("url", &["serde"])];

/// What the crate depends on.
#[derive(Clone, Debug, Default)]
pub(crate) struct Dependency {
    /// Its name.
    pub(crate) name: &'static str,
    /// The version that it needs.
    pub(crate) version: &'static str,
    /// Whether it has its default features.
    pub(crate) has_defaults: bool,
    /// The features that it needs.
    pub(crate) features: &'static [&'static str],
    /// Whether it comes with a feature.
    pub(crate) is_optional: bool,
}

const fn optional(name: &'static str, version: &'static str) -> Dependency {
    Dependency { name, version, has_defaults: true, features: &[], is_optional: true }
}

const fn lean(name: &'static str, version: &'static str, features: &'static [&'static str]) -> Dependency {
    Dependency { name, version, has_defaults: false, features, is_optional: false }
}

impl Dependency {
    const fn with_a_feature(self) -> Self {
        Self { is_optional: true, ..self }
    }
}

impl<'a> Bindings<'a> {
    /// What it depends on by the user's will: the crates of own types, and the one that several clients share.
    pub(super) fn own_dependencies(&self) -> Vec<(&'a str, Cow<'a, str>)> {
        let own = self.api.own_types.dependencies.iter();
        let own = own.map(|(name, written)| (name.as_str(), Cow::Borrowed(written.as_str())));
        own.chain(self.shared().map(|shared| (shared.name.as_str(), Cow::Owned(self.shared_row(shared))))).collect()
    }

    /// What a client and the crate that it shares say to each other is the same in one version of Bindery only.
    fn shared_row(&self, shared: &SharedSupport) -> String {
        let features: Vec<String> =
            self.shared_features_of_types().iter().map(|feature| format!("\"{feature}\"")).collect();
        let features = match features.as_slice() {
            [] => String::new(),
            features => format!(", features = [{}]", features.join(", ")),
        };
        format!(
            "{{ version = \"={}\", path = \"{}\"{features} }}",
            SharedSupport::VERSION,
            shared.path.escape_default()
        )
    }

    pub(super) fn browser_dependencies(&self) -> Vec<Dependency> {
        if self.shares_support() || !self.has_operations() {
            return Vec::new();
        }
        vec![
            Dependency { features: &["futures"], ..optional("gloo-timers", "0.3") },
            optional("js-sys", "0.3"),
            optional("web-time", "1"),
        ]
    }

    /// What the code of a module depends on: all that there is in it is used, whatever features the crate around it has.
    pub(crate) fn module_dependencies(&self) -> Vec<Dependency> {
        let mut dependencies = self.dependencies();
        for dependency in &mut dependencies {
            dependency.is_optional = false;
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
            "serde" | "serde_json" | "http" | "jiff" | "chrono" | "uuid" | "arbitrary" | "schemars" => true,
            "bytes" => self.uses_bytes(),
            "clap" => self.implemented().contains(&Implementation::ValueEnum),
            other => self.names_crate(other),
        }
    }

    /// The crates that it depends on by itself, as code names them.
    pub(crate) fn crates(&self) -> BTreeSet<String> {
        self.dependencies().iter().map(|dependency| dependency.name.replace('-', "_")).collect()
    }

    /// What the crate depends on, by name.
    pub(super) fn dependencies(&self) -> Vec<Dependency> {
        let exact_numbers: &[&str] = match self.uses_support("Decimal") {
            // Decimals are read by their digits.
            true => &["float_roundtrip", "raw_value"],
            // Without the feature the last digit of a number may change.
            false => &["float_roundtrip"],
        };
        let mut dependencies = vec![
            optional("bytes", "1"),
            lean("futures-core", "0.3", &["alloc"]).with_a_feature(),
            optional("http-body", "1"),
            optional("httpdate", "1"),
            optional("percent-encoding", "2.3"),
            lean("reqwest", "0.13", &[]).with_a_feature(),
            lean("serde", "1", &["std"]),
            Dependency { is_optional: false, features: exact_numbers, ..optional("serde_json", "1") },
            lean("tokio", "1", &[]).with_a_feature(),
            optional("url", "2.5"),
        ];
        if self.has_operations() || self.has_webhooks() {
            dependencies.push(optional("http", "1"));
        }
        let has_signatures = self.has_webhooks() && self.offers(CrateFeature::WebhookSignatures);
        if self.has_operations() || has_signatures || self.uses_support("Base64") {
            dependencies.push(Dependency { is_optional: !self.uses_support("Base64"), ..optional("base64", "0.23") });
        }
        if self.offers(CrateFeature::Cli) {
            dependencies.push(Dependency { features: &["string"], ..optional("clap", "4.5") });
            dependencies.push(optional("clap_complete", "4.5"));
        }
        if self.offers(CrateFeature::Tracing) {
            dependencies.push(lean("tracing", "0.1", &["std"]).with_a_feature());
        }
        if has_signatures {
            dependencies.push(lean("hmac", "0.13", &[]).with_a_feature());
            dependencies.push(lean("sha2", "0.11", &[]).with_a_feature());
        }
        for implemented in self.implemented() {
            dependencies.extend(match implemented {
                Implementation::Arbitrary => Some(optional("arbitrary", "1")),
                // The command line has it as well.
                Implementation::ValueEnum if self.offers(CrateFeature::Cli) => None,
                Implementation::ValueEnum => Some(lean("clap", "4.5", &["std"]).with_a_feature()),
                Implementation::JsonSchema => Some(lean("schemars", "1", &["std"]).with_a_feature()),
            });
        }
        dependencies.extend(self.uses_dates().then(|| match self.settings.dates {
            DateLibrary::Jiff => lean("jiff", "0.2", &["serde", "std"]),
            DateLibrary::Chrono => lean("chrono", "0.4.40", &["serde", "std"]),
            DateLibrary::Time => lean("time", "0.3.37", &["formatting", "macros", "parsing", "std"]),
        }));
        dependencies.extend(self.has_patterns().then(|| lean("regex", "1", &["std", "unicode"])));
        dependencies
            .extend((self.uses_uuid() || self.names_crate("uuid")).then(|| lean("uuid", "1", &["serde", "std"])));
        for dependency in &mut dependencies {
            if self.names_crate(dependency.name) {
                dependency.is_optional = false;
                let with_serde = SERIALIZED.iter().find(|(name, _)| *name == dependency.name);
                dependency.features = with_serde.map_or(dependency.features, |(_, features)| features);
            }
        }
        if !self.has_operations() {
            dependencies.retain(|dependency| !dependency.is_optional || !OF_SENDING.contains(&dependency.name));
        }
        if self.shares_support() {
            dependencies.retain(|dependency| self.is_own_dependency(dependency.name));
        }
        dependencies.sort_by_key(|dependency| dependency.name);
        dependencies
    }
}
