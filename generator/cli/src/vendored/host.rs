//! The crate around a module: its edition and its dependency on the runtime crate.

use std::fs;
use std::path::{Path, PathBuf};

use toml_edit::{DocumentMut, Item};

use super::dependency::missing_runtime;
use super::manifest::parsed;
use bindery::internal::Emission;
use bindery::internal::canonical_path::canonical_path;
use bindery::internal::diagnostic::{Code, Result, file_error};
use bindery::internal::emit::MANIFEST;

/// The oldest supported edition; its prelude has all names that the code uses.
const MIN_EDITION: &str = "2021";

/// A crate of the user.
#[derive(Clone, Debug)]
pub struct Host {
    module: PathBuf,
    folder: PathBuf,
    edition: String,
    manifest: DocumentMut,
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
        let mut found: Option<(PathBuf, DocumentMut)> = None;
        let mut workspace = None;
        for above in module.ancestors().skip(1).filter(|above| above.join(MANIFEST).is_file()) {
            let manifest = read(&above.join(MANIFEST))?;
            if found.is_none() && manifest.contains_key("package") {
                found = Some((above.to_owned(), manifest.clone()));
            }
            if found.is_some() && manifest.contains_key("workspace") {
                workspace = Some(manifest);
                break;
            }
        }
        let Some((folder, manifest)) = found else { return Ok(None) };
        let edition = edition(&manifest, workspace.as_ref());
        if edition.as_str() < MIN_EDITION {
            let message = format!("the crate has edition {edition}, but the module requires {MIN_EDITION} or later");
            return Err(file_error(
                Code::OutputUnwritable,
                &folder.join(MANIFEST),
                message,
                "set `edition = \"2024\"` in `[package]`",
            ));
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
        let library = self.manifest.get("lib").and_then(|library| library.get("path")?.as_str());
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

    /// Returns the line that the manifest lacks for the module, or `None` if the crate has all that the module needs.
    #[must_use]
    pub fn missing_dependency(&self, emission: &Emission) -> Option<String> {
        let own = self.manifest.get("dependencies").and_then(Item::as_table_like);
        let shared = self.workspace.as_ref().and_then(|workspace| workspace.get("workspace")?.get("dependencies"));
        let shared = shared.and_then(Item::as_table_like);
        missing_runtime(&emission.runtime_features(), emission.runtime_location(), own, shared)
    }
}

fn read(path: &Path) -> Result<DocumentMut> {
    let text = fs::read_to_string(path).map_err(|error| {
        file_error(
            Code::OutputUnwritable,
            path,
            format!("cannot read the file: {error}"),
            "fix the file or move it away",
        )
    })?;
    parsed(&text, &path.display().to_string(), Code::OutputUnwritable, "fix the file")
}

/// Returns the edition of a crate, which it may inherit from its workspace (the Cargo Book, "The edition field").
fn edition(document: &DocumentMut, workspace: Option<&DocumentMut>) -> String {
    let own = document.get("package").and_then(|package| package.get("edition"));
    let shared = || workspace?.get("workspace")?.get("package")?.get("edition")?.as_str();
    own.and_then(|own| own.as_str().or_else(shared)).unwrap_or("2015").to_owned()
}
