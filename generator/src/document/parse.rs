//! Text to a plain JSON value: JSON by `serde_json`, YAML by `serde_yaml`, told apart by content.

use serde_json::Value;

use super::yaml::Yaml;
use crate::diagnostic::{Code, Diagnostic, Spot};
use crate::source::Source;

/// The time that the YAML reader takes grows with the square of the brackets that are open.
const MAX_NESTING: usize = 2_000;

/// Reads the text of a source as one JSON value.
///
/// # Errors
///
/// `syntax-invalid` with the position, when the text is neither JSON nor YAML.
pub(super) fn parse(source: &Source) -> Result<Value, Box<Diagnostic>> {
    let text = source.text().trim_start_matches('\u{feff}');
    match text.trim_start().chars().next() {
        None => Err(Box::new(
            invalid(source, "the description is empty", None).help("give the file that holds the description"),
        )),
        Some(_) if nesting(text) > MAX_NESTING => {
            let message = "the description is nested too deeply";
            Err(Box::new(invalid(source, message, None).help("no sound description nests like this; fetch it again")))
        }
        Some('{' | '[') => parse_json(source, text),
        Some(_) => parse_yaml(source, text),
    }
}

/// How many brackets are open at once, at most. Those in texts count too, but hardly ever stay open there.
fn nesting(text: &str) -> usize {
    let mut open = 0_usize;
    let mut most = 0;
    for byte in text.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => {}
        }
        most = most.max(open);
    }
    most
}

fn parse_json(source: &Source, text: &str) -> Result<Value, Box<Diagnostic>> {
    serde_json::from_str(text).or_else(|error| {
        // A flow mapping of YAML starts like JSON; only where it is no YAML either, JSON's message is the one that helps.
        serde_yaml::from_str::<Yaml>(text).ok().map(|yaml| yaml.0).ok_or_else(|| {
            let message = if error.is_eof() { "the JSON ends too early" } else { "this is not well-formed JSON" };
            let reason = error.to_string();
            let reason = reason.split(" at line ").next().unwrap_or_default();
            let help =
                if error.is_eof() { "fetch the description again; it was cut off" } else { "mend the JSON here" };
            let position = Some((error.line().max(1), error.column().max(1)));
            Box::new(invalid(source, &format!("{message}: {reason}"), position).help(help))
        })
    })
}

fn parse_yaml(source: &Source, text: &str) -> Result<Value, Box<Diagnostic>> {
    let yaml: Yaml = serde_yaml::from_str(text).map_err(|error| yaml_error(source, text, &error))?;
    Ok(yaml.0)
}

/// A version such as `1.10` is a number to YAML, and would be 1.1.
pub(super) fn with_version_as_written(source: &Source, mut value: Value) -> Value {
    if let Some(version) = value.pointer_mut("/info/version").filter(|version| version.is_f64()) {
        let start = source.positions_of(&["/info/version"]).pop().flatten().map_or(0, |at| at.byte);
        let end = |c: char| c.is_whitespace() || matches!(c, ',' | '}' | '#');
        let written = source.text()[start..].split(end).next().unwrap_or_default();
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
    let tabbed = position
        .and_then(|(line, _)| text.lines().nth(line - 1))
        .is_some_and(|line| line.chars().take_while(|c| c.is_whitespace()).any(|c| c == '\t'));
    let help = if tabbed { "indent with spaces: YAML forbids tabs" } else { "mend the YAML here" };
    Box::new(invalid(source, &format!("this is not well-formed YAML: {reason}"), position).help(help))
}

fn invalid(source: &Source, message: &str, position: Option<(usize, usize)>) -> Diagnostic {
    let spot = position.map_or(Spot::Whole, |(line, column)| Spot::Position { line, column });
    Diagnostic::error(Code::SyntaxInvalid, message).at(source.name(), spot)
}
