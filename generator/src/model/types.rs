//! Types of the model.

use std::ops::RangeInclusive;
use std::sync::Arc;

use serde_json::Value;

use super::own_type::OwnTypeId;
use super::union::Union;
use crate::pointer::Pointer;

/// The ID of a definition in the arena of an API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TypeId(u32);

impl TypeId {
    pub(crate) fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    /// Returns the index in the arena.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A use of a type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// Any JSON value.
    Any,
    /// A JSON object of unknown members.
    AnyObject,
    /// `true` or `false`.
    Boolean,
    /// An integer.
    Integer(Integer),
    /// A timestamp as the integer of seconds since 1970.
    UnixTime,
    /// A number.
    Number(Number),
    /// An integer or a number that may also be sent as a string.
    NumberAsText(Box<Type>),
    /// A string.
    Text(Text),
    /// An array.
    List(Box<Type>),
    /// An array of unique elements.
    Set(Box<Type>),
    /// An array of fixed length with a type for each element.
    Tuple(Vec<Type>),
    /// An object whose members all have one type.
    Map(Box<Type>),
    /// The type, or `null`.
    Nullable(Box<Type>),
    /// A named type.
    Named(TypeId),
    /// A user's type, with its arguments if it is generic.
    Own(OwnTypeId, Vec<Type>),
}

impl Type {
    /// Returns the type that also allows `null`.
    #[must_use]
    pub fn or_null(self) -> Self {
        match self {
            Self::Nullable(_) | Self::Any => self,
            other => Self::Nullable(Box::new(other)),
        }
    }

    /// Returns the type without `null`, and whether `null` was allowed.
    #[must_use]
    pub fn split_null(&self) -> (&Self, bool) {
        match self {
            Self::Nullable(inner) => (inner, true),
            other => (other, false),
        }
    }

    /// Returns the types directly inside it.
    #[must_use]
    pub fn inner(&self) -> &[Type] {
        match self {
            Self::List(inner)
            | Self::Set(inner)
            | Self::Map(inner)
            | Self::Nullable(inner)
            | Self::NumberAsText(inner) => std::slice::from_ref(inner),
            Self::Tuple(elements) | Self::Own(_, elements) => elements,
            _ => &[],
        }
    }

    /// Returns `true` if it, or a type inside it, passes a test; named types are not entered.
    pub fn any(&self, test: &dyn Fn(&Type) -> bool) -> bool {
        test(self) || self.inner().iter().any(|inner| inner.any(test))
    }

    /// Returns the named types in it.
    #[must_use]
    pub fn named_types(&self) -> Vec<TypeId> {
        match self {
            Self::Named(id) => vec![*id],
            other => other.inner().iter().flat_map(Type::named_types).collect(),
        }
    }
}

/// The seconds of a [`Type::UnixTime`] that the support code reads: the years from -9999 to 9999.
pub(crate) const UNIX_SECONDS: RangeInclusive<i64> = -377_705_023_201..=253_402_207_200;

/// The width of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Integer {
    /// `format: int8`.
    I8,
    /// `format: int16`.
    I16,
    /// `format: int32`.
    I32,
    /// `format: int64`, or no format.
    I64,
    /// `format: uint8`.
    U8,
    /// `format: uint16`.
    U16,
    /// `format: uint32`.
    U32,
    /// `format: uint64`, or limits that only this type covers.
    U64,
    /// Limits that none of the other types covers.
    I128,
}

/// The precision of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// `format: float`.
    F32,
    /// `format: double`, or no format.
    F64,
    /// `format: decimal`: all digits are preserved.
    Decimal,
}

/// The content of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// A number or a string: `format: int-or-string` and similar.
    NumberOrText,
    /// Any string.
    Plain,
    /// `format: date-time` and `format: date`.
    Date(DateKind),
    /// `format: binary`: bytes in a body, text elsewhere.
    Binary,
    /// A file in a multipart body.
    File,
    /// `format: byte`: bytes in base64.
    Base64,
    /// `format: uuid`.
    Uuid,
    /// `format: ipv4`.
    Ipv4,
    /// `format: ipv6`.
    Ipv6,
    /// `format: password`: never displayed.
    Password,
    /// `format: int64` and similar: a quoted integer.
    Integer(Integer),
    /// `format: decimal`: a quoted number.
    Decimal,
}

/// The two formats of RFC 3339 in OpenAPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DateKind {
    /// A timestamp.
    DateTime,
    /// A date.
    Date,
}

/// A named type.
#[derive(Clone, Debug, PartialEq)]
pub struct Definition {
    /// The location in the description.
    pub origin: Pointer,
    /// The schema that includes it from another location: several definitions may have the same origin.
    pub taken_in: Option<String>,
    /// The source of its name.
    pub naming: Naming,
    /// Other locations of the same type in the description.
    pub occurrences: Vec<Occurrence>,
    /// The digest of its shape, used to detect changes between versions; empty for a component.
    pub shape_digest: String,
    /// `true` if it is a component that allows null, so that every reference to it does.
    pub is_nullable: bool,
    /// The docs of the description.
    pub docs: Docs,
    /// The constraints on its values, if it is an alias of a simple type.
    pub constraints: super::Constraints,
    /// The kind of type.
    pub shape: Shape,
}

