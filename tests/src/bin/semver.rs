//! Compares the result of cargo-semver-checks for the bindings of two descriptions with that of the comparison.
//!
//! `cargo run --release -p bindery-tests --bin semver -- --help`

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_tests::changed::semver::main()
}
