//! Checks that the cost of a description is linear in its length.
//!
//! `cargo run --release -p bindery-tests --bin growth`

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_tests::growth::main()
}
