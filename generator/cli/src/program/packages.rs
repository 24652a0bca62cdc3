//! The packages of a program, as `cargo metadata` reports them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde::Deserialize;

use bindery::internal::canonical_path::canonical_path;
use bindery::internal::diagnostic::{Code, Diagnostic, Result};

/// A package or a workspace that uses a client.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    /// The path as the user gave it.
    pub(crate) given: PathBuf,
    /// The directory of the workspace.
    pub(super) root: PathBuf,
    /// The target directory.
    pub(super) target: PathBuf,
    /// The packages to check.
    pub(super) packages: Vec<Package>,
    /// The directories to which its manifests and that of the client refer.
    pub(super) dependencies: Vec<PathBuf>,
    /// The parts of them that are not compiled: optional features, and code for some targets.
    pub(crate) unchecked: Vec<String>,
}

/// A package.
#[derive(Clone, Debug)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) folder: PathBuf,
}

#[derive(Deserialize)]
struct Metadata {
    packages: Vec<MetadataPackage>,
    workspace_root: PathBuf,
    target_directory: PathBuf,
}

#[derive(Deserialize)]
struct MetadataPackage {
    name: String,
    manifest_path: PathBuf,
    dependencies: Vec<MetadataDependency>,
    features: BTreeMap<String, Vec<String>>,
}

#[derive(Deserialize)]
struct MetadataDependency {
    name: String,
    path: Option<PathBuf>,
    target: Option<String>,
}

impl MetadataPackage {
    fn folder(&self) -> PathBuf {
        canonical_path(self.manifest_path.parent().unwrap_or(Path::new("")))
    }

    /// Describes the parts that a check with default features for this target does not compile.
    fn unchecked(&self) -> impl Iterator<Item = String> {
        let mut enabled = BTreeSet::new();
        let mut pending = vec!["default"];
        while let Some(feature) = pending.pop() {
            if let (Some(others), true) = (self.features.get(feature), enabled.insert(feature)) {
                pending.extend(others.iter().map(String::as_str));
            }
        }
        let features = self.features.keys().filter(move |feature| !enabled.contains(feature.as_str()));
        let features = features.map(|feature| format!("the feature `{feature}` of `{}`", self.name));
        let has_targets = self.dependencies.iter().any(|dependency| dependency.target.is_some());
        features.chain(has_targets.then(|| format!("the code of `{}` for other targets", self.name)))
    }
}

/// The crate or module that programs use.
pub(crate) struct Client<'c> {
    pub(super) name: &'c str,
    pub(super) folder: &'c Path,
    pub(super) is_module: bool,
}

impl Program {
    /// Reads the packages at a path that use a client: the package there, or all members of the workspace there.
    pub(super) fn load(path: &Path, client: &Client<'_>) -> Result<Self> {
        let manifest = if path.is_dir() { path.join("Cargo.toml") } else { path.to_owned() };
        if !manifest.is_file() {
            let message = format!("`{}` contains no package: Cargo.toml is missing", path.display());
            return Err(problem(message, "pass the directory of a package or of a workspace"));
        }
        let manifest = canonical_path(&manifest);
        let metadata = metadata(&manifest)?;
        let folder = manifest.parent().unwrap_or(&manifest);
        let own = metadata.packages.iter().filter(|package| package.folder() == folder);
        let own: Vec<&MetadataPackage> = own.collect();
        let requested = if own.is_empty() { metadata.packages.iter().collect() } else { own };
        check_versions(&requested, client)?;
        let users = users(&metadata.packages, client);
        let used: Vec<_> = requested.into_iter().filter(|package| users.contains(&package.folder())).collect();
        let unchecked = used.iter().flat_map(|package| package.unchecked()).collect();
        let packages = used.iter().map(|package| Package { name: package.name.clone(), folder: package.folder() });
        let packages: Vec<Package> = packages.collect();
        if packages.is_empty() {
            let message = format!("`{}` does not use `{}` in {}", path.display(), client.name, client.folder.display());
            return Err(problem(
                message,
                "pass a package whose Cargo.toml has a path dependency on the generated crate",
            ));
        }
        // A client that is not a member of the workspace has dependencies of its own.
        let is_member = metadata.packages.iter().any(|package| package.folder() == client.folder);
        let client = if is_member { None } else { self::metadata(&client.folder.join("Cargo.toml")).ok() };
        let all = metadata.packages.iter().chain(client.iter().flat_map(|client| &client.packages));
        let paths = all.flat_map(|package| &package.dependencies).filter_map(|dependency| dependency.path.as_deref());
        let dependencies = paths.map(canonical_path).collect();
        let (root, target) = (canonical_path(&metadata.workspace_root), canonical_path(&metadata.target_directory));
        Ok(Self { given: path.to_owned(), root, target, packages, dependencies, unchecked })
    }

