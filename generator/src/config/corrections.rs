//! The files of `corrections`.

use std::path::{Path, PathBuf};

use super::Config;
use crate::diagnostic::{Code, Diagnostic, Location};
use crate::source::{Request, Source, SourceLocator, load};

/// A file that corrects the description.
#[derive(Clone, Debug)]
pub(super) struct Correction {
    pub(super) path: PathBuf,
    /// Where the configuration names it.
    pub(super) spot: Location,
    /// Its text, once it was read.
    pub(super) source: Option<Source>,
}

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
        let source = load(&Request::new(SourceLocator::File(path.to_owned())))?;
        self.corrections.push(Correction { path: path.to_owned(), spot: Location::Whole, source: Some(source) });
        Ok(())
    }

    /// Reads the files, which stand beside the configuration.
    pub(super) fn read_corrections(&mut self, folder: &Path) -> Result<(), Box<Diagnostic>> {
        for correction in &mut self.corrections {
            correction.path = folder.join(&correction.path);
            let request = Request::new(SourceLocator::File(correction.path.clone()));
            correction.source = Some(load(&request).map_err(|problem| {
                let message = format!("a correction cannot be used: {}", problem.message);
                let told = Diagnostic::error(Code::ConfigurationInvalid, message);
                Box::new(told.at(&self.source, correction.spot.clone()).help("fix the path"))
            })?);
        }
        Ok(())
    }

    /// The files of the corrections.
    pub(crate) fn correction_files(&self) -> impl Iterator<Item = &Path> {
        self.corrections.iter().map(|correction| correction.path.as_path())
    }
}
