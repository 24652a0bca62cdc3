//! Multipart bodies (RFC 7578), files, and bytes with a media type of the caller's choice.

use std::fmt;

use bytes::Bytes;
use serde::ser::Serialize;
use serde_json::Value;
use serde_json::value::RawValue;

use crate::calls::platform::bits;
use crate::calls::send_error::BuildError;
use crate::requests::encode::{to_raw, to_text, to_value};
use crate::requests::payload::RequestBody;
use crate::requests::request::Request;

/// A file to upload, with its name and media type.
#[derive(Clone, PartialEq)]
pub struct Upload {
    body: RequestBody,
    headers: Vec<(String, String)>,
    file_name: Option<String>,
    media_type: Option<String>,
}

impl Upload {
    /// Creates a file from bytes.
    pub fn new(bytes: impl Into<Bytes>) -> Self {
        Self::from(RequestBody::from(bytes))
    }

    /// Adds a header to the part (RFC 7578, section 4.8). Servers may ignore it.
    #[must_use]
    pub fn header(mut self, name: impl Into<String>, value: impl Into<String>) -> Self {
        self.headers.push((name.into(), value.into()));
        self
    }

    /// Sets the file name.
    #[must_use]
    pub fn file_name(mut self, name: impl Into<String>) -> Self {
        self.file_name = Some(name.into());
        self
    }

    /// Sets the media type, such as `image/png`.
    #[must_use]
    pub fn media_type(mut self, media_type: impl Into<String>) -> Self {
        self.media_type = Some(media_type.into());
        self
    }
}

impl fmt::Debug for Upload {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Upload")
            .field("body", &self.body)
            .field("file_name", &self.file_name)
            .field("media_type", &self.media_type)
            .finish()
    }
}

impl<T: Into<RequestBody>> From<T> for Upload {
    /// Creates a file from a body, which may be a stream.
    fn from(body: T) -> Self {
        Self {
            body: body.into(),
            headers: Vec::new(),
            file_name: None,
            media_type: None,
        }
    }
}

/// Bytes with their media type. Without one, the first media type of the API description is sent.
#[derive(Clone, PartialEq)]
pub struct Content {
    body: RequestBody,
    media_type: Option<String>,
}

impl Content {
    /// Creates a body with a media type, such as `image/png`.
    pub fn new(media_type: impl Into<String>, body: impl Into<RequestBody>) -> Self {
        Self {
            body: body.into(),
            media_type: Some(media_type.into()),
        }
    }
}

impl fmt::Debug for Content {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Content")
            .field("body", &self.body)
            .field("media_type", &self.media_type)
            .finish()
    }
}

impl<T: Into<RequestBody>> From<T> for Content {
    fn from(body: T) -> Self {
        Self {
            body: body.into(),
            media_type: None,
        }
    }
}

/// The parts of a multipart body, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Multipart {
    parts: Vec<Part>,
}

/// A part of a multipart body.
#[derive(Clone, Debug, PartialEq)]
struct Part {
    name: Option<String>,
    upload: Upload,
    /// The media type if neither the part nor its position has one.
    usual: &'static str,
}

