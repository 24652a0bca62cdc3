//! `true` if the cost of a description grows in a straight line with its text.
//!
//! `cargo run --release -p bindery-tests --bin growth`

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_tests::growth::main()
}
