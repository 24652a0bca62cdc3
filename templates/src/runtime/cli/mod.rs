//! The command line of the client: a subcommand for each operation, and `call` for scripts.

mod arguments;
mod body;
mod completion;
mod console;
mod entry;
mod escape;
mod file_argument;
mod help;
mod input;
mod job;
mod options;
mod output;
mod parse_error;
mod request_log;
mod table;
mod tree;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

use clap::ArgMatches;

pub use body::{BodyArgument, Kind, Part};
pub use console::Console;
pub use entry::{Body, Entry, Flow, Group, Program, Scheme};
pub use file_argument::FileArgument;
pub use input::{Input, Known, Parameter};
pub use job::{Job, JobFuture, Values, all, follow, run};
pub use output::{Outcome, Shown, body, bytes, json, nothing, text};
pub use parse_error::{InputError, ParseError};
use request_log::RequestLog;

/// Runs the program with the arguments of the process.
///
/// The exit status is 0 for a success, 2 for invalid arguments, 3 for a documented error response, and 4 for anything
/// else.
pub fn main(program: &'static Program) -> ExitCode {
    ExitCode::from(start(program, std::env::args_os(), &Console::standard()))
}

/// Runs the program with these arguments, the first of which is its own name. Returns the exit status.
pub(crate) fn start(
    program: &'static Program,
    arguments: impl IntoIterator<Item = OsString>,
    console: &Console,
) -> u8 {
    let matches = match arguments::command(program).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(problem) => return print_usage_error(&problem, console),
    };
    let done = match matches.subcommand() {
        Some(("operations", options)) => Ok(entry::operations(
            program,
            options.get_flag("json"),
            console,
        )),
        Some(("completions", options)) => Ok(arguments::completions(program, options, console)),
        Some(("call", options)) => call_by_name(program, options, console),
        Some((group, options)) => call_subcommand(program, group, options, console),
        None => Err(InputError::new("no operation is named")),
    };
    done.unwrap_or_else(|error| {
        console.log(&format!("error: {error}"));
        output::USAGE
    })
}

/// Prints what is wrong with the arguments, or the requested help.
fn print_usage_error(problem: &clap::Error, console: &Console) -> u8 {
    let text = problem.render();
    let colours = std::env::var_os("NO_COLOR").is_none();
    if problem.use_stderr() {
        let ansi = colours && console.terminal && std::io::stderr().is_terminal();
        let text = if ansi {
            text.ansi().to_string()
        } else {
            text.to_string()
        };
        console.log_rendered(text.trim_end());
    } else {
        let text = if colours && console.terminal {
            text.ansi().to_string()
        } else {
            text.to_string()
        };
        console.write(text.as_bytes());
    }
    u8::try_from(problem.exit_code()).unwrap_or(output::FAILED)
}

/// Handles `call OPERATION --params JSON --body JSON`.
fn call_by_name(
    program: &'static Program,
    options: &ArgMatches,
    console: &Console,
) -> Result<u8, InputError> {
    let name = options::text(options, "operation").unwrap_or_default();
    let entry = program.entry(&name).ok_or_else(|| {
        InputError::new(format!(
            "unknown operation `{name}`; `operations` lists all"
        ))
    })?;
    let mut input = entry.input();
    if let Some(params) = options::text(options, "params") {
        input.give_json(&params)?;
    }
    send(program, options, entry, input, console)
}

/// Handles `GROUP OPERATION --flag VALUE --body FILE`.
fn call_subcommand(
    program: &'static Program,
    group: &str,
    options: &ArgMatches,
    console: &Console,
) -> Result<u8, InputError> {
    let Some((command, options)) = options.subcommand() else {
        return Err(InputError::new("no operation is named"));
    };
    let is_named = |(of, entry): &(&Group, &Entry)| {
        arguments::group_name(of.name) == group && arguments::flag(entry.command) == command
    };
    let (_, entry) = program
        .entries()
        .find(is_named)
        .ok_or_else(|| InputError::new("there is no such operation"))?;
    let mut input = entry.input();
    for parameter in entry.parameters {
        if let Some(values) = options.get_many::<String>(&arguments::parameter_id(parameter.name)) {
            let flag = arguments::parameter_flag(entry, parameter.name);
            input.give_texts(parameter, flag, values.cloned().collect());
        }
    }
    send(program, options, entry, input, console)
}

fn send(
    program: &'static Program,
    options: &ArgMatches,
    entry: &'static Entry,
    mut input: Input,
    console: &Console,
) -> Result<u8, InputError> {
    input.give_body(
        options::text(options, arguments::BODY).as_deref(),
        options::text(options, arguments::MEDIA_TYPE),
    )?;
    let call = call_function(entry, options)?;
    let request_log =
        RequestLog::new(Some(console.clone()).filter(|_| options::is_verbose(options)));
    let job = Job {
        client: options::client(program, options, request_log.clone(), console)?,
        input,
        console: console.clone(),
        request_log,
        file: options::text(options, arguments::FILE),
        is_dry_run: options::is_dry_run(options),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| InputError::new(error.to_string()))?;
    let outcome = runtime.block_on(call(job))?;
    Ok(output::print(&outcome, options::format(options), console))
}

/// Returns the function that sends the call.
fn call_function(
    entry: &'static Entry,
    options: &ArgMatches,
) -> Result<fn(Job) -> JobFuture, InputError> {
    let none = |what: &str| InputError::new(format!("{} {what}", entry.name));
    if arguments::is_set(options, arguments::ALL) {
        entry
            .all()
            .ok_or_else(|| none("is not paginated: `--all` has no effect"))
    } else if arguments::is_set(options, arguments::FOLLOW) {
        entry
            .follow()
            .ok_or_else(|| none("is not a stream: `--follow` has no effect"))
    } else {
        Ok(entry.call)
    }
}
