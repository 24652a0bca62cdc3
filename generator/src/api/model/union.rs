//! Unions, and their tags on the wire.

use std::borrow::Cow;

use serde_json::Value;

use super::{Docs, TagPlace, Type};
use crate::base::pointer::Pointer;

/// One of several types.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Union {
    /// The alternatives, in the order of the description.
    pub variants: Vec<Variant>,
    /// The tag on the wire; without it, the structural shape distinguishes the alternatives.
    pub tag: Option<Tag>,
}

impl Union {
    /// Returns the types of the alternatives with a value.
    pub fn payloads(&self) -> impl Iterator<Item = &Type> {
        self.variants.iter().filter_map(|variant| variant.payload.ty())
    }
}

/// One alternative of a union.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Variant {
    /// The location in the description.
    pub origin: Pointer,
    /// The candidates for its name, best first.
    pub candidates: Vec<Candidate>,
    /// The payload.
    pub payload: Payload,
    /// The constraints on its values, unless they are on a type of their own.
    pub constraints: super::Constraints,
    /// The docs of the description, unless they are on a type of their own.
    pub docs: Docs,
}

impl Variant {
    /// Returns the words for what it is: its best candidate that does not depend on the others.
    #[must_use]
    pub fn text(&self) -> &str {
        let is_shared = |candidate: &&Candidate| matches!(candidate, Candidate::Shared(_));
        match self.candidates.first() {
            Some(Candidate::Beside(_)) => self.candidates.iter().find(is_shared).map_or("value", Candidate::text),
            first => first.map_or("", Candidate::text),
        }
    }
}

/// A candidate for the name of an alternative.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Candidate {
    /// A name with several uses, such as that of a schema: words that all alternatives share, or that the union has,
    /// are dropped.
    Shared(String),
    /// A name of this alternative only.
    Own(String),
    /// A name that says what the alternative is beside the others, such as `id` beside objects, and nothing of its type.
    Beside(&'static str),
}

impl Candidate {
    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Shared(text) | Self::Own(text) => text,
            Self::Beside(text) => text,
        }
    }
}

/// The payload of an alternative of a union.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Payload {
    /// A value of a type.
    Type(Type),
    /// A constant.
    Constant(Value),
    /// Only the tag.
    Unit,
}

impl Payload {
    /// Returns the type of the payload.
    #[must_use]
    pub fn ty(&self) -> Option<&Type> {
        match self {
            Self::Type(ty) => Some(ty),
            Self::Constant(_) | Self::Unit => None,
        }
    }

    pub(crate) fn ty_mut(&mut self) -> Option<&mut Type> {
        match self {
            Self::Type(ty) => Some(ty),
            Self::Constant(_) | Self::Unit => None,
        }
    }
}

/// Returns a value as the tag of a union: a string as it is, other values as JSON.
pub fn plain_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The tag of a union.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Tag {
    /// The location of the tag.
    pub place: TagPlace,
    /// The values of each alternative.
    pub values: Vec<Vec<String>>,
}

impl Tag {
    /// Returns the member that is the tag.
    #[must_use]
    pub fn property(&self) -> Option<&str> {
        match &self.place {
            TagPlace::Internal { property } | TagPlace::Adjacent { property, .. } => Some(property),
            TagPlace::External => None,
        }
    }

    /// Returns the name that the only value of an alternative gives it. A boolean says something of its member:
    /// `success`, `not success`.
    #[must_use]
    pub fn value_name(&self, position: usize) -> Option<Cow<'_, str>> {
        let value = self.only_value(position)?;
        Some(match (self.property(), value) {
            (Some(property), "true") => property.into(),
            (Some(property), "false") => format!("not {property}").into(),
            _ => value.into(),
        })
    }

    /// Returns the member of the alternative itself that is the tag.
    #[must_use]
    pub fn internal(&self) -> Option<&str> {
        match &self.place {
            TagPlace::Internal { property } => Some(property),
            TagPlace::Adjacent { .. } | TagPlace::External => None,
        }
    }

    /// Returns the value that maps to an alternative, if it is the only one.
    #[must_use]
    pub fn only_value(&self, variant: usize) -> Option<&str> {
        match self.values_of(variant) {
            [value] => Some(value),
            _ => None,
        }
    }

    /// Returns the values that map to an alternative.
    #[must_use]
    pub fn values_of(&self, variant: usize) -> &[String] {
        self.values.get(variant).map_or(&[], Vec::as_slice)
    }

    /// Returns all values, each with the index of its alternative.
    pub fn all_values(&self) -> impl Iterator<Item = (usize, &str)> {
        let indexed = self.values.iter().enumerate();
        indexed.flat_map(|(index, values)| values.iter().map(move |value| (index, value.as_str())))
    }
}
