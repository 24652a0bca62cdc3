//! Classifies a response without parsing it as a document.
//!
//! Discovery examines many responses, some hostile; only the start of each is scanned, in one pass and without
//! allocations.

use std::fmt;

use serde::Deserializer;
use serde::de::{Error, IgnoredAny, MapAccess, Visitor};

/// The apparent kind of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ContentKind {
    /// JSON or YAML with `openapi` or `swagger` at its top.
    Description,
    /// Markup.
    Page,
    /// Anything else.
    Other,
}

/// Classifies a text by its content: servers send descriptions as `text/plain`, `application/octet-stream` and even
/// `text/html`.
pub(super) fn content_kind(text: &str) -> ContentKind {
    let text = text.trim_start_matches('\u{feff}');
    let is_description = match text.trim_start().chars().next() {
        Some('<') => return ContentKind::Page,
        Some('{') => has_marker_key(text),
        _ => has_marker_line(text),
    };
    if is_description { ContentKind::Description } else { ContentKind::Other }
}

fn is_marker(key: &str) -> bool {
    matches!(key, "openapi" | "swagger")
}

/// Returns `true` if the object at the start of the text has the key. The rest is not read.
fn has_marker_key(text: &str) -> bool {
    let mut found = false;
    let _ = serde_json::Deserializer::from_str(text).deserialize_map(MarkerFinder(&mut found));
    found
}

struct MarkerFinder<'f>(&'f mut bool);

impl<'de> Visitor<'de> for MarkerFinder<'_> {
    type Value = ();

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(key) = members.next_key::<String>()? {
            if is_marker(&key) {
                *self.0 = true;
                return Err(A::Error::custom("found"));
            }
            members.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// Returns `true` if a line of the outermost YAML mapping has the key: one that is indented like the first.
fn has_marker_line(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !is_beside_content(line)).peekable();
    let Some(indent) = lines.peek().map(|line| indent_of(line)) else { return false };
    lines.filter(|line| indent_of(line) == indent).any(|line| {
        line.split_once(':').is_some_and(|(key, value)| {
            is_marker(key.trim().trim_matches(['"', '\''])) && (value.is_empty() || value.starts_with([' ', '\t']))
        })
    })
}

fn indent_of(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// Comments, directives, document marks and empty lines.
fn is_beside_content(line: &str) -> bool {
    let line = line.trim();
    line.is_empty() || line.starts_with(['#', '%']) || line == "---"
}

#[cfg(test)]
mod tests {
    use super::{ContentKind, content_kind};

    #[test]
    fn descriptions_are_recognised() {
        for text in [
            r#"{"openapi":"3.0.0"}"#,
            r#" {"info":{"openapi":{}},"x":[1,"]"],"swagger" : "2.0"}"#,
            "\u{feff}# made by hand\n---\nopenapi: 3.1.0\n",
            "info:\n  title: x\n'swagger': \"2.0\"\n",
            "\"openapi\": 3.0.0",
            "  info: {}\n  openapi: 3.0.0",
        ] {
            assert_eq!(content_kind(text), ContentKind::Description, "{text}");
        }
    }

    #[test]
    fn other_content_is_not() {
        for text in [
            r#"{"info":{"openapi":"3.0.0"}}"#,
            r#"["openapi"]"#,
            r#"{"url":"/openapi.json"}"#,
            "",
            "title: x\ntext: |\n  openapi: 3.0.0\n",
            "openapi:3",
            "Not found",
        ] {
            assert_eq!(content_kind(text), ContentKind::Other, "{text}");
        }
        assert_eq!(content_kind("\n<!DOCTYPE html>\nopenapi: 3.0.0"), ContentKind::Page);
    }

    #[test]
    fn hostile_nesting_is_passed() {
        assert_eq!(content_kind(&"{\"a\":".repeat(200_000)), ContentKind::Other);
    }
}
