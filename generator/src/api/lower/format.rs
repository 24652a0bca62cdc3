//! Formats and limits: the meaning of each format, depending on the `type` next to it, and the types of numbers. Case is
//! ignored.
//!
//! A format becomes a type if that preserves the value on the wire. Other formats describe the meaning of a value and
//! not its syntax, or have several syntaxes: the value keeps its `type`, without a warning. A format that does not
//! belong to its type (`type: integer, format: date-time`) is ignored, since the server sends values of the type;
//! quoted numbers (`type: string, format: int64`) are common, however, and remain numbers.

use serde_json::Value;

use super::node::Node;
use crate::api::model::{DateKind, Integer, Number, Text, Type};

/// A meaning: the schema types it applies to, its formats, and the resulting type.
type Row = (&'static [&'static str], &'static [&'static str], Type);

const TEXT: &[&str] = &["string"];
const INTEGER: &[&str] = &["integer"];
const NUMBER: &[&str] = &["number"];
/// OpenAPI's `number` with an integer format is an integer.
const WHOLE: &[&str] = &["integer", "number"];

/// The meanings besides those of integers, whose formats are named after their widths.
static MEANINGS: &[Row] = &[
    (TEXT, &["date-time", "google-datetime"], Type::Text(Text::Date(DateKind::DateTime))),
    (TEXT, &["date"], Type::Text(Text::Date(DateKind::Date))),
    (TEXT, &["binary"], Type::Text(Text::Binary)),
    (TEXT, &["byte"], Type::Text(Text::Base64)),
    (TEXT, &["uuid"], Type::Text(Text::Uuid)),
    (TEXT, &["ipv4"], Type::Text(Text::Ipv4)),
    (TEXT, &["ipv6"], Type::Text(Text::Ipv6)),
    (TEXT, &["password"], Type::Text(Text::Password)),
    (TEXT, &["decimal", "decimal128", "bigdecimal"], Type::Text(Text::Decimal)),
    (WHOLE, &["uint", "usize"], Type::Integer(Integer::U64)),
    (INTEGER, &["unixtime", "unix-time", "timestamp"], Type::UnixTime),
    (NUMBER, &["integer", "int", "long"], Type::Integer(Integer::I64)),
    (NUMBER, &["float"], Type::Number(Number::F32)),
    (NUMBER, &["decimal", "decimal128", "bigdecimal"], Type::Number(Number::Decimal)),
];

/// Formats of values that are a number or a string, regardless of the type: ports, percentages and quantities of
/// Kubernetes.
const EITHER: &[&str] = &["int-or-string", "int-string", "integer-or-string", "number-or-string"];
/// Formats of such values that use a dedicated word.
const EITHER_OF_TEXTS: &[&str] = &["quantity"];
/// The extension that Kubernetes uses instead of a format.
const EITHER_MARK: &str = "x-kubernetes-int-or-string";

/// Returns the type for a format of a schema's type, or `None` if the format has no effect.
pub(super) fn meaning(of: &str, format: Option<&str>) -> Option<Type> {
    let format = format?;
    if let Some(width) = Integer::from_format(format).filter(|width| *width != Integer::I128 || of == "integer") {
        return match of {
            "string" => Some(Type::Text(Text::Integer(width))),
            "integer" | "number" => Some(Type::Integer(width)),
            _ => None,
        };
    }
    let mut rows = MEANINGS.iter();
    let named = |formats: &[&str]| formats.iter().any(|known| known.eq_ignore_ascii_case(format));
    rows.find(|(types, formats, _)| types.contains(&of) && named(formats)).map(|(_, _, ty)| ty.clone())
}

/// UUIDs of the common versions.
pub(super) const UUIDS: &[&str] = &[
    "f81d4fae-7dec-11d0-a765-00a0c91e6bf6",
    "9b2e4c1a-3d5f-4a7b-8c9d-0e1f2a3b4c5d",
    "01890a5d-ac96-774b-bcce-b302099a8057",
];

