//! Compares a tree with a directory.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use super::error::unreadable;
use super::journal::{JOURNAL, Journal};
use super::lock_file::{LOCK_FILE, LockFile};
use super::paths::{FileEntry, read_entry};
use super::tree::{EXCLUDED_DIRECTORIES, Tree};
use super::write::TEMPORARY;
use bindery::internal::diagnostic::Result;
use bindery::internal::digest::sha256;

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
        let (lock_file, killed) = (LockFile::read(folder)?, Journal::read(folder)?);
        let foreign_files =
            if lock_file.is_some() { Vec::new() } else { Foreign { tree, killed: &killed }.files(folder)? };
        let owned = lock_file.iter().fold(killed, Journal::with);
        let mut files = BTreeMap::new();
        for (path, contents) in tree.iter() {
            let found = read_entry(folder, path)?;
            let state = if tree.is_amended(path) {
                amended(&found, contents)
            } else {
                emitted_state(found, contents, path, &owned)
            };
            files.insert(path.to_owned(), state);
        }
        for path in owned.files.keys().filter(|path| tree.get(path).is_none()) {
            if let Some(state) = stale_state(read_entry(folder, path)?, path, &owned) {
                files.insert(path.clone(), state);
            }
        }
        Ok(Self { files, exists: true, foreign_files })
    }

    /// Returns the paths in a state.
    pub fn in_state(&self, state: FileState) -> impl Iterator<Item = &str> {
        self.files.iter().filter(move |(_, known)| **known == state).map(|(path, _)| path.as_str())
    }
}

/// Returns the files of a crate that do not match its lock file: edited, missing, or changed by a killed run.
///
/// # Errors
///
/// `output-unwritable` if a file cannot be read.
pub fn modified(folder: &Path, lock_file: &LockFile) -> Result<BTreeMap<String, FileState>> {
    let mut modified = BTreeMap::new();
    let killed = Journal::read(folder)?;
    for (path, hash) in &lock_file.files {
        let state = match read_entry(folder, path)? {
            FileEntry::File(contents) if sha256(&contents) == *hash => continue,
            FileEntry::File(contents) if killed.has_written(path, &contents) => FileState::Changed,
            FileEntry::Nothing => FileState::New,
            FileEntry::File(_) | FileEntry::Other => FileState::Edited,
        };
        modified.insert(path.clone(), state);
    }
    Ok(modified)
}

/// Returns the state of a generated file. The lock file lists all of them except itself.
fn emitted_state(found: FileEntry, contents: &[u8], path: &str, owned: &Journal) -> FileState {
    match found {
        FileEntry::Nothing => FileState::New,
        FileEntry::File(old) if old == contents => FileState::Same,
        FileEntry::File(_) if path == LOCK_FILE => FileState::Changed,
        FileEntry::File(old) if owned.has_written(path, &old) => FileState::Changed,
        _ if owned.files.contains_key(path) || path == LOCK_FILE => FileState::Edited,
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
fn stale_state(found: FileEntry, path: &str, owned: &Journal) -> Option<FileState> {
    match found {
        FileEntry::File(old) if owned.has_written(path, &old) => Some(FileState::Stale),
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

/// Finds files that Bindery did not write in a directory without a lock file.
struct Foreign<'t> {
    tree: &'t Tree,
    /// The files of a killed run.
    killed: &'t Journal,
}

impl Foreign<'_> {
    /// Returns files that belong neither to cargo nor to tools, and would not be amended. Files that a killed run left are
    /// not foreign.
    fn files(&self, folder: &Path) -> Result<Vec<String>> {
        let mut names = Vec::new();
        for entry in fs::read_dir(folder).map_err(|error| unreadable(folder, &error))? {
            let entry = entry.map_err(|error| unreadable(folder, &error))?;
            let name = entry.file_name().to_string_lossy().into_owned();
            let known = name == "Cargo.lock"
                || EXCLUDED_DIRECTORIES.contains(&name.as_str())
                || TOOL_FILES.contains(&name.as_str())
                || self.tree.is_amended(&name);
            let path = entry.path();
            if !known && !self.is_ours(&path, &name).map_err(|error| unreadable(&path, &error))? {
                names.push(name);
            }
        }
        names.sort();
        Ok(names)
    }

    /// Returns `true` if a file is as it would be written or as a killed run wrote it, or if all files of a directory are.
    fn is_ours(&self, path: &Path, name: &str) -> io::Result<bool> {
        if [TEMPORARY, JOURNAL].iter().any(|own| path.ends_with(own)) {
            return Ok(true);
        }
        let kind = fs::symlink_metadata(path)?;
        if !kind.is_dir() {
            let is_ours = |there: &[u8]| {
                self.tree.get(name).is_some_and(|ours| there == ours) || self.killed.has_written(name, there)
            };
            return Ok(kind.is_file() && fs::read(path).is_ok_and(|there| is_ours(&there)));
        }
        for entry in fs::read_dir(path)? {
            let entry = entry?;
            if !self.is_ours(&entry.path(), &format!("{name}/{}", entry.file_name().to_string_lossy()))? {
                return Ok(false);
            }
        }
        Ok(true)
    }
}
