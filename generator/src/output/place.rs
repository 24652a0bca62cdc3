//! The folder of a crate, and the names beside it that belong to a run.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// The folder itself. A link to it is followed, since a swap would put a folder in the link's place; `.` gets its name,
/// since a swap needs one.
pub(super) fn resolved(folder: &Path) -> PathBuf {
    if folder.file_name().is_some() && !folder.is_symlink() {
        return folder.to_owned();
    }
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

/// The folder that holds a folder or a file.
pub(super) fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// A name beside a folder that belongs to it: on the same file system, and hidden.
pub(super) fn beside(folder: &Path, what: &str) -> PathBuf {
    let mut name = OsString::from(".bindery-");
    name.push(folder.file_name().unwrap_or_default());
    name.push(".");
    name.push(what);
    parent(folder).join(name)
}

/// Returns `true` if anything is there, be it a link that leads nowhere.
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
