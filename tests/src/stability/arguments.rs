//! The command line.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a command")]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use super::table::table;
use super::{Fallible, steps};

/// Maximum number of renamed items that are shown for each step.
const SHOWN: usize = 20;

/// Updates a crate from one version of a description to the next, and prints the items that are renamed although their
/// description is unchanged, and the number of changed lines in the crate apart from `openapi.json` and the lock file
#[derive(Debug, Parser)]
#[command(name = "stability")]
struct Arguments {
    /// The versions, the oldest first
    #[arg(required = true, num_args = 2..)]
    descriptions: Vec<PathBuf>,
    /// An empty folder for the crate; by default a temporary one
    #[arg(long)]
    into: Option<PathBuf>,
}

/// Runs the command. The exit status is 0 if nothing was renamed, 1 if something was, and 2 on errors.
#[must_use]
pub fn main() -> ExitCode {
    match attempt(&Arguments::parse()) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn attempt(arguments: &Arguments) -> Fallible<bool> {
    let folder = tempfile::tempdir().map_err(|problem| format!("a folder cannot be made: {problem}"))?;
    let folder = arguments.into.clone().unwrap_or_else(|| folder.path().join("upgraded"));
    let steps = steps(&folder, &arguments.descriptions)?;
    for step in &steps {
        for renamed in step.renamed.iter().take(SHOWN) {
            println!("{} to {}: `{}` is `{}`: {}", step.old, step.new, renamed.old, renamed.new, renamed.place);
        }
        if step.renamed.len() > SHOWN {
            println!("{} to {}: and {} others", step.old, step.new, step.renamed.len() - SHOWN);
        }
    }
    print!("{}", table(&steps));
    Ok(steps.iter().all(|step| step.renamed.is_empty()))
}
