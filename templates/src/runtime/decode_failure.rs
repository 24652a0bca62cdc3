//! The reason why a JSON text cannot be decoded, and its path.

use std::fmt;

use super::escape::line;
use super::locate::locate;

/// Maximum number of characters of a body in a message.
const MAX_EXCERPT_LEN: usize = 200;

/// The reason why a body cannot be decoded, which `Display` shows, and its path.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct DecodeFailure {
    /// The path in the JSON.
    pub path: String,
    pub(super) reason: String,
    pub(super) excerpt: String,
}

impl DecodeFailure {
    pub(super) fn of_value(error: &serde_json::Error, body: &[u8]) -> Self {
        let reason = error.to_string();
        let reason = reason.split(" at line ").next().unwrap_or_default();
        let reason = line(reason).into_owned();
        if body.is_empty() {
            let reason = "the body is empty where JSON is promised".to_owned();
            return Self {
                path: "$".to_owned(),
                reason,
                excerpt: String::new(),
            };
        }
        let (path, offset) = locate(body, error.line(), error.column());
        Self {
            path,
            reason,
            excerpt: excerpt(body, offset.saturating_sub(MAX_EXCERPT_LEN / 2)),
        }
    }
}

impl fmt::Display for DecodeFailure {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.reason)
    }
}

impl std::error::Error for DecodeFailure {}

/// Returns a bounded excerpt of a body for a message. Escapes control characters, which could move the cursor of a
/// terminal.
pub(super) fn excerpt(body: &[u8], start: usize) -> String {
    let end = body.len().min(start + MAX_EXCERPT_LEN * 4);
    let text = String::from_utf8_lossy(&body[start.min(end)..end]);
    let plain = |c: char| if c.is_ascii_control() { ' ' } else { c };
    let mut excerpt: String = text.chars().take(MAX_EXCERPT_LEN).map(plain).collect();
    if text.chars().nth(MAX_EXCERPT_LEN).is_some() || end < body.len() {
        excerpt.push_str("...");
    }
    line(excerpt.trim()).into_owned()
}
