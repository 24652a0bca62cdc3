//! Bodies of the type `application/x-www-form-urlencoded` (OpenAPI 3.0.4, "Encoding the
//! x-www-form-urlencoded Media Type").

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::ser::Serialize;
use serde_json::value::RawValue;

use crate::calls::send_error::BuildError;
use crate::requests::encode::{RESERVED, percent_encode, push_pair, to_raw, to_value};
use crate::requests::request::Request;
use crate::requests::style::{Style, write_parameter};

const MEDIA_TYPE: &str = "application/x-www-form-urlencoded";

impl Request {
    /// Sends the members of an object as a form. Arrays repeat the name, nested objects are JSON, and `null` is
    /// omitted.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not an object.
    pub fn form<T: Serialize + ?Sized>(&mut self, body: &T) -> Result<(), BuildError> {
        self.form_as(body, &[])
    }

    /// Sends the members of an object as a form, some of them in their own style.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not an object.
    pub fn form_as<T: Serialize + ?Sized>(
        &mut self,
        body: &T,
        styles: &[(&str, Style)],
    ) -> Result<(), BuildError> {
        let form = pairs("body", body, styles)?;
        self.body(MEDIA_TYPE, form);
        Ok(())
    }
}

/// Returns the members of an object as names and values.
fn pairs<T: Serialize + ?Sized>(
    name: &str,
    value: &T,
    styles: &[(&str, Style)],
) -> Result<String, BuildError> {
    let members = raw_members(&to_raw(name, value)?).ok_or_else(|| {
        BuildError::new(format!(
            "`{name}` is sent as a form, and so must be an object"
        ))
    })?;
    let mut form = String::new();
    for (name, raw) in &members {
        let value = &to_value(name, raw)?;
        let own = styles.iter().find(|(member, _)| member == name);
        let usual = if value.is_object() {
            Style::Json
        } else {
            Style::Form { explode: true }
        };
        let style = own.map_or(usual, |(_, style)| *style);
        if style == Style::Json {
            if !value.is_null() {
                push_pair(&mut form, name, &percent_encode(raw.get()));
            }
            continue;
        }
        write_parameter(&mut form, name, value, style, RESERVED, "%2C")?;
    }
    Ok(form)
}

/// Returns the members of an object, in order; `None` for another value.
fn raw_members(value: &RawValue) -> Option<Vec<(String, Box<RawValue>)>> {
    struct Members;

    impl<'de> Visitor<'de> for Members {
        type Value = Vec<(String, Box<RawValue>)>;

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            formatter.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
            let mut members = Vec::new();
            while let Some(member) = map.next_entry()? {
                members.push(member);
            }
            Ok(members)
        }
    }

    serde_json::Deserializer::from_str(value.get())
        .deserialize_map(Members)
        .ok()
}
