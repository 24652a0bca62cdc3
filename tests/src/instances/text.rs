//! Strings: of the format, otherwise of the pattern, otherwise of any content.

use serde_json::{Value, json};

use super::number::integer_range;
use super::shape::Shape;
use super::variant::{Variant, VariantKind, leaves};
use bindery::internal::pattern;

/// Maximum length of a string generated up to an allowed limit.
const MAX_OPTIONAL_LEN: usize = 300;

/// Maximum length of a string generated because the schema requires it.
const MAX_LEN: usize = 20_000;

/// Characters that a client might escape, normalize or trim.
const SPECIAL: &str = " \"ü\" \\ / 日本 🦀\n\t+%&<é> ";

/// Returns the strings of a schema.
pub(super) fn texts(shape: &Shape<'_>) -> Vec<Variant> {
    let lengths = Lengths::for_shape(shape);
    let encoded = shape.text("contentEncoding").filter(|encoding| encoding.starts_with("base64"));
    let format = shape.text("format").or(encoded.map(|_| "byte"));
    let mut texts = format.map(formatted_texts).unwrap_or_default();
    texts.retain(|(_, text)| lengths.allow(text));
    if let (true, Some(written)) = (texts.is_empty(), shape.text("pattern")) {
        let matching = matching_texts(written, lengths.least).into_iter().filter(|text| lengths.allow(text));
        texts = matching.enumerate().map(|(n, text)| (format!("text {n} of the pattern"), text)).collect();
    }
    if texts.is_empty() {
        texts = plain_texts(shape, lengths);
    }
    leaves(VariantKind::Text, texts.into_iter().map(|(label, text)| (label, Value::String(text))))
}

/// Returns strings that match a pattern, one with at least as many repetitions as this; none if it is not supported.
pub(super) fn matching_texts(written: &str, least: usize) -> Vec<String> {
    let (Ok(expression), Some(compiled)) = (pattern::translated(written), pattern::compiled(written)) else {
        return Vec::new();
    };
    // An assertion in the pattern may forbid a generated string.
    (0..2).flat_map(|nth| pattern::texts(&expression, least, nth)).filter(|text| compiled.is_match(text)).collect()
}

fn plain_texts(shape: &Shape<'_>, lengths: Lengths) -> Vec<(String, String)> {
    let mut texts = vec![("text", lengths.fit("text"))];
    if shape.text("pattern").is_none() && lengths.least <= MAX_LEN {
        let longest = if lengths.most <= MAX_OPTIONAL_LEN { lengths.most } else { lengths.least };
        texts.extend([
            ("special text", SPECIAL.to_owned()),
            ("empty text", String::new()),
            ("longest text", "long".chars().cycle().take(longest).collect()),
            ("shortest text", "s".repeat(lengths.least)),
        ]);
    }
    texts.retain(|(_, text)| lengths.allow(text));
    texts.into_iter().map(|(label, text)| (label.to_owned(), text)).collect()
}

/// The length that a string may have, in characters.
#[derive(Clone, Copy)]
struct Lengths {
    least: usize,
    most: usize,
}

impl Lengths {
    fn for_shape(shape: &Shape<'_>) -> Self {
        Self { least: shape.size("minLength").unwrap_or(0), most: shape.size("maxLength").unwrap_or(usize::MAX) }
    }

    fn allow(self, text: &str) -> bool {
        (self.least..=self.most).contains(&text.chars().count())
    }

    /// Truncates or repeats the string so that its length is allowed.
    fn fit(self, text: &str) -> String {
        let length = text.chars().count().max(self.least).min(self.most).min(MAX_LEN);
        text.chars().cycle().take(length).collect()
    }
}

/// Returns strings of a format with labels, the default first; none if the format does not restrict the string.
///
/// They are in canonical form, such as identifiers in lower case, since a client may normalize them.
fn formatted_texts(format: &str) -> Vec<(String, String)> {
    if let Some((least, most)) = integer_range(format) {
        let numbers = [("quoted number", json!(42).to_string()), ("least number", least.to_string())];
        let numbers = numbers.into_iter().chain([("greatest number", most.to_string())]);
        return numbers.map(|(label, text)| (label.to_owned(), text)).collect();
    }
    samples(format).iter().map(|(label, text)| ((*label).to_owned(), (*text).to_owned())).collect()
}

fn samples(format: &str) -> &'static [(&'static str, &'static str)] {
    match format {
        "date-time" | "google-datetime" => &[
            ("date-time", "2024-02-29T12:34:56Z"),
            ("date-time with fraction", "2024-02-29T12:34:56.123456Z"),
            ("date-time with offset", "2024-02-29T12:34:56+05:30"),
            ("date-time with both", "1969-12-31T23:59:59.5-08:00"),
        ],
        "date" => &[("date", "2024-02-29"), ("early date", "1066-10-14")],
        "time" => &[("time", "12:34:56Z"), ("time with both", "23:59:59.5+01:00")],
        "duration" => &[("duration", "P3DT4H"), ("short duration", "PT0.5S"), ("weeks", "P2W")],
        "uuid" => &[
            ("identifier", "123e4567-e89b-12d3-a456-426614174000"),
            ("nil identifier", "00000000-0000-0000-0000-000000000000"),
        ],
        "uri" | "url" | "iri" => &[
            ("address", "https://example.com/a%20b?c=d&e=%2F#f"),
            ("address without path", "https://example.com"),
            ("name", "urn:isbn:0451450523"),
        ],
        "uri-reference" | "iri-reference" => &[("reference", "../a?b=c#d"), ("address", "https://example.com")],
        "uri-template" => &[("template", "https://example.com/{id}")],
        "email" | "idn-email" => &[("address", "jane.doe+tag@example.com")],
        "hostname" | "idn-hostname" => &[("host", "www.example.com")],
        "byte" | "base64" => &[("bytes", "aGVsbG8="), ("all characters", "+/8="), ("no bytes", "")],
        "base64url" => &[("bytes", "aGVsbG8"), ("all characters", "-_8")],
        "ipv4" => &[("address", "192.0.2.1")],
        "ipv6" => &[("address", "2001:db8::1"), ("local address", "::1")],
        "decimal" | "decimal128" | "bigdecimal" => {
            &[("decimal", "12.34"), ("long decimal", "12345678901234567890.123456789"), ("negative", "-0.05")]
        }
        "float" | "double" => &[("quoted number", "1.5")],
        "json-pointer" => &[("pointer", "/a~1b/0")],
        "regex" => &[("pattern", "^a+$")],
        _ => &[],
    }
}
