//! Calls every operation of a description through its emitted client, against a server that was not written here.
//!
//! `cargo run --release -p bindery-tests --bin wire -- --help`

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_tests::wire::main()
}
