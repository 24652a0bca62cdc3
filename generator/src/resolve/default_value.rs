//! Defaults: the values of received members that are absent, and of required members until they are set.

use crate::ir::DefaultValue;
use serde_json::Value;

use super::Resolver;
use crate::analysis::Direction;
use crate::model::{Integer, Number, Shape, Text, Type};

impl<'a> Resolver<'a> {
    /// A default of a type; nothing where it is none that fits, or none that is simple.
    pub(super) fn default_value(&self, ty: &Type, value: &'a Value) -> Option<DefaultValue> {
        match (self.api.unaliased(ty), value) {
            (Type::Boolean, Value::Bool(flag)) => Some(DefaultValue::Boolean(*flag)),
            (Type::Integer(width), Value::Number(number)) => {
                let number = number.as_i64()?;
                fits(*width, number).then_some(DefaultValue::Integer(number))
            }
            (Type::Number(Number::F64 | Number::F32), Value::Number(number)) => {
                number.as_f64().map(DefaultValue::Number)
            }
            (Type::Text(Text::Plain | Text::Binary), Value::String(text)) => Some(DefaultValue::Text(text.clone())),
            (Type::List(_), Value::Array(elements)) if elements.is_empty() => Some(DefaultValue::EmptyList),
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

fn fits(width: Integer, number: i64) -> bool {
    match width {
        Integer::I8 => i8::try_from(number).is_ok(),
        Integer::I16 => i16::try_from(number).is_ok(),
        Integer::I32 => i32::try_from(number).is_ok(),
        Integer::I64 | Integer::I128 => true,
        Integer::U8 => u8::try_from(number).is_ok(),
        Integer::U16 => u16::try_from(number).is_ok(),
        Integer::U32 => u32::try_from(number).is_ok(),
        Integer::U64 => u64::try_from(number).is_ok(),
    }
}
