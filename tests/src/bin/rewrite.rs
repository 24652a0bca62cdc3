//! Writes an edition of a large crate to a folder, so that a test can interrupt it.
//!
//! Usage: `rewrite <folder> <A, B or C>`. Prints a line when it begins.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "the test reads what it prints")]

use std::path::Path;
use std::process::ExitCode;

use bindery_tests::editions::{Edition, write};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let (Some(folder), Some(edition)) = (arguments.first(), arguments.get(1).and_then(|name| Edition::from_name(name)))
    else {
        eprintln!("usage: rewrite <folder> <A, B or C>");
        return ExitCode::from(2);
    };
    let tree = match edition.tree() {
        Ok(tree) => tree,
        Err(problem) => {
            eprintln!("{}", problem.message);
            return ExitCode::from(2);
        }
    };
    println!("ready");
    match write(edition, &tree, Path::new(folder)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
