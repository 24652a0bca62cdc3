//! Serialization styles of parameters (OpenAPI 3.0.4, "Style Values"; RFC 6570).

use percent_encoding::{AsciiSet, utf8_percent_encode};
use serde::ser::Serialize;
use serde_json::Value;

use crate::calls::send_error::BuildError;
use crate::requests::encode::{
    RESERVED, comma_separated, flatten, percent_encode, push_exploded, push_pair, to_text, to_value,
};
use crate::requests::request::Request;
use crate::wire::http_date::to_http_date;

/// Keeps the reserved characters of RFC 3986 that have no meaning in a query.
const ALLOW_RESERVED: &AsciiSet = &RESERVED
    .remove(b':')
    .remove(b'/')
    .remove(b'?')
    .remove(b'[')
    .remove(b']')
    .remove(b'@')
    .remove(b'!')
    .remove(b'$')
    .remove(b'\'')
    .remove(b'(')
    .remove(b')')
    .remove(b'*')
    .remove(b',')
    .remove(b';');

/// The same for a path, which a question mark ends.
const PATH_RESERVED: &AsciiSet = &ALLOW_RESERVED
    .add(b'?')
    .remove(b'&')
    .remove(b'=')
    .remove(b'+');

/// The serialization style of a value. `explode` separates items and members.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// `a,b`; members are `key,value`, exploded `key=value`.
    Simple {
        /// `true` if each member is a pair.
        explode: bool,
    },
    /// `.a,b`, exploded `.a.b`.
    Label {
        /// `true` if each item has its own dot.
        explode: bool,
    },
    /// `;name=a,b`, exploded `;name=a;name=b`.
    Matrix {
        /// `true` if each item has its own name.
        explode: bool,
    },
    /// `name=a,b`, exploded `name=a&name=b`.
    Form {
        /// `true` if each item has its own name.
        explode: bool,
    },
    /// `name=a%20b`.
    SpaceDelimited,
    /// `name=a%7Cb`.
    PipeDelimited,
    /// `name[key]=a&name[other]=b`; items are numbered: `name[key][0]=a`.
    DeepObject,
    /// JSON as text.
    Json,
    /// A time as the date of an HTTP header field: `Sun, 06 Nov 1994 08:49:37 GMT`.
    HttpDate,
}

