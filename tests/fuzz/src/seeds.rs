//! The seeds. Most are the fixtures, to avoid duplicates.

use std::fs;
use std::path::{Path, PathBuf};

use walkdir::WalkDir;

use crate::Target;

/// Maximum size of a seed. Larger seeds slow down an engine without covering more.
const MAX_BYTES: u64 = 16 * 1024;

/// Returns the seeds of a target, as paths in the repository with their content, ordered by path.
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
