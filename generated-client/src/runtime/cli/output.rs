//! What the command line prints.

use std::borrow::Cow;

use bytes::Bytes;
use serde::ser::Serialize;
use serde_json::{Value, json as object};

use super::super::response::Body;
use super::answer::Answer;
use super::console::Console;
use super::entry::{Entry, Known, Program};
use super::escape;
use super::table::{aligned, table};
use super::tree::{Node, quoted};

/// The exit status where the server refused the call in a way that the description documents.
const DOCUMENTED: u8 = 3;
/// The exit status for anything else that went wrong.
pub(super) const FAILED: u8 = 4;

/// An answer as it is shown.
pub enum Shown {
    /// JSON, as the type of the answer writes it.
    Json(String),
    /// Bytes that are no text.
    Bytes(usize),
}

impl Shown {
    /// As JSON in a line.
    pub(super) fn text(&self) -> String {
        match self {
            Self::Json(text) => text.clone(),
            Self::Bytes(length) => object!({ "bytes": length }).to_string(),
        }
    }
}

/// An answer of JSON, as its type writes it.
pub fn json<T: Serialize>(answer: T) -> Shown {
    // What was read from JSON can be written as such.
    Shown::Json(serde_json::to_string(&answer).unwrap_or_default())
}

/// An answer of text.
pub fn text(answer: String) -> Shown {
    Shown::Json(quoted(&answer))
}

/// An answer of bytes; what is not UTF-8 is told by its length.
pub fn bytes(answer: Bytes) -> Shown {
    match std::str::from_utf8(&answer) {
        Ok(text) => Shown::Json(quoted(text)),
        Err(_) => Shown::Bytes(answer.len()),
    }
}

/// An answer that the description does not declare: JSON as it came, and all else as bytes.
pub fn body(answer: Body) -> Shown {
    match std::str::from_utf8(answer.bytes()) {
        Ok(text) if Node::of(text).is_ok() => Shown::Json(text.trim().to_owned()),
        _ => bytes(answer.bytes().clone()),
    }
}

/// No answer but the status.
pub fn nothing((): ()) -> Shown {
    Shown::Json("null".to_owned())
}

/// How answers are printed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Table,
}

/// Prints an answer to standard output, and its status to the last line of standard error. Gives the exit status.
pub(super) fn print(answer: &Answer, format: Format, console: &Console) -> u8 {
    let (exit, status) = match answer {
        Answer::Success { status, shown } => {
            if let Some(shown) = shown {
                print_shown(shown, format, console);
            }
            (0, Some(*status))
        }
        Answer::Documented { status, body } => {
            print_body(body, format, console);
            (DOCUMENTED, Some(*status))
        }
        Answer::Failed {
            status,
            message,
            body,
        } => {
            print_body(body, format, console);
            console.tell(&format!("error: {message}"));
            (FAILED, *status)
        }
    };
    let written = written(console);
    if let Some(status) = status {
        console.tell(&status.to_string());
    }
    exit.max(written)
}

/// The exit status of what only prints; says why it could not be written.
pub(super) fn written(console: &Console) -> u8 {
    let Some(failure) = console.failure() else {
        return 0;
    };
    console.tell(&format!("error: {failure}"));
    FAILED
}

fn print_shown(shown: &Shown, format: Format, console: &Console) {
    if let Shown::Bytes(_) = shown {
        console.tell("note: the answer is no text: `--output-file FILE` writes it to a file");
    }
    print_json(&shown.text(), format, console);
}

/// Prints an answer in a line. Says whether there is still somebody who reads.
pub(super) fn print_line(console: &Console, shown: &Shown) -> bool {
    console.line(&readable(&shown.text(), console))
}

/// JSON as it is; on a terminal without what could change what is read there.
fn readable<'t>(text: &'t str, console: &Console) -> Cow<'t, str> {
    if console.terminal {
        escape::json(text)
    } else {
        text.into()
    }
}

/// JSON is for programs, unless a person looks at it.
fn print_json(text: &str, format: Format, console: &Console) {
    let text = match (format, Node::of(text)) {
        (Format::Table, Ok(node)) => table(&node),
        (Format::Json, Ok(node)) if console.terminal => escape::json(&node.pretty()).into_owned(),
        _ => readable(text, console).into_owned(),
    };
    if !text.is_empty() || format == Format::Json {
        console.line(&text);
    }
}

/// Prints the body of an answer that is no success, as it came.
fn print_body(body: &Bytes, format: Format, console: &Console) {
    if body.is_empty() {
        return;
    }
    match std::str::from_utf8(body) {
        Err(_) => print_shown(&Shown::Bytes(body.len()), Format::Json, console),
        Ok(text) if Node::of(text).is_ok() => print_json(text.trim(), format, console),
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
    written(console)
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
            "in": parameter.place,
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
    let has_parts = entry.parameters.iter().any(|own| own.place == "part");
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
        "answers": entry.answers,
        "pages": entry.all().is_some(),
        "streams": entry.follow().is_some(),
    })
}
