//! Runs a command and returns its exit status.
//!
//! | status | meaning |
//! |---|---|
//! | 0 | success |
//! | 1 | the description is invalid, or `--strict` rejected a warning |
//! | 2 | the arguments or the configuration are invalid |
//! | 3 | the description cannot be read or fetched |
//! | 4 | the output cannot be written, or would overwrite foreign files |
//! | 5 | `check` found a difference, `diff --exit-code` breaking changes, or `observe --fail` something to correct |
//! | 6 | `diff --exit-code` found compatible changes |
//!
//! With several clients, the most severe status is reported.
//!
//! With `--used-by`, only the changes that concern the programs count.

mod args;
mod check;
mod diff;
mod explain;
mod fetch;
mod generate;
mod init;
mod ir;
mod lock;
mod observe;
mod plan;
mod progress;
mod render;
#[cfg(feature = "serve")]
mod serve;
mod status;
mod target;
mod update;
mod used_by;

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::process::ExitCode;

use clap::error::Error;
use clap::{CommandFactory, FromArgMatches};

use crate::program::run_as_compiler;
use args::Arguments;
use bindery::internal::config;
#[cfg(not(feature = "serve"))]
use bindery::internal::diagnostic::usage_error;
use bindery::internal::stack;
use render::attempt;
pub use status::Status;

/// Returns the command-line interface.
#[must_use]
pub fn command() -> clap::Command {
    Arguments::command()
}

/// Runs the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    if let Some(status) = run_as_compiler(is_command) {
        return status;
    }
    match parse(std::env::args_os().collect()) {
        Ok(arguments) => ExitCode::from(dispatch(&arguments).code()),
        Err(problem) => {
            // The reader may have closed the pipe.
            let _ = problem.print();
            ExitCode::from(if problem.use_stderr() { Status::Usage } else { Status::Done }.code())
        }
    }
}

/// Returns `true` if an argument is an option, or a command of this program.
fn is_command(first: &OsStr) -> bool {
    let name = first.to_string_lossy();
    name.starts_with('-') || name == "bindery" || command().find_subcommand(&*name).is_some()
}

/// Parses the arguments of a process, the first of which is its name. As a cargo subcommand, `cargo bindery ..` runs
/// `cargo-bindery bindery ..`.
fn parse(mut arguments: Vec<OsString>) -> Result<Arguments, Error> {
    let program = arguments.first().map(Path::new).and_then(Path::file_stem);
    let by_cargo =
        program.is_some_and(|name| name == "cargo-bindery") && arguments.get(1).is_some_and(|own| own == "bindery");
    let mut command = Arguments::command();
    if by_cargo {
        arguments.remove(1);
        command = command.bin_name("cargo bindery");
    }
    let matches = command.try_get_matches_from(arguments)?;
    Arguments::from_arg_matches(&matches)
}

/// Runs the command with these arguments, the first of which is its name.
pub fn run<I>(arguments: I) -> Status
where
    I: IntoIterator,
    I::Item: Into<OsString> + Clone,
{
    match parse(arguments.into_iter().map(Into::into).collect()) {
        Ok(arguments) => dispatch(&arguments),
        Err(problem) => {
            render::note(&problem.to_string());
            if problem.use_stderr() { Status::Usage } else { Status::Done }
        }
    }
}

fn dispatch(arguments: &Arguments) -> Status {
    stack::grow(|| match &arguments.command {
        args::CliCommand::Init(options) => attempt(&options.messages, |sources| init::init(options, sources)),
        args::CliCommand::Generate(options) => {
            attempt(&options.messages, |sources| generate::generate(options, sources))
        }
        args::CliCommand::Diff(options) => attempt(&options.messages, |sources| diff::diff(options, sources)),
        args::CliCommand::Check(options) => check::check(options),
        args::CliCommand::Update(options) => attempt(&options.messages, |sources| update::update(options, sources)),
        args::CliCommand::Observe(options) => attempt(&options.messages, |sources| observe::observe(options, sources)),
        args::CliCommand::Lock(options) => attempt(&options.messages, |sources| lock::lock(options, sources)),
        args::CliCommand::Ir(options) => attempt(&options.messages, |sources| ir::ir(options, sources)),
        #[cfg(feature = "serve")]
        args::CliCommand::Serve(options) => attempt(&options.messages, |sources| serve::serve(options, sources)),
        #[cfg(not(feature = "serve"))]
        args::CliCommand::Serve(options) => attempt(&options.messages, |_| {
            let help =
                "install `bindery-cli` with `--features serve`; in a clone: `cargo run --features serve -- serve ..`";
            Err(usage_error("this program was built without the server", help))
        }),
        args::CliCommand::Explain(options) => explain::explain(options),
        args::CliCommand::Schema => {
            render::print_output(config::SCHEMA);
            Status::Done
        }
        args::CliCommand::Completions(options) => {
            let mut script = Vec::new();
            clap_complete::generate(options.shell, &mut command(), "bindery", &mut script);
            render::print_output(&String::from_utf8_lossy(&script));
            Status::Done
        }
    })
}

#[cfg(test)]
mod tests {
    use std::ffi::OsString;

    use super::parse;

    #[test]
    fn the_subcommand_name_of_cargo_is_skipped() {
        let read = |arguments: &[&str]| parse(arguments.iter().map(OsString::from).collect());
        for good in [
            &["bindery", "explain"] as &[&str],
            &["/bin/cargo-bindery", "bindery", "explain"],
            &["cargo-bindery", "explain"],
        ] {
            assert!(read(good).is_ok(), "{good:?}");
        }
        assert!(read(&["bindery", "bindery", "explain"]).is_err());
        let help = read(&["cargo-bindery.exe", "bindery", "check", "--help"]).unwrap_err().to_string();
        assert!(help.contains("Usage: cargo bindery check"), "{help}");
    }

    #[test]
    fn completions_list_the_commands() {
        for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
            let arguments = ["bindery", "completions", shell].map(OsString::from);
            assert!(parse(arguments.into()).is_ok(), "{shell}");
        }
        assert!(parse(["bindery", "completions", "tcsh"].map(OsString::from).into()).is_err());
    }
}
