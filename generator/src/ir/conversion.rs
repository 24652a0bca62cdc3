//! Conversions from received types to sent types.

use serde::Serialize;

/// A conversion from a received type to a sent type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Conversion {
    /// The types are the same.
    Same,
    /// Calls `into`.
    Into,
    /// Converts each element of a list or a set.
    Elements(Box<Conversion>),
    /// Converts each member of a map.
    Entries(Box<Conversion>),
    /// The value.
    Optional(Box<Conversion>),
    /// Unboxes the value.
    Unboxed(Box<Conversion>),
    /// Boxes the value.
    InBox(Box<Conversion>),
    /// Converts each element of a tuple.
    Tuple(Vec<Conversion>),
}

/// A conversion from a received struct to a sent struct.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct FromReceived {
    /// The name of the received type.
    pub(crate) name: String,
    /// The source of each field, in order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) fields: Vec<(String, FieldSource)>,
}

/// The source of a field that is converted from a received value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum FieldSource {
    /// `None`: the field is only sent.
    Nothing,
    /// `Patch::Keep`: the field is only sent, and can be null.
    Unset,
    /// Converts the value.
    Value(Conversion),
    /// Wraps a value that had a default in `Some`.
    FilledIn(Conversion),
    /// Converts an optional value; an absent one is `Patch::Keep`.
    States(Conversion),
    /// Converts the value inside a `Patch`.
    Patched(Conversion),
}
