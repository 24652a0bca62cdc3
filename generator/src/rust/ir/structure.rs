//! A struct: fields with the constraints that are checked before they are sent, constants, constructor and setters, and its
//! conversion from the received form.

use serde::Serialize;
use serde_json::Value;

use super::about::Docs;
use super::node::Node;
use super::types::{Argument, RustType};

/// A struct.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Struct {
    /// The name of its schema, or the JSON pointer of an inline one, if it is received and not called like that; empty if
    /// it has several schemas.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) described: Option<String>,
    /// Its members, in the order of the description.
    pub(crate) members: Vec<Member>,
    /// The field for undeclared members.
    pub(crate) others: Option<OtherMembers>,
    /// `true` if it implements `Default`.
    pub(crate) has_default: bool,
    /// Its constructor, unless it is only received.
    pub(crate) constructor: Option<Constructor>,
    /// The name of the struct of its required fields, if they are too many for arguments.
    pub(crate) required_fields: Option<String>,
    /// `true` if programs also have received values, or values converted from them.
    pub(crate) is_received: bool,
    /// `true` if calls set its members, because it is the body of operations and nothing else.
    pub(crate) is_flattened: bool,
    /// The conversion from the received type, if another type is received.
    pub(crate) from_received: Option<FromReceived>,
}

/// The field for the undeclared members of an object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OtherMembers {
    /// The name of the field and of its setter.
    pub(crate) name: String,
    /// The type of each member.
    pub(crate) ty: RustType,
    /// The type of the argument for them.
    pub(crate) argument: Argument,
}

/// The constructor of a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum Constructor {
    /// `Default`, because the type has only one value.
    OnlyValue,
    /// No arguments.
    Empty,
    /// The required fields are arguments.
    Required,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Member {
    /// The field that it is made for.
    #[serde(skip)]
    pub(crate) node: Node,
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
#[derive(Clone, Debug, PartialEq, Serialize)]
#[expect(clippy::large_enum_variant, reason = "nearly all members are fields")]
pub(crate) enum MemberKind {
    /// A constant, which is not stored.
    Constant(Constant),
    /// A field.
    Field(Field),
}

/// A field of a struct.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Field {
    /// The type of its value, without `Option` and `Box`.
    pub(crate) value: RustType,
    /// `true` if its value is boxed because the struct would be infinite.
    pub(crate) is_boxed: bool,
    /// `true` if 0 and 1 are read for its booleans.
    pub(crate) accepts_numbers: bool,
    /// Its presence.
    pub(crate) presence: Presence,
    /// The value that the constructor sets, if it is required and has a default.
    pub(crate) initial: Option<DefaultValue>,
    /// The type of the argument for its value.
    pub(crate) argument: Argument,
    /// The constraints that are checked before it is sent.
    pub(crate) constraints: Vec<Constraint>,
}

impl Struct {
    /// Returns the fields with their members.
    pub(crate) fn fields(&self) -> impl Iterator<Item = (&Member, &Field)> {
        self.members.iter().filter_map(Member::field)
    }

    /// Returns `true` if a field has a setter. Arguments of the constructor need none, unless values are also received.
    pub(crate) fn has_setter(&self, field: &Field) -> bool {
        self.constructor.is_some() && !self.is_flattened && (!field.is_argument() || self.is_received)
    }

    /// Returns `true` if its constructor sets values other than those of derived defaults.
    pub(crate) fn has_initial_values(&self) -> bool {
        self.fields().any(|(_, field)| field.initial.is_some())
    }
}

impl Member {
    /// Returns the member with its field, unless it is a constant.
    pub(crate) fn field(&self) -> Option<(&Self, &Field)> {
        match &self.kind {
            MemberKind::Field(field) => Some((self, field)),
            MemberKind::Constant(_) => None,
        }
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
        self.presence == Presence::Required && self.initial.is_none()
    }
}

/// The presence of a field.
#[derive(Clone, Debug, PartialEq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize)]
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
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Constant {
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
    /// Returns the type of the constant.
    pub(crate) fn ty(&self) -> RustType {
        RustType::library(match self {
            Self::Boolean(_) => &["bool"],
            Self::Integer(_) => &["i64"],
            Self::Large(_) => &["u64"],
            Self::Number(_) => &["f64"],
            Self::Text(_) => &["&'static str"],
        })
    }
}

/// A conversion from a received type to a sent type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Conversion {
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
pub struct FromReceived {
    /// The name of the received type.
    pub(crate) name: String,
    /// The source of each field, in order.
    pub(crate) fields: Vec<(String, FieldSource)>,
}

/// The source of a field that is converted from a received value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum FieldSource {
    /// `None`: the field is only sent.
    Nothing,
    /// `Patch::Unset`: the field is only sent, and can be null.
    Unset,
    /// Converts the value.
    Value(Conversion),
    /// Wraps a value that had a default in `Some`.
    FilledIn(Conversion),
    /// Converts an optional value; an absent one is `Patch::Unset`.
    States(Conversion),
    /// Converts the value inside a `Patch`.
    Patched(Conversion),
}

/// A constraint of a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Constraint {
    /// The minimum and maximum number of characters.
    Length(usize, Option<usize>),
    /// The pattern of a string: in the syntax of the crate `regex`, and as in the description.
    Pattern(String, String),
    /// The minimum.
    Min(f64),
    /// The exclusive minimum.
    MoreThan(f64),
    /// The maximum.
    Max(f64),
    /// The exclusive maximum.
    LessThan(f64),
    /// The divisor of a number.
    MultipleOf(f64),
    /// The only values of a boolean or a number.
    OneOf(Vec<Value>),
    /// The minimum and maximum number of elements or members.
    Count(usize, Option<usize>),
    /// The elements are unique.
    Unique,
    /// The constraints of each element or member.
    Each(Vec<Constraint>),
    /// The constraints of an emitted type with this name.
    Of(String),
}

impl Constraint {
    /// Returns `true` if it contains a regular expression.
    pub(crate) fn has_pattern(&self) -> bool {
        match self {
            Self::Pattern(..) => true,
            Self::Each(each) => each.iter().any(Self::has_pattern),
            _ => false,
        }
    }
}
