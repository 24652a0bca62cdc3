//! Shell completions. The script of a shell calls the program back, which prints names of subcommands and flags. Text
//! of the description is never among them, because shells may expand it.

use super::arguments::command;
use super::program::Program;

/// Returns the completion script of a shell.
pub(super) fn script(program: &Program, shell: &str) -> String {
    let name = program.name;
    let function = name.replace('-', "_");
    match shell {
        "bash" => format!(
            "_{function}() {{\n  local IFS=$'\\n'\n  \
             COMPREPLY=($({name} complete -- \"${{COMP_WORDS[@]:1:COMP_CWORD}}\" 2>/dev/null))\n}}\n\
             complete -o default -F _{function} {name}"
        ),
        "fish" => format!(
            "complete -c {name} -a '({name} complete -- (commandline -opc)[2..] (commandline -ct) 2>/dev/null)'"
        ),
        _ => format!(
            "#compdef {name}\n_{function}() {{\n  \
             compadd -- ${{(f)\"$({name} complete -- \"${{(@)words[2,CURRENT]}}\" 2>/dev/null)\"}} || _files\n}}\n\
             compdef _{function} {name}"
        ),
    }
}

/// Returns the completions of the last word, each on a line.
pub(super) fn complete(program: &'static Program, words: &[String]) -> String {
    let root = command(program);
    let (current, before) = words
        .split_last()
        .map_or(("", words), |(last, before)| (last.as_str(), before));
    let found = before.iter().fold(&root, |command, word| {
        command.find_subcommand(word).unwrap_or(command)
    });
    let flags = root.get_arguments().chain(found.get_arguments());
    let flags = flags.filter_map(|flag| Some(format!("--{}", flag.get_long()?)));
    let commands = found
        .get_subcommands()
        .filter(|command| !command.is_hide_set());
    let names = commands.map(|command| command.get_name().to_owned());
    let mut offered: Vec<String> = if current.starts_with('-') {
        flags.collect()
    } else {
        names.collect()
    };
    offered.retain(|name| name.starts_with(current));
    offered.sort();
    offered.dedup();
    offered.join("\n")
}
