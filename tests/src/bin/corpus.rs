//! Generates a client for every description below a folder, compiles a sample of them, and reports what it came to.
//!
//! `cargo run --release -p bindery-tests --bin corpus -- --help`

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_tests::corpus::main()
}
