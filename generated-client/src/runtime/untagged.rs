//! Values that are one of several types, told apart by what they look like.

use serde_json::Value;

/// Makes a type a union whose alternatives are told apart by what they look like: single values first, then for each
/// alternative its variant and its shape.
macro_rules! untagged_union {
    ($(#[$reading:meta])? $name:ident {
        $(= $value:literal => $constant:ident,)*
        $($variant:ident: $shape:ident $(($($about:expr),+))?,)*
    }) => {
        $(#[$reading])?
        impl<'de> serde::de::Deserialize<'de> for types::$name {
            fn deserialize<D: serde::de::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = serde_json::Value::deserialize(deserializer)?;
                $(if value == $value {
                    return Ok(Self::$constant);
                })*
                let read = super::super::runtime::read_untagged(&value, &[$((
                    super::super::runtime::Shape::$shape $(($($about),+))?,
                    |value| serde::de::Deserialize::deserialize(value).ok().map(Self::$variant),
                )),*]);
                Ok(read.unwrap_or(Self::Unknown(value)))
            }
        }

        impl serde::ser::Serialize for types::$name {
            fn serialize<S: serde::ser::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self {
                    $(Self::$constant => $value.serialize(serializer),)*
                    $(Self::$variant(value) => value.serialize(serializer),)*
                    Self::Unknown(value) => value.serialize(serializer),
                }
            }
        }
    };
}
pub(crate) use untagged_union;

/// What the values of an alternative look like.
#[doc(hidden)]
pub enum Shape {
    /// `true` or `false`.
    Boolean,
    /// A whole number.
    Integer,
    /// One of these numbers, or one that is not known yet.
    Codes(&'static [i64]),
    /// A number.
    Number,
    /// Any text.
    Text,
    /// A text of a certain form.
    Format,
    /// A date without a time; a parser may take an instant for one.
    Day,
    /// One of these texts, or one that is not known yet.
    Texts(&'static [&'static str]),
    /// An array.
    Array,
    /// An object: the members that it has to have, and all that it declares.
    Object(&'static [&'static str], &'static [&'static str]),
    /// Anything.
    Any,
}

impl Shape {
    /// How well a value fits; nothing where it does not.
    fn fit(&self, value: &Value) -> Option<usize> {
        let when = |fits: bool, score: usize| fits.then_some(score);
        match (self, value) {
            (Self::Any, _) => Some(0),
            (Self::Boolean, Value::Bool(_)) | (Self::Array, Value::Array(_)) => Some(1),
            (Self::Codes(codes), Value::Number(number)) => number
                .as_i64()
                .map(|code| if codes.contains(&code) { 4 } else { 1 }),
            (Self::Integer, Value::Number(number)) => when(!number.is_f64(), 3),
            (Self::Number, Value::Number(_)) => Some(2),
            (Self::Texts(texts), Value::String(text)) => {
                Some(if texts.contains(&text.as_str()) { 4 } else { 1 })
            }
            (Self::Format, Value::String(_)) => Some(3),
            (Self::Day, Value::String(text)) => when(text.len() == "2024-12-31".len(), 3),
            (Self::Text, Value::String(_)) => Some(2),
            (Self::Object(required, known), Value::Object(members)) => {
                let recognized = known
                    .iter()
                    .filter(|key| members.contains_key(**key))
                    .count();
                let complete = required.iter().all(|key| members.contains_key(*key));
                when(complete, 1 + recognized * 1_000 + required.len())
            }
            _ => None,
        }
    }
}

type Read<T> = fn(&Value) -> Option<T>;

/// Reads the alternative that fits best and can be read.
#[doc(hidden)]
pub fn read_untagged<T>(value: &Value, alternatives: &[(Shape, Read<T>)]) -> Option<T> {
    let mut fitting: Vec<_> = alternatives
        .iter()
        .filter_map(|(shape, read)| Some((shape.fit(value)?, read)))
        .collect();
    // Among those that fit equally well, the order of the description decides.
    fitting.sort_by_key(|(fit, _)| std::cmp::Reverse(*fit));
    fitting.into_iter().find_map(|(_, read)| read(value))
}
