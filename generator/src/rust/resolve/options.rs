//! The options of the emitted crate, resolved once for a run.

use std::collections::BTreeMap;
use std::path::{Component, Path};

use toml::Table;

use crate::base::canonical_path::canonical_path;
use crate::config::{Config, CrateFeatures, DateLibrary, RuntimeCrate, Tls};
use crate::rust::ir::RUNTIME_VERSION;

/// The version of a new crate.
const FIRST_VERSION: &str = "0.1.0";

/// The options of the emitted crate, which a configuration decides.
#[derive(Clone, Debug)]
pub struct CrateOptions {
    /// The name of the crate; empty until the title of the description is known.
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

impl CrateOptions {
    /// Returns the options of a configuration. A module has no docs of the user: in another crate, their examples would
    /// be run.
    #[must_use]
    pub fn new(config: &Config) -> Self {
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
            has_extensions: whole_crate && config.has_extensions,
            runtime: runtime_source(config),
        }
    }

    /// Returns the options with a name made from the title of the API, if none is set.
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

/// Returns the location of the runtime crate, relative to the directory of the client if that is known.
fn runtime_source(config: &Config) -> RuntimeSource {
    let (path, mut row) = match config.runtime() {
        RuntimeCrate::Vendored => return RuntimeSource::Vendored,
        RuntimeCrate::Generated(folder) => {
            let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
            (Some(folder), Table::from_iter([("package".to_owned(), name.into())]))
        }
        RuntimeCrate::Published { path, keys } => (path.as_ref(), keys.clone()),
    };
    row.entry("version").or_insert(RUNTIME_VERSION.into());
    if let Some(folder) = path {
        let client = config.out.as_deref();
        let between = client.map(|client| path_between(&canonical_path(client), &canonical_path(folder)));
        let path = between.unwrap_or_else(|| folder.display().to_string());
        row.insert("path".to_owned(), path.into());
    }
    let keys: Vec<String> = row.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    RuntimeSource::Dependency(keys.join(", "))
}

/// Returns the relative path between two absolute directories, with forward slashes.
fn path_between(from: &Path, to: &Path) -> String {
    let (from, to): (Vec<Component<'_>>, Vec<Component<'_>>) = (from.components().collect(), to.components().collect());
    let common = from.iter().zip(&to).take_while(|(one, other)| one == other).count();
    let up = from.iter().skip(common).map(|_| "..".to_owned());
    let down = to.iter().skip(common).map(|step| step.as_os_str().to_string_lossy().into_owned());
    up.chain(down).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::path_between;

    #[test]
    fn paths_between_directories_are_relative() {
        for (from, path) in
            [("/w/crates/a", "../runtime"), ("/w/a", "../crates/runtime"), ("/w/crates/x/y", "../../runtime")]
        {
            assert_eq!(path_between(Path::new(from), Path::new("/w/crates/runtime")), path);
        }
    }
}
