//! The identifier of the generator build depends on all sources.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::Path;

#[expect(dead_code, reason = "`main` runs as the build script")]
#[path = "../build.rs"]
mod build;

/// Returns the directories below a directory that have files, and the directory itself.
fn folders(root: &Path) -> Vec<String> {
    let entries = walkdir::WalkDir::new(root).into_iter().map(Result::unwrap);
    let files = entries.filter(|entry| entry.file_type().is_file());
    let parents = files.map(|file| file.path().strip_prefix(root).unwrap().parent().unwrap().display().to_string());
    parents.collect::<std::collections::BTreeSet<_>>().into_iter().collect()
}

#[test]
fn each_source_directory_counts() {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let place = tempfile::tempdir().unwrap();
    let copy = place.path().join("generator");
    let mut files = Vec::new();
    for root in ["src", "../templates/src", "../templates/text"] {
        for folder in folders(&package.join(root)) {
            let file = copy.join(root).join(folder).join("a.rs");
            fs::create_dir_all(&copy).unwrap();
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, "one").unwrap();
            files.push(file);
        }
    }
    assert!(files.len() > 40, "{} directories are few", files.len());
    let mut last = build::identifier(&copy).unwrap();
    for file in files {
        fs::write(&file, "another").unwrap();
        let next = build::identifier(&copy).unwrap();
        assert_ne!(next, last, "{} is left out", file.display());
        last = next;
    }
}
