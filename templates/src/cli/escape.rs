//! Escapes text from a server before it is shown to a person.

use std::borrow::Cow;

use crate::requests::escape::escaped;

/// Escapes text that may have several lines.
pub(super) fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, is_layout, |c| c.escape_default().to_string())
}

/// Escapes JSON. The result is JSON with the same value.
pub(super) fn json(text: &str) -> Cow<'_, str> {
    escaped(text, is_layout, |c| match c {
        // A carriage return between values is whitespace; inside a string it is already escaped.
        '\r' => " ".to_owned(),
        // All others occur only inside strings, and all are in the Basic Multilingual Plane.
        other => format!("\\u{:04x}", u32::from(other)),
    })
}

fn is_layout(c: char) -> bool {
    matches!(c, '\n' | '\t')
}