impl Request {
    /// Sets a path parameter in another style.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is empty, which would be the path of another resource.
    pub fn path_as<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
        style: Style,
    ) -> Result<(), BuildError> {
        let value = to_value(name, value)?;
        let text = match style {
            Style::Json => percent_encode(&value.to_string()),
            Style::Label { explode } => {
                let separator = if explode { "." } else { "," };
                format!(
                    ".{}",
                    members(&value, explode, percent_encode).join(separator)
                )
            }
            Style::Matrix { explode: true } if value.is_array() => items(&value, percent_encode)
                .iter()
                .map(|item| format!(";{name}={item}"))
                .collect(),
            Style::Matrix { explode: true } if value.is_object() => {
                members(&value, true, percent_encode)
                    .iter()
                    .map(|member| format!(";{member}"))
                    .collect()
            }
            Style::Matrix { .. } => {
                format!(
                    ";{name}={}",
                    members(&value, false, percent_encode).join(",")
                )
            }
            Style::Simple { explode } => members(&value, explode, percent_encode).join(","),
            _ => members(&value, false, percent_encode).join(","),
        };
        self.set_path_parameter(name, text)
    }

    /// Sets a path parameter without encoding reserved characters (`allowReserved`), except for those that would end
    /// the path: `?` and `#`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is empty, or if a segment of it is `.` or `..`, which would be the path of another
    /// resource.
    pub fn path_reserved<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
        style: Style,
    ) -> Result<(), BuildError> {
        let encode = |text: &str| utf8_percent_encode(text, PATH_RESERVED).to_string();
        let paired = style == Style::Simple { explode: true };
        let text = members(&to_value(name, value)?, paired, encode).join(",");
        if text.split('/').any(|segment| matches!(segment, "." | "..")) {
            let reason = format!("`{name}` must not have the segments `.` or `..`");
            return Err(BuildError::new(reason));
        }
        self.set_path_parameter(name, text)
    }

    /// Adds a query parameter in another style.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be serialized as JSON.
    pub fn query_as<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
        style: Style,
    ) -> Result<(), BuildError> {
        write_parameter(
            &mut self.query,
            name,
            &to_value(name, value)?,
            style,
            RESERVED,
            ",",
        );
        Ok(())
    }

    /// Adds a query parameter without encoding reserved characters (`allowReserved`), except for those that would end
    /// it: `&`, `=`, `+` and `#`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be serialized as JSON.
    pub fn query_reserved<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
        style: Style,
    ) -> Result<(), BuildError> {
        let value = to_value(name, value)?;
        write_parameter(&mut self.query, name, &value, style, ALLOW_RESERVED, ",");
        Ok(())
    }

    /// Adds a header in another style.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not a valid header value, or is to be an HTTP date and has another year than 1970
    /// to 9999.
    pub fn header_as<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
        style: Style,
    ) -> Result<(), BuildError> {
        let value = to_value(name, value)?;
        let text = match style {
            Style::Json => value.to_string(),
            Style::HttpDate => to_http_date(&to_text(&value)).ok_or_else(|| {
                BuildError::new(format!(
                    "`{name}` must be a time after 1970, as an HTTP date"
                ))
            })?,
            Style::Simple { explode } => members(&value, explode, str::to_owned).join(","),
            _ => comma_separated(&value),
        };
        self.push_header(name, &text)
    }

    /// Adds a cookie in another style. If exploded, each item or member is a cookie.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be serialized as JSON.
    pub fn cookie_as<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
        style: Style,
    ) -> Result<(), BuildError> {
        let value = to_value(name, value)?;
        match (style, &value) {
            (Style::Json, value) => self.push_cookie(name, &percent_encode(&value.to_string())),
            (Style::Form { explode: true }, Value::Array(_)) => items(&value, percent_encode)
                .iter()
                .try_for_each(|item| self.push_cookie(name, item)),
            (Style::Form { explode: true }, Value::Object(members)) => members
                .iter()
                .filter(|(_, value)| !value.is_null())
                .try_for_each(|(key, value)| {
                    self.push_cookie(key, &percent_encode(&to_text(value)))
                }),
            (_, value) => self.push_cookie(name, &members(value, false, percent_encode).join(",")),
        }
    }
}

/// Adds a value to the pairs of a query or a form, which differ in their encoding of values and commas.
pub(crate) fn write_parameter(
    pairs: &mut String,
    name: &str,
    value: &Value,
    style: Style,
    set: &'static AsciiSet,
    comma: &str,
) {
    if value.is_null() {
        return;
    }
    let encode = |text: &str| utf8_percent_encode(text, set).to_string();
    let separator = match style {
        Style::SpaceDelimited => "%20",
        Style::PipeDelimited => "%7C",
        _ => comma,
    };
    match (style, value) {
        (Style::Json, value) => push_pair(pairs, name, &encode(&value.to_string())),
        (Style::DeepObject, value) => {
            let mut leaves = Vec::new();
            flatten(name.to_owned(), value, &mut leaves);
            for (name, value) in leaves {
                push_pair(pairs, &name, &encode(&value));
            }
        }
        (Style::Form { explode: true }, value) => push_exploded(pairs, name, value, encode),
        (_, value) => {
            let parts = members(value, false, encode);
            if !parts.is_empty() {
                push_pair(pairs, name, &parts.join(separator));
            }
        }
    }
}

/// Returns the items of an array, each percent-encoded, without `null` items.
fn items(value: &Value, encode: impl Fn(&str) -> String) -> Vec<String> {
    let items = value.as_array().into_iter().flatten();
    items
        .filter(|item| !item.is_null())
        .map(|item| encode(&to_text(item)))
        .collect()
}

/// Returns the components of a value, each percent-encoded: items, or keys and values, which are `key=value` pairs if
/// `paired`.
fn members(value: &Value, paired: bool, encode: impl Fn(&str) -> String) -> Vec<String> {
    match value {
        Value::Array(_) => items(value, encode),
        Value::Object(members) => {
            let members = members.iter().filter(|(_, value)| !value.is_null());
            let pairs = members.map(|(key, value)| [encode(key), encode(&to_text(value))]);
            if paired {
                pairs.map(|pair| pair.join("=")).collect()
            } else {
                pairs.flatten().collect()
            }
        }
        scalar => vec![encode(&to_text(scalar))],
    }
}
