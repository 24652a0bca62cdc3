//! The command-line arguments, built from the operations.

use std::ffi::OsStr;

use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, ArgAction, ArgMatches, Command, ValueHint, value_parser};
use clap_complete::Shell;

use super::completion::{is_shell_word, plain_help};
use super::console::Console;
use super::entry::{Body, Entry, Program};
use super::help;
use super::input::{Known, Parameter};
use super::{options, output};

/// The identifiers of the arguments that an operation has in addition to its parameters. They contain a space, so that
/// no parameter can have the same name.
pub(super) const BODY: &str = "the body";
pub(super) const MEDIA_TYPE: &str = "the media type";
pub(super) const FILE: &str = "the file";
pub(super) const ALL: &str = "all pages";
pub(super) const FOLLOW: &str = "each value";

/// Subcommands that are not groups.
const OWN: [&str; 4] = ["call", "completions", "help", "operations"];

/// Flags that every operation has.
const FLAGS: [&str; 11] = [
    "allow-cleartext",
    "dry-run",
    "header",
    "help",
    "output",
    "output-file",
    "retries",
    "server",
    "timeout",
    "verbose",
    "version",
];

/// Builds the whole command.
pub(super) fn command(program: &'static Program) -> Command {
    let mut command = Command::new(program.name)
        .version(program.version)
        .about(program.about)
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help(help::after(program))
        .args(options::arguments(program))
        .subcommand(call(program))
        .subcommand(listing())
        .subcommand(completing());
    for group in program.groups {
        let own = Command::new(group_name(group.name))
            .about(help::group(group))
            .subcommand_required(true)
            .arg_required_else_help(true);
        let operations = group.entries();
        command =
            command.subcommand(operations.fold(own, |own, entry| own.subcommand(operation(entry))));
    }
    command
}

fn call(program: &'static Program) -> Command {
    let names = program
        .entries()
        .map(|(_, entry)| PossibleValue::new(entry.name));
    let operation = Arg::new("operation")
        .required(true)
        .value_name("OPERATION")
        .value_parser(Open(names.collect()))
        .hide_possible_values(true)
        .help("Its name in the description, or `group.function`");
    let params = Arg::new("params")
        .long("params")
        .value_name("JSON")
        .help("An object with the parameters. A file is given as {\"path\": \"photo.png\"}, or by its content as a text");
    Command::new("call")
        .about("Call an operation by its name, with JSON")
        .after_help(help::EXITS)
        .args([operation, params, body("The body")])
        .args([
            media_type("The media type of the body"),
            file(),
            all(),
            follow().conflicts_with(ALL),
        ])
}

fn listing() -> Command {
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue);
    Command::new("operations")
        .about("List the operations")
        .arg(json.help("Print JSON, including parameters"))
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

fn body(about: impl Into<String>) -> Arg {
    Arg::new(BODY)
        .long("body")
        .value_name("FILE|-|JSON")
        .value_hint(ValueHint::AnyPath)
        .allow_hyphen_values(true)
        .help(about.into())
}

fn media_type(about: impl Into<String>) -> Arg {
    Arg::new(MEDIA_TYPE)
        .long("media-type")
        .value_name("TYPE")
        .requires(BODY)
        .help(about.into())
}

fn file() -> Arg {
    Arg::new(FILE)
        .long("output-file")
        .short('o')
        .value_name("FILE")
        .value_hint(ValueHint::FilePath)
        .help("Stream the body of a successful response to this file; `-` for standard output")
}

fn all() -> Arg {
    Arg::new(ALL)
        .long("all")
        .action(ArgAction::SetTrue)
        .conflicts_with(FILE)
        .help("Fetch all pages and print their items as one list")
}

fn follow() -> Arg {
    Arg::new(FOLLOW)
        .long("follow")
        .action(ArgAction::SetTrue)
        .conflicts_with(FILE)
        .help("Print each value of the response as a line of JSON when it arrives")
}

fn operation(entry: &'static Entry) -> Command {
    let mut command = Command::new(flag(entry.command))
        .about(entry.title())
        .after_help(help::operation(entry));
    // Required arguments come first in the help.
    let mut arguments: Vec<Arg> = entry
        .parameters
        .iter()
        .map(|own| parameter(entry, own))
        .collect();
    arguments.extend(entry.body.iter().flat_map(body_arguments));
    arguments.sort_by_key(|argument| !argument.is_required_set());
    command = command.args(arguments);
    let ways = [entry.all().map(|_| all()), entry.follow().map(|_| follow())];
    command.arg(file()).args(ways.into_iter().flatten())
}

