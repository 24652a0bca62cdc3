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
//! ones.

mod args;
mod cargo;
mod check;
mod diff;
mod explain;
mod fetch;
mod generate;
mod init;
mod ir;
mod missing_dependencies;
mod prepared;
mod rename;
mod render;
mod shared_crates;
mod suggested_commands;
mod target;
mod update;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser};

use crate::config;
use crate::diagnostic::{Code, Diagnostic};
use crate::stack;

/// The result of a step of a command.
type Result<T> = std::result::Result<T, Box<Diagnostic>>;

/// The exit status of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The command succeeded.
    Done,
    /// The description is invalid.
    Refused,
    /// The arguments or the configuration are invalid.
    Usage,
    /// The description cannot be read or fetched.
    Source,
    /// The output cannot be written.
    Output,
    /// The crate does not match its description.
    Differs,
    /// The changes are compatible.
    Compatible,
    /// The changes are breaking.
    Breaking,
}

impl Status {
    /// Returns the exit status of the process.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Refused | Self::Compatible => 1,
            Self::Usage | Self::Breaking => 2,
            Self::Source => 3,
            Self::Output => 4,
            Self::Differs => 5,
        }
    }

    /// Returns the more severe of two statuses. A failure is more severe than a result of a check.
    fn worst(self, other: Self) -> Self {
        let severity = |status: Self| match status {
            Self::Done => 0,
            Self::Compatible => 1,
            Self::Differs | Self::Breaking => 2,
            Self::Refused => 3,
            Self::Usage => 4,
            Self::Source => 5,
            Self::Output => 6,
        };
        if severity(other) > severity(self) { other } else { self }
    }

    /// Returns the status for an error.
    fn for_error(problem: &Diagnostic) -> Self {
        match problem.code {
            Code::SourceUnreadable
            | Code::SourceUnreachable
            | Code::SourceRefused
            | Code::SourceTooLarge
            | Code::TooManyFiles
            | Code::TooManyRedirects
            | Code::NoDescriptionFound
            | Code::DescriptionAmbiguous => Self::Source,
            Code::ConfigurationInvalid | Code::OverrideUnused | Code::OutputUnconfirmed => Self::Usage,
            Code::OutputUnwritable | Code::OutputForeign | Code::OutputEdited => Self::Output,
            _ => Self::Refused,
        }
    }
}

/// Returns the command-line interface.
#[must_use]
pub fn command() -> clap::Command {
    args::Arguments::command()
}

/// Runs the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
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
