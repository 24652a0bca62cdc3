//! The types of structural shapes.

use serde_json::Value;

/// The structural shape of JSON values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JsonShape<'a> {
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
    /// An array whose first element has this shape.
    List(Box<JsonShape<'a>>),
    /// Any value.
    Any,
    /// An object.
    Object(ObjectShape<'a>),
    /// One of these numbers.
    Integers(Vec<i64>),
    /// One of these strings.
    Texts(Vec<&'a str>),
    /// One of several shapes.
    Union(Vec<JsonShape<'a>>),
}

/// The shape of an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ObjectShape<'a> {
    /// The required members.
    pub required: Vec<&'a str>,
    /// All declared members, including the required ones.
    pub known: Vec<&'a str>,
    /// The members with a constant value.
    pub constants: Vec<(&'a str, &'a Value)>,
    /// The members, and nested members, with listed values, if other alternatives list different values.
    pub listed: Vec<(MemberPath<'a>, Vec<String>)>,
}

/// A member, or a member of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemberPath<'a> {
    /// The member.
    pub member: &'a str,
    /// The nested member.
    pub inner: Option<&'a str>,
}

/// An alternative that is identified by its structural shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlternativeShape<'a> {
    /// The shape of its values.
    pub shape: JsonShape<'a>,
    /// A previous alternative with the same shape, which is received instead.
    pub received_as: Option<usize>,
}
