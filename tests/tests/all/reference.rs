//! The code and the generated text in the README and the guide are current.

use bindery_tests::reference::stale_pages;

#[test]
fn the_excerpts_of_the_pages_are_current() {
    let stale: Vec<_> = stale_pages().unwrap().into_iter().map(|page| page.path).collect();
    assert!(stale.is_empty(), "{stale:?}: run `cargo run -p bindery-tests --bin reference`");
}
