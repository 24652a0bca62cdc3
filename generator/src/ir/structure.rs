//! A struct: fields, constants, constructor and setters.

use serde_json::Value;

use super::constraint::Constraint;
use super::conversion::FromReceived;
use super::item::Docs;
use super::types::{Argument, RustType};

/// A struct.
#[derive(Clone, Debug)]
pub(crate) struct Struct {
    /// Its members, in the order of the description.
    pub(crate) members: Vec<Member>,
    /// The name of the field for undeclared members, and the type of each.
    pub(crate) others: Option<(String, RustType)>,
    /// `true` if the numbers in undeclared members are also read from text.
    pub(crate) others_read_text: bool,
    /// `true` if it implements `Default`.
    pub(crate) has_default: bool,
    /// Its constructor, unless it is only received.
    pub(crate) constructor: Option<Constructor>,
    /// `true` if programs also have received values, or values converted from them.
    pub(crate) is_received: bool,
    /// The conversion from the received type, if another type is received.
    pub(crate) from_received: Option<FromReceived>,
}

/// The constructor of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Constructor {
    /// `Default`, because the type has only one value.
    OnlyValue,
    /// No arguments.
    Empty,
    /// The required fields are arguments.
    Required,
}

/// A member of an object.
#[derive(Clone, Debug)]
pub(crate) struct Member {
    /// The name of its field or constant.
    pub(crate) name: String,
    /// The name of its setter.
    pub(crate) setter: String,
    /// Its name on the wire.
    pub(crate) wire: String,
    /// Its docs.
    pub(crate) docs: Docs,
    /// Additional attributes.
    pub(crate) attributes: Vec<String>,
    /// Its kind.
    pub(crate) kind: MemberKind,
}

/// The kind of a member.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "nearly all members are fields")]
pub(crate) enum MemberKind {
    /// A constant, which is not stored.
    Constant(Constant),
    /// A field.
    Field(Field),
}

/// A field of a struct.
#[derive(Clone, Debug)]
pub(crate) struct Field {
    /// The type of its value, without `Option` and `Box`.
    pub(crate) value: RustType,
    /// `true` if its value is boxed because the struct would be infinite.
    pub(crate) is_boxed: bool,
    /// `true` if its numbers are also read from text.
    pub(crate) reads_text: bool,
    /// Its presence.
    pub(crate) presence: Presence,
    /// The type of the argument for its value.
    pub(crate) argument: Argument,
    /// The constraints that are checked before it is sent.
    pub(crate) constraints: Vec<Constraint>,
}

impl Struct {
    /// Returns the fields with their members.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&Member, &Field)> {
        self.members.iter().filter_map(|member| match &member.kind {
            MemberKind::Field(field) => Some((member, field)),
            MemberKind::Constant(_) => None,
        })
    }

    /// Returns `true` if a field has a setter. Arguments of the constructor need none, unless values are also received.
    pub(crate) fn has_setter(&self, field: &Field) -> bool {
        self.constructor.is_some() && (!field.is_argument() || self.is_received)
    }

    /// Returns `true` if the value of a field is an argument of a function.
    pub(crate) fn takes(&self, field: &Field) -> bool {
        self.constructor.is_some() && (field.is_argument() || self.has_setter(field))
    }

    /// Returns the constants with their members.
    pub(crate) fn constants(&self) -> impl Iterator<Item = (&Member, &Constant)> {
        self.members.iter().filter_map(|member| match &member.kind {
            MemberKind::Field(_) => None,
            MemberKind::Constant(constant) => Some((member, constant)),
        })
    }
}

impl Field {
    /// Returns the type of the field.
    pub(crate) fn ty(&self) -> RustType {
        let value = self.value.clone();
        self.presence.around(if self.is_boxed { value.boxed() } else { value })
    }

    /// Returns `true` if it is an argument of the constructor.
    pub(crate) fn is_argument(&self) -> bool {
        self.presence == Presence::Required
    }
}

/// The presence of a field.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Presence {
    /// Required.
    Required,
    /// Required and nullable: `None` is written as null.
    Nullable,
    /// Optional: omitted if absent.
    Optional,
    /// Optional: any JSON value, including null.
    Anything,
    /// Optional: has its default if absent.
    FilledIn(DefaultValue),
    /// Optional and nullable; absent and null differ.
    ThreeStates,
}

impl Presence {
    /// Returns the type of a field with this type of value.
    pub(crate) fn around(&self, value: RustType) -> RustType {
        match self {
            Self::Required | Self::FilledIn(_) => value,
            Self::Nullable | Self::Optional | Self::Anything => value.option(),
            Self::ThreeStates => value.patch(),
        }
    }

    /// Returns `true` if the field holds `None` where it has no value.
    pub(crate) fn is_option(&self) -> bool {
        matches!(self, Self::Nullable | Self::Optional | Self::Anything)
    }
}

/// A default that can be written in Rust.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum DefaultValue {
    /// A boolean.
    Boolean(bool),
    /// An integer within the range of its type.
    Integer(i64),
    /// A floating-point number.
    Number(f64),
    /// A string.
    Text(String),
    /// An empty list.
    EmptyList,
    /// A variant of an enumeration: the names of the enumeration and the variant.
    Variant(String, String),
}

/// A constant value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Constant {
    /// A boolean.
    Boolean(bool),
    /// An integer.
    Integer(i64),
    /// An integer above the range of `i64`.
    Large(u64),
    /// A floating-point number.
    Number(f64),
    /// A string.
    Text(String),
}

impl Constant {
    /// Converts a constant of the description, which is a string, a number or a boolean.
    pub(crate) fn new(value: &Value) -> Self {
        match value {
            Value::Bool(flag) => Self::Boolean(*flag),
            Value::Number(number) => match (number.as_i64(), number.as_u64()) {
                (Some(whole), _) => Self::Integer(whole),
                (None, Some(whole)) => Self::Large(whole),
                (None, None) => Self::Number(number.as_f64().unwrap_or_default()),
            },
            other => Self::Text(other.as_str().unwrap_or_default().to_owned()),
        }
    }

    /// Returns the type of the constant.
    pub(crate) fn type_text(&self) -> &'static str {
        match self {
            Self::Boolean(_) => "bool",
            Self::Integer(_) => "i64",
            Self::Large(_) => "u64",
            Self::Number(_) => "f64",
            Self::Text(_) => "&'static str",
        }
    }
}
