//! Options of a crate that do not come from the description.

use std::path::Path;

use semver::Version;

use super::Vendored;
use super::shared::shared_support;
use crate::config::{Config, CrateFeatures, DateLibrary};
use crate::output::PackageRecord;
use crate::resolve::{Settings, SharedSupport};

/// The possible files of the user's module `ext`. Bindery declares the module and never writes the files.
const EXTENSIONS: [&str; 2] = ["src/ext.rs", "src/ext/mod.rs"];

/// The options of a crate, from the command line, the configuration or the existing crate, in this order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrateOptions {
    /// The name of the crate; empty if it is derived from the title of the API.
    pub name: String,
    /// The version of the crate.
    pub version: String,
    /// The library for dates.
    pub dates: DateLibrary,
    /// The optional features that the crate offers.
    pub features: CrateFeatures,
    /// `true` for a module of the user's crate instead of a crate.
    pub is_module: bool,
    /// `true` if the crate has a module `ext` of the user.
    pub has_extensions: bool,
    /// The crate with its support code, if that is shared.
    pub shared: Option<SharedSupport>,
}

/// The options on the command line.
#[derive(Clone, Debug, Default)]
pub struct RequestedOptions<'n> {
    /// The name of the crate.
    pub name: Option<&'n str>,
    /// The library for dates.
    pub dates: Option<DateLibrary>,
    /// The optional features that the crate offers.
    pub features: Option<CrateFeatures>,
    /// `true` if a module is requested.
    pub is_module: bool,
    /// The directory of the crate.
    pub out: Option<&'n Path>,
}

impl CrateOptions {
    /// Returns the options of the configuration, or else those of the existing crate.
    #[must_use]
    pub fn from_config(vendored: &Vendored, config: &Config) -> Self {
        Self::new(RequestedOptions::default(), config, Some(vendored))
    }

    /// Returns the options of the command line, or else of the configuration, or else of the existing crate.
    #[must_use]
    pub fn new(requested: RequestedOptions<'_>, config: &Config, vendored: Option<&Vendored>) -> Self {
        let package = vendored.map(|vendored| vendored.lock_file.package.clone()).unwrap_or_default();
        let recorded_features = recorded(&package);
        let name = requested.name.map(str::to_owned).or_else(|| config.name.clone());
        let is_module = requested.is_module || config.is_module || package.module;
        let existing = vendored.map(|vendored| vendored.folder.as_path());
        let folder = requested.out.or(existing).or(config.out.as_deref());
        Self {
            is_module,
            has_extensions: !is_module && folder.is_some_and(has_extensions),
            shared: folder.filter(|_| !is_module).and_then(|folder| shared_support(config, folder)),
            name: name.unwrap_or(package.name),
            version: newest(config.version.as_deref(), &package.version),
            dates: requested
                .dates
                .or(config.dates)
                .or_else(|| DateLibrary::from_name(&package.dates))
                .unwrap_or_default(),
            features: requested.features.or_else(|| config.features.clone()).or(recorded_features).unwrap_or_default(),
        }
    }

    pub(super) fn settings(&self, config: &Config) -> Settings {
        Settings {
            crate_name: self.name.clone(),
            crate_version: self.version.clone(),
            package: config.package().clone(),
            // In another crate, its examples would be run.
            docs: config.docs().filter(|_| !self.is_module).map(str::to_owned),
            tls: config.tls.clone(),
            dates: self.dates,
            features: self.features.clone(),
            validate: config.validate.unwrap_or(true),
            default_features: config.default_features(),
            group_features: config.groups().features.is_some(),
            whole_crate: !self.is_module,
            has_extensions: self.has_extensions,
            shared: self.shared.clone(),
        }
    }
}

/// Returns `true` if the user wrote the module `ext` of the crate in a directory.
fn has_extensions(folder: &Path) -> bool {
    EXTENSIONS.iter().any(|path| folder.join(path).is_file())
}

/// Returns the newer version: an upgrade raises the version of the crate beyond that of the configuration.
fn newest(configured: Option<&str>, current: &str) -> String {
    let parsed = |text: &str| Version::parse(text).ok();
    match (configured, parsed(current)) {
        (Some(configured), Some(current)) if parsed(configured).is_none_or(|version| version < current) => {
            current.to_string()
        }
        (Some(configured), _) => configured.to_owned(),
        (None, Some(current)) => current.to_string(),
        (None, None) => "0.1.0".to_owned(),
    }
}

/// Returns the recorded features of a crate.
pub(super) fn recorded(package: &PackageRecord) -> Option<CrateFeatures> {
    package.features.as_deref()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::newest;

    #[test]
    fn versions_never_decrease() {
        assert_eq!(newest(None, ""), "0.1.0");
        assert_eq!(newest(Some("1.0.0"), ""), "1.0.0");
        assert_eq!(newest(Some("0.1.0"), "0.3.0"), "0.3.0");
        assert_eq!(newest(Some("1.0.0"), "0.3.0"), "1.0.0");
        assert_eq!(newest(None, "0.3.0"), "0.3.0");
    }
}
