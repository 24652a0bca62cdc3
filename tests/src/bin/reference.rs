//! Writes the parts of the guide that are generated from the code: `cargo run -p bindery-tests --bin reference`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command prints what it does")]

use std::process::ExitCode;

use bindery_tests::reference::parts;

fn main() -> ExitCode {
    match write() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn write() -> Result<(), String> {
    for part in parts()? {
        if !part.is_current() {
            part.write().map_err(|error| format!("{}: {error}", part.name))?;
            println!("wrote generator/guide/generated/{}", part.name);
        }
    }
    Ok(())
}
