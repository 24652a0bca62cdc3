//! The places at which a value differs from its type, and what is read: a value in the direction of an API.

use serde_json::Value;

use super::text;
use crate::api::analysis::{Analysis, Direction};
use crate::api::model::{Api, Constraints, Type, TypeId};
use crate::base::pointer::Pointer;

/// Maximum number of misfits of a value.
pub(super) const MAX_MISFITS: usize = 20;

/// The API and the direction in which values travel.
#[derive(Clone, Copy, Debug)]
pub struct Values<'a> {
    /// The API.
    pub api: &'a Api,
    /// Its side tables.
    pub analysis: &'a Analysis,
    /// The direction.
    pub direction: Direction,
    /// `true` if values have to satisfy the description; otherwise, they are read as by a client.
    pub is_strict: bool,
    /// The text in place of values that are not known, such as the secrets of a recording: it fits any type.
    pub mask: Option<&'a str>,
}

/// The places at which a value differs from a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfits {
    /// At most 20; those that stop reading, or if it is strict, all but undeclared members, are never left out for others.
    pub found: Vec<Misfit>,
    /// `false` if parts of the value were not looked at.
    pub is_complete: bool,
}

impl Misfits {
    /// Returns `true` if a client reads the value.
    #[must_use]
    pub fn is_readable(&self) -> bool {
        !self.found.iter().any(|misfit| misfit.kind.stops())
    }

    /// Returns the violations of the description: a member that is not declared is none.
    pub fn violations(&self) -> impl Iterator<Item = &Misfit> {
        self.found.iter().filter(|misfit| !matches!(misfit.kind, MisfitKind::Undeclared(_)))
    }
}

/// A place at which a value differs from its type. It never contains the value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    /// The path in the value. Names of members may be data.
    pub at: Pointer,
    /// The element of the description that it violates.
    pub element: Pointer,
    /// The innermost member, or else the whole value, that contains it: its element of the description, and its path.
    pub site: Pointer,
    /// The path of that member.
    pub site_at: Pointer,
    /// The difference.
    pub kind: MisfitKind,
    /// The violated rule, such as `expected integer, found a string`.
    pub message: String,
}

/// The difference between a value and its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MisfitKind {
    /// A required member is absent.
    Absent,
    /// The value is null.
    Null,
    /// The value is of another kind.
    Kind {
        /// The described kind.
        expected: JsonKind,
        /// The kind of the value.
        found: JsonKind,
    },
    /// The value does not have the format, or is out of its range.
    Format(&'static str),
    /// An array does not have the fixed number of elements.
    Elements,
    /// A member has another value than the only one.
    Constant,
    /// No alternative has this tag.
    UnknownTag,
    /// None of the alternatives without a tag is read.
    NoAlternative,
    /// The value is not in the list.
    Unlisted,
    /// The member is not declared.
    Undeclared(JsonKind),
    /// The value exceeds a limit.
    Limit,
}

impl MisfitKind {
    /// Returns `true` if a client cannot read the value.
    #[must_use]
    pub fn stops(self) -> bool {
        matches!(self, Self::Absent | Self::Null | Self::Kind { .. } | Self::Format(_) | Self::Elements)
    }
}

/// The kind of a JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum JsonKind {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean,
    /// A number without a fraction.
    Integer,
    /// A number.
    Number,
    /// A string.
    String,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl JsonKind {
    /// Returns the kind of a value.
    #[must_use]
    pub fn new(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(_) => Self::Boolean,
            Value::Number(number) if text::whole(number).is_some() => Self::Integer,
            Value::Number(_) => Self::Number,
            Value::String(_) => Self::String,
            Value::Array(_) => Self::Array,
            Value::Object(_) => Self::Object,
        }
    }

    /// Returns the name with its article.
    pub(super) fn with_article(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "a boolean",
            Self::Integer | Self::Number => "a number",
            Self::String => "a string",
            Self::Array => "an array",
            Self::Object => "an object",
        }
    }

    /// Returns the name in JSON Schema.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Boolean => "boolean",
            Self::Integer => "integer",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// The use of a type in a description.
#[derive(Clone, Copy, Debug)]
pub struct TypeUse<'a> {
    /// The type.
    pub ty: &'a Type,
    /// The constraints of its values.
    pub constraints: &'a Constraints,
    /// The location in the description.
    pub origin: &'a Pointer,
}

/// A declared member that a value has.
#[derive(Clone, Copy, Debug)]
pub struct SeenMember<'v> {
    /// The object.
    pub owner: TypeId,
    /// The index of the member.
    pub field: usize,
    /// Its value.
    pub value: &'v Value,
}
