//! Numbers that keep all their digits.

use std::fmt;
use std::str::FromStr;

use serde::de::{Deserialize, Deserializer, Error as _};
use serde::ser::{Error as _, Serialize, Serializer};
use serde_json::value::RawValue;

/// A number with all its digits, as written in JSON, without rounding. Convert it to the number type of your choice
/// with `value.as_str().parse()`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Decimal(Box<str>);

impl Decimal {
    /// Returns the digits.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the closest `f64`.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        self.0.parse().unwrap_or(f64::NAN)
    }
}

/// The error for a string that is not a JSON number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParseDecimalError;

impl fmt::Display for ParseDecimalError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("this is not a number")
    }
}

impl std::error::Error for ParseDecimalError {}

impl FromStr for Decimal {
    type Err = ParseDecimalError;

    fn from_str(text: &str) -> Result<Self, ParseDecimalError> {
        let begins = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
        let ends = text.ends_with(|c: char| c.is_ascii_digit());
        match serde_json::from_str::<&RawValue>(text) {
            Ok(_) if begins && ends => Ok(Self(text.into())),
            _ => Err(ParseDecimalError),
        }
    }
}

impl From<i64> for Decimal {
    fn from(number: i64) -> Self {
        Self(number.to_string().into())
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Decimal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let raw = Box::<RawValue>::deserialize(deserializer)?;
        // Some servers write numbers in quotation marks.
        let text = raw.get().trim_matches('"');
        text.parse().map_err(D::Error::custom)
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let raw = RawValue::from_string(self.0.to_string()).map_err(S::Error::custom)?;
        raw.serialize(serializer)
    }
}
