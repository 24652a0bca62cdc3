//! A request as data. It is built without I/O, so that it can be inspected, repeated and sent by any transport.

use std::fmt;

use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, COOKIE, HeaderName, HeaderValue};
use http::{HeaderMap, Method};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::Value;

use crate::auth::authorization::Requirement;
use crate::calls::platform::bits;
use crate::calls::send_error::BuildError;
use crate::requests::encode::{
    components, is_cookie_name, percent_encode, push_exploded, to_value, unserializable,
};
use crate::requests::escape::line;
use crate::requests::payload::RequestBody;
use crate::wire::json::{RECORD_SEPARATOR, to_json};

/// A request that is being built.
#[derive(Clone)]
pub struct Request {
    pub(crate) method: Method,
    pub(crate) template: &'static str,
    path: Vec<(&'static str, String)>,
    /// The path parameters that may be empty.
    may_be_empty: Vec<&'static str>,
    pub(crate) query: String,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<RequestBody>,
    pub(crate) requirement: Option<Requirement>,
    /// The index of the operation's own server.
    pub(crate) server: Option<usize>,
    /// `true` if redirects are followed.
    pub(crate) follows: bool,
    /// Path and query as received from a server; replaces the template and the parameters.
    pub(crate) address: Option<String>,
}

/// Does not show parameters and headers, which may be secret.
impl fmt::Debug for Request {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Request")
            .field("method", &self.method)
            .field("template", &self.template)
            .field("body", &self.body)
            .finish_non_exhaustive()
    }
}

impl Request {
    /// Creates a request for a path template such as `/project/{project_key}`.
    pub fn new(method: Method, template: &'static str) -> Self {
        let mut headers = HeaderMap::new();
        headers.insert(ACCEPT, HeaderValue::from_static("application/json"));
        Self {
            method,
            template,
            path: Vec::new(),
            may_be_empty: Vec::new(),
            query: String::new(),
            headers,
            body: None,
            requirement: None,
            server: None,
            follows: true,
            address: None,
        }
    }

    /// Returns the method.
    pub fn method(&self) -> &Method {
        &self.method
    }

    /// Makes this a request for the same address without a body.
    pub(crate) fn become_get(&mut self) {
        self.method = Method::GET;
        self.body = None;
        self.headers.remove(CONTENT_TYPE);
    }

    /// Returns the headers, without those that the client adds.
    pub fn headers(&self) -> &HeaderMap {
        &self.headers
    }

    /// Returns the body, unless there is none or it is a stream.
    pub fn bytes(&self) -> Option<&Bytes> {
        self.body.as_ref().and_then(RequestBody::bytes)
    }

    /// Allows a path parameter to be an empty segment.
    #[doc(hidden)]
    pub fn allow_empty(&mut self, name: &'static str) {
        self.may_be_empty.push(name);
    }

