//! `true` if names stay from one version of a description to the next, and how many lines of the crate differ.
//!
//! `cargo run --release -p bindery-tests --bin stability -- OLDEST NEXT ..`

use std::process::ExitCode;

/// The same as the command's.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    bindery_tests::stability::main()
}
