//! Presence of fields, their defaults and their constants.

use serde_json::Value;

use super::Resolver;
use crate::api::analysis::{Direction, is_nullable, is_required, is_simple_default};
use crate::api::model::{Field, Shape, Type, TypeId};
use crate::rust::ir::{Constant, DefaultValue, Presence};

impl<'a> Resolver<'a> {
    /// Returns the presence of a type's field in a direction. Any value may be null by itself.
    pub(crate) fn presence(&self, owner: TypeId, field: &'a Field, direction: Direction) -> Presence {
        let is_any = field.ty == Type::Any;
        let directions = &self.analysis.directions;
        match (is_required(field, direction), is_nullable(field, direction) && !is_any) {
            (true, true) => Presence::Nullable,
            (true, false) => Presence::Required,
            (false, _) if is_any => Presence::Anything,
            (false, _) if directions.emitted_is_merged(owner, direction) => Presence::ThreeStates,
            (false, true) if directions.emitted_is_patched(owner, direction) => Presence::ThreeStates,
            (false, true) => Presence::Optional,
            (false, false) => match self.filled_in(owner, field, direction) {
                Some(default) => Presence::FilledIn(default),
                None => Presence::Optional,
            },
        }
    }

    /// Returns the value that the constructor of a type sets for a required field with a default.
    pub(super) fn initial_value(&self, owner: TypeId, field: &'a Field, direction: Direction) -> Option<DefaultValue> {
        let is_set = field.required && self.holds_what_is_sent(owner, direction);
        self.default_value(&field.ty, field.default.as_ref().filter(|_| is_set)?)
    }

    /// Returns the default of a field that is set if the member is absent. A member that is also sent has none, so that absent
    /// and present values stay different.
    fn filled_in(&self, owner: TypeId, field: &'a Field, direction: Direction) -> Option<DefaultValue> {
        let is_received_only = !self.analysis.directions.emitted_is_sent(owner, direction);
        self.default_value(&field.ty, field.default.as_ref().filter(|_| is_received_only)?)
    }
}

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

impl<'a> Resolver<'a> {
    /// Returns a default of a type, if it is a simple value of the type.
    pub(super) fn default_value(&self, ty: &Type, value: &'a Value) -> Option<DefaultValue> {
        if !is_simple_default(self.api, ty, value) {
            return None;
        }
        match (self.api.unaliased(ty), value) {
            (Type::Boolean, Value::Bool(flag)) => Some(DefaultValue::Boolean(*flag)),
            (Type::Integer(_), Value::Number(number)) => number.as_i64().map(DefaultValue::Integer),
            (Type::Number(_), Value::Number(number)) => number.as_f64().map(DefaultValue::Number),
            (Type::Text(_), Value::String(text)) => Some(DefaultValue::Text(text.clone())),
            (Type::List(_), _) => Some(DefaultValue::EmptyList),
            (Type::Named(id), value) => {
                let variant = match &self.api.definition(*id).shape {
                    Shape::IntegerEnum(codes) => codes.codes.iter().position(|code| Some(code.code) == value.as_i64()),
                    Shape::StringEnum(words) => {
                        words.words.iter().position(|word| Some(word.wire.as_str()) == value.as_str())
                    }
                    _ => None,
                };
                let name = self.names.of_type(*id, Direction::Response);
                Some(DefaultValue::Variant(name.to_owned(), self.names.variant(*id, variant?).to_owned()))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::api::analysis::Direction;
    use crate::api::model::Shape;
    use crate::rust::ir::Presence::{Nullable, Optional, Required};
    use crate::testing::Case;

    #[test]
    fn fields_are_loosened_in_responses_only() {
        let body = r##"{ "application/json": { "schema": { "$ref": "#/components/schemas/A" } } }"##;
        let paths = format!(
            r#""/a": {{ "put": {{ "requestBody": {{ "required": true, "content": {body} }},
            "responses": {{ "200": {{ "description": "", "content": {body} }} }} }} }}"#
        );
        let schemas = r#""A": { "type": "object", "required": ["name", "kind", "size"], "properties": {
            "name": { "type": "string" }, "kind": { "type": "string" }, "size": { "type": "integer" },
            "note": { "type": "string" } } }"#;
        let presences = |config: &str| {
            let emission = Case::new().paths(&paths).schemas(schemas).config(config).emission();
            let (id, definition) = emission.api.definitions().next().unwrap();
            let Shape::Object(object) = &definition.shape else { panic!("{definition:?}") };
            let resolver = emission.resolver();
            let of = |direction| {
                let presences = object.fields.iter().map(move |field| resolver.presence(id, field, direction));
                presences.collect::<Vec<_>>()
            };
            let names =
                [Direction::Response, Direction::Request].map(|form| emission.names.of_type(id, form).to_owned());
            (names, of(Direction::Response), of(Direction::Request))
        };
        let as_described = [Required, Required, Required, Optional];
        let (names, received, sent) = presences("");
        assert_eq!((names[0] == names[1], received, sent), (true, as_described.to_vec(), as_described.to_vec()));
        let (names, received, sent) = presences(
            "[fields]\n\"A.kind\" = { required = false }\n\"A.size\" = { nullable = true }\n\"A.note\" = { nullable = true }",
        );
        assert_eq!(names, ["A", "AInput"]);
        assert_eq!(received, [Required, Optional, Nullable, Optional]);
        assert_eq!(sent, as_described);
        // An optional member is read as null anyway, which needs no other type.
        let (names, received, _) = presences("[fields]\n\"A.note\" = { nullable = true }");
        assert_eq!((names[0] == names[1], received), (true, as_described.to_vec()));
    }
}
