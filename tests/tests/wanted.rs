//! Each program of `fixtures/wanted` compiles against the client that is emitted for the description beside it, and runs.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::path::Path;

use bindery_tests::wanted::run;

#[test]
fn what_people_would_write_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let results = run(&root.join("fixtures/wanted"), &[]).unwrap();
    assert!(!results.is_empty());
    let wrong: Vec<String> =
        results.iter().filter_map(|(name, result)| Some(format!("{name}: {}", result.as_ref().err()?))).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
