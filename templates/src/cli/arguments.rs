//! The commands of `clap`, and the list of operations.

use clap::{Arg, ArgAction, Command, ValueHint};
use serde_json::{Value, json};

use super::options;
use super::program::{Argument, Body, Content, Group, Kind, Operation, Program, dashed};
use super::table::aligned;
use crate::requests::escape::line;

/// The identifier of the body. It contains a space, so that no flag can have the same one.
pub(super) const BODY: &str = "the body";

/// Subcommands that are not groups.
const OWN: [&str; 4] = ["complete", "completions", "help", "operations"];

/// Maximum number of values in the help of an argument.
const MAX_LISTED_VALUES: usize = 30;

const EXITS: &str = "\
Exit status:
  0  success
  2  unknown or missing arguments; nothing was sent
  3  an error response
  4  anything else, such as no connection

The body of the response goes to standard output. Errors go to standard error, whose last line is the status.";

/// Builds the whole command.
pub(super) fn command(program: &'static Program) -> Command {
    let json = Arg::new("json").long("json").action(ArgAction::SetTrue);
    let listing = Command::new("operations").about("List the operations");
    let shell = Arg::new("shell").required(true);
    let words = Arg::new("words").num_args(0..).allow_hyphen_values(true);
    let command = Command::new(program.name)
        .version(program.version)
        .about(escape(program.about))
        .subcommand_required(true)
        .arg_required_else_help(true)
        .after_help(format!("{}\n\n{EXITS}", options::environment(program)))
        .args(options::arguments(program))
        .subcommand(listing.arg(json.help("Print JSON, including flags")))
        .subcommand(
            Command::new("completions")
                .about("Print the completion script of a shell")
                .arg(shell.value_parser(["bash", "fish", "zsh"])),
        )
        .subcommand(
            Command::new("complete")
                .hide(true)
                .arg(words.trailing_var_arg(true)),
        );
    program.groups.iter().fold(command, |command, group| {
        command.subcommand(group_command(group))
    })
}

fn group_command(group: &'static Group) -> Command {
    let command = Command::new(group_name(group.name))
        .about(escape(group.about))
        .subcommand_required(true)
        .arg_required_else_help(true);
    let operations = group.operations.iter().copied().flatten();
    operations.fold(command, |command, operation| {
        command.subcommand(operation_command(operation))
    })
}

fn operation_command(operation: &'static Operation) -> Command {
    let address = format!("{} {}", operation.method, operation.path);
    let about = Some(operation.about).filter(|about| !about.is_empty());
    let arguments = operation.arguments.iter();
    let flags = arguments.filter(|argument| !matches!(argument.kind, Kind::Fixed(_)));
    let mut flags: Vec<Arg> = flags
        .map(flag)
        .chain(operation.body.iter().map(body))
        .collect();
    // Required arguments come first in the help.
    flags.sort_by_key(|flag| !flag.is_required_set());
    Command::new(dashed(operation.name))
        .about(escape(about.unwrap_or(&address)))
        .after_help(escape(&format!("Sends {address}.")))
        .args(flags)
}

fn flag(argument: &'static Argument) -> Arg {
    let action = if argument.many {
        ArgAction::Append
    } else {
        ArgAction::Set
    };
    Arg::new(flag_id(argument))
        .long(argument.flag_name())
        // A member may be in `--body`.
        .required(argument.required && argument.put.is_some())
        .value_name(placeholder(&argument.kind))
        .action(action)
        .allow_hyphen_values(true)
        .help(help(argument))
}

fn body(body: &Body) -> Arg {
    let value = match body.content {
        Content::Raw => "@FILE|-|TEXT",
        _ => "@FILE|-|JSON",
    };
    Arg::new(BODY)
        .long("body")
        .value_name(value)
        .value_hint(ValueHint::AnyPath)
        .allow_hyphen_values(true)
        .help(escape(&format!("The body [{}]", body.media_type)))
}

/// Returns the help of an argument, with its values.
fn help(argument: &Argument) -> String {
    let values = match argument.kind {
        Kind::Code(codes) => {
            let codes = codes().into_iter();
            codes
                .map(|(code, name)| format!("{name} ({code})"))
                .collect()
        }
        Kind::Word(words) => words(),
        _ => Vec::new(),
    };
    let mut about = argument.about.to_owned();
    if argument.required && argument.put.is_none() {
        about.push_str(" [required]");
    }
    if argument.many {
        about.push_str(" [can be repeated]");
    }
    if !values.is_empty() {
        let more = if values.len() > MAX_LISTED_VALUES {
            ", .."
        } else {
            ""
        };
        let listed: Vec<&str> = values
            .iter()
            .take(MAX_LISTED_VALUES)
            .map(String::as_str)
            .collect();
        about.push_str(&format!(" [{}{more}]", listed.join(", ")));
    }
    escape(about.trim_start())
}

fn placeholder(kind: &Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::Key | Kind::Fixed(_) => "TEXT",
        Kind::Integer => "INTEGER",
        Kind::Number => "NUMBER",
        Kind::Boolean => "true|false",
        Kind::Json => "JSON",
        Kind::Code(_) | Kind::Word(_) => "VALUE",
    }
}

/// Returns text of the description as it is shown in the help.
fn escape(text: &str) -> String {
    // `clap` replaces `{n}` by a line break; a style that is not shown keeps it from that.
    line(text).replace("{n}", "{\u{1b}[0mn}")
}

/// Returns the identifier of a flag. It contains a space, so that it differs from those of `clap`, such as `help`.
pub(super) fn flag_id(argument: &Argument) -> String {
    format!("flag {}", argument.flag_name())
}

/// Returns the subcommand of a group.
pub(super) fn group_name(group: &str) -> String {
    let name = dashed(group);
    if OWN.contains(&name.as_str()) {
        format!("{name}-group")
    } else {
        name
    }
}

/// Lists the operations.
pub(super) fn operations(program: &Program, json: bool) -> String {
    let operations = program.operations();
    if json {
        return Value::Array(operations.map(|(of, own)| described(of, own)).collect()).to_string();
    }
    let rows = operations.map(|(group, operation)| {
        let name = format!("{} {}", group_name(group.name), dashed(operation.name));
        let rest = [operation.method, operation.path, operation.about];
        let rest = rest.map(|text| line(text).into_owned());
        [vec![name], rest.to_vec()].concat()
    });
    aligned(rows.collect())
}

fn described(group: &Group, operation: &Operation) -> Value {
    let flags = operation.arguments.iter().map(|argument| {
        json!({
            "flag": format!("--{}", argument.flag_name()),
            "name": argument.name,
            "in": argument.location,
            "required": argument.required,
        })
    });
    json!({
        "operation": operation.id,
        "command": [group_name(group.name), dashed(operation.name)],
        "method": operation.method,
        "path": operation.path,
        "flags": flags.collect::<Vec<_>>(),
        "body": operation.body.as_ref().map(|body| body.media_type),
    })
}
