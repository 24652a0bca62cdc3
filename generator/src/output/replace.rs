//! Replaces one file atomically.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

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
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut staged = readable().tempfile_in(folder)?;
    staged.write_all(contents)?;
    if let Some(old) = old {
        staged.as_file().set_permissions(old)?;
    }
    staged.persist(path)?;
    Ok(true)
}

/// Creates temporary files with the user's default permissions: by default they are readable by the owner only.
fn readable() -> tempfile::Builder<'static, 'static> {
    #[cfg_attr(not(unix), expect(unused_mut, reason = "only Unix has file modes"))]
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    builder
}
