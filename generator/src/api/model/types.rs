//! Types of the model.

use std::sync::Arc;

use serde_json::Value;

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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
    /// A string.
    Text(Text),
    /// An array.
    List(Box<Type>),
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
            Self::List(inner) | Self::Map(inner) | Self::Nullable(inner) => std::slice::from_ref(inner),
            Self::Tuple(elements) | Self::Own(_, elements) => elements,
            _ => &[],
        }
    }

    /// Changes the IDs of the named types in it.
    pub(crate) fn change_ids(&mut self, change: &mut dyn FnMut(&mut TypeId)) {
        match self {
            Self::Named(id) => change(id),
            Self::List(inner) | Self::Map(inner) | Self::Nullable(inner) => inner.change_ids(change),
            Self::Tuple(elements) | Self::Own(_, elements) => {
                elements.iter_mut().for_each(|element| element.change_ids(change));
            }
            _ => {}
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

/// The width of an integer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl Integer {
    pub(crate) const ALL: [Self; 9] =
        [Self::I8, Self::I16, Self::I32, Self::I64, Self::U8, Self::U16, Self::U32, Self::U64, Self::I128];

    /// Returns the width of a format, whose case is ignored.
    pub(crate) fn from_format(format: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|width| width.format().eq_ignore_ascii_case(format))
    }

    /// Returns the least and the greatest value.
    pub(crate) fn range(self) -> (i128, i128) {
        match self {
            Self::I8 => (i8::MIN.into(), i8::MAX.into()),
            Self::I16 => (i16::MIN.into(), i16::MAX.into()),
            Self::I32 => (i32::MIN.into(), i32::MAX.into()),
            Self::I64 => (i64::MIN.into(), i64::MAX.into()),
            Self::U8 => (0, u8::MAX.into()),
            Self::U16 => (0, u16::MAX.into()),
            Self::U32 => (0, u32::MAX.into()),
            Self::U64 => (0, u64::MAX.into()),
            Self::I128 => (i128::MIN, i128::MAX),
        }
    }

    /// Returns `true` if a number is a value of this width.
    pub(crate) fn contains(self, number: i128) -> bool {
        let (least, most) = self.range();
        (least..=most).contains(&number)
    }

    /// Returns the format of its values.
    #[must_use]
    pub const fn format(self) -> &'static str {
        match self {
            Self::I8 => "int8",
            Self::I16 => "int16",
            Self::I32 => "int32",
            Self::I64 => "int64",
            Self::U8 => "uint8",
            Self::U16 => "uint16",
            Self::U32 => "uint32",
            Self::U64 => "uint64",
            Self::I128 => "int128",
        }
    }
}

/// The precision of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// `format: float`.
    F32,
    /// `format: double`, or no format.
    F64,
    /// `format: decimal`: all digits are preserved.
    Decimal,
}

/// The content of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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

impl Text {
    /// Returns the format of its values.
    #[must_use]
    pub const fn format(self) -> Option<&'static str> {
        Some(match self {
            Self::Plain | Self::NumberOrText => return None,
            Self::Date(DateKind::DateTime) => "date-time",
            Self::Date(DateKind::Date) => "date",
            Self::Binary | Self::File => "binary",
            Self::Base64 => "byte",
            Self::Uuid => "uuid",
            Self::Ipv4 => "ipv4",
            Self::Ipv6 => "ipv6",
            Self::Password => "password",
            Self::Integer(width) => width.format(),
            Self::Decimal => "decimal",
        })
    }
}

/// The two formats of RFC 3339 in OpenAPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DateKind {
    /// A timestamp.
    DateTime,
    /// A date.
    Date,
}

/// The documentation of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Docs {
    /// One line.
    pub title: Option<String>,
    /// Any number of lines of CommonMark.
    pub description: Option<String>,
    /// `true` if it is deprecated.
    pub deprecated: bool,
    /// The date after which it may be removed.
    pub sunset: Option<String>,
    /// The constraints on values, one phrase each, such as "at most 100 characters".
    pub rules: Vec<String>,
    /// An example, as JSON.
    pub example: Option<String>,
    /// `true` if the example is of a type that says how it looks: a number, or a string with a format.
    pub has_typed_example: bool,
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
        self.sunset = others.sunset.or(self.sunset.take());
        self.rules.extend(others.rules);
    }
}

/// The ID of a user's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OwnTypeId(u32);

impl OwnTypeId {
    pub(crate) fn new(index: usize) -> Self {
        Self(u32::try_from(index).unwrap_or(u32::MAX))
    }

    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// The ID of an operation: its index in the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperationId(pub usize);
