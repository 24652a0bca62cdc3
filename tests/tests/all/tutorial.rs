//! The README and the tutorial of the guide work in order, exactly as written.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test that cannot go on fails")]

use std::fs;

use bindery_tests::tutorial::{Programs, Walk};

const PROGRAMS: Programs<'static> =
    Programs { bindery: env!("CARGO_BIN_EXE_command"), stand_in: env!("CARGO_BIN_EXE_stand-in") };

/// Walks through pages in an empty folder.
fn walk(pages: &[&str]) {
    let place = tempfile::tempdir().unwrap();
    let checkout = place.path().join("bindery");
    fs::create_dir(&checkout).unwrap();
    let mut walk = Walk::new(PROGRAMS, checkout).unwrap();
    for page in pages {
        walk.page(page).unwrap_or_else(|problem| panic!("{problem}"));
    }
}

#[test]
fn the_readme_works_in_order() {
    walk(&["README.md"]);
}

#[test]
fn the_tutorial_works_in_order() {
    walk(&["generator/guide/src/start/first-client.md", "generator/guide/src/upgrading/upgrade-day.md"]);
}
