//! What cargo-semver-checks says of the bindings of two descriptions, beside what the comparison says.
//!
//! `cargo run --release -p bindery-tests --bin semver -- --help`

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_tests::changed::semver::main()
}
