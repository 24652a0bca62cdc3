//! The output of the command line.

use std::borrow::Cow;

use bytes::Bytes;
use serde::ser::Serialize;
use serde_json::{Value, json as object};

use super::super::response::Body;
use super::console::Console;
use super::entry::{Entry, Known, Program};
use super::escape;
use super::job::Outcome;
use super::table::{aligned, table};
use super::tree::{Node, quoted};

/// The exit status for a documented error response.
const DOCUMENTED: u8 = 3;
/// The exit status for any other failure.
pub(super) const FAILED: u8 = 4;
/// The exit status for invalid arguments.
pub(super) const USAGE: u8 = 2;

/// A response to show.
pub enum Shown {
    /// JSON, as serialized by the response type.
    Json(String),
    /// Bytes that are not text.
    Bytes(usize),
}

impl Shown {
    /// Returns the response as JSON on one line.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Json(text) => text.clone(),
            Self::Bytes(length) => object!({ "bytes": length }).to_string(),
        }
    }
}

/// Shows a JSON response, as serialized by its type.
pub fn json<T: Serialize>(response: T) -> Shown {
    // A value that was read from JSON can be serialized as JSON.
    Shown::Json(serde_json::to_string(&response).unwrap_or_default())
}

/// Shows a text response.
pub fn text(response: String) -> Shown {
    Shown::Json(quoted(&response))
}

/// Shows a binary response. Bytes that are not UTF-8 are shown by their length.
pub fn bytes(response: Bytes) -> Shown {
    match std::str::from_utf8(&response) {
        Ok(text) => Shown::Json(quoted(text)),
        Err(_) => Shown::Bytes(response.len()),
    }
}

/// Shows a response that the API description does not declare: JSON as received, anything else as bytes.
pub fn body(response: Body) -> Shown {
    match std::str::from_utf8(response.bytes()) {
        Ok(text) if Node::parse(text).is_ok() => Shown::Json(text.trim().to_owned()),
        _ => bytes(response.bytes().clone()),
    }
}

/// Shows nothing but the status.
pub fn nothing((): ()) -> Shown {
    Shown::Json("null".to_owned())
}

/// The output format of responses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Table,
}

/// Prints a response to standard output, and its status as the last line of standard error. Returns the exit status.
pub(super) fn print(outcome: &Outcome, format: Format, console: &Console) -> u8 {
    let (exit, status) = match outcome {
        Outcome::DryRun(command) => {
            console.line(command);
            (0, None)
        }
        Outcome::Success { status, shown } => {
            if let Some(shown) = shown {
                print_shown(shown, format, console);
            }
            (0, Some(*status))
        }
        Outcome::Documented { status, body } => {
            print_body(body, format, console);
            (DOCUMENTED, Some(*status))
        }
        Outcome::Failed {
            status,
            message,
            body,
        } => {
            print_body(body, format, console);
            console.log(&format!("error: {message}"));
            (FAILED, *status)
        }
    };
    let failure = write_failure(console);
    if let Some(status) = status {
        console.log(&status.to_string());
    }
    exit.max(failure)
}

/// Returns the exit status of a command that only prints, and reports why it could not write.
pub(super) fn write_failure(console: &Console) -> u8 {
    let Some(failure) = console.failure() else {
        return 0;
    };
    console.log(&format!("error: {failure}"));
    FAILED
}

fn print_shown(shown: &Shown, format: Format, console: &Console) {
    if let Shown::Bytes(_) = shown {
        console.log("note: the response is binary; use `--output-file FILE` to write it to a file");
    }
    print_json(&shown.text(), format, console);
}

/// Prints a response on one line. Returns `true` if the output is still open.
pub(super) fn print_line(console: &Console, shown: &Shown) -> bool {
    console.line(&readable(&shown.text(), console))
}

/// Returns JSON unchanged, except that characters that could mislead a reader are escaped on a terminal.
fn readable<'t>(text: &'t str, console: &Console) -> Cow<'t, str> {
    if console.terminal {
        escape::json(text)
    } else {
        text.into()
    }
}

/// Prints JSON: compact for programs, indented on a terminal.
fn print_json(text: &str, format: Format, console: &Console) {
    let text = match (format, Node::parse(text)) {
        (Format::Table, Ok(node)) => table(&node),
        (Format::Json, Ok(node)) if console.terminal => escape::json(&node.pretty()).into_owned(),
        _ => readable(text, console).into_owned(),
    };
    if !text.is_empty() || format == Format::Json {
        console.line(&text);
    }
}

/// Prints the raw body of an error response.
fn print_body(body: &Bytes, format: Format, console: &Console) {
    if body.is_empty() {
        return;
    }
    match std::str::from_utf8(body) {
        Err(_) => print_shown(&Shown::Bytes(body.len()), Format::Json, console),
        Ok(text) if Node::parse(text).is_ok() => print_json(text.trim(), format, console),
        Ok(text) => {
            let text = text.trim_end();
            let shown = if console.terminal {
                escape::lines(text)
            } else {
                text.into()
            };
            console.line(&shown);
        }
    }
}

/// Lists the operations.
pub(super) fn operations(program: &Program, json: bool, console: &Console) -> u8 {
    let entries = program.entries();
    let text = if json {
        let entries = entries.map(|(group, entry)| described(group.name, entry));
        Value::Array(entries.collect()).to_string()
    } else {
        let rows = entries.map(|(group, entry)| {
            let name = format!("{}.{}", group.name, entry.command);
            vec![
                name,
                entry.method.to_owned(),
                entry.path.to_owned(),
                entry.about.to_owned(),
            ]
        });
        aligned(rows.collect())
    };
    console.line(&text);
    write_failure(console)
}

fn described(group: &str, entry: &Entry) -> Value {
    let parameters = entry.parameters.iter().map(|parameter| {
        let known = parameter.known.iter().map(|Known(wire, name, meaning)| {
            object!({ "value": wire, "name": name, "meaning": meaning })
        });
        let default = parameter.default;
        let default = default.and_then(|text| serde_json::from_str::<Value>(text).ok());
        object!({
            "name": parameter.name,
            "wire": parameter.wire,
            "in": parameter.location,
            "required": parameter.required,
            "kind": parameter.value,
            "many": parameter.many,
            "default": default,
            "known": known.collect::<Vec<_>>(),
            "about": parameter.about,
        })
    });
    let body = entry.body.as_ref();
    // Parts are parameters.
    let has_parts = entry.parameters.iter().any(|own| own.location == "part");
    let parts: &[&str] = if has_parts {
        &["multipart/form-data"]
    } else {
        &[]
    };
    let sent = body.map_or(parts, |body| body.media_types);
    object!({
        "operation": entry.name,
        "group": group,
        "function": entry.command,
        "method": entry.method,
        "path": entry.path,
        "about": entry.about,
        "parameters": parameters.collect::<Vec<_>>(),
        "body": body.map(|body| body.media_types),
        "media_types": sent,
        "body_required": body.is_some_and(|body| body.required),
        "accepts": entry.accepts,
        "pages": entry.all().is_some(),
        "streams": entry.follow().is_some(),
    })
}
