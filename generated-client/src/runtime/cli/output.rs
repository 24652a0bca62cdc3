//! What the command line prints.

use std::io::Write;
use std::process::ExitCode;

use bytes::Bytes;
use serde::ser::Serialize;
use serde_json::{Value, json as object};

use super::super::response::Body;
use super::entry::{Answer, Entry, Program};
use super::input::InputError;

/// An answer of JSON, as its type writes it.
pub fn json<T: Serialize>(answer: T) -> Value {
    serde_json::to_value(answer).unwrap_or_default()
}

/// An answer of text.
pub fn text(answer: String) -> Value {
    Value::String(answer)
}

/// An answer of bytes; what is not UTF-8 is told by its length.
pub fn bytes(answer: Bytes) -> Value {
    match std::str::from_utf8(&answer) {
        Ok(text) => Value::String(text.to_owned()),
        Err(_) => object!({ "bytes": answer.len() }),
    }
}

/// An answer that the description does not declare.
pub fn body(answer: Body) -> Value {
    answer
        .json()
        .unwrap_or_else(|_| bytes(answer.bytes().clone()))
}

/// No answer but the status.
pub fn nothing((): ()) -> Value {
    Value::Null
}

/// Prints an answer to standard output, and its status to the last line of standard error.
pub(super) fn print(answer: &Answer, table: bool) {
    let mut output = std::io::stdout().lock();
    // A reader that went away needs no answer.
    match answer {
        Answer::Success { status, value } => {
            drop(writeln!(
                output,
                "{}",
                if table {
                    rows(value)
                } else {
                    value.to_string()
                }
            ));
            eprintln!("{status}");
        }
        Answer::Documented { status, body } => {
            drop(writeln!(output, "{body}"));
            eprintln!("{status}");
        }
        Answer::Failed { status, message } => {
            eprintln!("error: {message}");
            if let Some(status) = status {
                eprintln!("{status}");
            }
        }
    }
}

/// A list of objects as a table with their simple members as columns; an object as rows of name and value.
fn rows(value: &Value) -> String {
    let simple = |value: &Value| !value.is_object() && !value.is_array();
    match value {
        Value::Array(items) if items.iter().all(Value::is_object) => {
            let mut columns: Vec<&str> = Vec::new();
            for (name, value) in items.iter().filter_map(Value::as_object).flatten() {
                if simple(value) && !columns.contains(&name.as_str()) {
                    columns.push(name);
                }
            }
            let head = columns.iter().map(|name| (*name).to_owned()).collect();
            let rows = items.iter().map(|item| {
                let cell = |name: &&str| item.get(*name).map(cell).unwrap_or_default();
                columns.iter().map(cell).collect()
            });
            aligned(std::iter::once(head).chain(rows).collect())
        }
        Value::Object(members) => aligned(
            members
                .iter()
                .map(|(name, value)| vec![name.clone(), cell(value)])
                .collect(),
        ),
        other => cell(other),
    }
}

fn cell(value: &Value) -> String {
    match value {
        Value::String(text) => text.replace(|c: char| c.is_control(), " "),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

fn aligned(rows: Vec<Vec<String>>) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths);
        let cells = cells.map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Lists the operations.
pub(super) fn operations(program: &Program, json: bool) -> Result<ExitCode, InputError> {
    let mut output = std::io::stdout().lock();
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
    drop(writeln!(output, "{text}"));
    Ok(ExitCode::SUCCESS)
}

fn described(group: &str, entry: &Entry) -> Value {
    let parameters = entry.parameters.iter().map(|parameter| {
        object!({
            "name": parameter.name,
            "wire": parameter.wire,
            "in": parameter.place,
            "required": parameter.required,
        })
    });
    object!({
        "operation": entry.name,
        "group": group,
        "function": entry.command,
        "method": entry.method,
        "path": entry.path,
        "parameters": parameters.collect::<Vec<_>>(),
        "body": entry.body,
        "answers": entry.answers,
    })
}
