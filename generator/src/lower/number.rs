//! Types of numbers, by format and limits.

use openapiv3::{AnySchema, Schema};

use super::format;
use super::keywords::keywords;
use crate::document::NUMBER_AS_TEXT;
use crate::model::{Integer, Number, Type};

/// Returns the type that holds all values: that of the format, otherwise the narrowest type of at least 64 bits within
/// the limits.
pub(super) fn integer(any: &AnySchema) -> Integer {
    // The bounds are parsed as floating-point numbers, which cannot distinguish the largest value of a type from its
    // successor. A bound with that value means this type.
    const BELOW_I64: f64 = -9_223_372_036_854_775_808.0;
    const ABOVE_I64: f64 = 9_223_372_036_854_775_808.0;
    const ABOVE_U64: f64 = 18_446_744_073_709_551_616.0;
    let least = any.minimum.unwrap_or(0.0);
    let most = any.maximum.unwrap_or(0.0);
    match format::meaning("integer", any.format.as_deref()) {
        Some(Type::Integer(width)) => width,
        _ if least < BELOW_I64 || most > ABOVE_U64 => Integer::I128,
        _ if most > ABOVE_I64 && least >= 0.0 => Integer::U64,
        _ if most > ABOVE_I64 => Integer::I128,
        _ => Integer::I64,
    }
}

/// Returns the type of a number; one with an integer format is an integer.
pub(super) fn number(format: Option<&str>) -> Type {
    format::meaning("number", format).unwrap_or(Type::Number(Number::F64))
}

/// Returns the type of a schema of `type: integer`.
pub(super) fn whole_number(schema: &Schema) -> Type {
    let any = keywords(schema);
    match format::meaning("integer", any.format.as_deref()) {
        // Numbers that may be text are read as what they are.
        Some(Type::UnixTime) if !is_also_text(schema) => Type::UnixTime,
        _ => as_text(schema, Type::Integer(integer(any))),
    }
}

/// Marks a number if its schema also allows its text.
pub(super) fn as_text(schema: &Schema, number: Type) -> Type {
    if is_also_text(schema) { Type::NumberAsText(Box::new(number)) } else { number }
}

fn is_also_text(schema: &Schema) -> bool {
    schema.schema_data.extensions.contains_key(NUMBER_AS_TEXT)
}
