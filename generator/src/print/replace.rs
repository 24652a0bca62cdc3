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
    write_through(&staged_path(path), path, contents, old).map(|()| true)
}

/// Writes a file that must not exist, so that no link is followed, and renames it.
///
/// # Errors
///
/// Returns an error if the file cannot be written or renamed. It is removed.
pub fn write_through(
    staged: &Path,
    path: &Path,
    contents: &[u8],
    permissions: Option<fs::Permissions>,
) -> io::Result<()> {
    let file = fs::OpenOptions::new().write(true).create_new(true).open(staged);
    let written = file.and_then(|mut file| {
        file.write_all(contents)?;
        permissions.map_or(Ok(()), |permissions| file.set_permissions(permissions))
    });
    written.and_then(|()| fs::rename(staged, path)).inspect_err(|_| {
        // The file may not exist; the first error is the one to report.
        let _ = fs::remove_file(staged);
    })
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
