//! Files of the user that a configuration names.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Code, Diagnostic, Location};
use crate::source::{Request, Source, SourceLocator, load};

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// A file beside the configuration.
#[derive(Clone, Debug)]
pub(super) struct UserFile {
    pub(super) path: PathBuf,
    /// Where the configuration names it.
    spot: Location,
    /// Its text, once it was read.
    pub(super) source: Option<Source>,
}

impl UserFile {
    /// One that is named at a place of the configuration, and was not read yet.
    pub(super) fn named(path: &Path, spot: Location) -> Self {
        Self { path: path.to_owned(), spot, source: None }
    }

    /// One that no configuration names.
    pub(super) fn read(path: &Path) -> Outcome<Self> {
        let source = Some(load(&Request::new(SourceLocator::File(path.to_owned())))?);
        Ok(Self { path: path.to_owned(), spot: Location::Whole, source })
    }

    /// Reads it; `what` it is, in messages of the `configuration`, which stands in the folder.
    pub(super) fn read_from(&mut self, folder: &Path, what: &str, configuration: &str) -> Outcome<()> {
        let read = Self::read(&folder.join(&self.path)).map_err(|problem| {
            let message = format!("{what} cannot be used: {}", problem.message);
            let told = Diagnostic::error(Code::ConfigurationInvalid, message);
            Box::new(told.at(configuration, self.spot.clone()).help("fix the path"))
        })?;
        (self.path, self.source) = (read.path, read.source);
        Ok(())
    }
}
