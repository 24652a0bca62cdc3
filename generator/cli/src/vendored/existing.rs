//! The existing crate in a directory.

use std::path::{Path, PathBuf};

use super::version::newest;
use crate::output::{Journal, LockFile};
use bindery::internal::diagnostic::{Code, Diagnostic, Result};
use bindery::internal::digest::sha256;
use bindery::internal::emit::{DESCRIPTIONS, ORIGINALS};
use bindery::internal::names::NameHistory;
use bindery::internal::source::{Input, Request, SourceLocator, load};

/// A crate that Bindery wrote.
#[derive(Clone, Debug)]
pub struct Vendored {
    /// Its directory.
    pub folder: PathBuf,
    /// Its lock file.
    pub lock_file: LockFile,
}

impl Vendored {
    /// Reads the crate in a directory, or returns `None` if there is none that Bindery wrote.
    ///
    /// # Errors
    ///
    /// Returns an error if the lock file is damaged or cannot be read.
    pub fn at(folder: &Path) -> Result<Option<Self>> {
        Ok(LockFile::read(folder)?.map(|lock_file| Self { folder: folder.to_owned(), lock_file }))
    }

    /// Returns the stored description that it was generated from.
    ///
    /// # Errors
    ///
    /// `source-unreadable` if it is missing, `output-edited` if it was changed.
    pub fn description(&self) -> Result<Input> {
        let path = self.stored();
        let input = load(&Request::new(SourceLocator::File(path.clone())))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if self.lock_file.files.get(&name) != Some(&sha256(input.source.text().as_bytes())) {
            if Journal::read(&self.folder)?.has_written(&name, input.source.text().as_bytes()) {
                let message = format!("an interrupted run replaced `{}`", path.display());
                let problem = Diagnostic::error(Code::OutputEdited, message);
                return Err(Box::new(problem.help("complete it with `bindery generate`")));
            }
            let message = format!("`{}` is not the description that the crate was generated from", path.display());
            let problem = Diagnostic::error(Code::OutputEdited, message);
            return Err(Box::new(
                problem.help("restore the file from version control, or regenerate everything with `--force`"),
            ));
        }
        let is_corrected = self.holds(ORIGINALS).is_some_and(|original| original != name);
        Ok(Input { address: self.lock_file.description.address.clone(), is_corrected, ..input })
    }

    /// Returns the path of the stored description before corrections, which are applied again. A description that
    /// consists of several files is only stored as a whole, with its corrections.
    #[must_use]
    pub fn stored(&self) -> PathBuf {
        let original = self.holds(ORIGINALS).filter(|_| self.lock_file.description.files.is_empty());
        self.folder.join(original.or(self.holds(DESCRIPTIONS)).unwrap_or(DESCRIPTIONS[0]))
    }

    fn holds(&self, names: [&'static str; 2]) -> Option<&'static str> {
        names.into_iter().find(|name| self.lock_file.files.contains_key(*name))
    }

    /// Returns its version.
    #[must_use]
    pub fn version(&self) -> String {
        newest(None, &self.lock_file.package.version)
    }

    /// Returns the names of its items.
    #[must_use]
    pub fn history(&self) -> NameHistory {
        self.lock_file.recorded.history()
    }
}
