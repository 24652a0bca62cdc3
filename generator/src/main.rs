//! The command `bindery`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bindery::cli::main()
}
