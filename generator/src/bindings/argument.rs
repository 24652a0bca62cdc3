//! What functions take for a value: whatever a person has at hand that becomes it.

use super::{Bindings, RustType};
use crate::analysis::Form;
use crate::model::{Text, Type};

/// What a function takes for a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument<'a> {
    /// The value.
    Exact(RustType<'a>),
    /// What is converted to it.
    Into(RustType<'a>),
    /// Elements, which are collected.
    Elements(Box<Argument<'a>>),
    /// Members with their names, which are collected.
    Entries(Box<Argument<'a>>),
}

impl<'a> Argument<'a> {
    /// The type that is taken, or that of each element.
    pub(super) fn innermost(&self) -> &RustType<'a> {
        match self {
            Self::Exact(ty) | Self::Into(ty) => ty,
            Self::Elements(inner) | Self::Entries(inner) => inner.innermost(),
        }
    }
}

impl<'a> Bindings<'a> {
    /// What functions take for a value of a type.
    pub(crate) fn argument(&self, ty: &'a Type, form: Form) -> Argument<'a> {
        match self.api.unaliased(ty) {
            Type::List(inner) | Type::Set(inner) => Argument::Elements(Box::new(self.element(inner, form))),
            Type::Map(inner) => Argument::Entries(Box::new(self.element(inner, form))),
            _ => self.element(ty, form),
        }
    }

    /// What is taken for a value that may stand among others of its kind.
    fn element(&self, ty: &'a Type, form: Form) -> Argument<'a> {
        let target = self.api.unaliased(ty);
        let is_text = matches!(target, Type::Text(Text::Plain | Text::Binary));
        // What a text is converted from tells more by its own name than by an alias.
        let exact = self.rust_type(if is_text { target } else { ty }, form);
        let is_converted = match target {
            Type::Text(text) => {
                is_text || matches!(text, Text::Password | Text::Integer(_) | Text::File | Text::NumberOrText)
            }
            Type::Named(id) => {
                let conversions = &self.analysis.conversions;
                conversions.holds_payload(*id) || (form == Form::Sent && conversions.becomes_sent(*id))
            }
            _ => false,
        };
        if is_converted { Argument::Into(exact) } else { Argument::Exact(exact) }
    }
}
