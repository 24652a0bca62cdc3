//! The command line of the client: a subcommand for each operation, and `call` for programs.

mod arguments;
mod entry;
mod input;
mod output;

use std::process::ExitCode;

use clap::ArgMatches;

pub use entry::{Answer, Calling, Entry, Group, Parameter, Program, Scheme, run};
pub use input::{
    GivenBody, Input, InputError, Reader, content, members, of_json, text_of, unwrapped,
};
pub use output::{body, bytes, json, nothing, text};

/// The exit status where the server refused the call in a way that the description documents.
const DOCUMENTED: u8 = 3;
/// The exit status for anything else that went wrong.
const FAILED: u8 = 4;

/// Runs the program with the arguments it was started with.
///
/// It exits with 0 for a success, with 3 for a documented refusal, with 4 for anything else; wrong arguments end with 2.
pub fn main(program: &'static Program) -> ExitCode {
    let matches = arguments::command(program).get_matches();
    let done = match matches.subcommand() {
        Some(("operations", options)) => output::operations(program, options.get_flag("json")),
        Some(("completions", options)) => arguments::completions(program, options),
        Some(("call", options)) => called(program, &matches, options),
        Some((group, options)) => chosen(program, &matches, group, options),
        None => Err(InputError::new("no operation is named")),
    };
    done.unwrap_or_else(|error| {
        eprintln!("error: {error}");
        ExitCode::from(FAILED)
    })
}

/// `call OPERATION --params JSON --body JSON`.
fn called(
    program: &'static Program,
    matches: &ArgMatches,
    options: &ArgMatches,
) -> Result<ExitCode, InputError> {
    let name = arguments::text(options, "operation").unwrap_or_default();
    let entry = program.entry(&name).ok_or_else(|| {
        InputError::new(format!(
            "there is no operation `{name}`: `operations` lists them"
        ))
    })?;
    let input = Input::of_json(
        arguments::text(options, "params").as_deref(),
        arguments::text(options, arguments::BODY).as_deref(),
    )?;
    input.check(entry)?;
    send(program, matches, entry, input)
}

/// `GROUP OPERATION --flag VALUE --body FILE`.
fn chosen(
    program: &'static Program,
    matches: &ArgMatches,
    group: &str,
    options: &ArgMatches,
) -> Result<ExitCode, InputError> {
    let Some((command, options)) = options.subcommand() else {
        return Err(InputError::new("no operation is named"));
    };
    let is_chosen = |(of, entry): &(&Group, &Entry)| {
        arguments::group_name(of.name) == group && arguments::flag(entry.command) == command
    };
    let (_, entry) = program
        .entries()
        .find(is_chosen)
        .ok_or_else(|| InputError::new("there is no such operation"))?;
    let mut input = Input::default();
    for parameter in entry.parameters {
        if let Some(values) = options.get_many::<String>(parameter.name) {
            input.give_texts(parameter.name, values.cloned().collect());
        }
    }
    if entry.body.is_some() {
        input.give_body(arguments::text(options, arguments::BODY).as_deref())?;
    }
    send(program, matches, entry, input)
}

fn send(
    program: &'static Program,
    matches: &ArgMatches,
    entry: &Entry,
    input: Input,
) -> Result<ExitCode, InputError> {
    let client = program.client(arguments::text(matches, arguments::SERVER).as_deref())?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| InputError::new(error.to_string()))?;
    let answer = runtime.block_on((entry.call)(client, input))?;
    let table = arguments::text(matches, arguments::OUTPUT).as_deref() == Some("table");
    output::print(&answer, table);
    Ok(ExitCode::from(match &answer {
        Answer::Success { .. } => 0,
        Answer::Documented { .. } => DOCUMENTED,
        Answer::Failed { .. } => FAILED,
    }))
}
