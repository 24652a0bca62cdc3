//! Keeping two runs from writing to one folder at once.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

use super::failure::{at, io_error};
use super::place::{beside, is_there};

/// Holds off other runs until it is dropped.
pub(super) struct Lock {
    path: PathBuf,
    _file: File,
}

impl Drop for Lock {
    fn drop(&mut self) {
        // The file is only a handle for the lock; should it stay, the next run takes it.
        let _ = fs::remove_file(&self.path);
    }
}

/// Returns `true` if a run has the lock, or was killed when it had it.
pub(super) fn is_left(folder: &Path) -> bool {
    is_there(&beside(folder, "lock"))
}

/// Takes the lock of a folder; `None` where another run has it.
pub(super) fn lock(folder: &Path) -> io::Result<Option<Lock>> {
    let path = beside(folder, "lock");
    // To open a link would make or lock a file somewhere else, and to open a named pipe would wait for its reader.
    if fs::symlink_metadata(&path).is_ok_and(|found| !found.is_file()) {
        return Err(io_error(io::ErrorKind::AlreadyExists, &path, "is not a file: remove it"));
    }
    loop {
        // Not emptied: somebody else may have put a file here.
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

/// Returns `true` if the path still leads to the file: a lock on a file that was removed holds nobody off.
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
    fn a_lock_that_is_not_a_file_is_refused() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("crate");
        let pipe = crate::output::place::beside(&folder, "lock");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert!(lock(&folder).is_err());
        fs::remove_file(&pipe).unwrap();
        std::os::unix::fs::symlink(place.path().join("elsewhere"), &pipe).unwrap();
        assert!(lock(&folder).is_err());
    }

    #[test]
    fn one_run_at_a_time() {
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
