//! The files of the repository that tests read.

#![allow(clippy::expect_used, reason = "a test that cannot read its input fails")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use bindery::internal::config::Config;

/// Returns the path of a file or folder of the repository.
#[must_use]
pub fn path(below_root: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(below_root)
}

/// Returns the folders below `fixtures/<kind>` by name.
///
/// # Panics
///
/// Panics if there are none.
#[must_use]
pub fn fixtures(kind: &str) -> Vec<(String, PathBuf)> {
    let entries = fs::read_dir(path("fixtures").join(kind)).expect("the folder exists");
    let folders = entries.map(|entry| entry.expect("the folder can be read").path());
    let mut found: Vec<(String, PathBuf)> =
        folders.map(|path| (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), path)).collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

/// Returns the descriptions of `fixtures/valid` and of the service by name.
#[must_use]
pub fn descriptions() -> Vec<(String, PathBuf)> {
    let valid = fixtures("valid").into_iter().map(|(name, folder)| (name, folder.join("openapi.yaml")));
    valid.chain([("service".to_owned(), path("fixtures/service/full/openapi.yaml"))]).collect()
}

/// Returns the texts below a folder by path.
///
/// # Panics
///
/// Panics if a file cannot be read.
#[must_use]
pub fn files(folder: &Path) -> BTreeMap<String, String> {
    let entries = walkdir::WalkDir::new(folder).into_iter().map(|entry| entry.expect("the folder can be read"));
    let files = entries.filter(|entry| entry.file_type().is_file()).map(|entry| {
        let path = entry.path().strip_prefix(folder).unwrap_or(entry.path()).to_string_lossy().replace('\\', "/");
        (path, fs::read_to_string(entry.path()).expect("the file is text"))
    });
    files.collect()
}

/// Returns a configuration with these keys and the runtime crate of this repository, so that all clients compile it
/// once.
///
/// # Panics
///
/// Panics if the keys are invalid.
#[must_use]
pub fn config(keys: &str) -> Config {
    let runtime = format!("runtime = {{ path = {:?} }}\n", path("templates"));
    Config::parse("bindery.toml", &(runtime + keys)).expect("the keys are valid")
}
