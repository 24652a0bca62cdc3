//! Encodes parameters: percent-encoding, the styles `form` and `simple`, and the characters of cookies.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::ser::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::calls::send_error::BuildError;
use crate::wire::json::{exact_value, to_json};

/// All characters except the unreserved ones of RFC 3986, section 2.3.
pub(crate) const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~');

/// Serializes a value as JSON, from which its wire form is derived.
pub(crate) fn to_value<T: Serialize + ?Sized>(name: &str, value: &T) -> Result<Value, BuildError> {
    exact_value(value).map_err(|error| unserializable(name, &error))
}

/// Serializes a value as JSON text, whose members keep their order and whose numbers keep their digits.
pub(crate) fn to_raw<T: Serialize + ?Sized>(
    name: &str,
    value: &T,
) -> Result<Box<RawValue>, BuildError> {
    to_json(value)
        .and_then(RawValue::from_string)
        .map_err(|error| unserializable(name, &error))
}

pub(crate) fn unserializable(name: &str, error: &serde_json::Error) -> BuildError {
    BuildError::new(format!("`{name}` cannot be serialized: {error}"))
}

/// Adds a name and an already percent-encoded value, as in queries and forms.
pub(crate) fn push_pair(pairs: &mut String, name: &str, value: &str) {
    if !pairs.is_empty() {
        pairs.push('&');
    }
    pairs.extend(utf8_percent_encode(name, RESERVED));
    pairs.push('=');
    pairs.push_str(value);
}

/// Adds a value in the style `form`, exploded: a pair for each item or member, and nothing for `null`.
pub(crate) fn push_exploded(
    pairs: &mut String,
    name: &str,
    value: &Value,
    encode: impl Fn(&str) -> String,
) {
    match value {
        Value::Null => {}
        Value::Array(items) => {
            for item in items.iter().filter(|item| !item.is_null()) {
                push_pair(pairs, name, &encode(&to_text(item)));
            }
        }
        Value::Object(members) => {
            for (key, value) in members {
                // A list repeats its name, too. The style does not define other values.
                let mut leaves = Vec::new();
                match value {
                    Value::Array(items) => items
                        .iter()
                        .for_each(|item| flatten(key.clone(), item, &mut leaves)),
                    value => flatten(key.clone(), value, &mut leaves),
                }
                for (name, value) in leaves {
                    push_pair(pairs, &name, &encode(&value));
                }
            }
        }
        scalar => push_pair(pairs, name, &encode(&to_text(scalar))),
    }
}

/// Collects the leaves of a value, each named by its path in brackets.
pub(crate) fn flatten(name: String, value: &Value, pairs: &mut Vec<(String, String)>) {
    match value {
        Value::Null => {}
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                flatten(format!("{name}[{index}]"), item, pairs);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                flatten(format!("{name}[{key}]"), member, pairs);
            }
        }
        scalar => pairs.push((name, to_text(scalar))),
    }
}

/// Returns a value as text, without the quotation marks of JSON.
pub(crate) fn to_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        other => other.to_string(),
    }
}

pub(crate) fn percent_encode(text: &str) -> String {
    utf8_percent_encode(text, RESERVED).to_string()
}

/// Returns the components of a value that a separator is put between: items without `null`, or keys and values, which are
/// `key=value` pairs if `paired`.
///
/// # Errors
///
/// Returns an error if a component contains the separator, because the server would read two.
pub(crate) fn components(
    name: &str,
    value: &Value,
    paired: bool,
    separator: &str,
    encode: impl Fn(&str) -> String,
) -> Result<Vec<String>, BuildError> {
    let check = |text: String, separator: &str| {
        if is_divided(&text, separator) {
            let separator = match separator {
                "%20" => " ",
                "%2C" => ",",
                "%7C" => "|",
                other => other,
            };
            let reason = format!("a value in `{name}` contains the separator `{separator}`");
            return Err(BuildError::new(reason));
        }
        Ok(text)
    };
    let component = |text: &str| check(encode(text), separator);
    match value {
        Value::Array(items) => {
            let items = items.iter().filter(|item| !item.is_null());
            items.map(|item| component(&to_text(item))).collect()
        }
        Value::Object(members) => {
            let mut components = Vec::with_capacity(members.len());
            for (key, value) in members.iter().filter(|(_, value)| !value.is_null()) {
                let (key, value) = (component(key)?, component(&to_text(value))?);
                if paired {
                    components.push(format!("{}={value}", check(key, "=")?));
                } else {
                    components.extend([key, value]);
                }
            }
            Ok(components)
        }
        scalar => Ok(vec![encode(&to_text(scalar))]),
    }
}

/// Returns `true` if a separator is in a text, except in the quoted strings of a header (RFC 9110, section 5.6.4).
fn is_divided(text: &str, separator: &str) -> bool {
    text.split('"')
        .step_by(2)
        .any(|unquoted| unquoted.contains(separator))
}

/// Returns `true` if a string is a valid cookie value (RFC 6265, section 4.1.1), optionally in quotation marks.
pub(crate) fn is_cookie_value(text: &str) -> bool {
    let quoted = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'));
    quoted.unwrap_or(text).bytes().all(is_cookie_octet)
}

/// Returns `true` if a string can be a cookie name. Names with brackets are not tokens, but they are in use.
pub(crate) fn is_cookie_name(text: &str) -> bool {
    let fits = |byte| is_cookie_octet(byte) && byte != b'=';
    !text.is_empty() && text.bytes().all(fits)
}

fn is_cookie_octet(byte: u8) -> bool {
    byte.is_ascii_graphic() && !matches!(byte, b'"' | b',' | b';' | b'\\')
}
