//! The output of the command line.

use std::borrow::Cow;

use bytes::Bytes;
use serde::ser::Serialize;
use serde_json::json as object;

use super::super::response::Body;
use super::console::Console;
use super::escape;
use super::table::table;
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

/// The result of a call.
pub enum Outcome {
    /// The `curl` command of a dry run.
    DryRun(String),
    /// A success, serialized by the emitted types. There is nothing to show if the body was already written.
    Success {
        /// The status.
        status: u16,
        /// The response.
        shown: Option<Shown>,
    },
    /// A documented error response.
    Documented {
        /// The status.
        status: u16,
        /// The raw body.
        body: Bytes,
    },
    /// Any other failure.
    Failed {
        /// The status, if there was a response.
        status: Option<u16>,
        /// The error message.
        message: String,
        /// The raw body.
        body: Bytes,
    },
}

impl Outcome {
    pub(super) fn failed(status: Option<u16>, message: impl Into<String>) -> Self {
        Self::Failed {
            status,
            message: message.into(),
            body: Bytes::new(),
        }
    }
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
