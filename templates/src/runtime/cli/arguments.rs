//! The arguments, made from the operations.

use std::process::ExitCode;

use clap::{Arg, ArgAction, ArgMatches, Command, value_parser};
use clap_complete::Shell;

use super::entry::{Entry, Program, token_variable};
use super::input::InputError;

/// The names of the arguments that every program has; no parameter is called so, since they have a space.
pub(super) const SERVER: &str = "the server";
pub(super) const OUTPUT: &str = "the output";
pub(super) const BODY: &str = "the body";

/// Subcommands that are no groups.
const OWN: [&str; 4] = ["call", "completions", "help", "operations"];

/// The whole command.
pub(super) fn command(program: &'static Program) -> Command {
    let server = Arg::new(SERVER)
        .long("server")
        .value_name("ADDRESS")
        .global(true)
        .help("The address of the server");
    let output = Arg::new(OUTPUT)
        .long("output")
        .value_name("FORMAT")
        .value_parser(["json", "table"])
        .default_value("json")
        .global(true)
        .help("How an answer is printed");
    let mut command = Command::new(program.name)
        .version(program.version)
        .about(program.about)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help(tokens(program))
        .arg(server)
        .arg(output)
        .subcommand(call())
        .subcommand(listing())
        .subcommand(completing());
    for group in program.groups {
        let own = Command::new(group_name(group.name))
            .about(group.about)
            .subcommand_required(true);
        let operations = group.operations.iter();
        command =
            command.subcommand(operations.fold(own, |own, entry| own.subcommand(operation(entry))));
    }
    command
}

/// Where the tokens come from.
fn tokens(program: &Program) -> String {
    if program.schemes.is_empty() {
        return String::new();
    }
    let schemes = program
        .schemes
        .iter()
        .map(|scheme| token_variable(scheme.name));
    let schemes: Vec<String> = schemes.collect();
    format!(
        "The token is taken from the environment: API_TOKEN, or one for each way in which it can travel: {}.",
        schemes.join(", ")
    )
}

fn call() -> Command {
    Command::new("call")
        .about("Call an operation by its name, with JSON")
        .arg(Arg::new("operation").required(true).value_name("OPERATION"))
        .arg(
            Arg::new("params")
                .long("params")
                .value_name("JSON")
                .help("An object with the parameters"),
        )
        .arg(body())
}

fn listing() -> Command {
    Command::new("operations")
        .about("List the operations")
        .arg(Arg::new("json").long("json").action(ArgAction::SetTrue))
}

fn completing() -> Command {
    Command::new("completions")
        .about("Print the completions for a shell")
        .arg(
            Arg::new("shell")
                .required(true)
                .value_parser(value_parser!(Shell)),
        )
}

fn body() -> Arg {
    Arg::new(BODY)
        .long("body")
        .value_name("FILE|-|JSON")
        .help("The body")
}

fn operation(entry: &'static Entry) -> Command {
    let mut command = Command::new(flag(entry.command)).about(entry.about);
    for parameter in entry.parameters {
        let mut argument = Arg::new(parameter.name)
            .long(parameter_flag(parameter.name))
            .required(parameter.required)
            .value_name("VALUE")
            .action(ArgAction::Append)
            .allow_hyphen_values(true);
        if !parameter.about.is_empty() {
            argument = argument.help(parameter.about);
        }
        command = command.arg(argument);
    }
    if entry.body.is_some() {
        command = command.arg(body());
    }
    command
}

/// A name as a flag or a subcommand.
pub(super) fn flag(name: &str) -> String {
    name.replace('_', "-")
}

/// The flag of a parameter, unless the program has one of its own that is called so.
fn parameter_flag(name: &str) -> String {
    match name {
        "server" | "output" | "body" | "help" | "version" => format!("{name}-parameter"),
        other => flag(other),
    }
}

/// The subcommand of a group.
pub(super) fn group_name(group: &str) -> String {
    let name = flag(group);
    if OWN.contains(&name.as_str()) {
        format!("{name}-group")
    } else {
        name
    }
}

/// The text of an argument; nothing where the subcommand does not have it.
pub(super) fn text(matches: &ArgMatches, name: &str) -> Option<String> {
    matches.try_get_one::<String>(name).ok().flatten().cloned()
}

/// Prints the completions.
pub(super) fn completions(
    program: &'static Program,
    options: &ArgMatches,
) -> Result<ExitCode, InputError> {
    let shell = options.get_one::<Shell>("shell").copied();
    let shell = shell.ok_or_else(|| InputError::new("no shell is named"))?;
    clap_complete::generate(
        shell,
        &mut command(program),
        program.name,
        &mut std::io::stdout(),
    );
    Ok(ExitCode::SUCCESS)
}
