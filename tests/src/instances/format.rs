//! Strings for each format.

use super::equal::instant;
use super::number::range;

/// Returns strings of a format with labels, the default first; none if the format does not restrict the string.
///
/// They are in canonical form, such as identifiers in lower case, since a client may normalize them.
pub(super) fn texts(format: &str) -> Vec<(&'static str, String)> {
    if is_width(format) {
        let (least, most) = range(Some(format));
        return vec![
            ("quoted number", "42".to_owned()),
            ("least number", least.to_string()),
            ("greatest number", most.to_string()),
        ];
    }
    samples(format).iter().map(|(label, text)| (*label, (*text).to_owned())).collect()
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
        "byte" | "base64" => &[("bytes", "aGVsbG8="), ("all signs", "+/8="), ("no bytes", "")],
        "base64url" => &[("bytes", "aGVsbG8"), ("all signs", "-_8")],
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

fn is_width(format: &str) -> bool {
    ["int8", "int16", "int32", "int64"].contains(&format.trim_start_matches('u'))
}

/// Returns `true` if a string has the format, as far as clients have types for it. Examples are often invalid.
pub(super) fn accepts(format: &str, text: &str) -> bool {
    match format {
        "date-time" | "google-datetime" => instant(text).is_some(),
        "date" => text.len() == 10 && text.parse::<jiff::civil::Date>().is_ok(),
        "time" => text.get(..8).is_some_and(|time| time.parse::<jiff::civil::Time>().is_ok()),
        "duration" => text.starts_with('P') && text.parse::<jiff::Span>().is_ok(),
        "uuid" => is_uuid(text),
        "uri" | "url" => url::Url::parse(text).is_ok(),
        "byte" => text.len().is_multiple_of(4) && text.chars().all(|c| c.is_ascii_alphanumeric() || "+/=".contains(c)),
        "ipv4" => text.parse::<std::net::Ipv4Addr>().is_ok(),
        "ipv6" => text.parse::<std::net::Ipv6Addr>().is_ok_and(|address| address.to_string() == text),
        "decimal" | "decimal128" | "bigdecimal" | "float" | "double" => text.parse::<f64>().is_ok_and(f64::is_finite),
        width if is_width(width) => {
            let (least, most) = range(Some(width));
            text.parse::<i128>().is_ok_and(|number| (least..=most).contains(&number) && number.to_string() == text)
        }
        _ => true,
    }
}

/// Capital letters are valid too, but a client writes lower case.
fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let digits = text.chars().all(|c| c == '-' || matches!(c, '0'..='9' | 'a'..='f'));
    digits && groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_have_their_format() {
        let widths = ["int8", "int32", "int64", "uint32", "uint64"];
        let formats =
            ["date-time", "date", "time", "duration", "uuid", "uri", "byte", "ipv4", "ipv6", "decimal", "double"];
        for format in widths.iter().chain(&formats) {
            assert!(!texts(format).is_empty(), "{format}");
            for (_, text) in texts(format) {
                assert!(accepts(format, &text), "{format}: {text}");
            }
        }
    }

    #[test]
    fn wrong_texts_are_refused() {
        let wrong = [
            ("date-time", "2024-02-29 12:00"),
            ("date", "2024-02-30"),
            ("uuid", "1-2"),
            ("byte", "a"),
            ("uint8", "256"),
        ];
        for (format, text) in wrong {
            assert!(!accepts(format, text), "{format}: {text}");
        }
    }
}
