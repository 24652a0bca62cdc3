//! The command line of the client: a subcommand for each operation of its tables.

mod arguments;
mod completion;
mod console;
mod escape;
mod input;
mod options;
mod output;
mod program;
mod table;
mod tree;

use std::ffi::OsString;
use std::process::ExitCode;

use clap::ArgMatches;

pub use console::Console;
pub use program::{
    Argument, Body, Codes, Content, Group, Kind, Operation, Program, Scheme, codes, cookie, header,
    member, path, query, words,
};

use crate::calls::client::{ExecuteError, OperationName};
use crate::responses::response::Response;

/// Runs the program with the arguments of the process.
///
/// The exit status is 0 for a success, 2 for invalid arguments, 3 for an error response, and 4 for anything else.
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
        Some(("operations", options)) => {
            let listed = arguments::operations(program, options.get_flag("json"));
            Ok(output::print_text(&listed, console))
        }
        Some(("completions", options)) => {
            let script = options.get_one::<String>("shell");
            let script = completion::script(program, script.map_or("", String::as_str));
            Ok(output::print_text(&script, console))
        }
        Some(("complete", options)) => {
            let words = options.get_many::<String>("words").into_iter().flatten();
            let found = completion::complete(program, &words.cloned().collect::<Vec<_>>());
            Ok(output::print_text(&found, console))
        }
        Some((group, options)) => call(program, group, options, console),
        None => Err("no operation is named".to_owned()),
    };
    done.unwrap_or_else(|error| {
        console.log(&format!("error: {error}"));
        output::USAGE
    })
}

/// Prints what is wrong with the arguments, or the requested help.
fn print_usage_error(problem: &clap::Error, console: &Console) -> u8 {
    let text = problem.render().to_string();
    if problem.use_stderr() {
        console.log(text.trim_end());
    } else {
        console.write(text.as_bytes());
    }
    u8::try_from(problem.exit_code()).unwrap_or(output::FAILED)
}

/// Handles `GROUP OPERATION --flag VALUE --body @FILE`.
fn call(
    program: &'static Program,
    group: &str,
    options: &ArgMatches,
    console: &Console,
) -> Result<u8, String> {
    let unknown = || "there is no such operation".to_owned();
    let (command, options) = options.subcommand().ok_or_else(unknown)?;
    let mut operations = program.operations();
    let found = operations.find(|(of, operation)| {
        arguments::group_name(of.name) == group && program::dashed(operation.name) == command
    });
    let (_, operation) = found.ok_or_else(unknown)?;
    let request = input::request(operation, options)?;
    let client = options::client(program, options, console)?;
    let call_options = options::call_options(options)?;
    if options.get_flag(options::DRY_RUN) {
        let curl = client.inner.to_curl(operation.id, request, call_options);
        let curl = curl.map_err(|error| error.to_string())?;
        return Ok(output::print_text(&curl, console));
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| error.to_string())?;
    let name = OperationName {
        described: operation.id,
        call: operation.id,
    };
    match runtime.block_on(client.inner.execute(name, Ok(request), call_options)) {
        Ok(response) => {
            let response = Response::from_http(response);
            let format = options::format(options);
            Ok(output::print(&response, operation, format, console))
        }
        Err(ExecuteError::Build(error)) => Err(error.to_string()),
        Err(ExecuteError::Send(error)) => {
            console.log(&format!("error: {}", output::error_chain(&error)));
            Ok(output::FAILED)
        }
    }
}
