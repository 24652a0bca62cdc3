//! Values of the description as expressions, for the arguments of examples.

use serde_json::Value;

use super::Resolver;
use super::structure::present;
use crate::api::analysis::Direction;
use crate::api::model::{Number, Shape, Text, Type, TypeId};
use crate::config::DateLibrary;
use crate::rust::ir::{Argument, ExampleValue, Member, SourceType, UnionSource};

/// Maximum number of characters of a string in an example.
const MAX_TEXT_LEN: usize = 60;

impl<'a> Resolver<'a> {
    /// Returns a value as an argument for a type, or `None` if the expression would not be a simple one.
    pub(super) fn expression(&self, ty: &'a Type, value: &Value) -> Option<ExampleValue> {
        let plain = |text: String| Some(ExampleValue::Plain(text));
        match (self.api.unaliased(ty), value) {
            (Type::Boolean, Value::Bool(value)) => plain(value.to_string()),
            (Type::Integer(_), Value::Number(number)) if !number.is_f64() => plain(number.to_string()),
            (Type::Number(Number::F32 | Number::F64), Value::Number(number)) => {
                plain(format!("{:?}", number.as_f64()?))
            }
            (Type::Text(Text::Plain | Text::Binary | Text::Password), Value::String(text)) => plain(literal(text)?),
            (Type::Text(text), Value::String(value)) if self.is_parsed(*text) => {
                plain(format!("{}.parse()?", literal(value)?))
            }
            (Type::List(element), Value::Array(elements)) => self.list_expression(element, elements),
            (named @ Type::Named(id), value) => self.named_expression(named, *id, value),
            _ => None,
        }
    }

    /// Returns the arguments for the required members of an object that is sent.
    pub(super) fn member_expressions(&self, id: TypeId, value: &Value) -> Option<Vec<ExampleValue>> {
        let Shape::Object(object) = &self.api.definition(id).shape else { return None };
        let structure = self.structure(id, object, Direction::Request);
        let members = structure.members.iter().zip(present(object, Direction::Request));
        let arguments =
            members.filter(|(member, _)| Member::field(member).is_some_and(|(_, field)| field.is_argument()));
        arguments.map(|(_, (_, field))| self.expression(&field.ty, value.get(&field.wire)?)).collect()
    }

    /// Returns `true` if the type of a string is made with `FromStr`.
    fn is_parsed(&self, text: Text) -> bool {
        match text {
            Text::Uuid | Text::Ipv4 | Text::Ipv6 => true,
            Text::Date(_) => matches!(self.options.dates, DateLibrary::Jiff | DateLibrary::Chrono),
            _ => false,
        }
    }

    /// Returns `true` if the constructor takes a struct. That of a type in both directions is the one of the response.
    fn has_required_fields(&self, id: TypeId) -> bool {
        let directions = [Direction::Request, Direction::Response];
        directions.iter().any(|direction| self.names.required_fields(id, *direction).is_some())
    }

    fn named_expression(&self, ty: &'a Type, id: TypeId, value: &Value) -> Option<ExampleValue> {
        let name = self.names.of_type(id, Direction::Request);
        match &self.api.definition(id).shape {
            Shape::StringEnum(words) => {
                let index = words.words.iter().position(|word| Some(word.wire.as_str()) == value.as_str())?;
                let variant = self.names.variant(id, index);
                (!variant.is_empty()).then(|| ExampleValue::Variant(format!("types::{name}::{variant}")))
            }
            Shape::Object(_) if !self.has_required_fields(id) => {
                let arguments = self.member_expressions(id, value)?;
                let function = if arguments.is_empty() { "default" } else { "new" };
                Some(ExampleValue::Call(format!("types::{name}::{function}"), arguments))
            }
            Shape::Union(union) => {
                let mut variants = union.variants.iter().enumerate();
                let (index, text) = variants.find_map(|(index, variant)| {
                    let plain = variant.payload.ty().filter(|ty| **ty == Type::Text(Text::Plain))?;
                    Some((index, self.expression(plain, value)?))
                })?;
                let from_str = UnionSource { variant: index, of: SourceType::Str };
                let is_converted = matches!(self.argument(ty, Direction::Request), Argument::Into(_))
                    && self.sources(id, union, Direction::Request).contains(&from_str);
                let variant = self.names.variant(id, index);
                let owned = || vec![ExampleValue::Plain(format!("{text}.to_owned()"))];
                Some(if is_converted { text } else { ExampleValue::Call(format!("types::{name}::{variant}"), owned()) })
            }
            _ => None,
        }
    }

    /// Returns an array. Its elements are converted, which those of an inner array are not.
    fn list_expression(&self, element: &'a Type, elements: &[Value]) -> Option<ExampleValue> {
        let is_list = matches!(self.api.unaliased(element), Type::List(_) | Type::Map(_));
        let expressions = elements.iter().filter(|_| !is_list).map(|value| self.expression(element, value));
        expressions.collect::<Option<Vec<_>>>().filter(|list| !list.is_empty()).map(ExampleValue::List)
    }
}

/// Returns a string as a literal, if it is one short line of ordinary characters.
fn literal(text: &str) -> Option<String> {
    let is_ordinary = |c: char| c.is_ascii_alphanumeric() || " -_.,@:/+=#".contains(c);
    let is_short = !text.trim().is_empty() && text.len() <= MAX_TEXT_LEN;
    (is_short && text.chars().all(is_ordinary)).then(|| format!("\"{text}\""))
}
