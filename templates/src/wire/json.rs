//! JSON text: how values are written, and the mark that may precede a text.

use std::io::{self, Write};

use serde::ser::{Error as _, Serialize};
use serde_json::Value;
use serde_json::ser::{Formatter, Serializer};

use crate::wire::instant::{JIFF_MAX, LAST_SECOND};

/// The byte before each value of a JSON text sequence (RFC 7464).
#[cfg(feature = "client")]
pub(crate) const RECORD_SEPARATOR: u8 = 0x1e;

/// Serializes a value as JSON, in the form in which all of it is sent.
pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T) -> Result<String, serde_json::Error> {
    let mut text = Vec::with_capacity(128);
    value.serialize(&mut Serializer::with_formatter(&mut text, WireFormatter))?;
    String::from_utf8(text).map_err(serde_json::Error::custom)
}

/// Serializes a value as a tree of its JSON text. `to_value` shows digits that an `f32` does not have, but accepts values
/// that are too deep to be parsed.
pub(crate) fn exact_value<T: Serialize + ?Sized>(value: &T) -> Result<Value, serde_json::Error> {
    serde_json::from_str(&to_json(value)?).or_else(|_| serde_json::to_value(value))
}

/// Removes the byte order mark, which some servers write in front of JSON.
pub(crate) fn without_mark(text: &[u8]) -> &[u8] {
    text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text)
}

struct WireFormatter;

/// The largest number whose digits all readers of integers accept.
const MAX_WHOLE: f64 = i64::MAX as f64;

impl Formatter for WireFormatter {
    fn write_f32<W: ?Sized + Write>(&mut self, writer: &mut W, number: f32) -> io::Result<()> {
        if number.fract() == 0.0 && f64::from(number).abs() < MAX_WHOLE {
            // Adding zero removes the sign of a negative zero.
            return write!(writer, "{}", number + 0.0);
        }
        serde_json::ser::CompactFormatter.write_f32(writer, number)
    }

    /// Writes a whole number without a fraction and an exponent: in JSON Schema `1.0` is an integer, but many readers of
    /// integers refuse it.
    fn write_f64<W: ?Sized + Write>(&mut self, writer: &mut W, number: f64) -> io::Result<()> {
        if number.fract() == 0.0 && number.abs() < MAX_WHOLE {
            return write!(writer, "{}", number + 0.0);
        }
        serde_json::ser::CompactFormatter.write_f64(writer, number)
    }

    fn write_string_fragment<W: ?Sized + Write>(
        &mut self,
        writer: &mut W,
        fragment: &str,
    ) -> io::Result<()> {
        let fragment = match fragment {
            JIFF_MAX => LAST_SECOND,
            fragment => fragment,
        };
        writer.write_all(fragment.as_bytes())
    }
}