    /// Sets a path parameter in the style `simple`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is empty and must not be, `.` or `..`, which would be the path of another resource.
    pub fn path<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), BuildError> {
        let value = to_value(name, value)?;
        let parts = components(name, &value, false, ",", percent_encode)?;
        self.set_path_parameter(name, parts.join(","))
    }

    pub(crate) fn set_path_parameter(
        &mut self,
        name: &'static str,
        text: String,
    ) -> Result<(), BuildError> {
        let is_allowed = text.is_empty() && self.may_be_empty.contains(&name);
        if matches!(text.as_str(), "" | "." | "..") && !is_allowed {
            let reason = format!("`{name}` must not be empty, `.` or `..`");
            return Err(BuildError::new(reason));
        }
        self.path.push((name, text));
        Ok(())
    }

    /// Adds a query parameter in the style `form`. Arrays repeat the name, and `null` is omitted.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be serialized as JSON.
    pub fn query<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), BuildError> {
        let value = to_value(name, value)?;
        push_exploded(&mut self.query, name, &value, percent_encode);
        Ok(())
    }

    /// Adds a header.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not a valid header value, or if a part of it contains a comma.
    pub fn header<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), BuildError> {
        let value = to_value(name, value)?;
        let parts = components(name, &value, false, ",", str::to_owned)?;
        self.push_header(name, &parts.join(","))
    }

    /// Adds a random key that lets the server recognize repeated requests.
    pub fn idempotency_key(&mut self, name: &'static str) {
        // Together they are a version 4 UUID (RFC 9562).
        let (one, two) = (bits(), bits());
        let key = format!(
            "{:08x}-{:04x}-4{:03x}-{:04x}-{:012x}",
            one >> 32,
            (one >> 16) & 0xffff,
            one & 0xfff,
            (two >> 48) & 0x3fff | 0x8000,
            two & 0xffff_ffff_ffff,
        );
        if let (Ok(name), Ok(key)) = (HeaderName::try_from(name), HeaderValue::try_from(key)) {
            self.headers.insert(name, key);
        }
    }

    pub(crate) fn push_header(&mut self, name: &str, text: &str) -> Result<(), BuildError> {
        let header = HeaderName::from_bytes(name.as_bytes());
        match (header, HeaderValue::from_str(text)) {
            (Ok(header), Ok(text)) => {
                self.headers.append(header, text);
                Ok(())
            }
            _ => Err(BuildError::new(format!(
                "`{name}` has characters that are not allowed in a header"
            ))),
        }
    }

    /// Adds a cookie.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be serialized as JSON.
    pub fn cookie<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), BuildError> {
        let value = to_value(name, value)?;
        let parts = components(name, &value, false, ",", percent_encode)?;
        self.push_cookie(name, &parts.join(","))
    }

    /// Adds a cookie whose value is already percent-encoded.
    pub(crate) fn push_cookie(&mut self, name: &str, value: &str) -> Result<(), BuildError> {
        if !is_cookie_name(name) {
            let reason = format!("`{}` cannot be the name of a cookie", line(name));
            return Err(BuildError::new(reason));
        }
        let pair = format!("{name}={value}");
        let before = self
            .headers
            .get(COOKIE)
            .and_then(|value| value.to_str().ok());
        let all = before.map_or_else(|| pair.clone(), |before| format!("{before}; {pair}"));
        let value = HeaderValue::from_str(&all)
            .map_err(|_| BuildError::new(format!("`{name}` cannot be the name of a cookie")))?;
        self.headers.insert(COOKIE, value);
        Ok(())
    }

    /// Requests these media types instead of `application/json`.
    pub fn accept(&mut self, media_types: &'static str) {
        self.media_type_header(ACCEPT, media_types);
    }

    /// Sets the security requirement instead of the default one: one of these combinations of schemes. Without a
    /// combination, no credentials are sent.
    pub fn security(&mut self, requirement: Requirement) {
        self.requirement = Some(requirement);
    }

    /// Selects one of the operation-specific servers.
    #[doc(hidden)]
    pub fn server(&mut self, index: usize) {
        self.server = Some(index);
    }

    /// Returns a redirect as the response, instead of following it.
    #[doc(hidden)]
    pub fn keep_redirects(&mut self) {
        self.follows = false;
    }

    /// Sends a JSON body.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be serialized as JSON.
    pub fn json<T: Serialize + ?Sized>(&mut self, body: &T) -> Result<(), BuildError> {
        let json = to_json(body).map_err(|error| unserializable("body", &error))?;
        self.body("application/json", json);
        Ok(())
    }

    /// Sends a JSON body inside an object with this single key: `{ "story": { .. } }`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value cannot be serialized as JSON.
    pub fn json_in<T: Serialize + ?Sized>(
        &mut self,
        wrapper: &'static str,
        body: &T,
    ) -> Result<(), BuildError> {
        self.json(&Wrapped { wrapper, body })
    }

    /// Sends a JSON value per line. In a JSON text sequence, a record separator is before each value (RFC 7464).
    ///
    /// # Errors
    ///
    /// Returns an error if a value cannot be serialized as JSON.
    pub fn lines<T: Serialize>(
        &mut self,
        media_type: &'static str,
        values: &[T],
    ) -> Result<(), BuildError> {
        let mut body = String::new();
        for value in values {
            if media_type.contains("json-seq") {
                body.push(RECORD_SEPARATOR.into());
            }
            body.push_str(&to_json(value).map_err(|error| unserializable("body", &error))?);
            body.push('\n');
        }
        self.body(media_type, body);
        Ok(())
    }

    /// Sends a JSON array.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not an array.
    pub fn json_array(&mut self, body: &Value) -> Result<(), BuildError> {
        match body {
            Value::Array(_) => self.json(body),
            _ => Err(BuildError::new("the body must be an array")),
        }
    }

    /// Sends a JSON object.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is not an object.
    pub fn json_object(&mut self, body: &Value) -> Result<(), BuildError> {
        match body {
            Value::Object(_) => self.json(body),
            _ => Err(BuildError::new("the body must be an object")),
        }
    }

    /// Sends a body as it is.
    pub fn body(&mut self, media_type: &str, body: impl Into<RequestBody>) {
        self.media_type_header(CONTENT_TYPE, media_type);
        self.body = Some(body.into());
    }

    /// Sets the media type of the body.
    pub fn content_type(&mut self, media_type: &str) {
        self.media_type_header(CONTENT_TYPE, media_type);
    }

    /// Sets a header to a media type. A media type that is not a valid header value is omitted; the server then
    /// decides.
    fn media_type_header(&mut self, name: HeaderName, media_type: &str) {
        if let Ok(value) = HeaderValue::from_str(media_type) {
            self.headers.insert(name, value);
        }
    }

    /// Returns the percent-encoded path and query, to append to the base address of the API.
    ///
    /// # Errors
    ///
    /// Returns an error if a path parameter is not set.
    pub fn target(&self) -> Result<String, BuildError> {
        if let Some(address) = &self.address {
            return Ok(address.clone());
        }
        let mut target = self.expand_path()?;
        if !self.query.is_empty() {
            target.push(if target.contains('?') { '&' } else { '?' });
            target.push_str(&self.query);
        }
        Ok(target)
    }

    /// Fills in the path template. It is split once, so braces in a value have no meaning. Its fragment only distinguishes
    /// operations with the same path, such as `/#Action=GetUser`, and is not sent; a query behind it would be lost.
    fn expand_path(&self) -> Result<String, BuildError> {
        let mut path = String::with_capacity(self.template.len() + 16);
        let mut rest = self
            .template
            .split_once('#')
            .map_or(self.template, |(path, _)| path);
        while let Some((before, after)) = rest.split_once('{') {
            let Some((name, next)) = after.split_once('}') else {
                break;
            };
            path.push_str(before);
            let value = self.path.iter().find(|(known, _)| *known == name);
            let (_, value) =
                value.ok_or_else(|| BuildError::new(format!("`{name}` of the path is missing")))?;
            path.push_str(value);
            rest = next;
        }
        path.push_str(rest);
        Ok(path)
    }
}

/// An object with a single member.
struct Wrapped<'a, T: ?Sized> {
    wrapper: &'static str,
    body: &'a T,
}

impl<T: Serialize + ?Sized> Serialize for Wrapped<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(1))?;
        map.serialize_entry(self.wrapper, self.body)?;
        map.end()
    }
}
