//! How much of a description may be repeated.
//!
//! Aliases of YAML, references and `allOf` write a text once and use it many times. All that is made of a description
//! grows with its text as long as what is used again is no more than a few times that text.

use serde_json::Value;

use super::Pointer;
use crate::diagnostic::{Code, Diagnostic, Location};

/// What any description may repeat, in bytes.
const BASE: usize = 4 * 1024 * 1024;

/// How often all of a description may be repeated besides; the sound ones that repeat most do so about twice.
const TIMES: usize = 8;

/// How many bytes a description of so many may come to by repetition.
pub(crate) fn allowance(bytes: usize) -> usize {
    BASE.saturating_add(bytes.saturating_mul(TIMES))
}

/// The problem of a description that repeats more than that.
pub(crate) fn expanded(source: &str, at: &Pointer, help: &str) -> Box<Diagnostic> {
    let message = "the description repeats parts of itself until it is many times as large as its text";
    let place = Location::Pointer(at.as_str().to_owned());
    Box::new(Diagnostic::error(Code::ExpansionTooLarge, message).at(source, place).help(help))
}

/// About how many bytes a value takes as text.
pub(super) fn size_of(value: &Value) -> usize {
    let size: usize = match value {
        Value::String(text) => text.len(),
        Value::Array(elements) => elements.iter().map(size_of).sum(),
        Value::Object(members) => members.iter().map(|(key, member)| key.len() + size_of(member)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 4,
    };
    size.saturating_add(4)
}
