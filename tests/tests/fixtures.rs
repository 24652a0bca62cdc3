//! The test values of all types of every fixture: each is read, compares equal after a round trip, and satisfies the
//! constraints of its type. A sample of the fixtures is tested unless the tests are exhaustive.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use bindery::source::{Request, SourceLocator, load};
use bindery_tests::changed::Client;
use bindery_tests::fixtures::run;
use bindery_tests::repository;
use bindery_tests::sample::{self, Coverage};

fn coverage(description: &Path) -> Coverage {
    let source = load(&Request::new(SourceLocator::File(description.to_owned()))).unwrap();
    Coverage::of_types(&Client::first(&source, "values").unwrap().files.into_iter().collect())
}

#[test]
fn every_value_for_tests_comes_back_equal_and_keeps_its_rules() {
    let chosen = sample::select(repository::descriptions(), |(_, path)| coverage(path));
    let (count, wrong) = run(&chosen).unwrap();
    assert!(count > chosen.len(), "{count} values are few");
    assert!(wrong.is_empty(), "{} of {count}:\n{}", wrong.len(), wrong.join("\n"));
}
