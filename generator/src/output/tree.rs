//! Files by path, in memory.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};

/// The files of a crate: relative paths with forward slashes, and contents.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tree {
    files: BTreeMap<String, Vec<u8>>,
}

impl Tree {
    /// An empty tree.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a file.
    ///
    /// # Errors
    ///
    /// `output-unwritable` for a path that leads out of the folder, that some system cannot hold, or that differs from
    /// another by case only.
    pub fn insert(&mut self, path: &str, contents: impl Into<Vec<u8>>) -> Result<(), Box<Diagnostic>> {
        let twin = self.files.keys().any(|known| known.eq_ignore_ascii_case(path));
        if twin || !path.split('/').all(is_sound) {
            let message = format!("`{path}` cannot be the path of a file");
            let help = "this is a defect of Bindery; please report it with the description";
            return Err(Box::new(Diagnostic::error(Code::OutputUnwritable, message).help(help)));
        }
        self.files.insert(path.to_owned(), contents.into());
        Ok(())
    }

    /// The files in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.files.iter().map(|(path, contents)| (path.as_str(), contents.as_slice()))
    }

    /// The contents of a file.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&[u8]> {
        self.files.get(path).map(Vec::as_slice)
    }
}

/// A component of a path that all systems can hold, and that leads nowhere else.
fn is_sound(component: &str) -> bool {
    let stem = component.split('.').next().unwrap_or_default().to_ascii_lowercase();
    let device = matches!(stem.as_str(), "con" | "prn" | "aux" | "nul")
        || (stem.len() == 4
            && (stem.starts_with("com") || stem.starts_with("lpt"))
            && stem.ends_with(|c: char| c.is_ascii_digit()));
    let forbidden = |c: char| c.is_control() || matches!(c, '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|');
    !component.is_empty() && component != "." && component != ".." && !device && !component.contains(forbidden)
}

#[cfg(test)]
mod tests {
    use super::Tree;

    #[test]
    fn paths_stay_inside() {
        let mut tree = Tree::new();
        for path in ["../a", "/a", "a//b", "a\\b", "", "a/./b", "aux.rs", "c:a"] {
            assert!(tree.insert(path, "").is_err(), "{path}");
        }
        assert!(tree.insert("src/lib.rs", "").is_ok());
        assert!(tree.insert("src/LIB.rs", "").is_err());
    }
}
