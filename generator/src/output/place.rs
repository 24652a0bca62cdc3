//! The directory of a crate, and the temporary names next to it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// Returns the resolved directory. A link is followed, since a swap would replace the link itself; `.` is replaced by
/// its name, since a swap needs one.
pub(super) fn resolved(folder: &Path) -> PathBuf {
    if folder.file_name().is_some() && !folder.is_symlink() {
        return folder.to_owned();
    }
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

/// Returns the parent directory of a directory or a file.
pub(super) fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Returns a hidden name next to a directory, on the same file system.
pub(super) fn beside(folder: &Path, what: &str) -> PathBuf {
    let mut name = OsString::from(".bindery-");
    name.push(folder.file_name().unwrap_or_default());
    name.push(".");
    name.push(what);
    parent(folder).join(name)
}

/// Returns `true` if anything exists, including a dangling link.
pub(super) fn is_there(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{beside, resolved};

    #[test]
    fn folders_have_names() {
        assert_eq!(beside(Path::new("a/b"), "stage"), Path::new("a/.bindery-b.stage"));
        assert_eq!(beside(Path::new("b"), "stage"), Path::new("./.bindery-b.stage"));
        assert_eq!(resolved(Path::new("no/such")), Path::new("no/such"));
        assert_eq!(resolved(Path::new(".")), std::env::current_dir().unwrap().canonicalize().unwrap());
    }
}
