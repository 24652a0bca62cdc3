//! What the command line does to text of a server before a person reads it.

use std::borrow::Cow;

use super::super::escape::escaped;

/// A text that may have several lines.
pub(super) fn lines(text: &str) -> Cow<'_, str> {
    escaped(text, is_layout, |c| c.escape_default().to_string())
}

/// JSON, which stays JSON of the same value.
pub(super) fn json(text: &str) -> Cow<'_, str> {
    escaped(text, is_layout, |c| match c {
        // It stands between values: in a text it has to be escaped.
        '\r' => " ".to_owned(),
        // All others stand in texts, and none is beyond the basic plane.
        other => format!("\\u{:04x}", u32::from(other)),
    })
}

fn is_layout(c: char) -> bool {
    matches!(c, '\n' | '\t')
}
