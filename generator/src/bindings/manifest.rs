//! The manifest of the crate: exactly the features and the dependencies that its code uses.

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::{
    ALL_GROUPS, Bindings, CrateFeature, DESERIALIZE_REQUESTS, DateLibrary, Implementation, SharedSupport, Tls,
    UNUSED_TYPES,
};

/// How answers can be compressed, and what reads that.
const COMPRESSIONS: [(CrateFeature, &str); 3] = [
    (CrateFeature::Brotli, "reqwest/brotli"),
    (CrateFeature::Gzip, "reqwest/gzip"),
    (CrateFeature::Zstd, "reqwest/zstd"),
];

/// Crates whose types serde reads with a feature only.
const SERIALIZED: [(&str, &[&str]); 3] =
    [("bytes", &["serde"]), ("time", &["formatting", "macros", "parsing", "serde", "std"]), ("url", &["serde"])];

/// What the feature of a trait enables. Values are made by being read.
const fn enabled_by(implemented: Implementation) -> &'static [&'static str] {
    match implemented {
        Implementation::Arbitrary => &["dep:arbitrary", DESERIALIZE_REQUESTS],
        Implementation::ValueEnum => &["dep:clap"],
        Implementation::JsonSchema => &["dep:schemars"],
    }
}

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
    /// Whether its docs say which features items come with.
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
    /// Whether it has a program: the command line.
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