/// Returns the arguments for the body and its media type. The latter is hidden if there is only one media type.
fn body_arguments(own: &'static Body) -> [Arg; 2] {
    let types = own.media_types;
    let known = types.iter().filter(|own| !own.contains('*'));
    let known: Vec<PossibleValue> = known.map(|own| PossibleValue::new(*own)).collect();
    let is_single = types.len() == known.len() && types.len() == 1;
    let body = body(help::body(own)).required(own.required);
    let media_type = media_type(format!("The media type of the body: {}", types.join(", ")))
        .value_parser(Open(known))
        .hide_possible_values(true)
        .hide(is_single)
        .help_heading(help::heading(false));
    [body.help_heading(help::heading(own.required)), media_type]
}

fn parameter(entry: &Entry, own: &'static Parameter) -> Arg {
    let files = own.value == "FILE";
    let known = own.known.iter().map(|Known(wire, name, meaning)| {
        let value = PossibleValue::new(*wire);
        match help::value(name, meaning) {
            about if about.is_empty() => value,
            about => value.help(about),
        }
    });
    let argument = Arg::new(parameter_id(own.name))
        .long(parameter_flag(entry, own.name))
        .required(own.required)
        .value_name(own.value)
        .action(if own.many {
            ArgAction::Append
        } else {
            ArgAction::Set
        })
        .allow_hyphen_values(true)
        .help(help::parameter(own))
        .help_heading(help::heading(own.required));
    match (files, own.known) {
        (true, _) => argument.value_hint(ValueHint::FilePath),
        (false, []) => argument,
        (false, _) => argument.value_parser(Open(known.collect())),
    }
}

/// Accepts the known values, for help and completions, and any other value as well, since a newer server may know more.
#[derive(Clone)]
struct Open(Vec<PossibleValue>);

impl TypedValueParser for Open {
    type Value = String;

    fn parse_ref(
        &self,
        command: &Command,
        argument: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(self.0.iter().cloned()))
    }
}

/// Returns the identifier of a parameter. It contains a space, so that it differs from those of `clap`, such as `help`.
pub(super) fn parameter_id(name: &str) -> String {
    format!("parameter {name}")
}

/// Converts a name to a flag or a subcommand.
pub(super) fn flag(name: &str) -> String {
    name.replace('_', "-")
}

/// Returns the flag of a parameter, unless the operation already has a flag with this name.
pub(super) fn parameter_flag(entry: &Entry, name: &str) -> String {
    let name = flag(name);
    let taken = match name.as_str() {
        "body" | "media-type" => entry.body.is_some(),
        "all" => entry.all().is_some(),
        "follow" => entry.follow().is_some(),
        other => FLAGS.contains(&other),
    };
    if taken {
        format!("{name}-parameter")
    } else {
        name
    }
}

/// Returns the subcommand of a group.
pub(super) fn group_name(group: &str) -> String {
    let name = flag(group);
    if OWN.contains(&name.as_str()) {
        format!("{name}-group")
    } else {
        name
    }
}

/// Returns `true` if a switch is set; `false` if the subcommand does not have it.
pub(super) fn is_set(matches: &ArgMatches, name: &str) -> bool {
    matches.try_get_one::<bool>(name).ok().flatten() == Some(&true)
}

/// Prints the completion script of a shell.
pub(super) fn completions(
    program: &'static Program,
    options: &ArgMatches,
    console: &Console,
) -> u8 {
    let text = options
        .get_one::<Shell>("shell")
        .map(|shell| script(program, *shell));
    console.write(text.unwrap_or_default().as_bytes());
    output::write_failure(console)
}

fn script(program: &'static Program, shell: Shell) -> String {
    let mut command = for_script(command(program));
    let mut text = Vec::new();
    // In a bash script, `clap_complete` spells the branches of a program with `-` in its name in two ways.
    let name = match shell {
        Shell::Bash => program.name.replace('-', "_"),
        _ => program.name.to_owned(),
    };
    clap_complete::generate(shell, &mut command, &name, &mut text);
    let text = String::from_utf8_lossy(&text);
    text.replace(
        &format!(" default {name}\n"),
        &format!(" default {}\n", program.name),
    )
}

/// Removes from a command the values that a shell may interpret, and removes such characters from its help.
fn for_script(command: Command) -> Command {
    let about = command
        .get_about()
        .map(|about| plain_help(&about.to_string()));
    command
        .about(about.unwrap_or_default())
        .mut_args(argument_for_script)
        .mut_subcommands(for_script)
}

fn argument_for_script(argument: Arg) -> Arg {
    let help = argument
        .get_help()
        .map(|help| plain_help(&help.to_string()));
    let mut values = argument.get_possible_values();
    let is_switch = values.is_empty() || !argument.get_action().takes_values();
    let argument = argument.help(help.unwrap_or_default());
    if is_switch {
        return argument;
    }
    values.retain(|value| is_shell_word(value.get_name()));
    let values = values.into_iter().map(|value| match value.get_help() {
        Some(help) => {
            let help = plain_help(&help.to_string());
            value.help(help)
        }
        None => value,
    });
    match values.collect::<Vec<_>>() {
        none if none.is_empty() => argument.value_parser(StringValueParser::new()),
        values => argument.value_parser(Open(values)),
    }
}
