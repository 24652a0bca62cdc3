//! The files of `corrections`.

use std::path::Path;

use super::Config;
use super::user_file::UserFile;
use crate::diagnostic::Diagnostic;
use crate::source::Source;

impl Config {
    /// Returns the corrections of the description, in order.
    #[must_use]
    pub fn corrections(&self) -> Vec<Source> {
        self.corrections.iter().filter_map(|correction| correction.source.clone()).collect()
    }

    /// Adds a correction file after all others.
    ///
    /// # Errors
    ///
    /// Returns `source-unreadable`, `source-too-large` or `syntax-invalid` if it cannot be read.
    pub fn correct_by(&mut self, path: &Path) -> Result<(), Box<Diagnostic>> {
        self.corrections.push(UserFile::read(path)?);
        Ok(())
    }

    /// Returns the paths of the correction files.
    pub(crate) fn correction_files(&self) -> impl Iterator<Item = &Path> {
        self.corrections.iter().chain(self.merged_corrections()).map(|correction| correction.path.as_path())
    }
}
