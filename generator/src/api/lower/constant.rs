//! Constants: schemas with one possible value. They need no struct field, no argument and no variant payload.
//!
//! | schema | value |
//! |---|---|
//! | `const`, or `enum` of one string, number or boolean | that value |
//! | a reference to such a schema | the same |
//! | `allOf` with such a part, `oneOf` or `anyOf` of only such a schema | the same |
//! | a nullable schema, or a value that does not match its own `type` | none |

use std::borrow::Borrow;

use openapiv3::{AnySchema, ReferenceOr, Schema};
use serde_json::Value;

use super::input::Input;
use super::node::Node;
use crate::api::model::{Integer, Number, Text, Type};

/// Maximum length of a constant string in bytes. Longer strings are content and are not repeated at each reference.
const MAX_STRING_LEN: usize = 200;

/// Maximum depth of parts and references that are searched for a value.
const MAX_DEPTH: usize = 8;

impl<'d> Input<'d> {
    /// Returns the only value that a schema allows.
    pub(super) fn constant<S: Borrow<Schema>>(&self, schema: &'d ReferenceOr<S>) -> Option<&'d Value> {
        self.constant_within(self.resolve_schema(schema)?, MAX_DEPTH)
    }

    /// Returns the only value of a required member.
    pub(super) fn constant_member(&self, any: &'d AnySchema, name: &str) -> Option<&'d Value> {
        let member = any.properties.get(name).filter(|_| any.required.iter().any(|required| required == name))?;
        self.constant(member)
    }

    /// Returns the only value of a required member, if it is a string.
    pub(super) fn constant_text(&self, any: &'d AnySchema, name: &str) -> Option<&'d str> {
        self.constant_member(any, name)?.as_str()
    }

    fn constant_within(&self, schema: Node<'d>, depth: usize) -> Option<&'d Value> {
        let any = schema.any;
        let depth = depth.checked_sub(1)?;
        if self.allows_null(schema) {
            return None;
        }
        if let [value] = any.enumeration.as_slice() {
            return Some(value).filter(|value| is_mark(value) && is_of(value, schema.typ()));
        }
        let within = |part: &'d ReferenceOr<Schema>| self.constant_within(self.resolve_schema(part)?, depth);
        match (any.all_of.as_slice(), schema.alternatives().1) {
            ([], [only]) => within(only),
            ([only], []) => within(only),
            // Only direct parts are searched: nested parts would multiply.
            (several, []) if any.properties.is_empty() => several
                .iter()
                .take(MAX_DEPTH)
                .find_map(|part| self.constant_within(self.resolve_schema(part)?, depth.min(1))),
            _ => None,
        }
    }
}

/// Returns `true` if a value is a short string, a number or a boolean.
fn is_mark(value: &Value) -> bool {
    match value {
        Value::String(text) => text.len() <= MAX_STRING_LEN,
        Value::Bool(_) | Value::Number(_) => true,
        Value::Null | Value::Array(_) | Value::Object(_) => false,
    }
}

/// Returns `true` if a value matches its `type` keyword; otherwise other rules decide what is sent.
fn is_of(value: &Value, typ: Option<&str>) -> bool {
    match typ {
        None => true,
        Some("string") => value.is_string(),
        Some("boolean") => value.is_boolean(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some(_) => false,
    }
}

/// Returns the type of a constant.
pub(super) fn type_of(value: &Value) -> Type {
    match value {
        Value::Bool(_) => Type::Boolean,
        Value::Number(number) if number.is_i64() => Type::Integer(Integer::I64),
        Value::Number(number) if number.is_u64() => Type::Integer(Integer::U64),
        Value::Number(_) => Type::Number(Number::F64),
        _ => Type::Text(Text::Plain),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{is_mark, is_of, type_of};
    use crate::api::model::{Integer, Number, Text, Type};

    #[test]
    fn marks_are_short_and_of_their_type() {
        assert!(is_mark(&json!("customer")) && is_mark(&json!(1)) && is_mark(&json!(false)));
        assert!(!is_mark(&json!("x".repeat(201))) && !is_mark(&json!(null)) && !is_mark(&json!([1])));
        assert!(is_of(&json!("1"), Some("string")) && is_of(&json!(1), None) && is_of(&json!(1.5), Some("number")));
        assert!(!is_of(&json!(1), Some("string")) && !is_of(&json!("1"), Some("integer")));
    }

    #[test]
    fn numbers_keep_their_kind() {
        assert_eq!(type_of(&json!(-1)), Type::Integer(Integer::I64));
        assert_eq!(type_of(&json!(u64::MAX)), Type::Integer(Integer::U64));
        assert_eq!(type_of(&json!(1.5)), Type::Number(Number::F64));
        assert_eq!(type_of(&json!("a")), Type::Text(Text::Plain));
        assert_eq!(type_of(&json!(true)), Type::Boolean);
    }
}
