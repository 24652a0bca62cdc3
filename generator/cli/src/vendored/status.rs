//! Compares a crate with its inputs to determine whether it is up to date.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::existing::Vendored;
use super::session::{Session, record};
use crate::output::{FileState, GeneratorRecord, PackageRecord, modified};
use bindery::internal::canonical_path::normalized;
use bindery::internal::diagnostic::Result;
use bindery::internal::digest::sha256;
use bindery::internal::emit::MANIFEST;
use bindery::internal::source::Input;
use bindery::internal::text::{Source, SourceOrigin};

/// The differences of a crate since it was written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CrateStatus {
    /// The description or one of its files changed.
    pub description: bool,
    /// The crate was written by another version of the generator: that version and the current one.
    pub generator: Option<(String, String)>,
    /// The configuration changed.
    pub configuration: bool,
    /// The name, the version, the date library or the features are to change, or a crate is to become a module.
    pub crate_options: bool,
    /// The user added or removed the module `ext`.
    pub extensions: bool,
    /// The lock file was merged, or edited by hand.
    pub lock_file: bool,
    /// Files that were edited by hand, or are missing.
    pub files: BTreeMap<String, FileState>,
}

impl CrateStatus {
    /// Returns `true` if the crate is up to date.
    #[must_use]
    pub fn is_up_to_date(&self) -> bool {
        *self == Self::default()
    }
}

impl Session {
    /// Compares the existing crate with its inputs, by reading files and computing digests only. Without a description, the
    /// stored one is used.
    ///
    /// # Errors
    ///
    /// Returns an error if a file of the crate cannot be read.
    pub fn status(&self, input: Option<&Input>) -> Result<CrateStatus> {
        let vendored = self.vendored()?;
        let lock_file = &vendored.lock_file;
        let ours = generator();
        let by = &lock_file.generator;
        let generator = (by.version != ours.version).then(|| (by.version.clone(), ours.version));
        let (expected, recorded) = (record(&self.options()), &lock_file.package);
        Ok(CrateStatus {
            description: input.is_some_and(|input| !is_same(vendored, input)),
            generator,
            configuration: lock_file.configuration != self.config.digest(),
            extensions: expected.extensions != recorded.extensions,
            crate_options: PackageRecord { extensions: recorded.extensions, ..expected } != *recorded,
            lock_file: by.checksum != lock_file.digest(),
            files: modified(&vendored.folder, lock_file)?.into_iter().chain(missing_manifest(vendored)).collect(),
        })
    }
}

/// The manifest of a crate may be edited, but has to exist.
fn missing_manifest(vendored: &Vendored) -> Option<(String, FileState)> {
    let is_there = vendored.lock_file.package.module || vendored.folder.join(MANIFEST).is_file();
    (!is_there).then(|| (MANIFEST.to_owned(), FileState::New))
}

pub(super) fn is_same(vendored: &Vendored, input: &Input) -> bool {
    vendored.lock_file.description.sha256 == input.digest() && same_files(vendored, input)
}

/// Returns `true` if the files that the description refers to are as they were.
fn same_files(vendored: &Vendored, input: &Input) -> bool {
    let known = &vendored.lock_file.description.files;
    let is_merged = |file: &str| input.merged.iter().any(|one| one.label == file);
    let mut others = known.iter().filter(|(file, _)| !is_merged(file));
    others.all(|(file, hash)| {
        let text = path_of_file(input, file).and_then(|path| std::fs::read(path).ok());
        text.is_some_and(|text| sha256(&text) == *hash)
    })
}

/// Returns the merged descriptions after the first that are new or changed.
pub fn changed_merged_descriptions(vendored: &Vendored, input: &Input) -> Vec<String> {
    let known = &vendored.lock_file.description.files;
    let differ = input.merged.iter().skip(1).filter(|one| known.get(&one.label) != Some(&one.digest()));
    differ.map(|one| one.label.clone()).collect()
}

/// This generator.
pub(super) fn generator() -> GeneratorRecord {
    GeneratorRecord { version: env!("CARGO_PKG_VERSION").to_owned(), checksum: String::new() }
}

/// Returns the name of a file of one of several descriptions in the lock file, or `None` if there is only one. It is
/// relative to the label of its description, which may be in another directory than the first.
pub(super) fn merged_name(input: &Input, file: &Source) -> Option<String> {
    if let Some(one) = input.merged.iter().find(|one| one.input.source.name() == file.name()) {
        return Some(one.label.clone());
    }
    let SourceOrigin::File(file) = file.origin() else { return None };
    input.merged.iter().find_map(|one| {
        let rest = file.strip_prefix(folder(&one.input.source)?).ok()?;
        Some(folder_of_label(&one.label) + &rest.to_string_lossy().replace('\\', "/"))
    })
}

/// Returns the path of another file of a description, or of one of several.
fn path_of_file(input: &Input, name: &str) -> Option<PathBuf> {
    if input.merged.is_empty() {
        return Some(folder(&input.source)?.join(name));
    }
    input.merged.iter().find_map(|one| {
        let rest = name.strip_prefix(&folder_of_label(&one.label))?;
        Some(folder(&one.input.source)?.join(rest))
    })
}

fn folder(source: &Source) -> Option<PathBuf> {
    let SourceOrigin::File(path) = source.origin() else { return None };
    Some(normalized(path.parent().unwrap_or(Path::new(""))))
}

/// Returns the directory for a label, with a trailing slash.
fn folder_of_label(label: &str) -> String {
    let label = label.replace('\\', "/");
    label.rfind('/').map_or("", |end| &label[..=end]).to_owned()
}
