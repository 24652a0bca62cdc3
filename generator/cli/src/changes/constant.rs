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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::changes::changes_between;
    use bindery::internal::config::Config;
    use bindery::internal::text::Source;

    /// Returns the effects at run time of another schema for a required member that is sent, and for a required parameter.
    fn effects(old: &Value, new: &Value) -> Vec<Option<String>> {
        let description = |schema: &Value| {
            let body = json!({ "type": "object", "required": ["kind"], "properties": { "kind": schema } });
            let description = json!({
                "openapi": "3.1.0",
                "info": { "title": "t", "version": "1" },
                "components": { "schemas": { "Short": { "type": "string", "maxLength": 3 } } },
                "paths": { "/a": { "post": {
                    "parameters": [{ "name": "kind", "in": "query", "required": true, "schema": schema }],
                    "requestBody": { "required": true, "content": { "application/json": { "schema": body } } },
                    "responses": { "204": { "description": "" } },
                } } },
            });
            Source::new("test", description.to_string())
        };
        let changes = changes_between(description(old), description(new), &Config::default()).unwrap();
        changes.changes.into_iter().map(|change| change.at_run_time).collect()
    }

    #[test]
    fn a_type_by_reference_has_its_own_constraints() {
        let short = json!({ "$ref": "#/components/schemas/Short" });
        let rejected = Some("the server may reject the old value".to_owned());
        assert_eq!(effects(&json!({ "type": "string", "const": "note" }), &short), [rejected.clone(), rejected]);
        assert_eq!(effects(&json!({ "type": "string", "const": "n" }), &short), [None, None]);
    }

    #[test]
    fn old_constants_are_rejected_unless_the_new_type_allows_them() {
        let text = json!({ "type": "string", "const": "note" });
        let number = json!({ "type": "integer", "const": 6 });
        let allowed = [
            (&text, json!({ "type": "string" })),
            (&text, json!({ "type": "string", "enum": ["note", "memo"] })),
            (&text, json!({ "type": "string", "pattern": "^n", "maxLength": 4 })),
            (&text, json!({ "type": ["string", "null"] })),
            (&text, json!({ "oneOf": [{ "type": "string" }, { "type": "boolean" }] })),
            (&number, json!({ "type": "integer", "minimum": 6, "multipleOf": 3 })),
            (&number, json!({ "type": "number" })),
            (&json!({ "type": "number", "const": 0.3 }), json!({ "type": "number", "multipleOf": 0.1 })),
        ];
        for (old, new) in allowed {
            assert_eq!(effects(old, &new), [None, None], "{new}");
        }
        let excluded = [
            (&text, json!({ "type": "string", "enum": ["todo", "memo"] })),
            (&text, json!({ "type": "string", "pattern": "^m" })),
            (&text, json!({ "type": "string", "maxLength": 3 })),
            (&text, json!({ "type": "integer" })),
            (&text, json!({ "oneOf": [{ "type": "integer" }, { "type": "boolean" }] })),
            (&number, json!({ "type": "integer", "exclusiveMinimum": 6 })),
            (&number, json!({ "type": "integer", "multipleOf": 4 })),
            (&number, json!({ "type": "string" })),
        ];
        for (old, new) in excluded {
            let rejected = Some("the server may reject the old value".to_owned());
            assert_eq!(effects(old, &new), [rejected.clone(), rejected], "{new}");
        }
    }
}
