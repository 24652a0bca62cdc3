//! Compares JSON values by meaning.

use jiff::Timestamp;
use serde_json::{Map, Number, Value};

/// Returns `true` if two values are equal in JSON Schema: objects by content, numbers by value, strings exactly.
/// Date-times are also equal if they are the same instant, since a client may write another offset.
#[must_use]
pub fn equal(a: &Value, b: &Value) -> bool {
    difference(a, b).is_none()
}

/// Returns the first difference as a JSON path and a phrase, such as `$.owner.id: 1 became 2`.
#[must_use]
pub fn difference(a: &Value, b: &Value) -> Option<String> {
    // Most values are equal and need no path.
    if a == b { None } else { find_difference(a, b, "$") }
}

fn find_difference(a: &Value, b: &Value, path: &str) -> Option<String> {
    let same = match (a, b) {
        (Value::Object(a), Value::Object(b)) => return in_objects(a, b, path),
        (Value::Array(a), Value::Array(b)) => return in_lists(a, b, path),
        (Value::Number(a), Value::Number(b)) => same_number(a, b),
        (Value::String(a), Value::String(b)) => a == b || same_instant(a, b),
        _ => a == b,
    };
    (!same).then(|| format!("{path}: {} became {}", abbreviate(a), abbreviate(b)))
}

fn in_objects(a: &Map<String, Value>, b: &Map<String, Value>, path: &str) -> Option<String> {
    for (key, value) in a {
        let path = member(path, key);
        let Some(other) = b.get(key) else { return Some(format!("{path}: {} is missing", abbreviate(value))) };
        if let Some(difference) = find_difference(value, other, &path) {
            return Some(difference);
        }
    }
    let (key, value) = b.iter().find(|(key, _)| !a.contains_key(*key))?;
    Some(format!("{}: {} was added", member(path, key), abbreviate(value)))
}

fn in_lists(a: &[Value], b: &[Value], path: &str) -> Option<String> {
    let pairs = a.iter().zip(b).enumerate();
    let inside =
        pairs.map(|(index, (a, b))| find_difference(a, b, &format!("{path}[{index}]"))).find_map(|found| found);
    inside.or_else(|| (a.len() != b.len()).then(|| format!("{path}: {} elements became {}", a.len(), b.len())))
}

fn member(path: &str, key: &str) -> String {
    let plain = !key.is_empty() && key.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
    if plain { format!("{path}.{key}") } else { format!("{path}[{key:?}]") }
}

/// Shortens the value for a message.
fn abbreviate(value: &Value) -> String {
    const MAX_LEN: usize = 80;
    let text = value.to_string();
    if text.chars().count() <= MAX_LEN { text } else { text.chars().take(MAX_LEN).chain(['…']).collect() }
}

/// Compares numbers by digits: as `f64`, different large numbers could be equal.
fn same_number(a: &Number, b: &Number) -> bool {
    a == b || digits(&a.to_string()) == digits(&b.to_string())
}

/// Returns the sign, the significant digits, and the exponent of ten.
fn digits(text: &str) -> (bool, String, i64) {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_end_matches('0');
    let dropped = all.len() - significant.len();
    let exponent = exponent.parse::<i64>().unwrap_or(i64::MAX / 2);
    let power = exponent.saturating_add(length(dropped)).saturating_sub(length(fraction.len()));
    match significant.trim_start_matches('0') {
        "" => (false, String::new(), 0),
        significant => (negative, significant.to_owned(), power),
    }
}

fn length(length: usize) -> i64 {
    i64::try_from(length).unwrap_or(i64::MAX)
}

fn same_instant(a: &str, b: &str) -> bool {
    instant(a).is_some_and(|a| instant(b) == Some(a))
}

/// Parses the instant of an RFC 3339 date-time. `jiff` accepts more formats, and changes a leap second.
fn instant(text: &str) -> Option<Timestamp> {
    let bytes = text.as_bytes();
    let joined = matches!(bytes.get(10), Some(b'T' | b't')) && bytes.get(17..19) != Some(b"60");
    let offset = || matches!(bytes.last_chunk::<6>(), Some([b'+' | b'-', _, _, b':', _, _]));
    let ended = matches!(bytes.last(), Some(b'Z' | b'z')) || offset();
    if joined && ended { text.parse().ok() } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn parse(text: &str) -> Value {
        serde_json::from_str(text).unwrap()
    }

    #[test]
    fn numbers_are_equal_by_value() {
        assert!(equal(&json!(1), &json!(1.0)));
        assert!(equal(&parse("[100, -0.0, 1.5e1]"), &parse("[1e2, 0, 15]")));
        assert!(!equal(&parse("9007199254740993"), &parse("9007199254740992.0")));
        assert!(!equal(&json!(i64::MAX), &json!(i64::MAX - 1)));
        assert!(!equal(&json!(1), &json!("1")));
    }

    #[test]
    fn date_times_are_equal_by_instant() {
        assert!(equal(&json!("2024-02-29T12:00:00.500+02:00"), &json!("2024-02-29T10:00:00.5Z")));
        assert!(!equal(&json!("2024-02-29T12:00:00Z"), &json!("2024-02-29T12:00:01Z")));
        assert!(!equal(&json!("2016-12-31T23:59:60Z"), &json!("2016-12-31T23:59:59Z")));
        assert!(!equal(&json!("2024-02-29"), &json!("2024-02-29T00:00:00Z")));
    }

    #[test]
    fn objects_are_equal_by_content() {
        assert!(equal(&json!({"a": 1, "b": [null]}), &json!({"b": [null], "a": 1})));
        assert!(!equal(&json!({"a": null}), &json!({})));
    }

    #[test]
    fn the_first_difference_has_a_path() {
        let said = |a, b| difference(&a, &b).unwrap_or_default();
        assert_eq!(said(json!({"a": [1, {"b c": 1}]}), json!({"a": [1, {"b c": 2}]})), "$.a[1][\"b c\"]: 1 became 2");
        assert_eq!(said(json!({"a": "x"}), json!({})), "$.a: \"x\" is missing");
        assert_eq!(said(json!({}), json!({"a": 1})), "$.a: 1 was added");
        assert_eq!(said(json!([1]), json!([1, 2])), "$: 1 elements became 2");
        assert_eq!(difference(&json!([1]), &json!([1])), None);
    }
}
