//! Reports items that are renamed from one version of a description to the next, and the number of changed lines in the
//! crate.
//!
//! `cargo run --release -p bindery-tests --bin stability -- OLDEST NEXT ..`

use std::process::ExitCode;

/// The command's allocator.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    bindery_tests::stability::main()
}
