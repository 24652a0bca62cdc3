//! An upgrade of a client: its crate before and after, and the changed items.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use super::items::{ChangedItem, changed_items};
use super::overlay::Files;
use super::packages::Client;
use crate::changes::Changes;
use crate::output::LOCK_FILE;
use crate::vendored::{Session, crate_files};
use bindery::internal::Emission;
use bindery::internal::canonical_path::canonical_path;
use bindery::internal::diagnostic::Result;

/// An upgrade of a vendored client.
pub(crate) struct ClientUpgrade {
    name: String,
    pub(super) folder: PathBuf,
    is_module: bool,
    /// The files that Bindery wrote.
    written: BTreeSet<String>,
    old: BTreeMap<String, Vec<u8>>,
    new: BTreeMap<String, Vec<u8>>,
    pub(crate) items: Vec<ChangedItem>,
}

/// A version of the client.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Side {
    /// The old one, with the changed items marked as deprecated.
    Old,
    /// The new one.
    New,
}

impl ClientUpgrade {
    /// Creates the files of both versions.
    pub(crate) fn new(session: &Session, before: &Emission, after: &Emission, changes: &Changes) -> Result<Self> {
        let items = changed_items(changes);
        let (vendored, surroundings) = (session.vendored()?, session.surroundings()?);
        let files = |texts: Vec<(String, String)>| -> Result<BTreeMap<String, Vec<u8>>> {
            let tree = crate_files(texts, &surroundings)?;
            Ok(tree.iter().map(|(path, contents)| (path.to_owned(), contents.to_vec())).collect())
        };
        Ok(Self {
            name: before.crate_name().to_owned(),
            folder: canonical_path(&vendored.folder),
            is_module: vendored.lock_file.package.module,
            written: vendored.lock_file.files.keys().cloned().collect(),
            old: files(before.marked_texts(items.iter().map(|changed| changed.key.path())))?,
            new: files(after.texts().collect())?,
            items,
        })
    }

    pub(super) fn client(&self) -> Client<'_> {
        Client { name: &self.name, folder: &self.folder, is_module: self.is_module }
    }

    /// Returns the files of a version by their original paths. Files of the other version are removed.
    pub(super) fn files(&self, side: Side) -> Files {
        let files = match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        };
        let removed = self.written.iter().chain(self.old.keys()).chain(self.new.keys()).map(|path| (path, None));
        let present = files.iter().map(|(path, contents)| (path, Some(contents.clone())));
        let all: BTreeMap<&String, Option<Vec<u8>>> = removed.chain(present).collect();
        let all = all.into_iter().filter(|(path, _)| *path != LOCK_FILE);
        all.map(|(path, contents)| (self.folder.join(Path::new(path)), contents)).collect()
    }

    /// Returns `true` if a file is part of the client.
    pub(super) fn contains(&self, file: &Path) -> bool {
        file.starts_with(&self.folder)
    }
}
