//! Constants that become fields or arguments: old programs still send the old value.

use regex::Regex;
use serde_json::Value;

use super::constraints;
use bindery::internal::analysis::is_simple_default;
use bindery::internal::model::{Api, Bound, Constraints, Payload, Shape, Type};

/// Returns `true` if a type with constraints allows a constant.
pub(super) fn is_allowed(constant: &Value, api: &Api, ty: &Type, all: &Constraints) -> bool {
    let is_tighter = constraints::compare(&constraints_of(constant, all), all).is_some_and(|change| change.tighter);
    is_of_type(constant, api, ty) && !is_tighter
}

/// Returns `true` if a constant is a simple value of a type. A string is none of a type with a format, such as a date.
fn is_of_type(constant: &Value, api: &Api, ty: &Type) -> bool {
    match api.unaliased(ty) {
        Type::Any => true,
        Type::Nullable(inner) => is_of_type(constant, api, inner),
        Type::Named(id) => match &api.definition(*id).shape {
            Shape::StringEnum(words) if words.is_open => constant.is_string(),
            Shape::Union(union) => union.variants.iter().any(|variant| match &variant.payload {
                Payload::Type(ty) => is_simple_default(api, ty, constant),
                Payload::Constant(value) => value == constant,
                Payload::Unit => false,
            }),
            Shape::Wrapper(inner) => is_simple_default(api, inner, constant),
            _ => is_simple_default(api, ty, constant),
        },
        other => is_simple_default(api, other, constant),
    }
}

/// Returns the constraints that only a constant satisfies, as far as others constrain its type.
fn constraints_of(constant: &Value, others: &Constraints) -> Constraints {
    let mut own = others.clone();
    if let Some(text) = constant.as_str() {
        let length = Some(text.chars().count());
        (own.min_length, own.max_length) = (length, length);
        let is_match = |expression: &str| Regex::new(expression).is_ok_and(|pattern| pattern.is_match(text));
        own.pattern = own.pattern.filter(|pattern| is_match(&pattern.expression));
    }
    if let Some(number) = constant.as_f64() {
        let bound = Some(Bound { value: number, exclusive: false });
        (own.minimum, own.maximum, own.multiple_of) = (bound, bound, own.multiple_of.and(Some(number)));
    }
    if !own.values.is_empty() {
        own.values = vec![constant.clone()];
    }
    own
}
