//! Calls the emitted clients of the public suite for client generators, against its server.
//!
//! `cargo run -p bindery-tests --bin conformance -- --help`

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_tests::conformance::main()
}
