//! Kinds of JSON values: checks, and names for diagnostics.

use serde_json::{Number, Value};

use super::field::{MapKeys, ObjectKind, Type};
use super::version::{SINCE_31, Versions};

impl MapKeys {
    /// Returns `true` if names that begin with `x-` are extensions among them.
    pub(super) fn allow_extensions(self) -> bool {
        !matches!(self, Self::Name | Self::Method | Self::Pattern | Self::Header | Self::Scheme)
    }
}

/// Returns `true` if a value is of the expected JSON kind, regardless of its content.
pub(super) fn is_kind(value: &Value, expected: &Type) -> bool {
    match expected {
        Type::Any => true,
        Type::Text | Type::Address | Type::Pattern | Type::Word(_) => value.is_string(),
        Type::Flag => value.is_boolean(),
        Type::Number | Type::Count | Type::Positive => value.is_number(),
        Type::Object(_) | Type::Map(..) => value.is_object(),
        Type::List(_) | Type::Filled(_) => value.is_array(),
        Type::Either(alternatives) => alternatives.iter().any(|alternative| is_kind(value, alternative)),
    }
}

/// Returns `true` if a number is a non-negative integer; `1.0` is one too.
pub(super) fn is_count(number: &Number) -> bool {
    number.is_u64() || number.as_f64().is_some_and(|number| number >= 0.0 && number.fract() == 0.0)
}

/// Describes the kind of a value, with its article.
pub(super) fn of_value(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(number) if number.as_f64().is_some_and(|number| number < 0.0) => "a negative number",
        Value::Number(number) if number.as_f64() == Some(0.0) => "0",
        Value::Number(number) if number.is_f64() => "a fraction",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// Describes the expected type, with its article.
pub(super) fn of_type(expected: &Type, version: Versions) -> String {
    let plain = match expected {
        Type::Any => "any value",
        Type::Text | Type::Pattern => "a string; in YAML, enclose it in quotation marks",
        Type::Address => "a URL, as a string",
        Type::Word(words) => return format!("one of {}", words.join(", ")),
        Type::Flag => "`true` or `false`",
        Type::Number => "a number",
        Type::Count => "a non-negative integer",
        Type::Positive => "a positive number",
        Type::Object(ObjectKind::Schema) if SINCE_31.has(version) => "a schema: an object, `true` or `false`",
        Type::Object(ObjectKind::Schema) => "a schema: an object",
        Type::Object(_) | Type::Map(..) => "an object",
        Type::List(_) => "an array",
        Type::Filled(_) => "an array with at least one element",
        Type::Either(alternatives) => {
            let all: Vec<String> = alternatives.iter().map(|alternative| of_type(alternative, version)).collect();
            return all.join(", or ");
        }
    };
    plain.to_owned()
}
