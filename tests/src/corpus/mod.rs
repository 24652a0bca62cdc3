//! The corpus runner: processes every description below a folder in its own process, and reports the results.
//!
//! ```text
//! arguments ── documents ── generate ── sample ── compile ── report
//!               (paths)    (J children)  (seed)   (cargo)    (text, JSON)
//!                              │                     │
//!                            child ── one          child ── trip (the same binary, for one document)
//! ```
//!
//! A document that panics, times out or is killed is a normal result, hence the processes.

mod arguments;
mod child;
mod clusters;
mod compile;
mod documents;
mod generate;
mod measure;
mod one;
mod outcome;
mod outline;
mod report;
mod sample;
mod self_diff;
mod slug;
mod trip;

use std::path::Path;
use std::process::ExitCode;

use arguments::{Arguments, Hidden, RunOptions};
pub(crate) use measure::timed;
use outcome::Run;

/// A result whose error aborts the run and tells the user what to do.
type Fallible<T> = Result<T, String>;

/// Runs with the arguments of the process. The exit status is 0 if all documents succeeded, 1 if one failed, and 2 if
/// the run was aborted.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = <Arguments as clap::Parser>::parse();
    dispatch(&arguments).unwrap_or_else(|problem| {
        eprintln!("error: {problem}");
        ExitCode::from(2)
    })
}

fn dispatch(arguments: &Arguments) -> Fallible<ExitCode> {
    match &arguments.hidden {
        Some(Hidden::One { path, crate_out, program_out, self_diff }) => {
            let mut outcome = one::one(path, crate_out.as_deref())?;
            if let (true, outcome::Outcome::Generated(generated)) = (self_diff, &mut outcome) {
                generated.self_diff = Some(self_diff::self_diff(path)?);
            }
            if let Some(folder) = program_out {
                trip::write(path, folder)?;
            }
            print(&outcome)
        }
        Some(Hidden::Trip { path, program }) => print(&trip::trip(path, program)?),
        None => match &arguments.run.folder {
            Some(folder) => run(folder, &arguments.run),
            None => Err("no folder is given: name the one that holds the descriptions".to_owned()),
        },
    }
}

/// Prints the result of a child as one line.
fn print(result: &impl serde::Serialize) -> Fallible<ExitCode> {
    println!("{}", serde_json::to_string(result).map_err(|error| format!("the result cannot be serialized: {error}"))?);
    Ok(ExitCode::SUCCESS)
}

fn run(folder: &Path, options: &RunOptions) -> Fallible<ExitCode> {
    let paths = documents::find(folder, options)?;
    let documents = generate::all(folder, &paths, options)?;
    let chosen = sample::choose(&documents, options);
    let compiled = compile::all(folder, &chosen, options)?;
    let run = Run { seed: options.seed, documents, compiled };
    report::write(&run, &options.out)?;
    print!("{}", report::summary(&run));
    println!("{}", options.out.join("report.json").display());
    Ok(if run.is_sound() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Adds the action and the file to an I/O error.
fn at<'a>(what: &'a str, path: &'a Path) -> impl FnOnce(std::io::Error) -> String + 'a {
    move |error| format!("{} cannot be {what}: {error}; check the path and its permissions", path.display())
}
