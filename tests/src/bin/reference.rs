//! Updates the code and the generated text in the README and the guide: `cargo run -p bindery-tests --bin reference`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command prints what it does")]

use std::process::ExitCode;

use bindery_tests::reference::{stale_pages, write};

fn main() -> ExitCode {
    match update() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn update() -> Result<(), String> {
    for page in stale_pages()? {
        write(&page)?;
        println!("wrote {}", page.path.display());
    }
    Ok(())
}
