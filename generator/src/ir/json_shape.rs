//! The structural shape of JSON values that selects an alternative of a union.

use serde::Serialize;

use super::structure::Constant;

/// The structural shape of JSON values.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum JsonShape {
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
    List(Box<JsonShape>),
    /// An object.
    Object(ObjectShape),
    /// One of these numbers.
    Integers(Vec<i64>),
    /// One of these strings.
    Texts(Vec<String>),
    /// One of several shapes.
    Union(Vec<JsonShape>),
}

/// The shape of an object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ObjectShape {
    /// The required members.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) required: Vec<String>,
    /// All declared members, including the required ones.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) known: Vec<String>,
    /// The members with a constant value.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) constants: Vec<(String, Constant)>,
    /// The members with listed values; a nested member is `outer/inner`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) listed: Vec<(String, Vec<String>)>,
}