/// Another location of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// The location in the description.
    pub origin: Pointer,
    /// The schema that includes it from another location.
    pub taken_in: Option<String>,
    /// The source of the name it would have there.
    pub naming: Naming,
}

/// The source of a type's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    /// The owner.
    pub owner: Owner,
    /// The role in the owner, such as the name of a field; empty for a component.
    pub step: String,
}

impl Naming {
    /// Returns the name of the component schema, or `None` for an inline type.
    #[must_use]
    pub fn schema(&self) -> Option<&str> {
        match &self.owner {
            Owner::Schema(name) if self.step.is_empty() => Some(name),
            _ => None,
        }
    }
}

/// The owner of a type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The type is a component schema with this name.
    Schema(String),
    /// The type belongs to another component, such as a parameter or a response, with this name.
    Component(String),
    /// The type is inside another type.
    Type(TypeId),
    /// The type is inside an operation.
    Operation(super::OperationId),
}

/// The documentation of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Docs {
    /// One line.
    pub title: Option<String>,
    /// Any number of lines of CommonMark.
    pub description: Option<String>,
    /// `true` if it is deprecated.
    pub deprecated: bool,
    /// The constraints on values, one phrase each, such as "at most 100 characters".
    pub rules: Vec<String>,
    /// An example, as JSON.
    pub example: Option<String>,
    /// A sample value: the example or the default, or a typical value of the format.
    pub sample: Option<Arc<Value>>,
}

impl Docs {
    /// Replaces the docs by others, as far as these are present.
    pub(crate) fn prefer(&mut self, others: Self) {
        self.title = others.title.or(self.title.take());
        self.description = others.description.or(self.description.take());
        self.example = others.example.or(self.example.take());
        self.sample = others.sample.or(self.sample.take());
        self.deprecated |= others.deprecated;
        self.rules.extend(others.rules);
    }
}

/// The kind of a definition.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// An alias of a type.
    Alias(Type),
    /// A type that contains itself only through an alias, and therefore needs a struct.
    Wrapper(Type),
    /// An object with declared members.
    Object(Object),
    /// An enumeration of integers.
    IntegerEnum(IntegerEnum),
    /// An enumeration of strings.
    StringEnum(StringEnum),
    /// One of several types.
    Union(Union),
}

impl Shape {
    /// Returns the types in it; for an object, those of the fields that pass the filter.
    pub fn types(&self, keep: impl Fn(&Field) -> bool) -> Vec<&Type> {
        match self {
            Self::Alias(ty) | Self::Wrapper(ty) => vec![ty],
            Self::Object(object) => {
                let fields = object.fields.iter().filter(|field| keep(field)).map(|field| &field.ty);
                fields.chain(&object.others).collect()
            }
            Self::Union(union) => union.payloads().collect(),
            Self::IntegerEnum(_) | Self::StringEnum(_) => Vec::new(),
        }
    }
}

/// An object with declared members.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    /// The members, in the order of the description.
    pub fields: Vec<Field>,
    /// The type of undeclared members, if the description declares one.
    pub others: Option<Type>,
}

/// A member of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The location in the description.
    pub origin: Pointer,
    /// The name on the wire.
    pub wire: String,
    /// The type.
    pub ty: Type,
    /// `true` if it is required, in the directions in which it is used.
    pub required: bool,
    /// Received only.
    pub read_only: bool,
    /// Sent only.
    pub write_only: bool,
    /// The default that the server uses if it is absent.
    pub default: Option<Value>,
    /// The only value, if the member is required: it is serialized without a field.
    pub constant: Option<Value>,
    /// The only value, if the member is recorded as a field.
    pub held: Option<Value>,
    /// The constraints on its values.
    pub constraints: super::Constraints,
    /// The docs of the description.
    pub docs: Docs,
}

impl Field {
    /// Creates a member that may be any value, or absent.
    #[must_use]
    pub fn any(origin: Pointer, wire: &str) -> Self {
        Self {
            origin,
            wire: wire.to_owned(),
            ty: Type::Any,
            required: false,
            read_only: false,
            write_only: false,
            default: None,
            constant: None,
            held: None,
            constraints: super::Constraints::default(),
            docs: Docs::default(),
        }
    }
}

/// An enumeration of integers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IntegerEnum {
    /// The values, in the order of the description.
    pub codes: Vec<IntegerValue>,
    /// Meanings of values that the enumeration does not list.
    pub unlisted: Vec<Unlisted>,
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IntegerValue {
    /// The number on the wire.
    pub code: i64,
    /// The name in the description or the configuration.
    pub name: Option<String>,
    /// The meaning in the description.
    pub meaning: Option<String>,
}

/// The meaning of an unknown value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unlisted {
    /// The number, or `null`.
    pub code: String,
    /// The meaning.
    pub meaning: String,
}

/// An enumeration of strings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StringEnum {
    /// The strings, in the order of the description.
    pub words: Vec<Word>,
    /// The enumerations that it was merged from.
    pub parts: Vec<TypeId>,
    /// `true` if the description also allows any other string.
    pub is_open: bool,
}

/// One string of an enumeration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The string on the wire.
    pub wire: String,
    /// The name in the description.
    pub name: Option<String>,
    /// The meaning.
    pub meaning: Option<String>,
}
