//! Serialization styles of parameters (OpenAPI 3.0.4, "Style Values"; RFC 6570).

use percent_encoding::{AsciiSet, utf8_percent_encode};
use serde::ser::Serialize;
use serde_json::Value;

use crate::calls::send_error::BuildError;
use crate::requests::encode::{
    RESERVED, components, flatten, percent_encode, push_exploded, push_pair, to_text, to_value,
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

/// The same for the items of lists and members, which commas and `=` separate.
const ITEM_RESERVED: &AsciiSet = &ALLOW_RESERVED.add(b',');
const PATH_ITEM_RESERVED: &AsciiSet = &PATH_RESERVED.add(b',').add(b'=');

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
    /// Returns an error if the value is empty, which would be the path of another resource, or if a part of it contains
    /// the separator.
    pub fn path_as<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
        style: Style,
    ) -> Result<(), BuildError> {
        let value = to_value(name, value)?;
        let joined = |paired: bool, separator: &str| {
            let components = components(name, &value, paired, separator, percent_encode);
            components.map(|components| components.join(separator))
        };
        let text = match style {
            Style::Json => percent_encode(&value.to_string()),
            Style::Label { explode: true } => format!(".{}", joined(true, ".")?),
            Style::Label { explode: false } => format!(".{}", joined(false, ",")?),
            Style::Matrix { explode: true } if value.is_array() => {
                let items = components(name, &value, false, ";", percent_encode)?;
                items.iter().map(|item| format!(";{name}={item}")).collect()
            }
            Style::Matrix { explode: true } if value.is_object() => {
                format!(";{}", joined(true, ";")?)
            }
            Style::Matrix { .. } => format!(";{name}={}", joined(false, ",")?),
            Style::Simple { explode } => joined(explode, ",")?,
            _ => joined(false, ",")?,
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
        let value = to_value(name, value)?;
        let set = if is_scalar(&value) {
            PATH_RESERVED
        } else {
            PATH_ITEM_RESERVED
        };
        let encode = |text: &str| utf8_percent_encode(text, set).to_string();
        let paired = style == Style::Simple { explode: true };
        let text = components(name, &value, paired, ",", encode)?.join(",");
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
    /// Returns an error if the value cannot be serialized as JSON, or if a part of it contains the separator.
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
        )
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
        let set = if is_scalar(&value) {
            ALLOW_RESERVED
        } else {
            ITEM_RESERVED
        };
        write_parameter(&mut self.query, name, &value, style, set, ",")
    }

    /// Adds a header in another style.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not a valid header value, if a part of it contains the separator, or if it is to be
    /// an HTTP date and has another year than 1970 to 9999.
    pub fn header_as<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
        style: Style,
    ) -> Result<(), BuildError> {
        let value = to_value(name, value)?;
        let paired = style == Style::Simple { explode: true };
        let text = match style {
            Style::Json => value.to_string(),
            Style::HttpDate => to_http_date(&to_text(&value)).ok_or_else(|| {
                BuildError::new(format!(
                    "`{name}` must be a time after 1970, as an HTTP date"
                ))
            })?,
            _ => components(name, &value, paired, ",", str::to_owned)?.join(","),
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
            (Style::Form { explode: true }, Value::Array(_)) => {
                let items = components(name, &value, false, ";", percent_encode)?;
                items
                    .iter()
                    .try_for_each(|item| self.push_cookie(name, item))
            }
            (Style::Form { explode: true }, Value::Object(members)) => members
                .iter()
                .filter(|(_, value)| !value.is_null())
                .try_for_each(|(key, value)| {
                    self.push_cookie(key, &percent_encode(&to_text(value)))
                }),
            (_, value) => {
                let parts = components(name, value, false, ",", percent_encode)?;
                self.push_cookie(name, &parts.join(","))
            }
        }
    }
}

/// Returns `true` if a value has no parts.
fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

/// Adds a value to the pairs of a query or a form, which differ in their encoding of values and commas.
pub(crate) fn write_parameter(
    pairs: &mut String,
    name: &str,
    value: &Value,
    style: Style,
    set: &'static AsciiSet,
    comma: &str,
) -> Result<(), BuildError> {
    if value.is_null() {
        return Ok(());
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
            let parts = components(name, value, false, separator, encode)?;
            if !parts.is_empty() {
                push_pair(pairs, name, &parts.join(separator));
            }
        }
    }
    Ok(())
}
