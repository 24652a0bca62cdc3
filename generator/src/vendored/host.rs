//! The crate around a module: its edition and its dependencies.

use std::fs;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item};

use super::dependency::{MissingDependency, add, check_dependency};
use super::manifest::parsed;
use crate::canonical_path::canonical_path;
use crate::diagnostic::{Code, Diagnostic, Location, Result};
use crate::emit::MANIFEST;
use crate::output::replace;
use crate::pipeline::Emission;

/// The oldest supported edition; its prelude has all names that the code uses.
const MIN_EDITION: &str = "2021";

/// A manifest that was read.
#[derive(Clone, Debug)]
struct HostManifest {
    document: DocumentMut,
    /// `true` if the file has Windows line endings.
    has_crlf: bool,
}

/// A crate of the user.
#[derive(Clone, Debug)]
pub struct Host {
    module: PathBuf,
    folder: PathBuf,
    edition: String,
    manifest: HostManifest,
    workspace: Option<DocumentMut>,
}

impl Host {
    /// Finds the crate that contains a directory: the closest parent.
    ///
    /// # Errors
    ///
    /// `output-unwritable` if a manifest cannot be read, or its edition is too old.
    pub(super) fn find(folder: &Path) -> Result<Option<Self>> {
        let module = canonical_path(folder);
        let mut found: Option<(PathBuf, HostManifest)> = None;
        let mut workspace = None;
        for above in module.ancestors().skip(1).filter(|above| above.join(MANIFEST).is_file()) {
            let manifest = read(&above.join(MANIFEST))?;
            if found.is_none() && manifest.document.contains_key("package") {
                found = Some((above.to_owned(), manifest.clone()));
            }
            if found.is_some() && manifest.document.contains_key("workspace") {
                workspace = Some(manifest.document);
                break;
            }
        }
        let Some((folder, manifest)) = found else { return Ok(None) };
        let edition = edition(&manifest.document, workspace.as_ref());
        if edition.as_str() < MIN_EDITION {
            let message = format!("the crate has edition {edition}, but the module requires {MIN_EDITION} or later");
            return Err(problem(&folder.join(MANIFEST), message, "set `edition = \"2024\"` in `[package]`"));
        }
        Ok(Some(Self { module, folder, edition, manifest, workspace }))
    }

    /// Returns the directory of the module.
    pub(super) fn module(&self) -> &Path {
        &self.module
    }

    /// Returns the path of the module in the crate if it is outside the directories of cargo targets, so that `mod name;`
    /// does not find it.
    #[must_use]
    pub fn module_outside_targets(&self) -> Option<&Path> {
        let path = self.module.strip_prefix(canonical_path(&self.folder)).ok()?;
        let library = self.manifest.document.get("lib").and_then(|library| library.get("path")?.as_str());
        let own = library.and_then(|path| Path::new(path).components().next());
        let first = path.components().next()?;
        let is_target = |name: &str| first.as_os_str() == name;
        let is_inside = own == Some(first) || ["src", "tests", "examples", "benches"].into_iter().any(is_target);
        (!is_inside).then_some(path)
    }

    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(super) fn edition(&self) -> &str {
        &self.edition
    }

    /// Returns the path of the manifest.
    #[must_use]
    pub fn manifest(&self) -> PathBuf {
        self.folder.join(MANIFEST)
    }

    /// Returns the dependencies and features that the manifest lacks for the module.
    #[must_use]
    pub fn missing_dependencies(&self, emission: &Emission) -> Vec<MissingDependency> {
        let own = self.manifest.document.get("dependencies").and_then(Item::as_table_like);
        let shared = self.workspace.as_ref().and_then(|workspace| workspace.get("workspace")?.get("dependencies"));
        let needed = emission.module_dependencies().into_iter();
        needed.filter_map(|needed| check_dependency(needed, own, shared.and_then(Item::as_table_like))).collect()
    }

    /// Returns the manifest with the additions and no other changes.
    ///
    /// # Errors
    ///
    /// `output-unwritable` if an incompatible version is required, which only the user can change.
    pub fn amended(&self, missing_dependencies: &[MissingDependency]) -> Result<String> {
        let path = self.manifest();
        if let Some((name, reason)) =
            missing_dependencies.iter().find_map(|dependency| Some((dependency.name(), dependency.conflict()?)))
        {
            let help = "change its version in the manifest, or generate a separate crate with `--out`";
            return Err(problem(&path, format!("`{name}` {reason}"), help));
        }
        let mut document = self.manifest.document.clone();
        let dependencies = document.entry("dependencies").or_insert(toml_edit::table());
        let Some(dependencies) = dependencies.as_table_mut() else {
            let message = "`dependencies` is not a separate table".to_owned();
            return Err(problem(&path, message, "move it to a `[dependencies]` table"));
        };
        add(dependencies, missing_dependencies);
        let text = document.to_string();
        Ok(if self.manifest.has_crlf { text.replace('\n', "\r\n") } else { text })
    }

    /// Writes the manifest.
    ///
    /// # Errors
    ///
    /// `output-unwritable`.
    pub fn write(&self, text: &str) -> Result<()> {
        let path = self.manifest();
        let written = replace(&path, text.as_bytes());
        written
            .map(|_| ())
            .map_err(|error| problem(&path, format!("cannot write the file: {error}"), "add the dependencies by hand"))
    }
}

fn read(path: &Path) -> Result<HostManifest> {
    let text = fs::read_to_string(path)
        .map_err(|error| problem(path, format!("cannot read the file: {error}"), "fix the file or move it away"))?;
    let document = parsed(&text, &path.display().to_string(), Code::OutputUnwritable, "fix the file")?;
    Ok(HostManifest { document, has_crlf: text.contains("\r\n") })
}

/// Returns the edition of a crate, which it may inherit from its workspace (the Cargo Book, "The edition field").
fn edition(document: &DocumentMut, workspace: Option<&DocumentMut>) -> String {
    let own = document.get("package").and_then(|package| package.get("edition"));
    let shared = || workspace?.get("workspace")?.get("package")?.get("edition")?.as_str();
    own.and_then(|own| own.as_str().or_else(shared)).unwrap_or("2015").to_owned()
}

fn problem(path: &Path, message: String, help: &str) -> Box<Diagnostic> {
    let problem = Diagnostic::error(Code::OutputUnwritable, message).help(help);
    Box::new(problem.at(path.display().to_string(), Location::Whole))
}
