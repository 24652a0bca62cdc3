//! The command `bindery`, for tests that need a separate process.

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery_cli::main()
}
