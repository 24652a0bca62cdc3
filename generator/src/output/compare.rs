//! Compares a tree with a directory.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use super::error::unreadable;
use super::lock_file::{LOCK_FILE, LockFile};
use super::paths::{FileEntry, read_entry};
use super::tree::{EXCLUDED_DIRECTORIES, Tree};
use super::write::TEMPORARY;
use crate::diagnostic::Result;
use crate::digest::sha256;

/// The state of a file in the directory relative to the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// The file is unchanged.
    Same,
    /// The file does not exist yet.
    New,
    /// The file is unmodified, or shared with the user, and would be written again.
    Changed,
    /// The file was written once, and is not generated any longer.
    Stale,
    /// The file was edited by hand after it was written.
    Edited,
    /// The file would be written, but the existing one was not written by Bindery.
    Foreign,
}

/// The files of both sides.
#[derive(Clone, Debug, Default)]
pub struct OutputComparison {
    /// The state of each file that is generated or owned.
    pub files: BTreeMap<String, FileState>,
    /// `true` if the directory exists.
    pub exists: bool,
    /// Files of a directory that Bindery never wrote to; empty if it did.
    pub foreign_files: Vec<String>,
}

impl OutputComparison {
    /// Compares a tree with the content of a directory.
    ///
    /// # Errors
    ///
    /// `output-unwritable` if the directory, a file or the lock file cannot be read, `output-edited` if the lock file
    /// is damaged.
    pub fn new(tree: &Tree, folder: &Path) -> Result<Self> {
        if !folder.exists() {
            let files = tree.iter().map(|(path, _)| (path.to_owned(), FileState::New)).collect();
            return Ok(Self { files, exists: false, foreign_files: Vec::new() });
        }
        let lock_file = LockFile::read(folder)?;
        let foreign_files = if lock_file.is_some() { Vec::new() } else { foreign_files(tree, folder)? };
        let mut owned = lock_file.map(|lock_file| lock_file.files).unwrap_or_default();
        let mut files = BTreeMap::new();
        for (path, contents) in tree.iter() {
            let hash = owned.remove(path);
            let found = read_entry(folder, path)?;
            let state = if tree.is_amended(path) {
                amended(&found, contents)
            } else {
                emitted_state(found, contents, hash.as_deref(), path == LOCK_FILE)
            };
            files.insert(path.to_owned(), state);
        }
        for (path, hash) in owned {
            if let Some(state) = stale_state(read_entry(folder, &path)?, &hash) {
                files.insert(path, state);
            }
        }
        Ok(Self { files, exists: true, foreign_files })
    }

    /// Returns the paths in a state.
    pub fn in_state(&self, state: FileState) -> impl Iterator<Item = &str> {
        self.files.iter().filter(move |(_, known)| **known == state).map(|(path, _)| path.as_str())
    }
}

/// Returns the files of a crate that do not match its lock file: edited or missing.
///
/// # Errors
///
/// `output-unwritable` if a file cannot be read.
pub fn modified(folder: &Path, lock_file: &LockFile) -> Result<BTreeMap<String, FileState>> {
    let mut modified = BTreeMap::new();
    for (path, hash) in &lock_file.files {
        let state = match read_entry(folder, path)? {
            FileEntry::File(contents) if sha256(&contents) == *hash => continue,
            FileEntry::Nothing => FileState::New,
            FileEntry::File(_) | FileEntry::Other => FileState::Edited,
        };
        modified.insert(path.clone(), state);
    }
    Ok(modified)
}

/// Returns the state of a generated file. The lock file lists all of them except itself.
fn emitted_state(found: FileEntry, contents: &[u8], hash: Option<&str>, is_lock_file: bool) -> FileState {
    match found {
        FileEntry::Nothing => FileState::New,
        FileEntry::File(old) if old == contents => FileState::Same,
        FileEntry::File(_) if is_lock_file => FileState::Changed,
        FileEntry::File(old) if hash.is_some_and(|hash| sha256(&old) == hash) => FileState::Changed,
        _ if hash.is_some() || is_lock_file => FileState::Edited,
        _ => FileState::Foreign,
    }
}

/// Returns the state of a file that is shared with the user. A link or a directory in its place belongs to the user.
fn amended(found: &FileEntry, contents: &[u8]) -> FileState {
    match found {
        FileEntry::Nothing => FileState::New,
        FileEntry::File(old) if old == contents => FileState::Same,
        FileEntry::File(_) => FileState::Changed,
        FileEntry::Other => FileState::Foreign,
    }
}

/// Returns the state of a file that is not generated any longer. Anything in its place belongs to the user.
fn stale_state(found: FileEntry, hash: &str) -> Option<FileState> {
    match found {
        FileEntry::File(old) if sha256(&old) == hash => Some(FileState::Stale),
        FileEntry::File(_) => Some(FileState::Edited),
        FileEntry::Nothing | FileEntry::Other => None,
    }
}

/// Hidden files of version control and editors. Any other hidden file, such as those of a home directory, means that
/// the directory is in use.
const TOOL_FILES: [&str; 10] = [
    ".DS_Store",
    ".editorconfig",
    ".gitattributes",
    ".github",
    ".gitignore",
    ".gitkeep",
    ".gitlab-ci.yml",
    ".hg",
    ".idea",
    ".jj",
];

/// Returns files that belong neither to cargo nor to tools, and would not be amended. Files that a killed run left are
/// not foreign.
fn foreign_files(tree: &Tree, folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
        let entry = entry.map_err(|error| unreadable(folder, &error))?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let known = ["Cargo.lock", TEMPORARY].contains(&name.as_str())
            || EXCLUDED_DIRECTORIES.contains(&name.as_str())
            || TOOL_FILES.contains(&name.as_str())
            || tree.is_amended(&name);
        let path = entry.path();
        if !known && !is_ours(tree, &path, &name).map_err(|error| unreadable(&path, &error))? {
            names.push(name);
        }
    }
    names.sort();
    Ok(names)
}

/// Returns `true` if a file is as it would be written, or if all files of a directory are.
fn is_ours(tree: &Tree, path: &Path, name: &str) -> io::Result<bool> {
    let kind = fs::symlink_metadata(path)?;
    if !kind.is_dir() {
        return Ok(kind.is_file() && tree.get(name).is_some_and(|ours| fs::read(path).is_ok_and(|there| there == ours)));
    }
    for entry in fs::read_dir(path)? {
        let entry = entry?;
        if !is_ours(tree, &entry.path(), &format!("{name}/{}", entry.file_name().to_string_lossy()))? {
            return Ok(false);
        }
    }
    Ok(true)
}
