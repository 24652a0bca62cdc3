//! The output of the command line.

use std::borrow::Cow;
use std::error::Error;

use serde_json::value::RawValue;

use super::console::Console;
use super::escape;
use super::program::Operation;
use super::table::table;
use crate::responses::response::Response;

/// The exit status for invalid arguments.
pub(super) const USAGE: u8 = 2;
/// The exit status for an error response.
const ERROR_RESPONSE: u8 = 3;
/// The exit status for any other failure.
pub(super) const FAILED: u8 = 4;

/// The output format of responses.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Json,
    Table,
}

/// Prints the body of a response to standard output, and its status as the last line of standard error. Returns the
/// exit status.
pub(super) fn print(
    response: &Response,
    operation: &Operation,
    format: Format,
    console: &Console,
) -> u8 {
    let status = response.status();
    let is_success = status.is_success() || (operation.keeps_redirects && status.is_redirection());
    print_body(response.bytes(), operation, format, console);
    let exit = if is_success { 0 } else { ERROR_RESPONSE };
    let exit = exit.max(write_failure(console));
    console.log(status.as_str());
    exit
}

/// Prints a text of the program itself. Returns the exit status.
pub(super) fn print_text(text: &str, console: &Console) -> u8 {
    if !text.is_empty() {
        console.line(text);
    }
    write_failure(console)
}

/// Returns the exit status of a command that only prints, and reports why it could not write.
fn write_failure(console: &Console) -> u8 {
    let Some(failure) = console.failure() else {
        return 0;
    };
    console.log(&format!("error: {failure}"));
    FAILED
}

/// Prints a body: JSON as a table or as it is, other text and bytes as they are. Characters that could mislead a reader
/// are escaped on a terminal.
fn print_body(body: &[u8], operation: &Operation, format: Format, console: &Console) {
    if body.is_empty() {
        return;
    }
    let Ok(text) = std::str::from_utf8(body) else {
        if console.terminal {
            console.log(&format!(
                "note: {} bytes that are not text are not printed",
                body.len()
            ));
        } else {
            console.write(body);
        }
        return;
    };
    let shown: Cow<'_, str> = match serde_json::from_str::<&RawValue>(text) {
        Ok(json) if format == Format::Table => table(json, operation.codes).into(),
        Ok(_) if console.terminal => escape::json(text.trim()),
        Ok(_) => text.trim().into(),
        Err(_) if console.terminal => escape::lines(text.trim_end()),
        Err(_) => {
            console.write(body);
            return;
        }
    };
    if !shown.is_empty() {
        console.line(&shown);
    }
}

/// Formats an error with its sources.
pub(super) fn error_chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(behind) = source {
        let behind_text = behind.to_string();
        if !text.contains(&behind_text) {
            text.push_str(": ");
            text.push_str(&behind_text);
        }
        source = behind.source();
    }
    text
}
