//! Writes and removes single files of a directory, without following links.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use super::error::at;
use super::paths::parent;
use bindery::internal::write_through;

/// The name of a new file before it replaces the old one in the same directory, which may be on a file system of its own.
/// A killed run leaves at most one, which the next run removes.
pub(super) const TEMPORARY: &str = ".bindery-new";

/// Writes to a directory, while no other run does.
pub(super) struct Writer<'a> {
    folder: &'a Path,
    /// Directories that exist and are not links.
    checked: BTreeSet<PathBuf>,
    _lock: Option<File>,
}

impl<'a> Writer<'a> {
    /// Creates the directory if necessary, and waits until no other run writes to it.
    pub(super) fn new(folder: &'a Path) -> io::Result<Self> {
        fs::create_dir(folder).or_else(|error| ignore(ErrorKind::AlreadyExists, error)).map_err(at(folder))?;
        Ok(Self { folder, checked: BTreeSet::from([folder.to_owned()]), _lock: lock(folder) })
    }

    /// Removes what killed runs left of files at these paths. Links are not followed.
    pub(super) fn clean_up<'p>(&self, paths: impl Iterator<Item = &'p str>) -> io::Result<()> {
        let folders = paths.map(|path| parent(&self.folder.join(path))).chain([self.folder.to_owned()]);
        for folder in folders.collect::<BTreeSet<_>>() {
            let mut inside = folder.ancestors().take_while(|above| *above != self.folder);
            if inside.all(|above| fs::symlink_metadata(above).is_ok_and(|found| found.is_dir())) {
                let left = folder.join(TEMPORARY);
                fs::remove_file(&left).or_else(|error| ignore(ErrorKind::NotFound, error)).map_err(at(&left))?;
            }
        }
        Ok(())
    }

    /// Creates or replaces a file in one step.
    pub(super) fn write(&mut self, path: &str, contents: &[u8]) -> io::Result<()> {
        let target = self.folder.join(path);
        let new = parent(&target).join(TEMPORARY);
        self.make_directory(&parent(&target))?;
        // Not synchronized to disk: after a power failure the hashes of the lock file reveal the damage, and the file
        // is regenerated.
        write_through(&new, &target, contents, None).map_err(at(&target))
    }

    /// Creates a directory and those above it. Anything else in its place is removed: a link may lead elsewhere.
    fn make_directory(&mut self, path: &Path) -> io::Result<()> {
        if self.checked.contains(path) {
            return Ok(());
        }
        self.make_directory(&parent(path))?;
        if let Ok(found) = fs::symlink_metadata(path)
            && !found.is_dir()
        {
            // On Windows, a link to a directory is removed like a directory.
            fs::remove_file(path).or_else(|_| fs::remove_dir(path)).map_err(at(path))?;
        }
        fs::create_dir(path).or_else(|error| ignore(ErrorKind::AlreadyExists, error)).map_err(at(path))?;
        self.checked.insert(path.to_owned());
        Ok(())
    }

    /// Removes a file, and the directories that are empty without it.
    pub(super) fn remove(&self, path: &str) -> io::Result<()> {
        let path = self.folder.join(path);
        fs::remove_file(&path).map_err(at(&path))?;
        let above = path.ancestors().skip(1).take_while(|above| *above != self.folder);
        // Only empty directories can be removed.
        above.take_while(|above| fs::remove_dir(above).is_ok()).for_each(drop);
        Ok(())
    }
}

/// Waits for other runs, and keeps them waiting until the file is closed. Not every system can lock a directory.
pub(super) fn lock(folder: &Path) -> Option<File> {
    let directory = File::open(folder).ok()?;
    directory.lock().ok()?;
    Some(directory)
}

fn ignore(kind: ErrorKind, error: io::Error) -> io::Result<()> {
    if error.kind() == kind { Ok(()) } else { Err(error) }
}
