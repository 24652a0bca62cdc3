//! Bodies of the type `application/x-www-form-urlencoded` (OpenAPI 3.0.4, "Encoding the x-www-form-urlencoded Media Type").

use serde::ser::Serialize;
use serde_json::Value;

use super::error::BuildError;
use super::request::{RESERVED, Request, to_value};
use super::style::{Style, write_parameter};

const MEDIA_TYPE: &str = "application/x-www-form-urlencoded";

impl Request {
    /// Sends the members of an object as a form: arrays repeat the name, objects inside are JSON, `null` is left out.
    ///
    /// # Errors
    ///
    /// Where the value is no object.
    pub fn form<T: Serialize + ?Sized>(&mut self, body: &T) -> Result<(), BuildError> {
        self.form_as(body, &[])
    }

    /// Sends the members of an object as a form, some of them in a style of their own.
    ///
    /// # Errors
    ///
    /// Where the value is no object.
    pub fn form_as<T: Serialize + ?Sized>(
        &mut self,
        body: &T,
        styles: &[(&str, Style)],
    ) -> Result<(), BuildError> {
        let Value::Object(members) = to_value("body", body)? else {
            return Err(BuildError::new("the body of a form has to be an object"));
        };
        let mut form = String::new();
        for (name, value) in &members {
            let own = styles.iter().find(|(member, _)| member == name);
            let usual = if value.is_object() {
                Style::Json
            } else {
                Style::Form { explode: true }
            };
            let style = own.map_or(usual, |(_, style)| *style);
            write_parameter(&mut form, name, value, style, (RESERVED, "%2C"));
        }
        self.body(MEDIA_TYPE, form);
        Ok(())
    }
}
