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
pub(super) fn hidden_sibling(folder: &Path, what: &str) -> PathBuf {
    let mut name = OsString::from(".bindery-");
    name.push(folder.file_name().unwrap_or_default());
    name.push(".");
    name.push(what);
    parent(folder).join(name)
}

/// Returns `true` if anything exists, including a dangling link.
pub(super) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{hidden_sibling, resolved};

    #[test]
    fn hidden_names_are_next_to_the_directory() {
        assert_eq!(hidden_sibling(Path::new("a/b"), "stage"), Path::new("a/.bindery-b.stage"));
        assert_eq!(hidden_sibling(Path::new("b"), "stage"), Path::new("./.bindery-b.stage"));
        assert_eq!(resolved(Path::new("no/such")), Path::new("no/such"));
        assert_eq!(resolved(Path::new(".")), std::env::current_dir().unwrap().canonicalize().unwrap());
    }
}
