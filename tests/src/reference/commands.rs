//! The commands with their arguments and options, from clap's command tree.

use clap::{Arg, Command};

use super::{Table, sentence};

/// Minimum number of commands that must have an option for it to be listed once for all.
const MIN_SHARED: usize = 4;

pub(super) fn render() -> String {
    let mut command = bindery_cli::command();
    command.build();
    let commands: Vec<&Command> = command.get_subcommands().filter(|command| command.get_name() != "help").collect();
    let mut text = String::new();
    for command in &commands {
        text.push_str(&section(command, &commands));
    }
    text + &shared_options(&commands)
}

fn section(command: &Command, commands: &[&Command]) -> String {
    let usage = command.clone().render_usage().to_string();
    let about = command.get_about().map(ToString::to_string).unwrap_or_default();
    let mut text = format!(
        "## bindery {}\n\n{}\n\n```text\n{}\n```\n\n",
        command.get_name(),
        sentence(&about),
        usage.trim_start_matches("Usage: ")
    );
    let own = arguments(command).filter(|argument| !is_shared(argument, commands));
    let rows: Vec<[String; 2]> = own.map(|argument| [spelling(argument), explanation(argument)]).collect();
    if !rows.is_empty() {
        let mut table = Table::new(&["argument", "meaning"]);
        rows.iter().for_each(|[spelling, explanation]| table.row(&[spelling, explanation]));
        text.push_str(&table.text);
        text.push('\n');
    }
    let shared: Vec<String> =
        arguments(command).filter(|argument| is_shared(argument, commands)).map(short_spelling).collect();
    if !shared.is_empty() {
        text.push_str(&format!("[Shared options](#shared-options): {}.\n\n", shared.join(", ")));
    }
    text
}

fn shared_options(commands: &[&Command]) -> String {
    let mut table = Table::new(&["option", "meaning"]);
    let mut listed: Vec<&str> = Vec::new();
    for argument in commands.iter().flat_map(|command| arguments(command)) {
        if is_shared(argument, commands) && !listed.contains(&argument.get_id().as_str()) {
            listed.push(argument.get_id().as_str());
            table.row(&[&spelling(argument), &explanation(argument)]);
        }
    }
    format!("## Shared options\n\n{}", table.text)
}

fn arguments(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_arguments().filter(|argument| argument.get_id() != "help" && !argument.is_hide_set())
}

/// Returns `true` if several commands have this option with the same help text.
fn is_shared(argument: &Arg, commands: &[&Command]) -> bool {
    let is_same = |other: &Arg| other.get_id() == argument.get_id() && help(other) == help(argument);
    let owners = commands.iter().filter(|command| arguments(command).any(is_same)).count();
    owners >= MIN_SHARED && !argument.is_positional()
}

fn help(argument: &Arg) -> String {
    argument.get_help().map(ToString::to_string).unwrap_or_default()
}

fn spelling(argument: &Arg) -> String {
    let values = argument.get_value_names().unwrap_or_default().join(" ");
    if argument.is_positional() {
        return if argument.is_required_set() { format!("`<{values}>`") } else { format!("`[{values}]`") };
    }
    let takes_value = argument.get_action().takes_values();
    let value = if takes_value { format!(" <{values}>") } else { String::new() };
    let short = argument.get_short().map(|short| format!("-{short}, ")).unwrap_or_default();
    format!("`{short}--{}{value}`", argument.get_long().unwrap_or_default())
}

fn short_spelling(argument: &Arg) -> String {
    format!("`--{}`", argument.get_long().unwrap_or_default())
}

fn explanation(argument: &Arg) -> String {
    let mut sentences = vec![sentence(&help(argument))];
    let takes_value = argument.get_action().takes_values();
    let values: Vec<String> =
        argument.get_possible_values().iter().map(|value| format!("`{}`", value.get_name())).collect();
    if takes_value && !values.is_empty() {
        sentences.push(format!("Values: {}.", values.join(", ")));
    }
    if let ([default], true) = (argument.get_default_values(), takes_value) {
        sentences.push(format!("Default: `{}`.", default.to_string_lossy()));
    }
    sentences.join(" ")
}
