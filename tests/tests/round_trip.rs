//! Instances of every schema of every fixture, read and written by the emitted types.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use bindery::source::{Location, Request, load};
use bindery_tests::round_trip::Subject;

/// How many values of each type are tried.
const MOST: usize = 60;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn descriptions() -> Vec<(String, PathBuf)> {
    let valid = fs::read_dir(root().join("fixtures/valid")).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<(String, PathBuf)> =
        valid.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path.join("openapi.yaml"))).collect();
    found.push(("service".to_owned(), root().join("fixtures/service/full/openapi.yaml")));
    found.push(("published".to_owned(), root().join("fixtures/service/published/openapi.json")));
    found.sort();
    found
}

fn subject(path: &Path) -> Option<Subject> {
    let source = load(&Request::new(Location::File(path.to_owned()))).unwrap();
    Subject::of(&source, MOST).unwrap()
}

#[test]
fn every_instance_of_every_fixture_comes_back_equal() {
    let place = tempfile::tempdir().unwrap();
    let subjects: Vec<(String, Subject)> = descriptions()
        .into_iter()
        .filter_map(|(name, path)| Some((format!("round-trip-{name}"), subject(&path)?)))
        .collect();
    for (package, subject) in &subjects {
        for (path, text) in subject.files(package) {
            let path = place.path().join(package).join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
    }
    let target = build(place.path(), &subjects);
    let mut failures = Vec::new();
    for (package, subject) in &subjects {
        for failure in subject.judge(&target.join("debug").join(package)).unwrap() {
            failures.push(format!("{package} {} ({}): {}", failure.root.pointer, failure.label, failure.reason));
        }
    }
    let count: usize = subjects.iter().map(|(_, subject)| subject.count()).sum();
    assert!(count > 500, "{count} instances are few");
    assert!(failures.is_empty(), "{} of {count}:\n{}", failures.len(), failures.join("\n"));
}

/// Builds all programs; gives back the folder of what was built.
fn build(place: &Path, subjects: &[(String, Subject)]) -> PathBuf {
    let members: Vec<String> = subjects.iter().map(|(package, _)| format!("{package:?}")).collect();
    let manifest = format!("[workspace]\nresolver = \"3\"\nmembers = [{}]\n", members.join(", "));
    fs::write(place.join("Cargo.toml"), manifest).unwrap();
    fs::copy(root().join("Cargo.lock"), place.join("Cargo.lock")).unwrap();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from).join("round-trip");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--workspace", "--quiet"])
        .current_dir(place)
        .env("CARGO_TARGET_DIR", &target)
        .env("CARGO_PROFILE_DEV_DEBUG", "0")
        .output()
        .unwrap();
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    target
}
