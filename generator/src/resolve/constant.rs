//! Values that are always the same.

use serde_json::Value;

/// A value that is always the same, of the type that it has in Rust.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Constant<'a> {
    /// A boolean.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A whole number that is larger than those.
    Large(u64),
    /// Another number.
    Number(f64),
    /// A text.
    Text(&'a str),
}

impl<'a> Constant<'a> {
    /// A value of a description; the model holds texts, numbers and booleans only.
    pub(crate) fn of(value: &'a Value) -> Self {
        match value {
            Value::Bool(flag) => Self::Boolean(*flag),
            Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(whole), _) => Self::Integer(whole),
                (None, Some(whole)) => Self::Large(whole),
                (None, None) => Self::Number(number.as_f64().unwrap_or_default()),
            },
            other => Self::Text(other.as_str().unwrap_or_default()),
        }
    }

    /// The type of the constant.
    pub(crate) fn type_text(self) -> &'static str {
        match self {
            Self::Boolean(_) => "bool",
            Self::Integer(_) => "i64",
            Self::Large(_) => "u64",
            Self::Number(_) => "f64",
            Self::Text(_) => "&'static str",
        }
    }
}
