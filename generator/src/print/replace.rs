//! Replaces one file atomically.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::{fs, process};

/// Writes a file unless it is unchanged. A killed run leaves either the old file or the new one. Returns `true` if the
/// content changed.
///
/// # Errors
///
/// Returns an error if the file or a temporary file next to it cannot be written.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<bool> {
    if path.is_file() && fs::read(path).is_ok_and(|old| old == contents) {
        return Ok(false);
    }
    // A link is followed to the actual file.
    let path = &path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let old = fs::metadata(path).ok().map(|old| old.permissions());
    if old.as_ref().is_some_and(fs::Permissions::readonly) {
        return Err(io::Error::new(io::ErrorKind::PermissionDenied, "the file is read-only"));
    }
    let staged = staged_path(path);
    let written = write_new(&staged, contents, old).and_then(|()| fs::rename(&staged, path));
    if written.is_err() {
        // The file may not exist; the first error is the one to report.
        let _ = fs::remove_file(&staged);
    }
    written.map(|()| true)
}

/// Returns a path next to a file that no other call of this run uses. A killed run with the same process ID may have
/// left a file there.
fn staged_path(path: &Path) -> PathBuf {
    static CALLS: AtomicUsize = AtomicUsize::new(0);
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let staged = path.with_file_name(format!(".{name}.{}-{call}", process::id()));
    if staged.symlink_metadata().is_ok() { staged_path(path) } else { staged }
}

/// Writes a file that must not exist, so that no link is followed.
fn write_new(path: &Path, contents: &[u8], permissions: Option<fs::Permissions>) -> io::Result<()> {
    let mut file = fs::OpenOptions::new().write(true).create_new(true).open(path)?;
    file.write_all(contents)?;
    permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))
}
