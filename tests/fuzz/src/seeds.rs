//! Inputs to begin with: the fixtures, so that nothing is kept twice.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::Target;

/// Larger ones make an engine slow and show nothing that small ones do not.
const MAX_BYTES: u64 = 16 * 1024;

/// The seeds of a target: path in the repository and content, in the order of their paths.
///
/// # Errors
///
/// Returns an error if a file cannot be read.
pub fn seeds(target: &Target) -> std::io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut seeds = Vec::new();
    for folder in target.seeds {
        for entry in WalkDir::new(repository.join(folder)).sort_by_file_name() {
            let entry = entry?;
            if entry.file_type().is_file() && entry.metadata()?.len() <= MAX_BYTES {
                let path = entry.path().strip_prefix(&repository).unwrap_or(entry.path());
                seeds.push((path.to_owned(), fs::read(entry.path())?));
            }
        }
    }
    Ok(seeds)
}
