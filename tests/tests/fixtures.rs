//! The test values of all types of every fixture: each is read, compares equal after a round trip, and satisfies the
//! constraints of its type. A sample of the fixtures is tested unless the tests are exhaustive.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::fs;
use std::path::{Path, PathBuf};

use bindery::source::{Request, SourceLocator, load};
use bindery_tests::changed::Client;
use bindery_tests::fixtures::run;
use bindery_tests::sample::{self, Coverage};

fn coverage(description: &Path) -> Coverage {
    let source = load(&Request::new(SourceLocator::File(description.to_owned()))).unwrap();
    Coverage::of_types(&Client::first(&source, "values").unwrap().files.into_iter().collect())
}

#[test]
fn every_value_for_tests_comes_back_equal_and_keeps_its_rules() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let valid = fs::read_dir(root.join("fixtures/valid")).unwrap().map(|entry| entry.unwrap().path());
    let mut found: Vec<(String, PathBuf)> =
        valid.map(|path| (path.file_name().unwrap().to_str().unwrap().to_owned(), path.join("openapi.yaml"))).collect();
    found.push(("service".to_owned(), root.join("fixtures/service/full/openapi.yaml")));
    found.sort();
    let chosen = sample::select(found, |(_, path)| coverage(path));
    let (count, wrong) = run(&chosen).unwrap();
    assert!(count > chosen.len(), "{count} values are few");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
