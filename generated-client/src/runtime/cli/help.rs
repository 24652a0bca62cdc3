//! The text of `--help`.

use super::completion::is_shell_word;
use super::entry::{Body, Entry, Group, Program};
use super::input::Parameter;
use super::options::token_variable;

/// The exit statuses.
pub(super) const EXITS: &str = "\
Exit status:
  0  success
  2  unknown, missing or invalid arguments; nothing was sent
  3  an error response that the description documents
  4  anything else: a value that cannot be sent, no connection, a response that is not documented or cannot be read

The response goes to standard output: a success as its type serializes it, other bodies unchanged. Errors go to standard
error, whose last line is the status of the response.";

/// Returns the text after the help of the program.
pub(super) fn after(program: &Program) -> String {
    let mut text =
        "Environment:\n  API_SERVER  the address of the server, unless `--server` names one\n              \
         Without either, no token is sent to the server that the description names."
            .to_owned();
    if !program.schemes.is_empty() {
        let schemes = program
            .schemes
            .iter()
            .map(|scheme| token_variable(scheme.name));
        let schemes: Vec<String> = schemes.collect();
        text.push_str(&format!(
            "\n  API_TOKEN   the token, or one for each security scheme: {}",
            schemes.join(", ")
        ));
    }
    format!("{text}\n\n{EXITS}")
}

/// Returns the help of a group.
pub(super) fn group(group: &Group) -> String {
    match (group.about, group.entries().count()) {
        ("", 1) => "1 operation".to_owned(),
        ("", count) => format!("{count} operations"),
        (about, _) => about.to_owned(),
    }
}

/// Returns the text after the help of an operation.
pub(super) fn operation(entry: &Entry) -> String {
    let mut text = format!("Sends {}", entry.address());
    if !entry.accepts.is_empty() {
        text.push_str(&format!(", and accepts {}", entry.accepts.join(", ")));
    }
    format!(
        "{text}.\nThe same by its name: call {}",
        shell_word(entry.name)
    )
}

/// Quotes a name for a POSIX shell.
fn shell_word(name: &str) -> String {
    if is_shell_word(name) {
        name.to_owned()
    } else {
        format!("'{}'", name.replace('\'', r"'\''"))
    }
}

/// Returns the help heading of an argument.
pub(super) fn heading(required: bool) -> &'static str {
    if required { "Required" } else { "Optional" }
}

/// Returns the help of a parameter.
pub(super) fn parameter(parameter: &Parameter) -> String {
    let mut rest = vec![match parameter.wire {
        wire if wire == parameter.name => parameter.location.to_owned(),
        wire => format!("{} `{wire}`", parameter.location),
    }];
    if parameter.many {
        rest.push("may be given more than once".to_owned());
    }
    if let Some(default) = parameter.default {
        rest.push(format!("default: {}", default.trim_matches('"')));
    }
    let about = [parameter.about.to_owned(), format!("[{}]", rest.join("; "))];
    about.join(" ").trim().to_owned()
}

/// Returns the help of a body.
pub(super) fn body(body: &Body) -> String {
    let about = match body.about {
        "" => "The body",
        about => about.trim_end_matches('.'),
    };
    format!("{about} [{}]", body.media_types.join(", "))
}

/// Returns the help of a value.
pub(super) fn value(name: &str, meaning: &str) -> String {
    match (name, meaning) {
        ("", meaning) => meaning.to_owned(),
        (name, meaning) if meaning.is_empty() || name.eq_ignore_ascii_case(meaning) => {
            name.to_owned()
        }
        (name, meaning) => format!("{meaning} (or: {name})"),
    }
}
