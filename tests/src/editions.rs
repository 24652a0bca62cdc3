//! Two editions of a large crate, for tests of what becomes of one when the other is written over it.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;

use bindery::diagnostic::Diagnostic;
use bindery::digest::sha256;
use bindery::output::{DescriptionRecord, LOCK_FILE, LockFile, Tree, commit};

/// How many files an edition has, about.
pub const FILES: usize = 1500;

/// One of the two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edition {
    /// The first.
    A,
    /// The second: most files differ, some are new and some are gone.
    B,
}

impl Edition {
    /// Both.
    pub const ALL: [Self; 2] = [Self::A, Self::B];

    /// Its name.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }

    /// The edition of a name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|edition| edition.as_str() == name)
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Its files, and the lock file that lists them.
    ///
    /// # Errors
    ///
    /// Returns an error if a path is none that a tree takes.
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

    /// Of ten files one is the same in both editions, one is in the first only and one in the second only.
    fn file(self, index: usize) -> Option<(String, String)> {
        let folder = index / 50;
        let (path, told) = match (index % 10, self) {
            (0, _) => (format!("src/m{folder}/same_{index}.rs"), "both"),
            (1, Self::A) => (format!("src/only_a_{folder}/f{index}.rs"), "A"),
            (2, Self::B) => (format!("src/only_b_{folder}/f{index}.rs"), "B"),
            (1 | 2, _) => return None,
            _ => (format!("src/m{folder}/f{index}.rs"), self.as_str()),
        };
        Some((path, format!("//! {told}: {index}\n{}", "pub struct Member;\n".repeat(index % 5))))
    }
}

/// Writes an edition, or says why it cannot be written.
///
/// # Errors
///
/// Those of [`commit`], in one line with their help.
pub fn write(edition: Edition, tree: &Tree, folder: &Path) -> Result<(), String> {
    let told = |problem: Box<Diagnostic>| {
        format!("{}: {} ({})", edition.as_str(), problem.message, problem.help.unwrap_or_default())
    };
    commit(tree, folder, false).map(|_| ()).map_err(told)
}

/// All files of a folder, by path below it.
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

/// Both editions, made once.
#[derive(Debug)]
pub struct Editions([Tree; 2]);

impl Editions {
    /// Makes them.
    ///
    /// # Errors
    ///
    /// Those of [`Edition::tree`].
    pub fn make() -> Result<Self, Box<Diagnostic>> {
        Ok(Self([Edition::A.tree()?, Edition::B.tree()?]))
    }

    /// The files of one.
    #[must_use]
    pub fn tree(&self, edition: Edition) -> &Tree {
        let Self([a, b]) = self;
        match edition {
            Edition::A => a,
            Edition::B => b,
        }
    }

    /// Which of them files are: all of its own, byte for byte, and nothing else.
    ///
    /// # Errors
    ///
    /// A count where they are neither.
    pub fn which(&self, files: &BTreeMap<String, Vec<u8>>) -> Result<Edition, String> {
        let found = || files.iter().map(|(path, text)| (path.as_str(), text.as_slice()));
        let whole = Edition::ALL.into_iter().find(|edition| self.tree(*edition).iter().eq(found()));
        whole.ok_or_else(|| {
            let [a, b] = Edition::ALL
                .map(|edition| found().filter(|(path, text)| self.tree(edition).get(path) == Some(text)).count());
            format!("a mixture: of {} files {a} are of A and {b} of B", files.len())
        })
    }
}

/// Numbers that look random and are the same for the same seed.
#[derive(Clone, Debug)]
pub struct Numbers(pub u64);

impl Numbers {
    /// The next one: the generator called SplitMix64.
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A part of a duration.
    pub fn part_of(&mut self, whole: Duration) -> Duration {
        whole.mul_f64((self.next_number() >> 11) as f64 / (1u64 << 53) as f64)
    }
}
