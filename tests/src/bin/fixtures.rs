//! Emits the clients of descriptions, and checks the test values of all their types.
//!
//! `cargo run -p bindery-tests --bin fixtures -- FILE..`
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is what the program is for")]

use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    let files: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if files.is_empty() {
        eprintln!("usage: fixtures FILE..");
        return ExitCode::from(2);
    }
    let named = files.iter().filter_map(|path| Some((path.file_stem()?.to_string_lossy().into_owned(), path)));
    match bindery_tests::fixtures::run(&named.collect::<Vec<_>>()) {
        Ok((count, wrong)) => {
            wrong.iter().for_each(|line| println!("{line}"));
            println!("{count} values, {} of them wrong", wrong.len());
            if wrong.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}