    /// Returns `true` if a file belongs to one of the packages.
    pub(super) fn has(&self, file: &Path) -> bool {
        self.packages.iter().any(|package| file.starts_with(&package.folder))
    }
}

/// Rejects programs that also depend on another version of the client: its items have the same names.
fn check_versions(packages: &[&MetadataPackage], client: &Client<'_>) -> Result<()> {
    let is_other = |dependency: &&MetadataDependency| {
        dependency.name == client.name
            && !client.is_module
            && dependency.path.as_ref().is_none_or(|path| canonical_path(path) != client.folder)
    };
    match packages.iter().find(|package| package.dependencies.iter().any(|dependency| is_other(&dependency))) {
        Some(package) => {
            let message = format!(
                "`{}` depends on another version of `{}` than the one in {}",
                package.name,
                client.name,
                client.folder.display()
            );
            Err(problem(message, "depend on one version only, by its path"))
        }
        None => Ok(()),
    }
}

/// Returns the directories of the packages that depend on a client, directly or through each other.
fn users(packages: &[MetadataPackage], client: &Client<'_>) -> BTreeSet<PathBuf> {
    let contains_module = |package: &&MetadataPackage| client.is_module && client.folder.starts_with(package.folder());
    let mut users: BTreeSet<PathBuf> = packages.iter().filter(contains_module).map(MetadataPackage::folder).collect();
    if !client.is_module {
        users.insert(client.folder.to_owned());
    }
    loop {
        let depends = |package: &&MetadataPackage| {
            let mut paths = package.dependencies.iter().filter_map(|dependency| dependency.path.as_ref());
            paths.any(|path| users.contains(&canonical_path(path)))
        };
        let more: Vec<PathBuf> = packages.iter().filter(depends).map(MetadataPackage::folder).collect();
        let count = users.len();
        users.extend(more);
        if users.len() == count {
            break;
        }
    }
    if !client.is_module {
        users.remove(client.folder);
    }
    users
}

/// Returns the manifests of the workspace, or of the package, that contains a directory.
pub(super) fn manifests(folder: &Path) -> Vec<PathBuf> {
    let folder = canonical_path(folder);
    let mut above = folder.ancestors().map(|folder| folder.join("Cargo.toml"));
    let Some(manifest) = above.find(|manifest| manifest.is_file()) else { return Vec::new() };
    let Ok(metadata) = metadata(&manifest) else { return vec![manifest] };
    let root = metadata.workspace_root.join("Cargo.toml");
    let members = metadata.packages.into_iter().map(|package| package.manifest_path);
    members.chain([root]).collect()
}

fn metadata(manifest: &Path) -> Result<Metadata> {
    let mut command = cargo();
    command.args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"]).arg(manifest);
    command.current_dir(manifest.parent().unwrap_or(manifest));
    let output = output(&mut command)?;
    let failure = || problem(format!("cargo cannot read `{}`", manifest.display()), "fix the manifest");
    if !output.status.success() {
        let lines = String::from_utf8_lossy(&output.stderr).lines().map(str::to_owned).collect();
        return Err(Box::new(failure().detail(lines)));
    }
    serde_json::from_slice(&output.stdout).map_err(|_| failure())
}

/// Returns a command that runs cargo.
pub(super) fn cargo() -> Command {
    Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
}

/// Runs cargo without input, and returns its status and what it printed.
pub(super) fn output(cargo: &mut Command) -> Result<Output> {
    let output = cargo.stdin(Stdio::null()).output();
    output.map_err(|error| problem(format!("cannot run cargo: {error}"), "install cargo, or set `CARGO` to its path"))
}

/// Returns an error about a program.
pub(super) fn problem(message: impl Into<String>, help: &str) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(Code::ProgramUnusable, message).help(help))
}

#[cfg(test)]
mod tests {
    use super::MetadataPackage;

    #[test]
    fn optional_features_and_other_targets_are_not_checked() {
        let unchecked = |features: &str, target: &str| {
            let dependency = format!(r#"{{ "name": "a", "path": null, "target": {target} }}"#);
            let text = format!(
                r#"{{ "name": "app", "manifest_path": "Cargo.toml", "features": {features}, "dependencies": [{dependency}] }}"#
            );
            serde_json::from_str::<MetadataPackage>(&text).unwrap().unchecked().collect::<Vec<_>>()
        };
        assert!(unchecked(r#"{ "default": ["a"], "a": ["b", "dep:c"], "b": [] }"#, "null").is_empty());
        assert_eq!(
            unchecked(r#"{ "default": ["a"], "a": [], "extra": ["a"] }"#, "\"cfg(windows)\""),
            ["the feature `extra` of `app`", "the code of `app` for other targets"]
        );
    }
}
