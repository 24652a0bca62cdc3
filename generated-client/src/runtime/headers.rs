//! Headers of responses, as the types that the description gives them.

use std::fmt;

use http::HeaderMap;
use serde::de::value::{Error as Problem, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use super::call::{Operation, TypedResponse};

/// An operation whose responses have headers that the description declares.
pub trait DeclaresHeaders: Operation {
    /// The headers, each where the response has it.
    type Headers;

    /// Reads them.
    ///
    /// # Errors
    ///
    /// Returns an error if one of them is not of its type.
    fn headers(headers: &HeaderMap) -> Result<Self::Headers, HeaderError>;
}

impl<O: DeclaresHeaders> TypedResponse<O> {
    /// The headers that the description declares.
    ///
    /// # Errors
    ///
    /// Returns an error if one of them is not of its type.
    pub fn headers(&self) -> Result<O::Headers, HeaderError> {
        O::headers(self.raw_headers())
    }
}

/// A header that is not of the type that the description gives it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HeaderError {
    name: &'static str,
    reason: String,
}

impl fmt::Display for HeaderError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            formatter,
            "the header `{}` cannot be read: {}",
            self.name, self.reason
        )
    }
}

impl std::error::Error for HeaderError {}

/// Reads a header; several of one name are a list.
#[doc(hidden)]
pub fn read_header<T: DeserializeOwned>(
    headers: &HeaderMap,
    name: &'static str,
) -> Result<Option<T>, HeaderError> {
    let wrong = |reason: String| HeaderError { name, reason };
    let values = headers.get_all(name).iter().map(|value| value.to_str());
    let values: Vec<&str> = values
        .collect::<Result<_, _>>()
        .map_err(|_| wrong("it is no text".to_owned()))?;
    if values.is_empty() {
        return Ok(None);
    }
    let text = values.join(",");
    let value = T::deserialize(Text(&text));
    value
        .map(Some)
        .map_err(|problem| wrong(problem.to_string()))
}

/// Text that becomes what is asked for: itself, a number, a truth value, or a list whose items are separated by commas.
struct Text<'t>(&'t str);

impl<'t> Text<'t> {
    fn parse<T: std::str::FromStr>(&self) -> Result<T, Problem> {
        let text = self.0.trim();
        let wrong = |_| Problem::custom(format_args!("`{text}` is of another type"));
        text.parse().map_err(wrong)
    }
}

macro_rules! numbers {
    ($($function:ident => $visit:ident),* $(,)?) => {$(
        fn $function<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
            visitor.$visit(self.parse()?)
        }
    )*};
}

impl<'de> Deserializer<'de> for Text<'_> {
    type Error = Problem;

    /// What asks for nothing in particular takes a number for a number, and all else for text.
    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match (self.0.parse::<i64>(), self.0.parse::<bool>()) {
            (Ok(number), _) => visitor.visit_i64(number),
            (_, Ok(truth)) => visitor.visit_bool(truth),
            _ => visitor.visit_str(self.0),
        }
    }

    numbers! {
        deserialize_bool => visit_bool,
        deserialize_i8 => visit_i8,
        deserialize_i16 => visit_i16,
        deserialize_i32 => visit_i32,
        deserialize_i64 => visit_i64,
        deserialize_u8 => visit_u8,
        deserialize_u16 => visit_u16,
        deserialize_u32 => visit_u32,
        deserialize_u64 => visit_u64,
        deserialize_f32 => visit_f32,
        deserialize_f64 => visit_f64,
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_str(self.0)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_str(self.0)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_some(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        let items = self.0.split(',').map(|item| Text(item.trim()));
        visitor.visit_seq(SeqDeserializer::new(items))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _name: &'static str,
        visitor: V,
    ) -> Result<V::Value, Problem> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        i128 u128 char bytes byte_buf unit unit_struct tuple tuple_struct map struct enum identifier
        ignored_any
    }
}

impl IntoDeserializer<'_, Problem> for Text<'_> {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}
