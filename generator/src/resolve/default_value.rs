//! Defaults: the values of received members that are absent, and of required members until they are set.

use serde_json::Value;

use super::Resolver;
use crate::analysis::Direction;
use crate::ir::DefaultValue;
use crate::model::{Shape, Type};

impl<'a> Resolver<'a> {
    /// Returns a default of a type, if it is a simple value of the type.
    pub(super) fn default_value(&self, ty: &Type, value: &'a Value) -> Option<DefaultValue> {
        if !self.api.is_simple_default(ty, value) {
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
