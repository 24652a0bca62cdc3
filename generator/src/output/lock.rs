//! Prevents two runs from writing to the same directory.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::error::{at, io_error};
use super::paths::{exists, hidden_sibling};

/// Blocks other runs until it is dropped.
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is only a handle for the lock; if it stays, the next run reuses it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns `true` if a run has the lock, or was killed when it had it.
pub(super) fn is_lock_present(folder: &Path) -> bool {
    exists(&hidden_sibling(folder, "lock"))
}

/// Locks a directory. Returns `None` if another run holds the lock.
pub(super) fn lock(folder: &Path) -> io::Result<Option<Lock>> {
    let path = hidden_sibling(folder, "lock");
    // Opening a link would create or lock a file elsewhere, and opening a named pipe would block.
    if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
        return Err(io_error(io::ErrorKind::AlreadyExists, &path, "is not a regular file; remove it"));
    }
    loop {
        // Not truncated: the file may belong to somebody else.
        let file = File::options().write(true).create(true).truncate(false).open(&path).map_err(at(&path))?;
        match file.try_lock() {
            Ok(()) if is_at(&file, &path) => return Ok(Some(Lock { path, _file: file })),
            // The run that had the lock ended in between, and took the file with it.
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Ok(None),
            // Not every file system has locks.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(Some(Lock { path, _file: file }));
            }
            Err(TryLockError::Error(error)) => return Err(at(&path)(error)),
        }
    }
}

/// Returns `true` if the path still names the file: a lock on a removed file blocks nobody.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |found: io::Result<fs::Metadata>| found.map(|found| (found.dev(), found.ino())).ok();
    id(file.metadata()) == id(fs::metadata(path))
}

#[cfg(not(unix))]
fn is_at(_file: &File, _path: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::lock;

    #[cfg(unix)]
    #[test]
    fn irregular_lock_files_are_rejected() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        let pipe = crate::output::paths::hidden_sibling(&folder, "lock");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(lock(&folder).is_err());
        fs::remove_file(&pipe).unwrap();
        std::os::unix::fs::symlink(place.path().join("elsewhere"), &pipe).unwrap();
        assert!(lock(&folder).is_err());
    }

    #[test]
    fn runs_exclude_each_other() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        let first = lock(&folder).unwrap().unwrap();
        assert!(lock(&folder).unwrap().is_none());
        assert!(lock(&place.path().join("other")).unwrap().is_some());
        drop(first);
        assert!(lock(&folder).unwrap().is_some());
        assert_eq!(fs::read_dir(place.path()).unwrap().count(), 0);
    }
}
