//! The command line.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "this is a command")]

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;

use super::table::table;
use super::{Fallible, steps};

/// How many things that were renamed are shown of each step.
const SHOWN: usize = 20;

/// Updates a crate from one version of a description to the next, and tells what is called otherwise although its
/// description is the same, and how many lines of the crate differ: all but `openapi.json` and the lock file.
#[derive(Debug, Parser)]
#[command(name = "stability")]
struct Arguments {
    /// The versions, the oldest first.
    #[arg(required = true, num_args = 2..)]
    descriptions: Vec<PathBuf>,
    /// Where the crate is made, an empty folder; else it is thrown away.
    #[arg(long)]
    into: Option<PathBuf>,
}

/// Runs the command: 0 where nothing was renamed, 1 where something was, 2 where that cannot be told.
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
