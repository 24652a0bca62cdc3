//! Files by path, in memory.

use std::collections::{BTreeMap, BTreeSet};

use bindery::internal::diagnostic::{Code, Diagnostic, Result};

/// Top-level directories that Bindery never writes to.
pub(super) const EXCLUDED_DIRECTORIES: [&str; 2] = ["target", ".git"];

/// Maximum length of a path component on all systems, in bytes.
const MAX_COMPONENT_LEN: usize = 255;

/// The files of a crate: relative paths with forward slashes, and contents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    files: BTreeMap<String, Vec<u8>>,
    /// Files that the user edits too.
    amended: BTreeSet<String>,
    /// Files and directories by their paths in lower case: on case-insensitive systems, paths that differ only in case
    /// would collide.
    path_prefixes: BTreeMap<String, TreeEntry>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct TreeEntry {
    spelled: String,
    is_folder: bool,
}

impl Tree {
    /// Creates an empty tree.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    ///
    /// # Errors
    ///
    /// `output-unwritable` for a path that leaves the directory, is not valid on all systems, differs from another one
    /// only in case, or is both a file and a directory.
    pub fn insert(&mut self, path: &str, contents: impl Into<Vec<u8>>) -> Result<()> {
        if !is_valid_path(path) || !self.is_available(path) {
            let message = format!("`{path}` is not a valid path for a generated file");
            let help = "this is a bug in Bindery; please report it with the description";
            return Err(Box::new(Diagnostic::error(Code::OutputUnwritable, message).help(help)));
        }
        for (place, is_folder) in path_prefixes(path) {
            self.path_prefixes.insert(place.to_lowercase(), TreeEntry { spelled: place.to_owned(), is_folder });
        }
        self.files.insert(path.to_owned(), contents.into());
        Ok(())
    }

    /// Adds a file that the user may edit, such as `CHANGELOG.md`: the contents are the existing file with an addition.
    /// The file may be edited, is never removed, and is not listed in the lock file.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Tree::insert`].
    pub fn insert_amended(&mut self, path: &str, contents: impl Into<Vec<u8>>) -> Result<()> {
        self.insert(path, contents)?;
        self.amended.insert(path.to_owned());
        Ok(())
    }

    /// Returns `true` if a file is the user's too.
    #[must_use]
    pub fn is_amended(&self, path: &str) -> bool {
        self.amended.contains(path)
    }

    /// Only directories are shared, and only with the same spelling.
    fn is_available(&self, path: &str) -> bool {
        path_prefixes(path).all(|(place, is_folder)| match self.path_prefixes.get(&place.to_lowercase()) {
            Some(known) => is_folder && known.is_folder && known.spelled == place,
            None => true,
        })
    }

    /// Returns the files in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, contents)| (path.as_str(), contents.as_slice()))
    }

    /// Returns the contents of a file.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }

    /// Returns the number of files.
    #[must_use]
    pub fn len(&self) -> usize {
        self.files.len()
    }

    /// Returns `true` if the tree contains no files.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

/// Returns the parent directories of a path, outermost first, then the path itself, each with whether it is a
/// directory.
fn path_prefixes(path: &str) -> impl Iterator<Item = (&str, bool)> {
    path.match_indices('/').map(|(at, _)| (&path[..at], true)).chain([(path, false)])
}

/// Returns `true` if a relative path is valid on all systems, stays in the directory, and avoids directories that are
/// never ours.
pub(super) fn is_valid_path(path: &str) -> bool {
    let first = path.split('/').next().unwrap_or_default();
    !EXCLUDED_DIRECTORIES.iter().any(|folder| folder.eq_ignore_ascii_case(first))
        && path.split('/').all(is_valid_component)
}

/// Windows drops dots and spaces at the end, which turns other names into `..`, and reserves device names.
fn is_valid_component(component: &str) -> bool {
    let stem = component.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let device = matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || (stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|c: char| c.is_ascii_digit()));
    let forbidden = |c: char| c.is_control() || matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    let fits = !component.is_empty() && component.len() <= MAX_COMPONENT_LEN;
    fits && !device && !component.ends_with(['.', ' ']) && !component.contains(forbidden)
}

#[cfg(test)]
mod tests {
    use super::Tree;

    #[test]
    fn invalid_paths_are_rejected() {
        let mut tree = Tree::new();
        let long = "a".repeat(256);
        for path in [
            "../a", "/a", "a//b", "a/", "a\\b", "", "a/./b", "a/..", ". ./a", "a. /b", "aux.rs", "nul .rs", "c:a",
            &long,
        ] {
            assert!(tree.insert(path, "").is_err(), "{path}");
        }
        assert!(tree.is_empty());
    }

    #[test]
    fn conflicting_paths_are_rejected() {
        let mut tree = Tree::new();
        assert!(tree.insert("src/lib.rs", "").is_ok());
        for path in ["src/lib.rs", "src/LIB.rs", "Src/other.rs", "src", "src/lib.rs/a", "SRC/LIB.RS/a"] {
            assert!(tree.insert(path, "").is_err(), "{path}");
        }
        assert!(tree.insert("src/other.rs", "x").is_ok());
        assert!(tree.insert("é.rs", "").is_ok() && tree.insert("É.rs", "").is_err());
        assert_eq!((tree.len(), tree.get("src/other.rs")), (3, Some(b"x".as_slice())));
    }

    #[test]
    fn excluded_directories_are_rejected() {
        for path in ["target/a", ".git/hooks/pre-commit", ".GIT/config", "target"] {
            assert!(Tree::new().insert(path, "").is_err(), "{path}");
        }
        assert!(Tree::new().insert("src/target/a.rs", "").is_ok());
    }
}
