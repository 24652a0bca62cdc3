//! Parameter types of functions, which accept any value that converts to the expected type.

use super::Resolver;
use crate::analysis::Direction;
use crate::ir::Argument;
use crate::model::{Shape, Text, Type};

impl<'a> Resolver<'a> {
    /// Returns the parameter type for a value of a type.
    pub(crate) fn argument(&self, ty: &'a Type, direction: Direction) -> Argument {
        match self.api.unaliased(ty) {
            Type::List(inner) | Type::Set(inner) => Argument::Elements(Box::new(self.element(inner, direction))),
            Type::Map(inner) => Argument::Entries(Box::new(self.element(inner, direction))),
            _ => self.element(ty, direction),
        }
    }

    /// Returns the parameter type for a value that may be an element of a list.
    fn element(&self, ty: &'a Type, direction: Direction) -> Argument {
        let target = self.api.unaliased(ty);
        let is_text = matches!(target, Type::Text(Text::Plain | Text::Binary));
        // What a text is converted from tells more by its own name than by an alias.
        let exact = self.rust_type(if is_text { target } else { ty }, direction);
        let is_converted = match target {
            Type::Text(text) => {
                is_text || matches!(text, Text::Password | Text::Integer(_) | Text::File | Text::NumberOrText)
            }
            Type::UnixTime => true,
            Type::Named(id) => {
                let conversions = &self.analysis.conversions;
                // What keeps values that are not listed is made of any text.
                let is_of_texts = matches!(self.api.definition(*id).shape, Shape::StringEnum(_));
                is_of_texts
                    || conversions.holds_payload(*id)
                    || (direction == Direction::Request && conversions.becomes_sent(*id))
            }
            _ => false,
        };
        if is_converted { Argument::Into(exact) } else { Argument::Exact(exact) }
    }
}
