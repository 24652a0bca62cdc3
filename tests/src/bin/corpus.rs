//! Generates a client for every description below a folder, compiles a sample of them, and writes a report.
//!
//! `cargo run --release -p bindery-tests --bin corpus -- --help`

use std::process::ExitCode;

/// The command's allocator, so that users get what is measured.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    bindery_tests::corpus::main()
}
