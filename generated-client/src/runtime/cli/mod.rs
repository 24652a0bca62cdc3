//! The command line of the client: a subcommand for each operation, and `call` for programs.

mod answer;
mod arguments;
mod body;
mod console;
mod entry;
mod escape;
mod given_file;
mod help;
mod input;
mod options;
mod output;
mod seen;
mod table;
mod tree;
mod unread;

use std::ffi::OsString;
use std::io::IsTerminal;
use std::process::ExitCode;

use clap::ArgMatches;

pub use answer::{Answer, Calling, Job, Values, all, follow, run};
pub use body::{GivenBody, Kind, Part};
pub use console::Console;
pub use entry::{Body, Entry, Flow, Group, Known, Parameter, Program, Scheme};
pub use given_file::GivenFile;
pub use input::{Input, InputError};
pub use output::{Shown, body, bytes, json, nothing, text};
use seen::Seen;
pub use unread::Unread;

/// Runs the program with the arguments it was started with.
///
/// It exits with 0 for a success, with 3 for a documented refusal, with 4 for anything else; arguments that do not exist end
/// with 2.
pub fn main(program: &'static Program) -> ExitCode {
    ExitCode::from(start(program, std::env::args_os(), &Console::standard()))
}

/// Runs the program with arguments, of which the first is its own name. Gives the exit status.
pub(crate) fn start(
    program: &'static Program,
    arguments: impl IntoIterator<Item = OsString>,
    console: &Console,
) -> u8 {
    let matches = match arguments::command(program).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(problem) => return refused(&problem, console),
    };
    let done = match matches.subcommand() {
        Some(("operations", options)) => Ok(output::operations(
            program,
            options.get_flag("json"),
            console,
        )),
        Some(("completions", options)) => Ok(arguments::completions(program, options, console)),
        Some(("call", options)) => called(program, options, console),
        Some((group, options)) => chosen(program, group, options, console),
        None => Err(InputError::new("no operation is named")),
    };
    done.unwrap_or_else(|error| {
        console.tell(&format!("error: {error}"));
        output::FAILED
    })
}

/// Says what is wrong with the arguments; a help that was asked for is nothing wrong.
fn refused(problem: &clap::Error, console: &Console) -> u8 {
    let text = problem.render();
    let colours = std::env::var_os("NO_COLOR").is_none();
    if problem.use_stderr() {
        let ansi = colours && console.terminal && std::io::stderr().is_terminal();
        let text = if ansi {
            text.ansi().to_string()
        } else {
            text.to_string()
        };
        console.tell_rendered(text.trim_end());
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

/// `call OPERATION --params JSON --body JSON`.
fn called(
    program: &'static Program,
    options: &ArgMatches,
    console: &Console,
) -> Result<u8, InputError> {
    let name = arguments::text(options, "operation").unwrap_or_default();
    let entry = program.entry(&name).ok_or_else(|| {
        InputError::new(format!(
            "there is no operation `{name}`: `operations` lists them"
        ))
    })?;
    let mut input = Input::new(entry);
    if let Some(params) = arguments::text(options, "params") {
        input.give_json(&params)?;
    }
    send(program, options, entry, input, console)
}

/// `GROUP OPERATION --flag VALUE --body FILE`.
fn chosen(
    program: &'static Program,
    group: &str,
    options: &ArgMatches,
    console: &Console,
) -> Result<u8, InputError> {
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
    let mut input = Input::new(entry);
    for parameter in entry.parameters {
        if let Some(values) = options.get_many::<String>(parameter.name) {
            input.give_texts(parameter, values.cloned().collect());
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
        arguments::text(options, arguments::BODY).as_deref(),
        arguments::text(options, arguments::MEDIA_TYPE),
    )?;
    let call = way(entry, options)?;
    let seen = Seen::new(Some(console.clone()).filter(|_| options::is_verbose(options)));
    let job = Job {
        client: options::client(program, options, seen.clone(), console)?,
        input,
        console: console.clone(),
        seen,
        file: arguments::text(options, arguments::FILE),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let runtime = runtime.map_err(|error| InputError::new(error.to_string()))?;
    let answer = runtime.block_on(call(job))?;
    Ok(output::print(&answer, options::format(options), console))
}

/// The way in which the answer is asked for.
fn way(entry: &'static Entry, options: &ArgMatches) -> Result<fn(Job) -> Calling, InputError> {
    let none = |what: &str| InputError::new(format!("{} {what}", entry.name));
    if arguments::is_set(options, arguments::ALL) {
        entry
            .all()
            .ok_or_else(|| none("does not answer in pages: `--all` says nothing"))
    } else if arguments::is_set(options, arguments::FOLLOW) {
        entry
            .follow()
            .ok_or_else(|| none("gives no values one after the other: `--follow` says nothing"))
    } else {
        Ok(entry.call)
    }
}
