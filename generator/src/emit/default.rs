//! Defaults as expressions: what a received member has where it is absent.

use serde_json::Value;

use super::{Emitter, literal};
use crate::facts::Form;
use crate::model::{Field, Integer, Number, Shape, Text, Type, TypeId};

impl Emitter<'_> {
    /// The default of a member, as a function for the tables, if the member has it where it is absent. A member that is
    /// sent as well keeps the difference between absent and given.
    pub(super) fn filled_in(&self, owner: TypeId, field: &Field, form: Form) -> Option<String> {
        let applies = !self.facts.forms.form_is_sent(owner, form)
            && !field.required
            && !matches!(field.ty, Type::Nullable(_) | Type::Any);
        let expression = self.expression(&field.ty, field.default.as_ref().filter(|_| applies)?)?;
        Some(match expression.strip_suffix("()").filter(|path| path.ends_with("::new")) {
            Some(function) => function.to_owned(),
            None => format!("|| {expression}"),
        })
    }

    fn expression(&self, ty: &Type, value: &Value) -> Option<String> {
        match (self.api.unaliased(ty), value) {
            (Type::Boolean, Value::Bool(flag)) => Some(flag.to_string()),
            (Type::Integer(width), Value::Number(number)) => fits(*width, number.as_i64()?).then(|| number.to_string()),
            (Type::Number(Number::F64 | Number::F32), Value::Number(number)) => {
                number.as_f64().map(|number| format!("{number:?}"))
            }
            (Type::Text(Text::Plain | Text::Binary), Value::String(text)) if text.is_empty() => {
                Some("String::new()".to_owned())
            }
            (Type::Text(Text::Plain | Text::Binary), Value::String(text)) => {
                Some(format!("{}.to_owned()", literal(text)))
            }
            (Type::List(_), Value::Array(elements)) if elements.is_empty() => Some("Vec::new()".to_owned()),
            (Type::Named(id), value) => {
                let variant = match &self.api.definition(*id).shape {
                    Shape::Codes(codes) => codes.codes.iter().position(|code| Some(code.code) == value.as_i64()),
                    Shape::Words(words) => {
                        words.words.iter().position(|word| Some(word.wire.as_str()) == value.as_str())
                    }
                    _ => None,
                };
                let name = self.names.of_type(*id, Form::Received);
                variant.map(|index| format!("types::{name}::{}", self.names.variant(*id, index)))
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
