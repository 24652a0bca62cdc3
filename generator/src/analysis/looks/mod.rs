//! What the values of the alternatives of a union look like as JSON, where no tag tells which one a value is.
//!
//! | alternatives are told apart by | example |
//! |---|---|
//! | their kind: of a list by its first element | a text, a list of texts, a list of numbers |
//! | the members that they have to have, and those that they declare | `path` is asked for by one only |
//! | a member that is always the same | `class: {const: User}` |
//! | a member whose values are listed, also where it may be absent | `event: {enum: [opened]}` beside `event: {enum: [closed]}` |
//! | a text that says the kind, where all else is the same or all are called after what it says | `event` is `labeled`, and one is called `LabeledEvent` |

mod alike;
mod contest;
mod of_type;
#[cfg(test)]
mod tests;
mod words;

use serde_json::Value;

use self::of_type::Looks;
use super::Direction;
use crate::model::{Api, Payload, Union};

/// What values look like.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum JsonShape<'a> {
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
    /// An array whose first element looks so.
    List(Box<JsonShape<'a>>),
    /// Anything.
    Any,
    /// An object.
    Object(ObjectShape<'a>),
    /// One of these numbers.
    Integers(Vec<i64>),
    /// One of these texts.
    Texts(Vec<&'a str>),
    /// One of several.
    Union(Vec<JsonShape<'a>>),
}

/// What an object looks like.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ObjectShape<'a> {
    /// The members that it has.
    pub required: Vec<&'a str>,
    /// The members that it may have, these among them.
    pub known: Vec<&'a str>,
    /// The members that always have the same value.
    pub constants: Vec<(&'a str, &'a Value)>,
    /// The members whose values are listed, and members of members, where other alternatives do not list the same.
    pub listed: Vec<(MemberPath<'a>, Vec<String>)>,
    /// What a member says in words of which kind it is.
    pub expected: Option<Expectation<'a>>,
}

/// The words that a member is expected to say, with `_` between them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Expectation<'a> {
    /// It may well say something else.
    Guess {
        /// The member.
        member: &'a str,
        /// The words.
        words: String,
    },
    /// A value in which it says something else is another one.
    Promise {
        /// The member.
        member: &'a str,
        /// The words.
        words: String,
        /// The members that tell it too, whatever is said: only it has them.
        instead: Vec<&'a str>,
    },
}

/// A member, or a member of a member.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MemberPath<'a> {
    /// The member.
    pub member: &'a str,
    /// The member of that.
    pub inner: Option<&'a str>,
}

/// An alternative that is told by what its values look like.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look<'a> {
    /// What they look like.
    pub shape: JsonShape<'a>,
    /// The alternative before it that looks just the same, so that it is the one that is received.
    pub received_as: Option<usize>,
}

/// What the alternatives of a union look like; nothing for those that are a single value.
pub(crate) fn looks<'a>(api: &'a Api, union: &'a Union, direction: Direction) -> Vec<Option<Look<'a>>> {
    let looks = Looks { api, direction };
    let alternatives = union.variants.len();
    let shape = |payload: &'a Payload| payload.ty().map(|ty| looks.of_alternative(ty, alternatives));
    let mut shapes: Vec<Option<JsonShape<'a>>> = union.variants.iter().map(|variant| shape(&variant.payload)).collect();
    contest::forget_only_list(&mut shapes);
    contest::keep_contested(&mut shapes);
    words::expect_words(api, union, &mut shapes);
    let received_as = alike::received_as(api, union, &shapes);
    let told = shapes.into_iter().zip(received_as);
    told.map(|(shape, received_as)| Some(Look { shape: shape?, received_as })).collect()
}
