//! The version requirements of programs that exclude the next version of their client.
//!
//! `cargo add --path` writes the version next to the path, and cargo refuses any other one.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use semver::{Version, VersionReq};
use toml_edit::{Document, TableLike};

use super::packages::manifests;
use crate::changes::Bump;
use crate::vendored::Session;
use bindery::internal::canonical_path::canonical_path;
use bindery::internal::diagnostic::{Code, Diagnostic, Location};
use bindery::internal::text::Source;

/// The tables of dependencies, in the manifest, below `[workspace]` or below `[target]`.
const TABLES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// A version of a client.
#[derive(Debug)]
pub(crate) struct Release {
    name: String,
    folder: PathBuf,
    version: String,
}

impl Release {
    /// Returns the version of a client after changes. A module has no version.
    pub(crate) fn new(session: &Session, bump: Bump) -> Option<Self> {
        let vendored = session.existing.as_ref()?;
        let package = &vendored.lock_file.package;
        (!package.module).then(|| Self {
            name: package.name.clone(),
            folder: canonical_path(&vendored.folder),
            version: session.next_version(bump),
        })
    }

    /// Returns the requirements that exclude it, in the packages around the client and in these programs, each with the
    /// manifest.
    pub(crate) fn excluding(&self, programs: &[PathBuf]) -> Vec<(Source, Diagnostic)> {
        let around = self.folder.parent().into_iter();
        let folders = around.chain(programs.iter().map(PathBuf::as_path));
        let manifests: BTreeSet<PathBuf> = folders.flat_map(manifests).collect();
        manifests.iter().flat_map(|path| self.excluded_by(path)).collect()
    }

    fn excluded_by(&self, path: &Path) -> Vec<(Source, Diagnostic)> {
        let Ok(text) = fs::read_to_string(path) else { return Vec::new() };
        // Cargo reports an invalid manifest.
        let Ok(document) = Document::parse(text.as_str()) else { return Vec::new() };
        let mut excluding = Vec::new();
        self.search(document.as_table(), path, &mut excluding);
        let name = relative(path).display().to_string();
        let source = Source::new(&name, &text);
        let diagnostic = |(start, old): (usize, String)| {
            let position = source.position_at(start);
            let location = Location::Position { line: position.line, column: position.column };
            let Self { name: client, version, .. } = self;
            let message = format!("`version = \"{old}\"` excludes version {version} of `{client}`");
            let help = format!("write `version = \"{version}\"`");
            (source.clone(), Diagnostic::warning(Code::ProgramAffected, message).at(&name, location).help(help))
        };
        excluding.into_iter().map(diagnostic).collect()
    }

    /// Collects the requirements in a table and those below, with their positions.
    fn search(&self, table: &dyn TableLike, manifest: &Path, excluding: &mut Vec<(usize, String)>) {
        for (key, item) in table.iter() {
            let Some(table) = item.as_table_like() else { continue };
            if !TABLES.contains(&key) {
                self.search(table, manifest, excluding);
                continue;
            }
            for dependency in table.iter().filter_map(|(_, item)| item.as_table_like()) {
                let path = dependency.get("path").and_then(|path| path.as_str());
                let is_client = path.is_some_and(|path| canonical_path(&manifest.with_file_name(path)) == self.folder);
                let version = dependency.get("version").filter(|_| is_client);
                if let Some((required, start)) = version.and_then(|item| Some((item.as_str()?, item.span()?.start)))
                    && self.is_excluded_by(required)
                {
                    excluding.push((start, required.to_owned()));
                }
            }
        }
    }

    fn is_excluded_by(&self, required: &str) -> bool {
        let version = Version::parse(&self.version);
        let required = VersionReq::parse(required);
        version.is_ok_and(|version| required.is_ok_and(|required| !required.matches(&version)))
    }
}

/// Returns a path relative to the current directory, if it is below.
fn relative(path: &Path) -> &Path {
    let current = std::env::current_dir().map(|current| canonical_path(&current)).unwrap_or_default();
    path.strip_prefix(current).unwrap_or(path)
}
