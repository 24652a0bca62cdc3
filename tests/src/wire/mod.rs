//! The wire check: emits the client of a description with its command line, serves the description with Prism, and
//! calls every operation with all required arguments. Prism rejects requests that violate the description.

mod client;
mod operation;
mod prism;
mod report;
mod served;
mod trial;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Parser;
use serde_json::Value;

use client::Client;
use prism::Prism;
use report::Report;
use trial::Outcome;

/// A result whose error aborts the run.
pub(crate) type Fallible<T> = Result<T, String>;

/// Calls every operation of descriptions through their emitted clients, against Prism
#[derive(Debug, Parser)]
#[command(name = "wire")]
#[command(
    after_help = "Exit status: 0 all passed, or what did not is not ours; 1 something of ours failed; 2 the run itself \
                        cannot go on; 77 Node or Prism is not there, and nothing was tried."
)]
struct Arguments {
    /// The descriptions
    #[arg(value_name = "DESCRIPTION", required = true)]
    descriptions: Vec<PathBuf>,

    /// The folder for the clients and the report
    #[arg(long, value_name = "FOLDER", default_value = "target/wire")]
    out: PathBuf,

    /// Only the operations whose name contains this
    #[arg(long, value_name = "PATTERN")]
    only: Option<String>,
}

/// The exit status of a skipped test, as in Automake.
const SKIPPED: u8 = 77;

/// Runs the wire check.
#[must_use]
pub fn main() -> ExitCode {
    let arguments = Arguments::parse();
    if !prism::is_available() {
        eprintln!("skipped: the wire check needs Node (`node` and `npm`), which is not there");
        return ExitCode::from(SKIPPED);
    }
    let prism = match prism::install(&arguments.out) {
        Ok(prism) => prism,
        Err(problem) => {
            eprintln!("skipped: the wire check needs Prism, which cannot be installed: {problem}");
            return ExitCode::from(SKIPPED);
        }
    };
    match run(&arguments, &prism) {
        Ok(ours) => ExitCode::from(u8::from(ours > 0)),
        Err(problem) => {
            eprintln!("error: {problem}");
            ExitCode::from(2)
        }
    }
}

/// Returns the number of calls that failed because of Bindery.
fn run(arguments: &Arguments, prism: &Path) -> Fallible<usize> {
    let out = std::path::absolute(&arguments.out).map_err(|error| error.to_string())?;
    let mut report = Report::default();
    for description in &arguments.descriptions {
        let name = name_of(description);
        eprintln!("{name}: building its client");
        match check(prism, description, &name, &out, arguments.only.as_deref()) {
            Ok(outcomes) => report.add(&name, outcomes),
            Err(problem) => report.fail(&name, problem),
        }
    }
    let text = report.text();
    println!("{text}");
    let path = out.join("report.md");
    fs::write(&path, &text).map_err(|error| format!("{}: {error}", path.display()))?;
    Ok(report.ours())
}

fn check(prism: &Path, description: &Path, name: &str, out: &Path, only: Option<&str>) -> Fallible<Vec<Outcome>> {
    let text = fs::read_to_string(description).map_err(|error| format!("{}: {error}", description.display()))?;
    let mut document: Value = serde_json::from_str(&text)
        .or_else(|_| serde_yaml::from_str(&text))
        .map_err(|error| format!("{}: {error}", description.display()))?;
    // Prism serves the paths without the base path of the server.
    if let Some(members) = document.as_object_mut() {
        members.remove("servers");
        members.remove("basePath");
    }
    let folder = out.join(name);
    let client = Client::build(&document, name, &folder)?;
    let served = folder.join("openapi.json");
    fs::write(&served, served::with_examples(&document).to_string())
        .map_err(|error| format!("{}: {error}", served.display()))?;
    let mut running = Prism::start(prism, &served, &folder)?;
    let operations = client.operations()?;
    let mut outcomes = Vec::new();
    for listed in operations.iter().filter(|listed| only.is_none_or(|only| listed.operation.contains(only))) {
        for trial in operation::trials(&document, listed) {
            outcomes.push(trial::run(&client, &mut running, listed, trial)?);
            if running.has_ended() {
                running = Prism::start(prism, &served, &folder)?;
            }
        }
        eprint!("\r{name}: {} calls", outcomes.len());
    }
    eprintln!();
    Ok(outcomes)
}

/// Returns a name for folders and the crate: the last two segments of the path.
fn name_of(path: &Path) -> String {
    let steps: Vec<String> = path.components().map(|step| step.as_os_str().to_string_lossy().into_owned()).collect();
    let last = steps[steps.len().saturating_sub(2)..].join("-");
    let stem = last.rsplit_once('.').map_or(last.as_str(), |(stem, _)| stem);
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    format!("wire-{}", stem.chars().map(plain).collect::<String>().trim_matches('-'))
}
