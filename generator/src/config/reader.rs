//! Positions and problems in a configuration file.

use std::borrow::Borrow;
use std::ops::Range;

use serde::Deserialize;

use super::check;
use super::removed::removed;
use crate::diagnostic::{Code, Diagnostic, Location, Result};
use crate::source::position_at;
use crate::suggestion::closest_match;

/// A value and its byte range in the text. Its JSON schema is that of the value.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(transparent)]
pub(super) struct Spanned<T>(toml::Spanned<T>);

impl<T> Spanned<T> {
    pub(super) fn new(span: Range<usize>, value: T) -> Self {
        Self(toml::Spanned::new(span, value))
    }

    /// Returns the byte range.
    pub(super) fn span(&self) -> Range<usize> {
        self.0.span()
    }

    pub(super) fn get_ref(&self) -> &T {
        self.0.get_ref()
    }

    pub(super) fn into_inner(self) -> T {
        self.0.into_inner()
    }
}

/// Keys are looked up by their text.
impl Borrow<str> for Spanned<String> {
    fn borrow(&self) -> &str {
        self.get_ref()
    }
}

/// Positions in the text, and errors at them.
pub(super) struct ConfigReader<'t> {
    /// The name of the file in diagnostics.
    pub(super) name: &'t str,
    pub(super) text: &'t str,
}

impl<'t> ConfigReader<'t> {
    pub(super) fn new(name: &'t str, text: &'t str) -> Self {
        Self { name, text }
    }

    /// Creates the error for a text that is not valid TOML, or does not match the form.
    pub(super) fn not_read(&self, error: &toml::de::Error) -> Box<Diagnostic> {
        let wrong = self.wrong_text(error);
        let help = error
            .message()
            .strip_prefix("unknown ")
            .and_then(removed)
            .map(str::to_owned)
            .or_else(|| suggestion(wrong, error.message()));
        let help = help.as_deref().unwrap_or("see the configuration reference for the allowed values");
        self.problem(
            error.span().unwrap_or_default().start,
            error.message().lines().next().unwrap_or("invalid TOML"),
            help,
        )
    }

    /// Returns the key or the value that an error is about, without quotation marks.
    pub(super) fn wrong_text(&self, error: &toml::de::Error) -> &'t str {
        let text = error.span().and_then(|span| self.text.get(span)).unwrap_or_default();
        text.trim_matches(['"', '\''])
    }

    pub(super) fn location(&self, byte: usize) -> Location {
        let position = position_at(self.text, byte);
        Location::Position { line: position.line, column: position.column }
    }

    pub(super) fn problem(&self, byte: usize, message: impl Into<String>, help: &str) -> Box<Diagnostic> {
        let problem = Diagnostic::error(Code::ConfigurationInvalid, message);
        Box::new(problem.at(self.name, self.location(byte)).help(help))
    }

    pub(super) fn type_name(&self, name: &Spanned<String>) -> Result<()> {
        if check::is_type_name(name.get_ref()) {
            return Ok(());
        }
        let message = format!("`{}` is not a valid name for a type or a variant", name.get_ref());
        Err(self.problem(name.span().start, message, "write a name such as `InProgress`"))
    }

    /// Checks the name for any kind of item, since the kind is known only with the description.
    pub(super) fn any_name(&self, name: &Spanned<String>) -> Result<()> {
        if check::is_name(name.get_ref()) {
            return Ok(());
        }
        let message = format!("`{}` is not a valid name in Rust", name.get_ref());
        let help = "name types and variants like `InProgress`, and functions, fields and arguments like `in_progress`";
        Err(self.problem(name.span().start, message, help))
    }

    /// Parses an enum value. Only one spelling is valid, so that it cannot be named twice.
    pub(super) fn code(&self, key: &Spanned<String>) -> Result<i64> {
        let number = key.get_ref().parse().ok().filter(|number: &i64| number.to_string() == *key.get_ref());
        number.ok_or_else(|| {
            let message = format!("`{}` is not a valid enum value", key.get_ref());
            self.problem(key.span().start, message, "write an integer as the key, such as `8` or `-1`")
        })
    }

    pub(super) fn operation(&self, operation: &Spanned<String>) -> Result<()> {
        if check::is_operation(operation.get_ref()) {
            return Ok(());
        }
        let message = format!("`{}` is not an operation", operation.get_ref());
        Err(self.problem(operation.span().start, message, "write its method and path, such as `GET /project/{id}`"))
    }
}

/// Suggests the closest of the names that an error lists for the text that it is about.
pub(super) fn suggestion(wrong: &str, message: &str) -> Option<String> {
    let names = message.split('`').skip(1).step_by(2).filter(|name| *name != wrong);
    closest_match(wrong, names, false).map(|near| format!("did you mean `{near}`?"))
}