impl Multipart {
    /// Creates a body without parts.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns `true` if it has no parts.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// Adds a value: a string as it is, an object as JSON, each item of an array as its own part, and nothing for
    /// `null`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be serialized as JSON.
    pub fn value<T: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
    ) -> Result<(), BuildError> {
        self.push(name, &to_raw(name, value)?, None)
    }

    /// Adds a value with this media type.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be serialized as JSON.
    pub fn value_as<T: Serialize + ?Sized>(
        &mut self,
        name: &str,
        value: &T,
        media_type: &str,
    ) -> Result<(), BuildError> {
        let value = to_raw(name, value)?;
        if !media_type.ends_with("json") || value.get() == "null" {
            return self.push(name, &value, Some(media_type));
        }
        let part = Upload::new(value.get().to_owned()).media_type(media_type);
        self.part(name, part);
        Ok(())
    }

    fn push(
        &mut self,
        name: &str,
        value: &RawValue,
        media_type: Option<&str>,
    ) -> Result<(), BuildError> {
        let json = value.get();
        if json == "null" {
            return Ok(());
        }
        if json.starts_with('[') {
            let items: Vec<Box<RawValue>> = serde_json::from_str(json).unwrap_or_default();
            return items
                .iter()
                .try_for_each(|item| self.push(name, item, media_type));
        }
        let is_object = json.starts_with('{').then_some("application/json");
        let text = if json.starts_with('"') {
            to_text(&to_value(name, value)?)
        } else {
            json.to_owned()
        };
        let part = Upload {
            media_type: media_type.or(is_object).map(str::to_owned),
            ..Upload::new(text)
        };
        self.part(name, part);
        Ok(())
    }

    /// Adds a file. Without a file name, it gets the name of the part, because servers recognize files by their name.
    pub fn file(&mut self, name: &str, file: &Upload) {
        self.file_as(name, file, "application/octet-stream");
    }

    /// Adds a file with this media type, unless it has its own.
    pub fn file_as(&mut self, name: &str, file: &Upload, media_type: &str) {
        let mut file = file.clone();
        file.file_name.get_or_insert_with(|| name.to_owned());
        file.media_type.get_or_insert_with(|| media_type.to_owned());
        self.part(name, file);
    }

    /// Adds several files under one name.
    pub fn files(&mut self, name: &str, files: &[Upload]) {
        files.iter().for_each(|file| self.file(name, file));
    }

    /// Adds several files under one name with this media type, unless they have their own.
    pub fn files_as(&mut self, name: &str, files: &[Upload], media_type: &str) {
        for file in files {
            self.file_as(name, file, media_type);
        }
    }

    /// Adds a part without a name. Its position determines its meaning, as in multipart bodies that are not forms.
    pub fn unnamed(&mut self, part: impl Into<Upload>) {
        self.push_unnamed(part.into(), "");
    }

    /// Adds a value without a name: a string as it is, anything else as JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be serialized as JSON.
    pub fn unnamed_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), BuildError> {
        let value = to_value("part", value)?;
        let usual = if value.is_string() {
            ""
        } else {
            "application/json"
        };
        self.push_unnamed(Upload::new(to_text(&value)), usual);
        Ok(())
    }

    fn push_unnamed(&mut self, upload: Upload, usual: &'static str) {
        self.parts.push(Part {
            name: None,
            upload,
            usual,
        });
    }

    /// Adds a file or a part with its own headers.
    pub fn part(&mut self, name: &str, part: Upload) {
        self.parts.push(Part {
            name: Some(name.to_owned()),
            upload: part,
            usual: "",
        });
    }

    /// Builds the body.
    fn to_body(&self, boundary: &str) -> RequestBody {
        let mut pieces = Vec::new();
        let mut text = Vec::new();
        for part in &self.parts {
            let (name, usual, part) = (part.name.as_deref(), part.usual, &part.upload);
            text.extend_from_slice(head(boundary, name, part, usual).as_bytes());
            match part.body.bytes() {
                Some(bytes) => text.extend_from_slice(bytes),
                None => {
                    pieces.push(std::mem::take(&mut text).into());
                    pieces.push(part.body.clone());
                }
            }
            text.extend_from_slice(b"\r\n");
        }
        text.extend_from_slice(format!("--{boundary}--\r\n").as_bytes());
        if pieces.is_empty() {
            return text.into();
        }
        pieces.push(text.into());
        RequestBody::chain(pieces)
    }
}

/// Returns the header block of a part.
fn head(boundary: &str, name: Option<&str>, part: &Upload, usual: &str) -> String {
    let mut head = format!("--{boundary}");
    match (name, &part.file_name) {
        (None, None) => {}
        (None, Some(_)) => head.push_str("\r\nContent-Disposition: attachment"),
        (Some(name), _) => head.push_str(&format!(
            "\r\nContent-Disposition: form-data; name=\"{}\"",
            quoted(name)
        )),
    }
    if let Some(file_name) = &part.file_name {
        head.push_str(&format!("; filename=\"{}\"", quoted(file_name)));
    }
    let media_type = part.media_type.as_deref().unwrap_or(usual);
    if !media_type.is_empty() {
        head.push_str(&format!("\r\nContent-Type: {}", single_line(media_type)));
    }
    for (name, value) in &part.headers {
        let name = single_line(name).replace(':', "");
        head.push_str(&format!("\r\n{name}: {}", single_line(value)));
    }
    head.push_str("\r\n\r\n");
    head
}

impl From<Value> for Multipart {
    /// Turns each member of an object into a part.
    fn from(members: Value) -> Self {
        let mut parts = Self::new();
        for (name, value) in members.as_object().into_iter().flatten() {
            // A value always has a JSON form.
            let _ = parts.value(name, value);
        }
        parts
    }
}

impl Request {
    /// Sends a multipart form.
    pub fn parts(&mut self, parts: &Multipart) {
        self.parts_as(parts, "multipart/form-data");
    }

    /// Sends a multipart body with this media type.
    pub fn parts_as(&mut self, parts: &Multipart, media_type: &str) {
        // The boundary is random, so that no part can contain it.
        let boundary = format!("{:016x}{:016x}", bits(), bits());
        let body = parts.to_body(&boundary);
        self.body(&format!("{media_type}; boundary=\"{boundary}\""), body);
    }

    /// Sends bytes with a media type of the caller's choice.
    pub fn content(&mut self, content: &Content, default_media_type: &str) {
        let media_type = content.media_type.as_deref().unwrap_or(default_media_type);
        self.body(media_type, content.body.clone());
    }
}

/// Quotes a name as a header parameter (RFC 7578, section 4.2, and browser behavior).
fn quoted(name: &str) -> String {
    name.replace('"', "%22")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn single_line(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}
