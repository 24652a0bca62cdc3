//! Values that are always the same.

use serde_json::Value;

use crate::ir::Constant;

impl Constant {
    /// Converts a constant of the description, which is a string, a number or a boolean.
    pub(super) fn new(value: &Value) -> Self {
        match value {
            Value::Bool(flag) => Self::Boolean(*flag),
            Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(whole), _) => Self::Integer(whole),
                (None, Some(whole)) => Self::Large(whole),
                (None, None) => Self::Number(number.as_f64().unwrap_or_default()),
            },
            other => Self::Text(other.as_str().unwrap_or_default().to_owned()),
        }
    }
}
