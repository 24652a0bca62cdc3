//! Types of the model.

use std::sync::Arc;

use serde_json::Value;

use super::own_type::OwnTypeId;
use super::union::Union;
use crate::pointer::Pointer;

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
    /// An array whose elements are all different.
    Set(Box<Type>),
    /// An array with a type for each of its elements, of which it has just as many.
    Tuple(Vec<Type>),
    /// An object whose members all have one type.
    Map(Box<Type>),
    /// The type, or `null`.
    Nullable(Box<Type>),
    /// A type with a name.
    Named(TypeId),
    /// A type of the user's, with the types that it is made of where it is generic.
    Own(OwnTypeId, Vec<Type>),
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

    /// The types that stand right inside it.
    #[must_use]
    pub fn inner(&self) -> &[Type] {
        match self {
            Self::List(inner) | Self::Set(inner) | Self::Map(inner) | Self::Nullable(inner) => {
                std::slice::from_ref(inner)
            }
            Self::Tuple(elements) | Self::Own(_, elements) => elements,
            _ => &[],
        }
    }

    /// Returns `true` if it, or a type inside it, passes a test; named types are not entered.
    pub fn any(&self, test: &dyn Fn(&Type) -> bool) -> bool {
        test(self) || self.inner().iter().any(|inner| inner.any(test))
    }

    /// The named types in it.
    #[must_use]
    pub fn named(&self) -> Vec<TypeId> {
        match self {
            Self::Named(id) => vec![*id],
            other => other.inner().iter().flat_map(Type::named).collect(),
        }
    }
}

/// The width of a whole number.
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
    /// `format: uint64`, or limits that only this one holds.
    U64,
    /// Limits that none of the others holds.
    I128,
}

/// The precision of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// `format: float`.
    F32,
    /// `format: double`, or no format.
    F64,
    /// `format: decimal`: the digits are kept.
    Decimal,
}

/// What a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Text {
    /// A number or a text: `format: int-or-string` and its kin.
    NumberOrText,
    /// Anything.
    Plain,
    /// `format: date-time` and `format: date`.
    Date(DateKind),
    /// `format: binary`: bytes where it is a body, text elsewhere.
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
    /// `format: password`: never shown.
    Password,
    /// `format: int64` and its kin: a whole number in quotation marks.
    Integer(Integer),
    /// `format: decimal`: a number in quotation marks.
    Decimal,
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
    /// What takes it in, where it does not stand inside of that: several definitions may come from one place.
    pub taken_in: Option<String>,
    /// What its name is made from.
    pub naming: Naming,
    /// Where else the description has the same.
    pub occurrences: Vec<Occurrence>,
    /// The digest of its shape, by which another version tells whether it changed; empty for a component.
    pub shape_digest: String,
    /// `true` if it is a component that allows null, so that every reference to it does.
    pub is_nullable: bool,
    /// What the description says of it.
    pub docs: Docs,
    /// The rules for its values, where it is another name for a simple type.
    pub constraints: super::Constraints,
    /// What it is.
    pub shape: Shape,
}

/// Another place at which a type stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Where that is in the description.
    pub origin: Pointer,
    /// What takes it in there, where it does not stand inside of that.
    pub taken_in: Option<String>,
    /// What it would be named after there.
    pub naming: Naming,
}

/// What the name of a type is made from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Naming {
    /// What it belongs to.
    pub owner: Owner,
    /// What it is in there, such as the name of a field; empty for a component.
    pub step: String,
}

impl Naming {
    /// The name of the schema of the components that it is; nothing for what stands inside something.
    #[must_use]
    pub fn schema(&self) -> Option<&str> {
        match &self.owner {
            Owner::Schema(name) if self.step.is_empty() => Some(name),
            _ => None,
        }
    }
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
    /// `true` if it should not be used any more.
    pub deprecated: bool,
    /// Rules for the values, one phrase each, such as "at most 100 characters".
    pub rules: Vec<String>,
    /// A value, as JSON.
    pub example: Option<String>,
    /// A value to begin with: its example or its default, or a usual one of its format.
    pub sample: Option<Arc<Value>>,
}

impl Docs {
    /// Takes over what others say; what they do not say stays as it is.
    pub(crate) fn prefer(&mut self, others: Self) {
        self.title = others.title.or(self.title.take());
        self.description = others.description.or(self.description.take());
        self.example = others.example.or(self.example.take());
        self.sample = others.sample.or(self.sample.take());
        self.deprecated |= others.deprecated;
        self.rules.extend(others.rules);
    }
}

/// What a definition is.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// Another name for a type.
    Alias(Type),
    /// A type that holds itself by way of an alias only, and so needs a struct around it.
    Wrapper(Type),
    /// An object with declared members.
    Object(Object),
    /// An enumeration of whole numbers.
    IntegerEnum(IntegerEnum),
    /// An enumeration of texts.
    StringEnum(StringEnum),
    /// One of several types.
    Union(Union),
}

impl Shape {
    /// The types that stand in it; of an object those of the fields that are kept.
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
    /// `true` if it has to be there, in the direction in which it travels.
    pub required: bool,
    /// Received only.
    pub read_only: bool,
    /// Sent only.
    pub write_only: bool,
    /// What the server assumes when it is absent.
    pub default: Option<Value>,
    /// The only value that it has, where it has to be there: it is written without being held.
    pub constant: Option<Value>,
    /// The only value that it has, if it is held all the same because it was before.
    pub held: Option<Value>,
    /// `true` if its numbers may be sent as text, too.
    pub reads_text: bool,
    /// The rules for its values.
    pub constraints: super::Constraints,
    /// What the description says of it.
    pub docs: Docs,
}

impl Field {
    /// A member that may be any value, or absent.
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
            reads_text: false,
            constraints: super::Constraints::default(),
            docs: Docs::default(),
        }
    }
}

/// An enumeration of whole numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct IntegerEnum {
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
pub struct StringEnum {
    /// The texts, in the order of the description.
    pub words: Vec<Word>,
    /// The enumerations of which it has all texts, where it is put together from them.
    pub parts: Vec<TypeId>,
    /// `true` if the description takes any other text as well.
    pub is_open: bool,
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
