//! Resolves the paths of a configuration, and reads the corrections and docs that it names.

use std::path::{Path, PathBuf};

use super::Config;
use super::descriptions::{MergedDescription, UserFile};
use super::place::{At, TextOrTable};
use crate::base::diagnostic::Result;
use crate::base::text::Source;

/// Returns `true` if a string is an address and not a path.
fn is_address(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.starts_with("http://") || lower.starts_with("https://")
}

/// Returns a file relative to a directory, or an address.
fn resolved(description: &str, folder: &Path) -> String {
    if is_address(description) { description.to_owned() } else { folder.join(description).display().to_string() }
}

impl Config {
    /// Resolves its paths relative to its directory, and reads the files that it names.
    pub(super) fn resolve_paths(&mut self, folder: &Path) -> Result<()> {
        self.description = self.description.as_deref().map(|description| resolved(description, folder));
        for path in [&mut self.out, &mut self.root, &mut self.cacert].into_iter().flatten() {
            *path = folder.join(&*path);
        }
        self.runtime.iter_mut().for_each(|runtime| runtime.0.resolve(folder));
        let config = self.clone();
        let correct = |file: &mut UserFile| config.read_file(file, folder, "a correction");
        for TextOrTable(own) in self.merge.iter_mut().map(|entry| &mut **entry) {
            own.resolved = resolved(&own.description, folder);
            own.corrections.iter_mut().try_for_each(correct)?;
        }
        self.corrections.iter_mut().try_for_each(correct)?;
        self.docs.iter_mut().try_for_each(|file| config.read_file(file, folder, "the file in `docs`"))
    }

    /// Reads a file relative to a directory; `what` describes it in diagnostics.
    fn read_file(&self, file: &mut UserFile, folder: &Path, what: &str) -> Result<()> {
        let read = UserFile::read(&folder.join(&file.path)).map_err(|problem| {
            self.problem(file.at, format!("cannot use {what}: {}", problem.message), "fix the path")
        })?;
        (file.path, file.source) = (read.path, read.source);
        Ok(())
    }

    /// Returns `true` if several descriptions are merged into one API.
    #[must_use]
    pub fn is_merged(&self) -> bool {
        !self.merge.is_empty()
    }

    /// Returns the descriptions to merge, with their places.
    pub fn merged_descriptions(&self) -> impl Iterator<Item = (&MergedDescription, At)> {
        self.merge.iter().map(|entry| (&entry.0, entry.at))
    }

    /// Adds a correction file after all others.
    ///
    /// # Errors
    ///
    /// Returns `source-unreadable`, `source-too-large` or `syntax-invalid` if it cannot be read.
    pub fn correct_by(&mut self, path: &Path) -> Result<()> {
        self.corrections.push(UserFile::read(path)?);
        Ok(())
    }

    /// Adds a correction after all others.
    pub fn correct_with(&mut self, source: Source) {
        let path = PathBuf::from(source.name());
        self.corrections.push(UserFile { path, at: At::default(), source: Some(source) });
    }

    /// Returns the corrections of the description, in order.
    #[must_use]
    pub fn corrections(&self) -> Vec<Source> {
        self.corrections.iter().filter_map(|correction| correction.source.clone()).collect()
    }

    /// Returns the correction files of the merged descriptions.
    pub(super) fn merged_corrections(&self) -> impl Iterator<Item = &UserFile> {
        self.merge.iter().flat_map(|entry| &entry.0.corrections)
    }

    /// Returns the paths of the correction files.
    pub(crate) fn correction_files(&self) -> impl Iterator<Item = &Path> {
        self.corrections.iter().chain(self.merged_corrections()).map(|correction| correction.path.as_path())
    }
}
