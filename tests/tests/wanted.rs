//! Each program of `fixtures/wanted` and of the guide compiles against the client of the description next to it, and
//! runs.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use bindery_tests::wanted::run;

/// One test for both folders, since they share a workspace.
#[test]
fn programs_run() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut problems = Vec::new();
    for folder in ["fixtures/wanted", "generator/guide/programs"] {
        let results = run(&root.join(folder), &[]).unwrap();
        assert!(!results.is_empty(), "{folder} has no programs");
        problems
            .extend(results.iter().filter_map(|(name, result)| Some(format!("{name}: {}", result.as_ref().err()?))));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
