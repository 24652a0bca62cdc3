//! The entries of a directory.

use std::path::{Path, PathBuf};
use std::{fs, io};

use super::error::unreadable;
use bindery::internal::diagnostic::Result;

/// Returns the parent directory of a directory or a file.
pub(super) fn parent(path: &Path) -> PathBuf {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// Returns `true` if anything exists, including a dangling link.
pub(super) fn exists(path: &Path) -> bool {
    path.symlink_metadata().is_ok()
}

/// The entry at a path.
pub(super) enum FileEntry {
    Nothing,
    File(Vec<u8>),
    /// A link anywhere on the path, a directory in place of a file, or the other way round. The target of a link is
    /// never ours.
    Other,
}

/// Reads the entry at a path below a directory, without following links.
pub(super) fn read_entry(folder: &Path, path: &str) -> Result<FileEntry> {
    let mut at = folder.to_owned();
    let mut components = path.split('/').peekable();
    while let Some(component) = components.next() {
        at.push(component);
        let kind = match fs::symlink_metadata(&at) {
            Ok(found) => found.file_type(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(FileEntry::Nothing),
            Err(error) => return Err(unreadable(&at, &error)),
        };
        match components.peek() {
            Some(_) if kind.is_dir() => {}
            None if kind.is_file() => return read(&at),
            _ => return Ok(FileEntry::Other),
        }
    }
    Ok(FileEntry::Nothing)
}

/// Reads a file that existed a moment ago; one that vanished meanwhile counts as missing.
pub(super) fn read(path: &Path) -> Result<FileEntry> {
    match fs::read(path) {
        Ok(contents) => Ok(FileEntry::File(contents)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(FileEntry::Nothing),
        Err(error) => Err(unreadable(path, &error)),
    }
}