/// A feature of the crate.
#[derive(Clone, Debug)]
pub(crate) struct Feature<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// What there is with it, as Markdown.
    pub(crate) about: &'static str,
    /// What it enables.
    pub(crate) enables: Vec<Cow<'a, str>>,
}

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

    /// Those that the configuration says, of the features that there are.
    fn default_features(&self) -> Vec<&'a str> {
        if let Some(chosen) = &self.settings.default_features {
            let unknown = self.unknown_defaults();
            return chosen.iter().map(String::as_str).filter(|name| !unknown.contains(name)).collect();
        }
        let groups = self.groups_are_features().then_some(ALL_GROUPS);
        std::iter::once("reqwest").chain(self.tls().first().map(|tls| tls.feature())).chain(groups).collect()
    }

    /// What is to be on by default and is no feature of the crate.
    pub(crate) fn unknown_defaults(&self) -> Vec<&'a str> {
        let Some(chosen) = &self.settings.default_features else { return Vec::new() };
        let known: BTreeSet<&str> = self.features().iter().map(|feature| feature.name).collect();
        chosen.iter().map(String::as_str).filter(|name| !known.contains(name)).collect()
    }

    /// What it depends on by the user's will: the crates of own types, and the one that several clients share.
    fn own_dependencies(&self) -> Vec<(&'a str, Cow<'a, str>)> {
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

    fn browser_dependencies(&self) -> Vec<Dependency> {
        if self.shares_support() {
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

    /// What is said of the crate: by default what it has to have, and what the user says.
    fn package(&self) -> Vec<(&'a str, PackageValue<'a>)> {
        let version = self.settings.crate_version.clone();
        let about = format!("Client for {}", self.about().line);
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

    /// The features of the crate besides the default, which is `reqwest`.
    pub(crate) fn features(&self) -> Vec<Feature<'a>> {
        let feature = |name, about, enables: &[&'static str]| {
            let enables = enables.iter().map(|enabled| Cow::Borrowed(*enabled)).collect();
            Feature { name, about, enables }
        };
        let offered = |chosen: CrateFeature, about, enables: &[&'static str]| {
            self.offers(chosen).then(|| feature(chosen.name(), about, enables))
        };
        let reqwest = ["client", "dep:gloo-timers", "dep:http-body", "dep:reqwest", "dep:tokio", "tokio/time"];
        let blocking = ["client", "dep:tokio", "tokio/rt-multi-thread", "tokio/time"];
        let cli = [DESERIALIZE_REQUESTS, "reqwest", "dep:clap", "dep:clap_complete", "tokio/rt"];
        let mut features = vec![
            feature("reqwest", "sends with `reqwest`; on by default", &reqwest),
            feature(
                "client",
                "the operations, for a transport of your own (`default-features = false`); without it, types alone",
                &self.client_dependencies(),
            ),
        ];
        features
            .extend(self.tls().iter().map(|tls| feature(tls.feature(), tls.about(), &["reqwest", tls.of_reqwest()])));
        let blocked = "`.send_blocking()`, for code that is not asynchronous; `runtime::iterate` for streams";
        features.extend(offered(CrateFeature::Blocking, blocked, &blocking));
        features.extend(offered(CrateFeature::Cli, "the command line", &cli));
        if self.sends_files() {
            let about = "`RequestBody::file(path)`: files that are read while they are sent";
            features.extend(offered(CrateFeature::Files, about, &["client", "dep:tokio", "tokio/fs"]));
        }
        if self.has_bearer() {
            let about = "`runtime::OAuth`: tokens of OAuth 2.0, got and renewed when they are needed";
            features.extend(offered(CrateFeature::Oauth, about, &["client", "dep:tokio", "tokio/sync"]));
        }
        if self.has_webhooks() {
            let about = "`events::Event`: what the server sends by itself, and who has sent it";
            features.extend(offered(CrateFeature::Events, about, &["client", UNUSED_TYPES]));
            let about = "signatures of GitHub, LINE, Adyen, Stripe and Standard Webhooks, to verify events with";
            let enables = ["events", "dep:base64", "dep:hmac", "dep:sha2"];
            features.extend(offered(CrateFeature::WebhookSignatures, about, &enables));
        }
        let fixtures = "`runtime::Fixture`: values of the types and their setters, for tests";
        features.extend(offered(CrateFeature::Fixtures, fixtures, &[]));
        features.extend(offered(CrateFeature::Mock, "a transport in memory, for tests", &["client"]));
        let tracing = "a span for each request, with the names of OpenTelemetry's conventions, without secrets";
        features.extend(offered(CrateFeature::Tracing, tracing, &["client", "dep:tracing"]));
        for implemented in self.implemented() {
            features.push(feature(implemented.feature(), implemented.about(), enabled_by(implemented)));
        }
        for (compression, of_reqwest) in COMPRESSIONS {
            let enables = ["reqwest", of_reqwest];
            features.extend(offered(compression, "compressed responses", &enables));
        }
        // These are there whatever the types are, so that no program loses a feature when a type gets another direction.
        let about = "`Deserialize` for the types that are only sent, to read them from a file for example";
        features.push(feature(DESERIALIZE_REQUESTS, about, &[]));
        let about = "the types of the description that no operation uses, such as those of events that the server sends by itself";
        features.push(feature(UNUSED_TYPES, about, &[DESERIALIZE_REQUESTS]));
        // What is always there is not switched on.
        let is_switched =
            |enabled: &Cow<'_, str>| !enabled.strip_prefix("dep:").is_some_and(|name| self.names_crate(name));
        features.iter_mut().for_each(|feature| feature.enables.retain(is_switched));
        if let Some(shared) = self.shared() {
            self.pass_on(&mut features, &shared.name);
        }
        features.extend(self.group_features());
        features
    }

    /// Has features switch on those of the shared crate, which has the dependencies of the support code.
    fn pass_on(&self, features: &mut [Feature<'_>], shared: &str) {
        let own: BTreeSet<&str> = self.dependencies().iter().map(|dependency| dependency.name).collect();
        let is_own = |enabled: &Cow<'_, str>| match enabled.strip_prefix("dep:") {
            Some(dependency) => own.contains(dependency),
            None => enabled.split_once('/').is_none_or(|(dependency, _)| own.contains(dependency)),
        };
        for feature in features {
            feature.enables.retain(is_own);
            if !matches!(feature.name, DESERIALIZE_REQUESTS | UNUSED_TYPES) {
                feature.enables.push(Cow::Owned(format!("{shared}/{}", feature.name)));
            }
        }
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

    /// How `https` is spoken.
    fn tls(&self) -> &'a [Tls] {
        self.settings.tls.as_deref().unwrap_or(&[Tls::Rustls])
    }

    fn client_dependencies(&self) -> Vec<&'static str> {
        let base64 = (!self.uses_support("Base64")).then_some("dep:base64");
        let others = [
            "dep:bytes",
            "dep:futures-core",
            "dep:http",
            "dep:httpdate",
            "dep:js-sys",
            "dep:percent-encoding",
            "dep:url",
            "dep:web-time",
        ];
        base64.into_iter().chain(others).collect()
    }

    /// The crates that it depends on by itself, as code names them.
    pub(crate) fn crates(&self) -> BTreeSet<String> {
        self.dependencies().iter().map(|dependency| dependency.name.replace('-', "_")).collect()
    }

    /// What the crate depends on, by name.
    fn dependencies(&self) -> Vec<Dependency> {
        let exact_numbers: &[&str] = match self.uses_support("Decimal") {
            // Decimals are read by their digits.
            true => &["float_roundtrip", "raw_value"],
            // Without the feature the last digit of a number may change.
            false => &["float_roundtrip"],
        };
        let mut dependencies = vec![
            Dependency { is_optional: !self.uses_support("Base64"), ..optional("base64", "0.23") },
            optional("bytes", "1"),
            lean("futures-core", "0.3", &["alloc"]).with_a_feature(),
            optional("http", "1"),
            optional("http-body", "1"),
            optional("httpdate", "1"),
            optional("percent-encoding", "2.3"),
            lean("reqwest", "0.13", &[]).with_a_feature(),
            lean("serde", "1", &["std"]),
            Dependency { is_optional: false, features: exact_numbers, ..optional("serde_json", "1") },
            lean("tokio", "1", &[]).with_a_feature(),
            optional("url", "2.5"),
        ];
        if self.offers(CrateFeature::Cli) {
            dependencies.push(Dependency { features: &["string"], ..optional("clap", "4.5") });
            dependencies.push(optional("clap_complete", "4.5"));
        }
        if self.offers(CrateFeature::Tracing) {
            dependencies.push(lean("tracing", "0.1", &["std"]).with_a_feature());
        }
        if self.has_webhooks() && self.offers(CrateFeature::WebhookSignatures) {
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
        if self.shares_support() {
            dependencies.retain(|dependency| self.is_own_dependency(dependency.name));
        }
        dependencies.sort_by_key(|dependency| dependency.name);
        dependencies
    }
}
