//! Calls every operation of a description through its emitted client, against an independent server.
//!
//! `cargo run --release -p bindery-tests --bin wire -- --help`

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_tests::wire::main()
}
