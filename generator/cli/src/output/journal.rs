//! The journal of a run that writes to a directory, so that the files of a killed run are not taken for edited ones.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::lock_file::{LOCK_FILE, LockFile};
use super::paths::{FileEntry, read_entry};
use super::tree::{Tree, is_valid_path};
use bindery::internal::diagnostic::Result;
use bindery::internal::digest::sha256;

/// The name of the journal, which exists only while a run writes, and after one was killed.
pub(super) const JOURNAL: &str = ".bindery.lock.bindery-new";

/// The files and manifest values that Bindery wrote to a directory: those of the lock file, and those that runs since then
/// have begun to write.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Journal {
    /// The SHA-256 of the possible contents of each file.
    pub(super) files: BTreeMap<String, BTreeSet<String>>,
    /// The possible values of the manifest, by JSON pointer.
    manifest: BTreeMap<String, BTreeSet<String>>,
}

impl Journal {
    /// Reads the journal that killed runs left in a directory. One that is damaged is not used.
    ///
    /// # Errors
    ///
    /// `output-unwritable` if it cannot be read.
    pub fn read(folder: &Path) -> Result<Self> {
        let FileEntry::File(bytes) = read_entry(folder, JOURNAL)? else { return Ok(Self::default()) };
        let journal: Self = serde_json::from_slice(&bytes).unwrap_or_default();
        let is_valid = journal.files.keys().all(|path| is_valid_path(path));
        Ok(if is_valid { journal } else { Self::default() })
    }

    /// Adds what a lock file records.
    #[must_use]
    pub fn with(mut self, lock_file: &LockFile) -> Self {
        let LockFile { files, manifest, .. } = lock_file;
        for (own, added) in [(&mut self.files, files), (&mut self.manifest, manifest)] {
            for (key, value) in added {
                own.entry(key.clone()).or_default().insert(value.clone());
            }
        }
        self
    }

    /// Returns `true` if Bindery wrote this content of a file.
    #[must_use]
    pub fn has_written(&self, path: &str, contents: &[u8]) -> bool {
        self.files.get(path).is_some_and(|hashes| hashes.contains(&sha256(contents)))
    }

    /// Returns `true` if Bindery wrote this value of the manifest.
    #[must_use]
    pub fn has_value(&self, pointer: &str, value: &str) -> bool {
        self.manifest.get(pointer).is_some_and(|values| values.contains(value))
    }

    /// Renders the journal of a run that is about to write a tree.
    pub(super) fn for_tree(self, tree: &Tree) -> Vec<u8> {
        let text = tree.get(LOCK_FILE).map(String::from_utf8_lossy).unwrap_or_default();
        let journal = LockFile::parse(&text).map(|lock_file| self.clone().with(&lock_file)).unwrap_or(self);
        serde_json::to_vec(&journal).unwrap_or_default()
    }
}
