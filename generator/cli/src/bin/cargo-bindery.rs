//! The same command for cargo, which finds it by its name: `cargo bindery ..`.

use std::process::ExitCode;

#[path = "../main.rs"]
mod command;

fn main() -> ExitCode {
    command::main()
}
