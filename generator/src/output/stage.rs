//! Stages the complete new directory next to the old one.
//!
//! Changed files are written; others are hard links, so that they keep their timestamps and take no space.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use super::error::{at, io_error};
use super::paths::{exists, parent};
use super::tree::{EXCLUDED_DIRECTORIES, Tree};

/// Fills the stage with the content of the new directory, except for directories that are moved as a whole.
pub(super) fn fill(stage: &Path, tree: &Tree, folder: &Path, report: &Report) -> io::Result<()> {
    for path in &report.written {
        let target = stage.join(path);
        fs::create_dir_all(parent(&target)).map_err(at(&target))?;
        // Not synchronized to disk: after a power failure the hashes of the lock file reveal the damage, and the file
        // is regenerated.
        fs::write(&target, tree.get(path).unwrap_or_default()).map_err(at(&target))?;
    }
    let removed = report.removed.iter().map(Path::new).collect();
    if folder.exists() {
        keep(folder, stage, Path::new(""), &removed)?;
    }
    check_whole(stage, tree, folder)
}

/// Checks that no file to be kept was removed meanwhile.
fn check_whole(stage: &Path, tree: &Tree, folder: &Path) -> io::Result<()> {
    match tree.iter().find(|(path, _)| !exists(&stage.join(path))) {
        Some((path, _)) => Err(io_error(io::ErrorKind::NotFound, &folder.join(path), "was removed in the meantime")),
        None => Ok(()),
    }
}

/// Links files of the directory that are neither written nor removed into the stage.
fn keep(folder: &Path, stage: &Path, below: &Path, removed: &BTreeSet<&Path>) -> io::Result<()> {
    let here = folder.join(below);
    let permissions = fs::metadata(&here).map_err(at(&here))?.permissions();
    if cfg!(unix) && permissions.readonly() {
        // The new directory could be created anyway, but the old one could not be removed.
        return Err(io_error(io::ErrorKind::PermissionDenied, &here, "is read-only"));
    }
    for entry in fs::read_dir(&here).map_err(at(&here))? {
        let entry = entry.map_err(at(&here))?;
        let path = below.join(entry.file_name());
        let (from, to) = (folder.join(&path), stage.join(&path));
        let kind = entry.file_type().map_err(at(&from))?;
        let moved = EXCLUDED_DIRECTORIES.iter().any(|name| path == Path::new(name));
        if kind.is_dir() && !moved {
            keep_folder(folder, stage, &path, removed)?;
        } else if !moved && !removed.contains(path.as_path()) && !exists(&to) {
            link(&from, &to, kind.is_symlink()).map_err(at(&from))?;
        }
    }
    fs::set_permissions(stage.join(below), permissions).map_err(at(&here))
}

fn keep_folder(folder: &Path, stage: &Path, path: &Path, removed: &BTreeSet<&Path>) -> io::Result<()> {
    let (from, to) = (folder.join(path), stage.join(path));
    if exists(&to) && !to.is_dir() {
        return Err(io_error(io::ErrorKind::AlreadyExists, &from, "is a directory in place of a file"));
    }
    fs::create_dir_all(&to).map_err(at(&to))?;
    keep(folder, stage, path, removed)?;
    // A directory that contained only removed files is removed; one that was empty before stays.
    if is_empty(&to)? && !is_empty(&from)? {
        fs::remove_dir(&to).map_err(at(&to))?;
    }
    Ok(())
}

fn is_empty(folder: &Path) -> io::Result<bool> {
    Ok(fs::read_dir(folder).map_err(at(folder))?.next().is_none())
}

fn link(from: &Path, to: &Path, symbolic: bool) -> io::Result<()> {
    if symbolic {
        return copy_link(from, to);
    }
    // Not every file system has hard links.
    fs::hard_link(from, to).or_else(|_| {
        fs::copy(from, to)?;
        let modified = fs::metadata(from)?.modified()?;
        fs::File::options().read(true).write(cfg!(windows)).open(to)?.set_modified(modified)
    })
}

#[cfg(unix)]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(fs::read_link(from)?, to)
}

#[cfg(not(unix))]
fn copy_link(from: &Path, to: &Path) -> io::Result<()> {
    fs::copy(from, to).map(|_| ())
}

/// The effects of a commit, or of a planned one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    /// The files that were written.
    pub written: Vec<String>,
    /// The files that were removed.
    pub removed: Vec<String>,
    /// Number of files that were unchanged, and keep their timestamps.
    pub unchanged: usize,
}

impl Report {
    /// Returns `true` if nothing had to be done.
    #[must_use]
    pub fn is_unchanged(&self) -> bool {
        self.written.is_empty() && self.removed.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::{fill, link};
    use crate::output::{Report, Tree};

    #[test]
    fn removed_files_are_reported() {
        let place = tempfile::tempdir().unwrap();
        let (folder, stage) = (place.path().join("crate"), place.path().join("stage"));
        let mut tree = Tree::new();
        tree.insert("src/a.rs", "a").unwrap();
        tree.insert("src/b.rs", "b").unwrap();
        fs::create_dir_all(folder.join("src")).unwrap();
        fs::create_dir(&stage).unwrap();
        let report = Report { written: vec!["src/a.rs".to_owned()], unchanged: 1, ..Report::default() };
        let error = fill(&stage, &tree, &folder, &report).unwrap_err();
        assert_eq!(error.to_string(), format!("{} was removed in the meantime", folder.join("src/b.rs").display()));
        fs::write(folder.join("src/b.rs"), "b").unwrap();
        fill(&stage, &tree, &folder, &report).unwrap();
        assert_eq!(fs::read(stage.join("src/b.rs")).unwrap(), b"b");
    }

    #[test]
    fn unlisted_files_cannot_be_linked() {
        let place = tempfile::tempdir().unwrap();
        let error = link(Path::new("no/such"), &place.path().join("to"), false).unwrap_err();
        assert_eq!(error.kind(), std::io::ErrorKind::NotFound);
    }
}
