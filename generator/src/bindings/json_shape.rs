//! What the values of an alternative look like as JSON, where nothing else tells which one a value is.

use super::structure::present;
use super::{Bindings, Constant};
use crate::analysis::Direction;
use crate::model::{DateKind, Object, Shape, Text, Type};

/// What values look like.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum JsonShape<'a> {
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// Any text.
    Text,
    /// A text that is a day.
    Day,
    /// A text of another form.
    Format,
    /// An array.
    Array,
    /// Anything.
    Any,
    /// An object.
    Object {
        /// The members that it has.
        required: Vec<&'a str>,
        /// The members that it may have, these among them.
        known: Vec<&'a str>,
        /// The members that always have the same value.
        constants: Vec<(&'a str, Constant<'a>)>,
    },
    /// One of these numbers.
    Integers(Vec<i64>),
    /// One of these texts.
    Texts(Vec<&'a str>),
}

impl<'a> Bindings<'a> {
    pub(super) fn json_shape(&self, ty: &'a Type, direction: Direction) -> JsonShape<'a> {
        match self.api.unaliased(ty) {
            Type::Boolean => JsonShape::Boolean,
            Type::Integer(_) => JsonShape::Integer,
            Type::Number(_) => JsonShape::Number,
            Type::Text(Text::Plain | Text::Binary) => JsonShape::Text,
            Type::Text(Text::Date(DateKind::Date)) => JsonShape::Day,
            Type::Text(Text::NumberOrText) | Type::Any | Type::Nullable(_) => JsonShape::Any,
            Type::Text(_) => JsonShape::Format,
            Type::List(_) | Type::Set(_) | Type::Tuple(_) => JsonShape::Array,
            Type::Map(_) | Type::AnyObject => {
                JsonShape::Object { required: Vec::new(), known: Vec::new(), constants: Vec::new() }
            }
            Type::Named(id) => match &self.api.definition(*id).shape {
                Shape::Object(object) => object_shape(object, direction),
                Shape::IntegerEnum(codes) => JsonShape::Integers(codes.codes.iter().map(|code| code.code).collect()),
                Shape::StringEnum(words) => {
                    JsonShape::Texts(words.words.iter().map(|word| word.wire.as_str()).collect())
                }
                Shape::Wrapper(inner) => self.json_shape(inner, direction),
                Shape::Alias(_) | Shape::Union(_) => JsonShape::Any,
            },
        }
    }
}

fn object_shape(object: &Object, direction: Direction) -> JsonShape<'_> {
    let members = || present(object, direction).map(|(_, field)| field);
    JsonShape::Object {
        required: members().filter(|field| field.required).map(|field| field.wire.as_str()).collect(),
        known: members().map(|field| field.wire.as_str()).collect(),
        constants: members()
            .filter_map(|field| Some((field.wire.as_str(), Constant::of(field.constant.as_ref()?))))
            .collect(),
    }
}
