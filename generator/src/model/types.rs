//! Types of the model.

use serde_json::Value;

use crate::document::Pointer;

/// The id of a definition in the arena of an API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(u32);

impl TypeId {
    pub(crate) fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// The index in the arena.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A type as it is used somewhere.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Any JSON value.
    Any,
    /// A JSON object of unknown members.
    AnyObject,
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer(Integer),
    /// A number.
    Number(Number),
    /// A text.
    Text(Text),
    /// An array.
    List(Box<Type>),
    /// An object whose members all have one type.
    Map(Box<Type>),
    /// The type, or `null`.
    Nullable(Box<Type>),
    /// A type with a name.
    Named(TypeId),
}

impl Type {
    /// The type that also allows `null`; the same where it does already.
    #[must_use]
    pub fn or_null(self) -> Self {
        match self {
            Self::Nullable(_) | Self::Any => self,
            other => Self::Nullable(Box::new(other)),
        }
    }

    /// The type without `null`, and whether `null` was allowed.
    #[must_use]
    pub fn split_null(&self) -> (&Self, bool) {
        match self {
            Self::Nullable(inner) => (inner, true),
            other => (other, false),
        }
    }

    /// The named type in it, if there is one.
    #[must_use]
    pub fn named(&self) -> Option<TypeId> {
        match self {
            Self::Named(id) => Some(*id),
            Self::List(inner) | Self::Map(inner) | Self::Nullable(inner) => inner.named(),
            _ => None,
        }
    }
}

/// The width of a whole number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integer {
    /// `format: int32`.
    I32,
    /// `format: int64`, or no format.
    I64,
}

/// The precision of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// `format: float`.
    F32,
    /// `format: double`, or no format.
    F64,
}

/// What a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// Anything.
    Plain,
    /// `format: date-time` and `format: date`.
    Date(DateKind),
    /// `format: binary`: bytes where it is a body, text elsewhere.
    Binary,
}

/// The two formats of RFC 3339 that OpenAPI knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateKind {
    /// An instant.
    DateTime,
    /// A day.
    Date,
}

/// A type with a name of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// Where it stands in the description.
    pub origin: Pointer,
    /// What its name is made from.
    pub naming: Naming,
    /// What the description says of it.
    pub docs: Docs,
    /// What it is.
    pub shape: Shape,
}

/// What the name of a type is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    /// What it belongs to.
    pub owner: Owner,
    /// What it is in there, such as the name of a field; empty for a component.
    pub step: String,
}

/// What a type belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// It is a schema of the components, with this name.
    Schema(String),
    /// It belongs to another component, such as a parameter or a response, with this name.
    Component(String),
    /// It stands inside another type.
    Type(TypeId),
    /// It stands inside an operation.
    Operation(super::OperationId),
}

/// What the description says of something.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Docs {
    /// One line.
    pub title: Option<String>,
    /// Any number of lines of CommonMark.
    pub description: Option<String>,
    /// Whether it should not be used any more.
    pub deprecated: bool,
    /// Rules for the values, one phrase each, such as "at most 100 characters".
    pub rules: Vec<String>,
}

/// What a definition is.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Another name for a type.
    Alias(Type),
    /// A type that holds itself by way of an alias only, and so needs a struct around it.
    Newtype(Type),
    /// An object with declared members.
    Object(Object),
    /// An enumeration of whole numbers.
    Codes(Codes),
    /// An enumeration of texts.
    Words(Words),
    /// One of several types.
    Union(Union),
}

/// An object with declared members.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// The members, in the order of the description.
    pub fields: Vec<Field>,
    /// The type of members that are not declared, where the description gives one.
    pub others: Option<Type>,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// Where it stands in the description.
    pub origin: Pointer,
    /// Its name on the wire.
    pub wire: String,
    /// Its type.
    pub ty: Type,
    /// Whether it has to be there, in the direction in which it travels.
    pub required: bool,
    /// Received only.
    pub read_only: bool,
    /// Sent only.
    pub write_only: bool,
    /// What the server assumes when it is absent.
    pub default: Option<Value>,
    /// The only value it may have, which is filled in.
    pub constant: Option<String>,
    /// What the description says of it.
    pub docs: Docs,
}

/// An enumeration of whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Codes {
    /// The codes, in the order of the description.
    pub codes: Vec<Code>,
    /// Meanings that are given for codes which the enumeration does not list.
    pub unlisted: Vec<Unlisted>,
}

/// One code.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Code {
    /// The number on the wire.
    pub code: i64,
    /// The name that the description or the configuration gives it.
    pub name: Option<String>,
    /// What it means, in the words of the description.
    pub meaning: Option<String>,
}

/// The meaning of a code that is not listed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlisted {
    /// The number, or `null`.
    pub code: String,
    /// What it means.
    pub meaning: String,
}

/// An enumeration of texts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The texts, in the order of the description.
    pub words: Vec<Word>,
}

/// One text of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The text on the wire.
    pub wire: String,
    /// The name that the description gives it.
    pub name: Option<String>,
    /// What it means.
    pub meaning: Option<String>,
}

/// One of several types.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// The alternatives, in the order of the description.
    pub variants: Vec<Variant>,
    /// The member that tells them apart, where the description names one.
    pub tag: Option<Tag>,
}

/// One alternative of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// Where it stands in the description.
    pub origin: Pointer,
    /// What it is called: a title, the name of a schema, or what kind of value it is.
    pub hint: String,
    /// What it holds.
    pub payload: Payload,
}

/// What an alternative of a union holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Payload {
    /// A value of a type.
    Type(Type),
    /// Always the same value.
    Constant(Value),
}

/// The member that tells the alternatives of a union apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Its name on the wire.
    pub property: String,
    /// Its values, each with the index of the alternative it stands for.
    pub values: Vec<(String, usize)>,
}
