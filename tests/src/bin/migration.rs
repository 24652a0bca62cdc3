//! Measures how many programs compile after `update --migrate` without a change by hand.
//!
//! `cargo run -p bindery-tests --bin migration -- OLDEST NEXT ..`

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_tests::migration::main()
}
