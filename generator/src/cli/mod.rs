//! Runs a command and returns its exit status.
//!
//! | status | meaning |
//! |---|---|
//! | 0 | success |
//! | 1 | the description is invalid, or `--strict` rejected a warning |
//! | 2 | the arguments or the configuration are invalid |
//! | 3 | the description cannot be read or fetched |
//! | 4 | the output cannot be written, or would overwrite foreign files |
//! | 5 | `check` found a difference |
//!
//! With several clients, the most severe status is reported.
//!
//! `diff --exit-code` returns 0 for no changes or changes of documentation, 1 for compatible changes and 2 for breaking
//! ones. With `--used-by`, only the changes that concern the programs count.

mod args;
mod cargo;
mod check;
mod diff;
mod explain;
mod fetch;
mod generate;
mod init;
mod ir;
mod migrate;
mod missing_dependencies;
mod prepared;
mod rename;
mod render;
mod shared_crates;
mod status;
mod suggested_commands;
mod target;
mod update;
mod used_by;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::program::run_as_compiler;
use crate::{config, stack};
pub use status::Status;

/// Returns the command-line interface.
#[must_use]
pub fn command() -> clap::Command {
    args::Arguments::command()
}

/// Runs the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    if let Some(status) = run_as_compiler() {
        return status;
    }
    match cargo::parse(std::env::args_os().collect()) {
        Ok(arguments) => ExitCode::from(dispatch(&arguments).code()),
        Err(problem) => {
            // With `--exit-code`, the status must not be used for anything but changes.
            let reports_changes = std::env::args_os().any(|argument| argument == "--exit-code");
            let failure = if reports_changes { Status::Source } else { Status::Usage };
            // The reader may have closed the pipe.
            let _ = problem.print();
            ExitCode::from(if problem.use_stderr() { failure } else { Status::Done }.code())
        }
    }
}

/// Runs the command with these arguments, the first of which is its name.
pub fn run<I>(arguments: I) -> Status
where
    I: IntoIterator,
    I::Item: Into<OsString> + Clone,
{
    match args::Arguments::try_parse_from(arguments) {
        Ok(arguments) => dispatch(&arguments),
        Err(problem) => {
            render::note(&problem.to_string());
            if problem.use_stderr() { Status::Usage } else { Status::Done }
        }
    }
}

fn dispatch(arguments: &args::Arguments) -> Status {
    stack::grow(|| match &arguments.command {
        args::CliCommand::Init(options) => init::init(options),
        args::CliCommand::Generate(options) => generate::generate(options),
        args::CliCommand::Diff(options) => diff::diff(options),
        args::CliCommand::Check(options) => check::check(options),
        args::CliCommand::Update(options) => update::update(options),
        args::CliCommand::Rename(options) => rename::rename(options),
        args::CliCommand::Ir(options) => ir::ir(options),
        args::CliCommand::Explain(options) => explain::explain(options),
        args::CliCommand::Schema => {
            render::print_output(&config::schema());
            Status::Done
        }
    })
}
