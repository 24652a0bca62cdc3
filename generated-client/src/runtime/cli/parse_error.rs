//! Reads values that are passed as text, and reports errors and unknown members with their paths.

use std::fmt;

use serde::de::DeserializeOwned;
use serde::ser::Serialize;

use super::super::decode_failure::DecodeFailure;
use super::tree::{Inside, Node};

/// An error in the arguments.
#[derive(Debug)]
pub struct InputError(String);

impl InputError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for InputError {}

/// The reason why a value cannot be read, and its path.
#[derive(Debug)]
pub struct ParseError {
    /// The path in the value, such as `tags[0].name`; empty for the value itself.
    path: String,
    reason: String,
}

impl ParseError {
    pub(in super::super) fn new(reason: impl Into<String>) -> Self {
        Self {
            path: String::new(),
            reason: reason.into(),
        }
    }

    fn from_json(error: &serde_json::Error, text: &str) -> Self {
        let failure = DecodeFailure::of_value(error, text.as_bytes());
        let path = failure.path.trim_start_matches('$').trim_start_matches('.');
        Self {
            path: path.to_owned(),
            reason: failure.reason,
        }
    }

    /// Returns `true` if the error is inside the value.
    pub(super) fn is_inside(&self) -> bool {
        !self.path.is_empty()
    }

    /// Formats the message for a value with this name.
    pub(super) fn about(&self, name: &str) -> String {
        match self.path.as_str() {
            "" => format!("{name} cannot be read: {}", self.reason),
            path => format!("{name} cannot be read at `{path}`: {}", self.reason),
        }
    }
}

/// Deserializes JSON. Also returns the paths of members that the type does not have.
pub(super) fn read<T: DeserializeOwned + Serialize>(
    text: &str,
) -> Result<(T, Vec<String>), ParseError> {
    let value: T =
        serde_json::from_str(text).map_err(|error| ParseError::from_json(&error, text))?;
    let mut dropped = Vec::new();
    // Scalars have no members.
    if text.contains('{')
        && let Ok(written) = serde_json::to_string(&value)
        && let (Ok(given), Ok(written)) = (Node::parse(text), Node::parse(&written))
    {
        compare(&given, &written, "", &mut dropped);
    }
    Ok((value, dropped))
}

/// Collects the paths of members that were read but not written back. A `null` member carries no information and is
/// skipped.
fn compare(given: &Node<'_>, written: &Node<'_>, path: &str, dropped: &mut Vec<String>) {
    match (&given.inside, &written.inside) {
        (Inside::Members(members), Inside::Members(_)) => {
            for (name, member) in members {
                let path = match path {
                    "" => name.clone(),
                    path => format!("{path}.{name}"),
                };
                match written.member(name) {
                    Some(written) => compare(member, written, &path, dropped),
                    None if member.text == "null" => {}
                    None => dropped.push(path),
                }
            }
        }
        (Inside::Elements(given), Inside::Elements(written)) if given.len() == written.len() => {
            for (index, (given, written)) in given.iter().zip(written).enumerate() {
                compare(given, written, &format!("{path}[{index}]"), dropped);
            }
        }
        _ => {}
    }
}
