//! The files of `corrections`.

use std::path::Path;

use super::Config;
use super::user_file::UserFile;
use crate::diagnostic::Diagnostic;
use crate::source::Source;

impl Config {
    /// What corrects the description, in order.
    #[must_use]
    pub fn corrections(&self) -> Vec<Source> {
        self.corrections.iter().filter_map(|correction| correction.source.clone()).collect()
    }

    /// Adds a file that corrects the description; it comes after all others.
    ///
    /// # Errors
    ///
    /// `source-unreadable`, `source-too-large` or `syntax-invalid` where it cannot be read.
    pub fn correct_by(&mut self, path: &Path) -> Result<(), Box<Diagnostic>> {
        self.corrections.push(UserFile::read(path)?);
        Ok(())
    }

    /// The files of the corrections.
    pub(crate) fn correction_files(&self) -> impl Iterator<Item = &Path> {
        self.corrections.iter().chain(self.merged_corrections()).map(|correction| correction.path.as_path())
    }
}
