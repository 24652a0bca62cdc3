//! Values that are a number or a string, such as the ports and quantities of Kubernetes.

use std::fmt;

use serde::de::{Deserialize, Deserializer, Error, Visitor};
use serde::ser::{Serialize, Serializer};
use serde_json::Number;

/// A number or a string: `80` or `"http"`, `1` or `"25%"`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum NumberOrText {
    /// A number.
    Number(Number),
    /// A string.
    Text(String),
}

impl NumberOrText {
    /// Returns the number if it is an integer.
    #[must_use]
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Self::Number(number) => number.as_i64(),
            Self::Text(_) => None,
        }
    }

    /// Returns the string.
    #[must_use]
    pub fn as_str(&self) -> Option<&str> {
        match self {
            Self::Number(_) => None,
            Self::Text(text) => Some(text),
        }
    }
}

macro_rules! from_numbers {
    ($($number:ty),*) => {
        $(impl From<$number> for NumberOrText {
            fn from(number: $number) -> Self {
                Self::Number(number.into())
            }
        })*
    };
}

from_numbers!(i32, i64, u16, u32, u64, Number);

impl From<String> for NumberOrText {
    fn from(text: String) -> Self {
        Self::Text(text)
    }
}

impl From<&str> for NumberOrText {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl fmt::Display for NumberOrText {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(formatter),
            Self::Text(text) => formatter.write_str(text),
        }
    }
}

impl Serialize for NumberOrText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Number(number) => number.serialize(serializer),
            Self::Text(text) => serializer.serialize_str(text),
        }
    }
}

impl<'de> Deserialize<'de> for NumberOrText {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;

        impl Visitor<'_> for Either {
            type Value = NumberOrText;

            fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                formatter.write_str("a number or a string")
            }

            fn visit_i64<E: Error>(self, number: i64) -> Result<NumberOrText, E> {
                Ok(number.into())
            }

            fn visit_u64<E: Error>(self, number: u64) -> Result<NumberOrText, E> {
                Ok(number.into())
            }

            fn visit_f64<E: Error>(self, number: f64) -> Result<NumberOrText, E> {
                let number = Number::from_f64(number).map(NumberOrText::Number);
                number.ok_or_else(|| E::custom("the number is not finite"))
            }

            fn visit_str<E: Error>(self, text: &str) -> Result<NumberOrText, E> {
                Ok(text.into())
            }

            fn visit_string<E: Error>(self, text: String) -> Result<NumberOrText, E> {
                Ok(text.into())
            }
        }

        deserializer.deserialize_any(Either)
    }
}
