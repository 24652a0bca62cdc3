//! The generated parts of the guide are those of the code.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use bindery_tests::reference::parts;

#[test]
fn the_generated_parts_of_the_guide_are_current() {
    let stale: Vec<&str> = parts().unwrap().iter().filter(|part| !part.is_current()).map(|part| part.name).collect();
    assert!(stale.is_empty(), "{}: run: cargo run -p bindery-tests --bin reference", stale.join(", "));
}
