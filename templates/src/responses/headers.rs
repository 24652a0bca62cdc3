//! Typed response headers.

use std::fmt;

use http::HeaderMap;
use serde::de::value::{Error as Problem, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Visitor};
use serde::forward_to_deserialize_any;

use crate::calls::call::{Operation, TypedResponse};
use crate::responses::error::{CallError, Error};
use crate::wire::http_date::from_http_date;
use crate::wire::instant::instant_for;

/// An operation whose responses have declared headers.
pub trait DeclaresHeaders: Operation {
    /// The headers, each of which may be absent or not of its type.
    type Headers: ReadHeaders;
}

/// Declared response headers, which several operations may have.
pub trait ReadHeaders: Sized {
    /// Parses the headers of a response, which may be an error response.
    #[doc(hidden)]
    fn read(headers: &HeaderMap) -> Self;
}

impl<O: DeclaresHeaders> TypedResponse<O> {
    /// Returns the declared headers. Each of them is an error if it is not of its type.
    pub fn headers(&self) -> O::Headers {
        O::Headers::read(self.raw_headers())
    }
}

impl<E> CallError<E> {
    /// Returns the headers that an operation declares, if there was a response.
    pub fn declared_headers<O: DeclaresHeaders>(&self) -> Option<O::Headers> {
        self.headers().map(O::Headers::read)
    }
}

impl Error {
    /// Returns the headers that an operation declares, if there was a response.
    pub fn declared_headers<O: DeclaresHeaders>(&self) -> Option<O::Headers> {
        self.response()
            .map(|response| O::Headers::read(response.headers()))
    }
}

/// The error for a header that is not of its declared type.
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

/// Parses a header. Repeated headers are a list.
pub fn read_header<T: DeserializeOwned>(
    headers: &HeaderMap,
    name: &'static str,
) -> Result<Option<T>, HeaderError> {
    let wrong = |reason: String| HeaderError { name, reason };
    let values = headers
        .get_all(name)
        .iter()
        .map(|value| std::str::from_utf8(value.as_bytes()));
    let values: Vec<&str> = values
        .collect::<Result<_, _>>()
        .map_err(|_| wrong("not valid UTF-8".to_owned()))?;
    if values.is_empty() {
        return Ok(None);
    }
    let value = match name {
        // Its values contain commas (RFC 9110, section 5.3).
        "set-cookie" => T::deserialize(Lines(&values)),
        _ => T::deserialize(Text(&values.join(","))),
    };
    value
        .map(Some)
        .map_err(|problem| wrong(problem.to_string()))
}

/// Deserializes the values of repeated headers, each of which is one item.
struct Lines<'t>(&'t [&'t str]);

impl<'de> Deserializer<'de> for Lines<'_> {
    type Error = Problem;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        visitor.visit_seq(SeqDeserializer::new(self.0.iter().map(|line| Text(line))))
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Deserializes text as the requested type: a string, a number, a boolean, or a comma-separated list.
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

    /// If no type is requested, a number is read as a number and anything else as a string.
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

    /// Date libraries read text in this way, but strings that are kept are owned.
    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Problem> {
        match from_http_date(self.0) {
            Some(time) => visitor.visit_str(&time),
            None => visitor.visit_str(&instant_for::<V::Value>(self.0)),
        }
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
