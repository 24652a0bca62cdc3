//! The parts of JSON values that select an alternative of a union: its tag, or else their structural shape.

use serde::Serialize;

/// The location of the tag of a union.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum TagPlace {
    /// A member of the alternative itself.
    Internal {
        /// The name on the wire.
        property: String,
    },
    /// A member next to the one that holds the value.
    Adjacent {
        /// The name on the wire.
        property: String,
        /// The name of the member with the value.
        content: String,
    },
    /// The name of the only member, which holds the value.
    External,
}

/// The structural shape of JSON values, with what describes an object.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
pub enum JsonShape<O = ObjectShape> {
    /// `true` or `false`.
    Boolean,
    /// An integer.
    Integer,
    /// A number.
    Number,
    /// Any string.
    Text,
    /// A string with a date.
    Day,
    /// A string of another format.
    Format,
    /// Any value.
    Any,
    /// An array whose first element has this shape.
    List(Box<Self>),
    /// An object.
    Object(O),
    /// One of these numbers.
    Integers(Vec<i64>),
    /// One of these strings.
    Texts(Vec<String>),
    /// One of several shapes.
    Union(Vec<Self>),
}

/// The shape of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
pub struct ObjectShape {
    /// The required members.
    pub required: Vec<String>,
    /// All declared members, including the required ones.
    pub known: Vec<String>,
    /// The members with listed values. A required member with a single value is a constant.
    pub values: Vec<(String, Vec<String>)>,
}

impl ObjectShape {
    /// Returns `true` if a member with these values is a constant.
    pub(crate) fn is_constant(required: &[String], member: &String, values: &[String]) -> bool {
        values.len() == 1 && required.contains(member)
    }
}
