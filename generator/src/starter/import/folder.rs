//! Reads the files of another generator. They are untrusted: their sizes and their number are limited, and links are
//! not followed.

use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::diagnostic::{Code, Diagnostic, Location, Result};
use crate::document::parse;
use crate::source::Source;

/// Maximum size of a file, in bytes. The largest known configuration has 0.4 MB.
const MAX_FILE_SIZE: u64 = 2 << 20;
/// Maximum number of Rust files that are read.
const MAX_SOURCES: usize = 400;
/// Maximum nesting of the directories of Rust files.
const MAX_DEPTH: usize = 8;

/// A directory with the files of another generator.
#[derive(Debug)]
pub(super) struct Folder {
    pub(super) path: PathBuf,
}

/// A text file, and its path as shown to the user.
#[derive(Clone, Debug)]
pub(super) struct TextFile {
    pub(super) path: PathBuf,
    pub(super) text: String,
}

impl TextFile {
    /// Returns the path as shown to the user.
    pub(super) fn display_path(&self) -> String {
        self.path.display().to_string()
    }

    /// Parses JSON or YAML.
    pub(super) fn value(&self) -> Result<Value> {
        parse(&Source::new(self.display_path(), self.text.as_str())).map(|(value, _)| value)
    }

    /// Returns the error for text that is not valid in the format of the file.
    pub(super) fn invalid(&self, error: &dyn std::fmt::Display) -> Box<Diagnostic> {
        problem(&self.path, &format!("cannot read the settings: {error}"), "fix the file, or pass another one")
    }
}

impl Folder {
    /// Reads a file of the directory, or returns `None` if it is not a regular file.
    pub(super) fn read(&self, name: &str) -> Result<Option<TextFile>> {
        read(&self.path.join(name))
    }

    /// Returns `true` if the directory contains this file or directory.
    pub(super) fn has(&self, name: &str) -> bool {
        fs::symlink_metadata(self.path.join(name)).is_ok()
    }

    /// Reads the Rust files of a directory inside this one. Files that cannot be read are skipped.
    pub(super) fn sources(&self, name: &str) -> Vec<TextFile> {
        let mut found = Vec::new();
        collect(&self.path.join(name), 0, &mut found);
        found
    }
}

/// Reads a regular file; `None` if there is none.
pub(super) fn read(path: &Path) -> Result<Option<TextFile>> {
    if !fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file()) {
        return Ok(None);
    }
    match read_limited(path) {
        Ok(text) => Ok(Some(TextFile { path: path.to_owned(), text })),
        Err(error) => Err(problem(path, &format!("cannot read the file: {error}"), "pass another file or directory")),
    }
}

fn read_limited(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(MAX_FILE_SIZE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_FILE_SIZE {
        return Err(io::Error::other(format!("it has more than {MAX_FILE_SIZE} bytes")));
    }
    Ok(text)
}

fn collect(folder: &Path, depth: usize, found: &mut Vec<TextFile>) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut paths: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    paths.sort();
    for path in paths {
        let Ok(metadata) = fs::symlink_metadata(&path) else { continue };
        if metadata.is_dir() && depth < MAX_DEPTH {
            collect(&path, depth + 1, found);
        } else if metadata.is_file() && path.extension().is_some_and(|extension| extension == "rs") {
            found.extend(read(&path).ok().flatten().filter(|_| found.len() < MAX_SOURCES));
        }
    }
}

pub(super) fn problem(path: &Path, message: &str, help: &str) -> Box<Diagnostic> {
    let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
    Box::new(problem.at(path.display().to_string(), Location::Whole).help(help))
}
