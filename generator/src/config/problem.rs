//! Problems in a configuration, and their positions.

use super::place::{At, HELP};
use crate::base::diagnostic::{Code, Diagnostic, Location};
use crate::base::suggestion::closest_match;
use crate::base::text::Source;

/// Creates an error at a place of a file.
pub(super) fn problem(file: &Source, at: At, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
    let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
    Box::new(problem.at(file.name(), location(file, at)).help(help))
}

/// Returns the line and the column of a place.
pub(super) fn location(file: &Source, at: At) -> Location {
    let position = file.position_at(at.0);
    Location::Position { line: position.line, column: position.column }
}

/// Creates the error for a text that is not valid TOML or not a configuration.
pub(super) fn not_read(file: &Source, error: &toml::de::Error) -> Box<Diagnostic> {
    let (message, help) = match error.message().rsplit_once(HELP) {
        Some((message, help)) => (message, Some(help.to_owned())),
        None => (error.message().lines().next().unwrap_or("invalid TOML"), None),
    };
    let help = help.or_else(|| suggestion(wrong_text(file, error), message));
    let help = help.as_deref().unwrap_or("see the configuration reference for the allowed values");
    problem(file, At(error.span().unwrap_or_default().start), message, help)
}

/// Returns the key or the value that an error is about, without quotation marks.
pub(super) fn wrong_text<'f>(file: &'f Source, error: &toml::de::Error) -> &'f str {
    let text = error.span().and_then(|span| file.text().get(span)).unwrap_or_default();
    text.trim_matches(['"', '\''])
}

/// Suggests the closest of the names that an error lists for the text that it is about.
fn suggestion(wrong: &str, message: &str) -> Option<String> {
    let names = message.split('`').skip(1).step_by(2).filter(|name| *name != wrong);
    closest_match(wrong, names, false).map(|near| format!("did you mean `{near}`?"))
}
