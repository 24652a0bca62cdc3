//! Measures `update --migrate` and `--used-by` on upgrades of real descriptions.
//!
//! For each step from an old description to a new one, programs are made that use every item of the old client. Some of
//! them are compiled with the new client, before and after they are migrated.

mod measured;
mod program;
mod step;

use std::path::PathBuf;
use std::process::ExitCode;

use bindery::config::Config;
use clap::Parser;

use crate::changed::{Fallible, cases};
use measured::{Measured, table};
use step::Step;

/// The environment variable that makes this program the command `bindery`.
const COMMAND: &str = "BINDERY_TESTS_COMMAND";

/// Measures how many programs compile after `update --migrate` without a change by hand
#[derive(Debug, Parser)]
#[command(name = "migration")]
struct Arguments {
    /// The versions of a description, the oldest first
    descriptions: Vec<PathBuf>,
    /// Measure the cases of fixtures/changed whose names contain this text instead
    #[arg(long)]
    cases: Option<String>,
    /// Maximum number of programs for each step; all if it is 0
    #[arg(long, default_value_t = 20)]
    programs: usize,
    /// The name of the folder for the workspace
    #[arg(long, default_value = "history")]
    name: String,
}

/// Runs the command. The exit status is 1 if a file is changed without need, or an error has no comment.
#[must_use]
pub fn main() -> ExitCode {
    if std::env::var_os(COMMAND).is_some() {
        return bindery::cli::main();
    }
    match measure(&Arguments::parse()) {
        Ok(all) => {
            print!("{}", table(&all));
            if all.iter().all(Measured::is_right) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn measure(arguments: &Arguments) -> Fallible<Vec<Measured>> {
    let mut all = Vec::new();
    if let Some(part) = &arguments.cases {
        for case in cases()?.iter().filter(|case| !case.compiles && case.name.contains(part)) {
            let step = Step::new(&arguments.name, &case.old, &case.new)?;
            let text = format!("#![allow(warnings)]\n{}", case.program.replace("changed_client", "client"));
            let measured = step.measure(&case.name, vec![(text, Default::default())])?;
            println!("{measured}");
            all.push(measured);
        }
    }
    for pair in arguments.descriptions.windows(2) {
        let [old, new] = [&pair[0], &pair[1]].map(|path| step::source(path));
        let (old, new) = (old?, new?);
        let step = Step::new(&arguments.name, &old, &new)?;
        let emission = bindery::run_with(
            &old,
            &Config::default(),
            step::settings(),
            &bindery::names::NameHistory::default(),
            &mut bindery::diagnostic::Sink::new(),
        );
        let interface = emission.map_err(|problem| problem.message.clone())?.interface();
        let functions = program::functions(&interface.declarations());
        let programs = step.programs(functions, arguments.programs)?;
        let name = pair[1].file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let measured = step.measure(&name, programs)?;
        println!("{measured}");
        all.push(measured);
    }
    Ok(all)
}
