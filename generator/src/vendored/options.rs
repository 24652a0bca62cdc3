//! Options of a crate that do not come from the description.

use std::path::{Component, Path};

use toml::Table;

use super::existing::Vendored;
use super::surroundings::Surroundings;
use super::version::{bump_version, newest};
use crate::canonical_path::canonical_path;
use crate::changes::Bump;
use crate::config::{Config, CrateFeatures, DateLibrary, RuntimeCrate};
use crate::diagnostic::Result;
use crate::ir::RUNTIME_VERSION;
use crate::output::PackageRecord;
use crate::resolve::{RuntimeSource, Settings};

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
    /// `true` if every group of operations is a feature of the existing crate.
    pub group_features: Option<bool>,
    /// `true` for a module of the user's crate instead of a crate.
    pub is_module: bool,
    /// `true` if the crate has a module `ext` of the user.
    pub has_extensions: bool,
    /// The location of the runtime crate.
    pub runtime: RuntimeSource,
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
    /// Returns the surroundings of an existing crate with these options.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Surroundings::read`].
    pub fn surroundings(&self, vendored: &Vendored) -> Result<Surroundings> {
        Surroundings::read(&vendored.folder, Some(&vendored.lock_file), self.is_module)
    }

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
        let is_module = requested.is_module || config.module.is_some() || package.module;
        let existing = vendored.map(|vendored| vendored.folder.as_path());
        let folder = requested.out.or(existing).or(config.out.as_deref());
        // An upgrade neither adds group features to an existing crate nor removes them.
        Self {
            group_features: vendored.map(|vendored| vendored.lock_file.package.group_features),
            is_module,
            has_extensions: !is_module && folder.is_some_and(has_extensions),
            runtime: runtime_source(config, folder),
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

    /// Returns the version after changes. A version set in the configuration is kept, and a module has no version.
    #[must_use]
    pub fn next_version(&self, vendored: &Vendored, bump: Bump) -> String {
        let is_kept = self.is_module || self.version != vendored.version();
        if is_kept { self.version.clone() } else { bump_version(&self.version, bump) }
    }

    pub(super) fn settings(&self, config: &Config) -> Settings {
        Settings {
            crate_name: self.name.clone(),
            crate_version: self.version.clone(),
            package: config.own_package(),
            // In another crate, its examples would be run.
            docs: config.docs().filter(|_| !self.is_module).map(str::to_owned),
            tls: config.tls.clone(),
            dates: self.dates,
            features: self.features.clone(),
            validate: config.validate.unwrap_or(true),
            default_features: config.default_features(),
            group_features: self.group_features,
            whole_crate: !self.is_module,
            has_extensions: self.has_extensions,
            runtime: self.runtime.clone(),
        }
    }
}

/// Returns `true` if the user wrote the module `ext` of the crate in a directory.
fn has_extensions(folder: &Path) -> bool {
    EXTENSIONS.iter().any(|path| folder.join(path).is_file())
}

/// Returns the recorded features of a crate.
pub(super) fn recorded(package: &PackageRecord) -> Option<CrateFeatures> {
    package.features.as_deref()?.parse().ok()
}

/// Returns the location of the runtime crate for a client in a directory.
fn runtime_source(config: &Config, client: Option<&Path>) -> RuntimeSource {
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
        let between = client.map(|client| path_between(&canonical_path(client), &canonical_path(folder)));
        let path = between.unwrap_or_else(|| folder.display().to_string());
        row.insert("path".to_owned(), path.into());
    }
    let keys: Vec<String> = row.iter().map(|(key, value)| format!("{key} = {value}")).collect();
    RuntimeSource::Dependency(keys.join(", "))
}

/// Returns the relative path between two absolute directories, with forward slashes.
pub(super) fn path_between(from: &Path, to: &Path) -> String {
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
