//! Editions of a large crate, for tests that overwrite one with another.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use bindery::internal::diagnostic::Diagnostic;
use bindery::internal::digest::sha256;
use bindery_cli::output::{DescriptionRecord, LOCK_FILE, LockFile, Tree, commit};

/// Approximate number of files in an edition.
pub const FILES: usize = 1500;

/// An edition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// The first edition.
    A,
    /// The second edition: most files differ, some are new and some are removed.
    B,
    /// The third edition: most files differ from both others.
    C,
}

impl Edition {
    /// All editions.
    pub const ALL: [Self; 3] = [Self::A, Self::B, Self::C];

    /// Returns the name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
        }
    }

    /// Parses a name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|edition| edition.as_str() == name)
    }

    /// Returns the next edition.
    #[must_use]
    pub fn next(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::C,
            Self::C => Self::A,
        }
    }

    /// Returns the files, and the lock file that lists them.
    ///
    /// # Errors
    ///
    /// Returns an error if a path is not valid in a tree.
    pub fn tree(self) -> Result<Tree, Box<Diagnostic>> {
        let mut tree = Tree::new();
        let mut lock_file = LockFile {
            description: DescriptionRecord {
                title: format!("Edition {}", self.as_str()),
                ..DescriptionRecord::default()
            },
            ..LockFile::default()
        };
        for index in 0..FILES {
            let Some((path, text)) = self.file(index) else { continue };
            lock_file.files.insert(path.clone(), sha256(text.as_bytes()));
            tree.insert(&path, text)?;
        }
        tree.insert(LOCK_FILE, lock_file.render())?;
        Ok(tree)
    }

    /// Of ten files, one is the same in all editions, one is only in the first and one only in the second.
    fn file(self, index: usize) -> Option<(String, String)> {
        let folder = index / 50;
        let (path, content) = match (index % 10, self) {
            (0, _) => (format!("src/m{folder}/same_{index}.rs"), "all"),
            (1, Self::A) => (format!("src/only_a_{folder}/f{index}.rs"), "A"),
            (2, Self::B) => (format!("src/only_b_{folder}/f{index}.rs"), "B"),
            (1 | 2, _) => return None,
            _ => (format!("src/m{folder}/f{index}.rs"), self.as_str()),
        };
        Some((path, format!("//! {content}: {index}\n{}", "pub struct Member;\n".repeat(index % 5))))
    }
}

/// Writes an edition.
///
/// # Errors
///
/// Returns the errors of [`commit`], in one line with their help.
pub fn write(edition: Edition, tree: &Tree, folder: &Path) -> Result<(), String> {
    let message = |problem: Box<Diagnostic>| {
        format!("{}: {} ({})", edition.as_str(), problem.message, problem.help.unwrap_or_default())
    };
    commit(tree, folder, false).map(|_| ()).map_err(message)
}

/// Returns all files of a folder, by relative path.
///
/// # Errors
///
/// Returns an error if the folder or a file cannot be read.
pub fn files_of(folder: &Path) -> io::Result<BTreeMap<String, Vec<u8>>> {
    let mut files = BTreeMap::new();
    for entry in walkdir::WalkDir::new(folder) {
        let entry = entry?;
        if entry.file_type().is_file() {
            let path = entry.path().strip_prefix(folder).map_err(io::Error::other)?;
            files.insert(path.to_string_lossy().into_owned(), fs::read(entry.path())?);
        }
    }
    Ok(files)
}

/// All editions, created once.
#[derive(Debug)]
pub struct Editions([Tree; 3]);

impl Editions {
    /// Creates all editions.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Edition::tree`].
    pub fn make() -> Result<Self, Box<Diagnostic>> {
        Ok(Self([Edition::A.tree()?, Edition::B.tree()?, Edition::C.tree()?]))
    }

    /// Returns the files of an edition.
    #[must_use]
    pub fn tree(&self, edition: Edition) -> &Tree {
        let Self([a, b, c]) = self;
        match edition {
            Edition::A => a,
            Edition::B => b,
            Edition::C => c,
        }
    }

    /// Returns the edition that the files equal, byte for byte.
    ///
    /// # Errors
    ///
    /// Returns the number of matching files if they equal none.
    pub fn which(&self, files: &BTreeMap<String, Vec<u8>>) -> Result<Edition, String> {
        let found = || files.iter().map(|(path, text)| (path.as_str(), text.as_slice()));
        let whole = Edition::ALL.into_iter().find(|edition| self.tree(*edition).iter().eq(found()));
        whole.ok_or_else(|| {
            let [a, b, c] = Edition::ALL
                .map(|edition| found().filter(|(path, text)| self.tree(edition).get(path) == Some(text)).count());
            format!("a mixture: of {} files {a} are of A, {b} of B and {c} of C", files.len())
        })
    }
}

/// Pseudo-random numbers with a seed.
#[derive(Clone, Debug)]
pub struct Numbers(pub u64);

impl Numbers {
    /// Returns the next number (SplitMix64).
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// Returns a random part of a duration.
    pub fn part_of(&mut self, whole: Duration) -> Duration {
        whole.mul_f64((self.next_number() >> 11) as f64 / (1u64 << 53) as f64)
    }
}
