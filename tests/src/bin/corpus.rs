//! Generates a client for every description below a folder, compiles a sample of them, and reports what it came to.
//!
//! `cargo run --release -p bindery-tests --bin corpus -- --help`

use std::process::ExitCode;

/// The same as the command's, so that what is measured is what users get.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    bindery_tests::corpus::main()
}
