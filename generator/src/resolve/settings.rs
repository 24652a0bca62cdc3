//! Settings of the emitted crate that do not come from the description.

use std::collections::BTreeMap;

use crate::config::{Config, CrateFeatures, DateLibrary, Tls};

/// The version of a new crate.
const FIRST_VERSION: &str = "0.1.0";

/// Settings of the emitted crate that do not come from the description.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The name of the crate.
    pub crate_name: String,
    /// Its version.
    pub crate_version: String,
    /// Additional keys of `[package]`, with their values as one line of TOML.
    pub package: BTreeMap<String, String>,
    /// Additional crate docs of the user, as Markdown.
    pub docs: Option<String>,
    /// The TLS libraries, with the default one first; if absent, rustls.
    pub tls: Option<Vec<Tls>>,
    /// The library for dates.
    pub dates: DateLibrary,
    /// The features that the crate offers, of those that can be left out.
    pub features: CrateFeatures,
    /// `true` if what is sent is checked against the rules of the description.
    pub validate: bool,
    /// The features that are on by default; absent: `reqwest`, the usual way to speak `https`, and all groups.
    pub default_features: Option<Vec<String>>,
    /// `true` if every group of operations is a feature of the crate; absent: for many operations.
    pub group_features: Option<bool>,
    /// `true` if a whole crate is emitted, or a module for a build script to include.
    pub whole_crate: bool,
    /// `true` if the crate has a module `ext` of the user.
    pub has_extensions: bool,
    /// The location of the runtime crate.
    pub runtime: RuntimeSource,
}

/// The location of the runtime crate that a client depends on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum RuntimeSource {
    /// A copy in the directory `runtime` of the client.
    #[default]
    Vendored,
    /// Elsewhere: the keys of the dependency in a manifest, such as `version = "1"`.
    Dependency(String),
}

impl Default for Settings {
    /// Returns the settings used without any configuration.
    fn default() -> Self {
        Self {
            crate_name: "client".to_owned(),
            crate_version: FIRST_VERSION.to_owned(),
            package: BTreeMap::new(),
            docs: None,
            tls: None,
            dates: DateLibrary::default(),
            features: CrateFeatures::all(),
            validate: true,
            default_features: None,
            group_features: None,
            whole_crate: true,
            has_extensions: false,
            runtime: RuntimeSource::default(),
        }
    }
}

impl Settings {
    /// Returns the settings of a configuration. A module has no docs of the user: in another crate, their examples would
    /// be run.
    pub(crate) fn from_config(config: &Config) -> Self {
        let whole_crate = config.module.is_none();
        Self {
            crate_name: config.name.clone().unwrap_or_default(),
            crate_version: config.version.clone().unwrap_or_else(|| FIRST_VERSION.to_owned()),
            package: config.own_package(),
            docs: config.docs().filter(|_| whole_crate).map(str::to_owned),
            tls: config.tls.clone(),
            dates: config.dates.unwrap_or_default(),
            features: config.features.clone().unwrap_or_default(),
            validate: config.validate.unwrap_or(true),
            default_features: config.default_features(),
            group_features: config.groups.are_features(),
            whole_crate,
            has_extensions: false,
            runtime: RuntimeSource::default(),
        }
    }

    /// Returns the settings with a name made from the title of the API, if none is set.
    #[must_use]
    pub fn named_after(mut self, title: &str) -> Self {
        if self.crate_name.is_empty() {
            self.crate_name = crate_name(title);
        }
        self
    }
}

/// Returns the name of a crate for a title: `Swagger Petstore - OpenAPI 3.0` gives
/// `swagger-petstore-openapi-3-0-client`.
fn crate_name(title: &str) -> String {
    let ascii: String = title.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { ' ' }).collect();
    let words: Vec<String> = ascii.split_whitespace().take(6).map(str::to_ascii_lowercase).collect();
    let name = words.join("-");
    let name = if name.starts_with(|c: char| c.is_ascii_alphabetic()) { name } else { format!("api-{name}") };
    format!("{}-client", name.trim_matches('-'))
}
