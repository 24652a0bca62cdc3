//! Parses the text of a source as JSON or YAML, detected by content, and reports its errors.

use serde_json::Value;

use super::expansion::{expansion_error, max_expanded_size};
use super::plain::{Plain, ReadError, read_json, read_yaml};
use crate::base::diagnostic::{Code, Diagnostic, Location, Result, Sink};
use crate::base::pointer::Pointer;
use crate::base::text::Source;
use crate::read::source::{MAX_NESTING, flow_depth};

/// Parses the text of a source as one JSON value, and reports duplicate keys.
///
/// # Errors
///
/// `syntax-invalid` with the position if the text is neither JSON nor YAML; `expansion-too-large` if it would exhaust the stack or the memory.
pub(crate) fn parse(source: &Source, sink: &mut Sink) -> Result<Value> {
    let Plain { value, duplicates } = plain(source)?;
    duplicates.iter().for_each(|pointer| sink.push(duplicate_key(source, pointer)));
    Ok(value)
}

fn plain(source: &Source) -> Result<Plain> {
    let text = source.text().trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        None => Err(Box::new(
            invalid(source, "the description is empty", None).help("pass the file that contains the description"),
        )),
        Some('{' | '[') => parse_json(source, text),
        Some(_) if flow_depth(text) > MAX_NESTING => Err(too_deep(source, None)),
        Some(_) => parse_yaml(source, text),
    }
}

fn parse_json(source: &Source, text: &str) -> Result<Plain> {
    let error = match read_json(text, max_expanded_size(text.len())) {
        Ok(plain) => return Ok(plain),
        Err(ReadError::Invalid(error)) => error,
        Err(error) => return Err(too_large(source, &error)),
    };
    let position = Some((error.line().max(1), error.column().max(1)));
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default();
    if reason == TOO_DEEP {
        return Err(too_deep(source, position));
    }
    // A YAML flow mapping starts like JSON. The JSON error is shown only if the text is not YAML either.
    match (flow_depth(text) <= MAX_NESTING).then(|| read_yaml(text, max_expanded_size(text.len()))) {
        Some(Ok(plain)) => Ok(plain),
        Some(Err(ReadError::Invalid(_))) | None => {
            let (message, help) = if error.is_eof() {
                ("unexpected end of JSON", "fetch the description again; it was cut off")
            } else {
                ("invalid JSON", "fix the JSON syntax here")
            };
            Err(Box::new(invalid(source, &format!("{message}: {reason}"), position).help(help)))
        }
        Some(Err(error)) => Err(too_large(source, &error)),
    }
}

fn parse_yaml(source: &Source, text: &str) -> Result<Plain> {
    read_yaml(text, max_expanded_size(text.len())).map_err(|error| match error {
        ReadError::Invalid(error) => yaml_error(source, text, &error),
        error => too_large(source, &error),
    })
}

fn duplicate_key(source: &Source, pointer: &Pointer) -> Diagnostic {
    let (_, key) = pointer.split_last().unwrap_or_default();
    let message = format!("duplicate key `{key}`; the last one is used");
    let diagnostic =
        Diagnostic::warning(Code::RuleViolated, message).at(source.name(), Location::Pointer(pointer.clone()));
    diagnostic.help("remove the duplicates, or rename them")
}

/// Keeps a version such as `1.10` as text: YAML reads it as the number 1.1.
pub(super) fn with_version_as_written(source: &Source, mut value: Value) -> Value {
    if let Some(version) = value.pointer_mut("/info/version").filter(|version| version.is_f64()) {
        let end = |c: char| c.is_whitespace() || matches!(c, ',' | '}' | '#');
        let written = source.text_from("/info/version").and_then(|text| text.split(end).next()).unwrap_or_default();
        if written.parse().ok() == version.as_f64() {
            *version = written.into();
        }
    }
    value
}

fn yaml_error(source: &Source, text: &str, error: &serde_yaml::Error) -> Box<Diagnostic> {
    let position = error.location().map(|at| (at.line().max(1), at.column().max(1)));
    let reason = error.to_string();
    let reason = reason.split(" at line ").next().unwrap_or_default().to_owned();
    if reason == TOO_DEEP {
        return too_deep(source, position);
    }
    let tabbed = position
        .and_then(|(line, _)| text.lines().nth(line - 1))
        .is_some_and(|line| line.chars().take_while(|c| c.is_whitespace()).any(|c| c == '\t'));
    let help = if tabbed { "indent with spaces: YAML forbids tabs" } else { "fix the YAML syntax here" };
    Box::new(invalid(source, &format!("invalid YAML: {reason}"), position).help(help))
}

/// The error of both parsers for excessive nesting.
const TOO_DEEP: &str = "recursion limit exceeded";

fn too_large<E>(source: &Source, error: &ReadError<E>) -> Box<Diagnostic> {
    if matches!(error, ReadError::LongLocations) {
        let message =
            "the keys are too long: the pointers to their values would be many times as large as the description";
        let problem = Diagnostic::error(Code::ExpansionTooLarge, message).at(source.name(), Location::Whole);
        return Box::new(problem.help("shorten keys of more than 100 characters with many values"));
    }
    expansion_error(source.name(), &Pointer::root(), "use fewer aliases (`*name`), or alias smaller parts")
}

fn too_deep(source: &Source, position: Option<(usize, usize)>) -> Box<Diagnostic> {
    let message = "the description is nested too deeply";
    let problem = Diagnostic::error(Code::ExpansionTooLarge, message).at(source.name(), location_at(position));
    Box::new(problem.help("fetch it again, or move inner schemas to the components"))
}

fn invalid(source: &Source, message: &str, position: Option<(usize, usize)>) -> Diagnostic {
    Diagnostic::error(Code::SyntaxInvalid, message).at(source.name(), location_at(position))
}

fn location_at(position: Option<(usize, usize)>) -> Location {
    position.map_or(Location::Whole, |(line, column)| Location::Position { line, column })
}

pub(super) fn version_text(version: &Value) -> String {
    version.as_str().map_or_else(|| version.to_string(), str::to_owned)
}

/// Returns `true` if a version is the known version or a patch release of it.
pub(super) fn is_release(version: &str, known: &str) -> bool {
    version == known
        || (known.contains('.') && version.strip_prefix(known).is_some_and(|rest| rest.starts_with(['.', '-'])))
}