/// Returns values of a string's format as its type writes them, if all values of the type have the same syntax.
pub(super) fn typical_values(schema: Node<'_>) -> Option<&'static [&'static str]> {
    match meaning(schema.typ()?, schema.any.format.as_deref())? {
        Type::Text(Text::Uuid) => Some(UUIDS),
        Type::Text(Text::Date(DateKind::DateTime)) => Some(&["0001-01-01T00:00:00Z", "2024-02-29T23:59:59.123456789Z"]),
        Type::Text(Text::Date(DateKind::Date)) => Some(&["0001-01-01", "1999-12-31", "2024-02-29"]),
        Type::Text(Text::Ipv4) => Some(&["0.0.0.0", "255.255.255.255"]),
        Type::Text(Text::Ipv6) => Some(&["::", "2001:db8::8a2e:370:7334"]),
        Type::Text(Text::Integer(Integer::U8 | Integer::U16 | Integer::U32 | Integer::U64)) => {
            Some(&["0", "18446744073709551615"])
        }
        Type::Text(Text::Integer(_)) => Some(&["-9223372036854775808", "0"]),
        Type::Text(Text::Decimal) => Some(&["-0.5", "0", "12345678901234567890.25"]),
        _ => None,
    }
}

/// Returns `true` if the values of a schema are numbers or strings.
pub(super) fn is_number_or_text(schema: Node<'_>) -> bool {
    if !schema.any.all_of.is_empty() || !schema.any.enumeration.is_empty() || !schema.any.properties.is_empty() {
        return false;
    }
    let ty = schema.typ();
    let is = |formats: &[&str]| schema.any.format.as_deref().is_some_and(|format| formats.contains(&format));
    let marked = schema.data.extensions.get(EITHER_MARK) == Some(&Value::Bool(true));
    let simple = matches!(ty, None | Some("string" | "integer" | "number"));
    let texts =
        ty == Some("string") || (ty.is_none() && !(schema.any.one_of.is_empty() && schema.any.any_of.is_empty()));
    (simple && (marked || is(EITHER))) || (texts && is(EITHER_OF_TEXTS))
}

/// Returns the type that holds all values: that of the format, otherwise the narrowest type of at least 64 bits within
/// the limits.
pub(super) fn integer(schema: Node<'_>) -> Integer {
    // The bounds are parsed as floating-point numbers, which cannot distinguish the largest value of a type from its
    // successor. A bound with that value means this type.
    const BELOW_I64: f64 = -9_223_372_036_854_775_808.0;
    const ABOVE_I64: f64 = 9_223_372_036_854_775_808.0;
    const ABOVE_U64: f64 = 18_446_744_073_709_551_616.0;
    let least = schema.any.minimum.unwrap_or(0.0);
    let most = schema.any.maximum.unwrap_or(0.0);
    match meaning("integer", schema.any.format.as_deref()) {
        // A limit that the format does not hold says what the values are.
        Some(Type::Integer(width)) if holds(width, schema) => width,
        _ if least < BELOW_I64 || most > ABOVE_U64 => Integer::I128,
        _ if most > ABOVE_I64 && least >= 0.0 => Integer::U64,
        _ if most > ABOVE_I64 => Integer::I128,
        _ => Integer::I64,
    }
}

/// Returns `true` if a type holds the limits of a schema.
fn holds(width: Integer, schema: Node<'_>) -> bool {
    let (least, most) = limits(width);
    let excluded = |is_exclusive: Option<bool>| if is_exclusive == Some(true) { 1.0 } else { 0.0 };
    schema.any.minimum.is_none_or(|minimum| minimum + excluded(schema.any.exclusive_minimum) >= least)
        && schema.any.maximum.is_none_or(|maximum| maximum - excluded(schema.any.exclusive_maximum) <= most)
}

/// Returns the least and the greatest value of a type, as limits are read.
#[expect(clippy::cast_precision_loss, reason = "limits are floating-point numbers")]
pub(super) fn limits(width: Integer) -> (f64, f64) {
    let (least, most) = width.range();
    (least as f64, most as f64)
}

/// Returns the type of a number; one with an integer format is an integer.
pub(super) fn number(schema: Node<'_>) -> Type {
    match meaning("number", schema.any.format.as_deref()).unwrap_or(Type::Number(Number::F64)) {
        Type::Integer(width) if !holds(width, schema) => Type::Integer(integer(schema)),
        number => number,
    }
}

/// Returns the type of a schema of `type: integer`.
pub(super) fn whole_number(schema: Node<'_>) -> Type {
    match meaning("integer", schema.any.format.as_deref()) {
        Some(Type::UnixTime) => Type::UnixTime,
        _ => Type::Integer(integer(schema)),
    }
}

#[cfg(test)]
mod tests {
    use super::{EITHER, EITHER_OF_TEXTS, MEANINGS, meaning};
    use crate::api::model::{Integer, Number, Text, Type};

    #[test]
    fn each_meaning_has_a_fixture() {
        let fixture = include_str!("../../../../fixtures/valid/formats/openapi.yaml");
        for (types, formats, _) in MEANINGS {
            for (ty, format) in types.iter().flat_map(|ty| formats.iter().map(move |format| (ty, format))) {
                assert!(fixture.contains(&format!("type: {ty}, format: {format} }}")), "{ty} {format}");
            }
        }
        for (ty, width) in ["string", "integer", "number"].iter().flat_map(|ty| Integer::ALL.map(|width| (ty, width))) {
            let is_read = meaning(ty, Some(width.format())).is_some();
            assert_eq!(
                fixture.contains(&format!("type: {ty}, format: {} }}", width.format())),
                is_read,
                "{ty} {width:?}"
            );
        }
        for format in EITHER.iter().chain(EITHER_OF_TEXTS) {
            assert!(fixture.contains(&format!("format: {format}")), "{format}");
        }
    }

    #[test]
    fn case_does_not_matter_and_other_types_do() {
        assert_eq!(meaning("string", Some("UUID")), Some(Type::Text(Text::Uuid)));
        assert_eq!(meaning("integer", Some("Int32")), Some(Type::Integer(Integer::I32)));
        assert_eq!(meaning("number", Some("BigDecimal")), Some(Type::Number(Number::Decimal)));
        assert_eq!(meaning("integer", Some("Unix-Time")), Some(Type::UnixTime));
        for (ty, format) in [
            ("integer", "date-time"),
            ("integer", "string"),
            ("integer", "decimal"),
            ("number", "uuid"),
            ("string", "unixtime"),
        ] {
            assert_eq!(meaning(ty, Some(format)), None);
        }
        for format in ["uri", "email", "hostname", "time", "duration", "char", "guid", "datetime", "base64url", "x"] {
            assert_eq!(meaning("string", Some(format)), None);
        }
        assert_eq!(meaning("string", None), None);
    }
}
