//! The structural shape of the alternatives of a union as JSON, if no tag distinguishes them.
//!
//! | alternatives are distinguished by | example |
//! |---|---|
//! | their kind: of a list by its first element | a string, a list of strings, a list of numbers |
//! | required and declared members | `path` is required by one only |
//! | a constant member | `class: {const: User}` |
//! | a member with listed values, even if optional | `event: {enum: [opened]}` next to `event: {enum: [closed]}` |
//! | a string with the kind, if everything else is the same or all are named after it | `event` is `labeled`, and one is named `LabeledEvent` |

mod ambiguity;
mod expected_words;
mod indistinguishable;
#[cfg(test)]
mod tests;
mod type_shape;

use serde_json::Value;

use self::type_shape::ShapeBuilder;
use super::Direction;
use crate::model::{Api, Payload, Union};

/// The structural shape of JSON values.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JsonShape<'a> {
    /// `true` or `false`.
    Boolean,
    /// An integer.
    Integer,
    /// A number.
    Number,
    /// A number of this shape, or a string that contains one.
    Numeral(Box<JsonShape<'a>>),
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
    /// The string that a member is expected to contain.
    pub expected: Option<Expectation<'a>>,
}

/// The expected words of a member, separated by `_`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expectation<'a> {
    /// The member may well contain something else.
    Guess {
        /// The member.
        member: &'a str,
        /// The words.
        words: String,
    },
    /// A value with other words does not match.
    Promise {
        /// The member.
        member: &'a str,
        /// The words.
        words: String,
        /// Unique members that identify the object regardless of the words.
        instead: Vec<&'a str>,
    },
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

/// Returns the shapes of the alternatives of a union; `None` for constants.
pub(crate) fn alternative_shapes<'a>(
    api: &'a Api,
    union: &'a Union,
    direction: Direction,
) -> Vec<Option<AlternativeShape<'a>>> {
    let builder = ShapeBuilder { api, direction };
    let alternatives = union.variants.len();
    let shape = |payload: &'a Payload| payload.ty().map(|ty| builder.of_alternative(ty, alternatives));
    let mut shapes: Vec<Option<JsonShape<'a>>> = union.variants.iter().map(|variant| shape(&variant.payload)).collect();
    ambiguity::drop_shape_of_only_list(&mut shapes);
    ambiguity::keep_distinguishing_lists(&mut shapes);
    expected_words::expect_words(api, union, &mut shapes);
    let received_as = indistinguishable::received_as(api, union, &shapes);
    let pairs = shapes.into_iter().zip(received_as);
    pairs.map(|(shape, received_as)| Some(AlternativeShape { shape: shape?, received_as })).collect()
}
