//! A tree against a folder.

use std::collections::BTreeMap;
use std::path::Path;
use std::{fs, io};

use super::ledger::{LEDGER, Ledger, sha256};
use super::tree::Tree;
use crate::diagnostic::{Code, Diagnostic};

/// What a file is, seen from both sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileState {
    /// It is as it would be written.
    Same,
    /// It is not there yet.
    New,
    /// It is as it was written, and would be written anew.
    Changed,
    /// It was written once, and is not made any more.
    Stale,
    /// It was written, and edited by hand since.
    Edited,
    /// It would be written, but stands there and is not Bindery's.
    Foreign,
}

/// The files of both sides.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The state of each file that is made or owned.
    pub files: BTreeMap<String, FileState>,
    /// Whether the folder is there.
    pub exists: bool,
    /// Files of a folder that Bindery never wrote to; empty if it did.
    pub strangers: Vec<String>,
}

impl Comparison {
    /// Compares a tree with what is in a folder.
    ///
    /// # Errors
    ///
    /// `output-unwritable` where the folder or its ledger cannot be read.
    pub fn of(tree: &Tree, folder: &Path) -> Result<Self, Box<Diagnostic>> {
        if !folder.exists() {
            let files = tree.iter().map(|(path, _)| (path.to_owned(), FileState::New)).collect();
            return Ok(Self { files, exists: false, strangers: Vec::new() });
        }
        let ledger = read_ledger(folder)?;
        let strangers = if ledger.is_some() { Vec::new() } else { strangers(folder)? };
        let owned = ledger.map(|ledger| ledger.files).unwrap_or_default();
        let mut files = BTreeMap::new();
        for (path, contents) in tree.iter() {
            files.insert(path.to_owned(), state(&folder.join(path), contents, owned.get(path), path == LEDGER));
        }
        for (path, hash) in owned.iter().filter(|(path, _)| tree.get(path).is_none()) {
            if let Ok(old) = fs::read(folder.join(path)) {
                let state = if sha256(&old) == *hash { FileState::Stale } else { FileState::Edited };
                files.insert(path.clone(), state);
            }
        }
        Ok(Self { files, exists: true, strangers })
    }

    /// The paths in a state.
    pub fn in_state(&self, state: FileState) -> impl Iterator<Item = &str> {
        self.files.iter().filter(move |(_, known)| **known == state).map(|(path, _)| path.as_str())
    }
}

fn state(path: &Path, contents: &[u8], owned: Option<&String>, ledger: bool) -> FileState {
    // What a link leads to is not ours, whatever is in it.
    let linked = fs::symlink_metadata(path).is_ok_and(|found| found.is_symlink());
    match fs::read(path) {
        Err(_) if !linked => FileState::New,
        Ok(old) if old == contents && !linked => FileState::Same,
        Ok(_) if ledger => FileState::Changed,
        Ok(old) if owned.is_some_and(|hash| sha256(&old) == *hash) && !linked => FileState::Changed,
        _ if owned.is_some() => FileState::Edited,
        _ => FileState::Foreign,
    }
}

fn read_ledger(folder: &Path) -> Result<Option<Ledger>, Box<Diagnostic>> {
    let path = folder.join(LEDGER);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(unreadable(&path, &error.to_string())),
    };
    Ledger::parse(&text).map(Some).map_err(|reason| {
        let message = format!("{} is damaged: {reason}", path.display());
        let help = "take the file back from version control, or delete it and generate with --force";
        Box::new(Diagnostic::error(Code::OutputEdited, message).help(help))
    })
}

/// Files that are neither cargo's nor hidden.
fn strangers(folder: &Path) -> Result<Vec<String>, Box<Diagnostic>> {
    let entries = fs::read_dir(folder).map_err(|error| unreadable(folder, &error.to_string()))?;
    let names = entries.filter_map(Result::ok).map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> =
        names.filter(|name| !name.starts_with('.') && name != "target" && name != "Cargo.lock").collect();
    names.sort();
    Ok(names)
}

fn unreadable(path: &Path, reason: &str) -> Box<Diagnostic> {
    let message = format!("{} cannot be read: {reason}", path.display());
    Box::new(
        Diagnostic::error(Code::OutputUnwritable, message).help("choose another folder with --out, or mend its rights"),
    )
}
