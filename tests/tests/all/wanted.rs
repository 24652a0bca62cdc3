//! Each program of `fixtures/wanted` and of the guide compiles against the client of the description next to it, and
//! runs.

use bindery_tests::repository;
use bindery_tests::sample;
use bindery_tests::wanted;

/// One test for both folders, since they share a workspace. Runs a sample unless the tests are exhaustive.
#[test]
fn programs_run() {
    let root = repository::path("");
    let mut problems = Vec::new();
    for folder in ["fixtures/wanted", "generator/guide/programs"] {
        let folder = &root.join(folder);
        let cases = wanted::cases(folder).unwrap();
        let chosen = sample::select(cases, |name| wanted::coverage(&folder.join(name)).unwrap());
        let results = wanted::run(folder, &chosen).unwrap();
        assert!(!results.is_empty(), "{} has no programs", folder.display());
        problems
            .extend(results.iter().filter_map(|(name, result)| Some(format!("{name}: {}", result.as_ref().err()?))));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
