//! One file that is written as a whole.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Writes a file unless it is the same already; a run that is killed leaves the old one or the new one. Gives whether it was
/// another one.
///
/// # Errors
///
/// Where the file or one beside it cannot be written.
pub fn replace(path: &Path, contents: &[u8]) -> io::Result<bool> {
    if fs::read(path).is_ok_and(|old| old == contents) {
        return Ok(false);
    }
    let folder = path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."));
    let mut staged = tempfile::NamedTempFile::new_in(folder)?;
    staged.write_all(contents)?;
    if let Ok(old) = fs::metadata(path) {
        staged.as_file().set_permissions(old.permissions())?;
    }
    staged.persist(path)?;
    Ok(true)
}
