//! Files of the user that a configuration names.

use std::path::{Path, PathBuf};

use crate::diagnostic::{Code, Diagnostic, Location, Result};
use crate::source::{Request, Source, SourceLocator, load};

/// A file next to the configuration.
#[derive(Clone, Debug)]
pub(super) struct UserFile {
    pub(super) path: PathBuf,
    /// The location in the configuration.
    location: Location,
    /// Its text, once it was read.
    pub(super) source: Option<Source>,
}

impl UserFile {
    /// Creates an unread file that is named at a location of the configuration.
    pub(super) fn new(path: &Path, location: Location) -> Self {
        Self { path: path.to_owned(), location, source: None }
    }

    /// Reads a file that no configuration names.
    pub(super) fn read(path: &Path) -> Result<Self> {
        let source = Some(load(&Request::new(SourceLocator::File(path.to_owned())))?.source);
        Ok(Self { path: path.to_owned(), location: Location::Whole, source })
    }

    /// Reads the file relative to a directory; `what` describes it in diagnostics of the `configuration`.
    pub(super) fn read_from(&mut self, folder: &Path, what: &str, configuration: &str) -> Result<()> {
        let read = Self::read(&folder.join(&self.path)).map_err(|problem| {
            let message = format!("cannot use {what}: {}", problem.message);
            let diagnostic = Diagnostic::error(Code::ConfigurationInvalid, message);
            Box::new(diagnostic.at(configuration, self.location.clone()).help("fix the path"))
        })?;
        (self.path, self.source) = (read.path, read.source);
        Ok(())
    }
}

/// One of the descriptions.
#[derive(Clone, Debug)]
pub(super) struct MergedDescription {
    /// The file or address as written.
    pub(super) label: String,
    /// The file, relative to the working directory, or the address.
    pub(super) description: String,
    pub(super) prefix: Option<String>,
    pub(super) corrections: Vec<UserFile>,
    /// The location in the configuration.
    pub(super) location: Location,
}

/// Returns `true` if a string is an address and not a path.
pub(super) fn is_address(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    lower.starts_with("http://") || lower.starts_with("https://")
}
