//! One of several types, and how they are told apart on the wire.

use serde_json::Value;

use super::{Docs, Type};
use crate::pointer::Pointer;

/// Members that say of which kind an object is, the most usual first.
pub(crate) const SAYING_KIND: [&str; 7] = ["type", "kind", "event", "event_type", "eventType", "object", "action"];

/// One of several types.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// The alternatives, in the order of the description.
    pub variants: Vec<Variant>,
    /// What tells them apart on the wire; without it they are told apart by what they look like.
    pub tag: Option<Tag>,
}

impl Union {
    /// The types of the alternatives that hold a value.
    pub fn payloads(&self) -> impl Iterator<Item = &Type> {
        self.variants.iter().filter_map(|variant| variant.payload.ty())
    }
}

/// One alternative of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Where it stands in the description.
    pub origin: Pointer,
    /// What it is called: a title, the name of a schema, or what kind of value it is.
    pub hint: String,
    /// What it is named after, the best first.
    pub candidates: Vec<Candidate>,
    /// What it holds.
    pub payload: Payload,
    /// What the description says of it, where that does not stand with a type of its own.
    pub docs: Docs,
}

/// A text that an alternative can be named after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Candidate {
    /// A name for many uses, such as that of a schema: words that all alternatives share, or that the union has, say nothing.
    Shared(String),
    /// What only this alternative is called.
    Own(String),
}

impl Candidate {
    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        match self {
            Self::Shared(text) | Self::Own(text) => text,
        }
    }
}

/// What an alternative of a union holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// A value of a type.
    Type(Type),
    /// Always the same value.
    Constant(Value),
    /// Nothing but the tag.
    Unit,
}

impl Payload {
    /// The type of what it holds.
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

/// A value as the tag of a union: a text as it is, others as JSON writes them.
pub(crate) fn plain_text(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// What tells the alternatives of a union apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Where it stands.
    pub place: TagPlace,
    /// Its values, each with the index of the alternative it stands for, in the order of the alternatives.
    pub values: Vec<(String, usize)>,
}

/// Where the tag of a union stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TagPlace {
    /// A member of the alternative itself.
    Internal {
        /// Its name on the wire.
        property: String,
    },
    /// A member beside the one that holds the value.
    Adjacent {
        /// Its name on the wire.
        property: String,
        /// The name of the member with the value.
        content: String,
    },
    /// The name of the only member, which holds the value.
    External,
}

impl Tag {
    /// The member that is the tag.
    #[must_use]
    pub fn property(&self) -> Option<&str> {
        match &self.place {
            TagPlace::Internal { property } | TagPlace::Adjacent { property, .. } => Some(property),
            TagPlace::External => None,
        }
    }

    /// The member of the alternative itself that is the tag.
    #[must_use]
    pub fn internal(&self) -> Option<&str> {
        match &self.place {
            TagPlace::Internal { property } => Some(property),
            TagPlace::Adjacent { .. } | TagPlace::External => None,
        }
    }

    /// The value that stands for an alternative, if it is the only one.
    #[must_use]
    pub fn only_value(&self, variant: usize) -> Option<&str> {
        match self.values_of(variant) {
            [(value, _)] => Some(value),
            _ => None,
        }
    }

    /// The values that stand for an alternative.
    #[must_use]
    pub fn values_of(&self, variant: usize) -> &[(String, usize)] {
        let begin = self.values.partition_point(|(_, of)| *of < variant);
        let end = self.values.partition_point(|(_, of)| *of <= variant);
        &self.values[begin..end]
    }
}
