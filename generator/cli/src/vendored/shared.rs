//! The crate with the support code that several clients share, and its path from each of them.

use std::path::{Path, PathBuf};

use super::Surroundings;
use super::assemble::with_lock_file;
use crate::output::{LockFile, PackageRecord, Tree};
use bindery::internal::canonical_path::canonical_path;
use bindery::internal::config::{Config, RuntimeCrate};
use bindery::internal::diagnostic::Result;
use bindery::internal::emit::runtime_package;
use bindery::internal::ir::RUNTIME_VERSION;

/// A crate that several clients share, in memory.
#[derive(Clone, Debug)]
pub struct SharedCrate {
    /// Its directory.
    pub folder: PathBuf,
    /// Its files and its lock file.
    pub tree: Tree,
}

impl SharedCrate {
    /// Returns the directories of the crates that these clients share, without duplicates.
    ///
    /// # Errors
    ///
    /// `configuration-invalid` if one has the name of another crate.
    pub fn folders<'c>(clients: impl IntoIterator<Item = &'c Config>) -> Result<Vec<PathBuf>> {
        let mut all: Vec<PathBuf> = Vec::new();
        for config in clients {
            let RuntimeCrate::Generated(folder) = config.runtime() else { continue };
            config.check_runtime(config.name.as_deref().unwrap_or_default())?;
            if !all.iter().any(|known| canonical_path(known) == canonical_path(folder)) {
                all.push(folder.clone());
            }
        }
        Ok(all)
    }

    /// Generates the crate in a directory.
    ///
    /// # Errors
    ///
    /// Returns an error if the existing one cannot be read.
    pub fn new(folder: &Path) -> Result<Self> {
        let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let surroundings = Surroundings::read(folder, LockFile::read(folder)?.as_ref(), false)?;
        let texts = runtime_package(&name, None, Some("false"));
        let version = RUNTIME_VERSION.to_owned();
        let package = PackageRecord { name, version, ..PackageRecord::default() };
        let lock_file = LockFile { package, ..LockFile::default() };
        Ok(Self { folder: folder.to_owned(), tree: with_lock_file(lock_file, texts, &surroundings)? })
    }
}
