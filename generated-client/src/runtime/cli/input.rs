//! What an operation is given: JSON from a program, or texts from flags.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::entry::Entry;

/// What is wrong with the arguments.
#[derive(Debug)]
pub struct InputError(String);

impl InputError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}

impl std::error::Error for InputError {}

/// How a body of one kind is read.
pub type Reader<T> = fn(GivenBody) -> Result<T, serde_json::Error>;

/// A body as it was given.
#[derive(Clone)]
pub enum GivenBody {
    /// JSON.
    Json(Value),
    /// Text that is no JSON.
    Text(String),
}

impl From<String> for GivenBody {
    fn from(text: String) -> Self {
        serde_json::from_str(&text).map_or_else(|_| Self::Text(text), Self::Json)
    }
}

/// A value as it was given.
enum Given {
    Json(Value),
    Texts(Vec<String>),
}

/// The parameters and the body of a call.
#[derive(Default)]
pub struct Input {
    parameters: BTreeMap<String, Given>,
    body: Option<GivenBody>,
}

impl Input {
    /// From an object with the parameters, and the body as JSON, as the name of a file, or `-` for standard input.
    pub(super) fn of_json(params: Option<&str>, body: Option<&str>) -> Result<Self, InputError> {
        let params: Map<String, Value> = match params {
            Some(text) => serde_json::from_str(text).map_err(|error| {
                InputError::new(format!("`--params` is no JSON object: {error}"))
            })?,
            None => Map::new(),
        };
        let parameters = params
            .into_iter()
            .map(|(name, value)| (name, Given::Json(value)));
        let mut input = Self {
            parameters: parameters.collect(),
            body: None,
        };
        input.give_body(body)?;
        Ok(input)
    }

    /// Refuses what the operation does not take: what is misspelled would be left out, and the call do something else.
    pub(super) fn check(&self, entry: &Entry) -> Result<(), InputError> {
        let is_known = |name: &String| entry.parameters.iter().any(|known| known.name == name);
        if let Some(unknown) = self.parameters.keys().find(|name| !is_known(name)) {
            let known: Vec<&str> = entry.parameters.iter().map(|known| known.name).collect();
            let message = format!(
                "`{unknown}` is no parameter of {}; it has: {}",
                entry.name,
                known.join(", ")
            );
            return Err(InputError::new(message));
        }
        if self.body.is_some() && entry.body.is_none() {
            let message = format!("{} takes no body", entry.name);
            return Err(InputError::new(message));
        }
        Ok(())
    }

    pub(super) fn give_texts(&mut self, name: &str, texts: Vec<String>) {
        self.parameters.insert(name.to_owned(), Given::Texts(texts));
    }

    pub(super) fn give_body(&mut self, body: Option<&str>) -> Result<(), InputError> {
        self.body = match body {
            None => None,
            Some("-") => {
                let mut text = String::new();
                let read = std::io::stdin().read_to_string(&mut text);
                read.map_err(|error| InputError::new(format!("standard input: {error}")))?;
                Some(text.into())
            }
            Some(text) => match serde_json::from_str(text) {
                Ok(value) => Some(GivenBody::Json(value)),
                Err(_) => Some(GivenBody::from(std::fs::read_to_string(text).map_err(
                    |error| InputError::new(format!("`{text}` is no JSON, and no file: {error}")),
                )?)),
            },
        };
        Ok(())
    }

    /// A parameter that has to be given.
    pub fn required<T: DeserializeOwned>(&mut self, name: &str) -> Result<T, InputError> {
        self.optional(name)?.ok_or_else(|| missing(name))
    }

    /// A parameter that may be given.
    pub fn optional<T: DeserializeOwned>(&mut self, name: &str) -> Result<Option<T>, InputError> {
        let wrong =
            |error: serde_json::Error| InputError::new(format!("`{name}` cannot be read: {error}"));
        match self.parameters.remove(name) {
            None => Ok(None),
            Some(Given::Json(value)) => serde_json::from_value(value).map(Some).map_err(wrong),
            Some(Given::Texts(texts)) => of_texts(texts).map(Some).map_err(wrong),
        }
    }

    /// A file: its content as JSON text, or its name in a flag.
    pub fn file<T: From<Bytes>>(&mut self, name: &str) -> Result<Option<T>, InputError> {
        Ok(self
            .files(name)?
            .map(|mut files: Vec<T>| files.swap_remove(0)))
    }

    /// Several files.
    pub fn files<T: From<Bytes>>(&mut self, name: &str) -> Result<Option<Vec<T>>, InputError> {
        let bytes = match self.parameters.remove(name) {
            None => return Ok(None),
            Some(Given::Json(Value::Array(items))) => {
                items.iter().map(|item| Ok(bytes_of(item))).collect()
            }
            Some(Given::Json(value)) => Ok(vec![bytes_of(&value)]),
            Some(Given::Texts(names)) => names.iter().map(|name| read(name)).collect(),
        };
        let bytes: Vec<Bytes> = bytes?;
        let files: Vec<T> = bytes.into_iter().map(T::from).collect();
        Ok(Some(files).filter(|files| !files.is_empty()))
    }

    /// A file that has to be given.
    pub fn required_file<T: From<Bytes>>(&mut self, name: &str) -> Result<T, InputError> {
        self.file(name)?.ok_or_else(|| missing(name))
    }

    /// Several files, of which there has to be one.
    pub fn required_files<T: From<Bytes>>(&mut self, name: &str) -> Result<Vec<T>, InputError> {
        self.files(name)?.ok_or_else(|| missing(name))
    }

    /// The body that has to be given.
    pub fn required_body<T>(&mut self, kinds: &[Reader<T>]) -> Result<T, InputError> {
        self.body(kinds)?
            .ok_or_else(|| InputError::new("the body is missing"))
    }

    /// The body, if there is one, as the first of several kinds that it can be.
    pub fn body<T>(&mut self, kinds: &[Reader<T>]) -> Result<Option<T>, InputError> {
        let Some(body) = self.body.take() else {
            return Ok(None);
        };
        let mut wrong = None;
        for kind in kinds {
            match kind(body.clone()) {
                Ok(body) => return Ok(Some(body)),
                Err(error) => wrong = wrong.or(Some(error)),
            }
        }
        let wrong = wrong.map_or_else(String::new, |error| error.to_string());
        Err(InputError::new(format!("the body cannot be read: {wrong}")))
    }
}

fn missing(name: &str) -> InputError {
    InputError::new(format!("`{name}` is missing"))
}

/// A body of JSON.
///
/// # Errors
///
/// Where it is something else, or not of this type.
pub fn of_json<T: DeserializeOwned>(body: GivenBody) -> Result<T, serde_json::Error> {
    match body {
        GivenBody::Json(value) => serde_json::from_value(value),
        // The reader of JSON says best what is wrong.
        GivenBody::Text(text) => serde_json::from_str(&text),
    }
}

/// What stands inside of the object with a single member that a body is wrapped in; a body without it is taken as it is.
pub fn unwrapped(body: GivenBody, wrapper: &str) -> GivenBody {
    match body {
        GivenBody::Json(Value::Object(mut members)) if members.len() == 1 => {
            let inside = members.remove(wrapper);
            GivenBody::Json(inside.unwrap_or(Value::Object(members)))
        }
        other => other,
    }
}

/// A body of text: a text as it is, all else as JSON.
pub fn text_of(body: &GivenBody) -> String {
    match body {
        GivenBody::Json(Value::String(text)) | GivenBody::Text(text) => text.clone(),
        GivenBody::Json(value) => value.to_string(),
    }
}

/// A body of bytes.
pub fn content(body: &GivenBody) -> Bytes {
    Bytes::from(text_of(body))
}

/// The members of a body, for its parts.
pub fn members(body: GivenBody) -> Value {
    match body {
        GivenBody::Json(value) => value,
        GivenBody::Text(text) => Value::String(text),
    }
}

fn bytes_of(value: &Value) -> Bytes {
    content(&GivenBody::Json(value.clone()))
}

fn read(name: &str) -> Result<Bytes, InputError> {
    std::fs::read(name)
        .map(Bytes::from)
        .map_err(|error| InputError::new(format!("{name}: {error}")))
}

fn json_or_text(text: String) -> Value {
    serde_json::from_str(&text).unwrap_or(Value::String(text))
}

/// Flags are texts; where the type is something else, they are JSON. Several are a list.
fn of_texts<T: DeserializeOwned>(texts: Vec<String>) -> Result<T, serde_json::Error> {
    let as_json = |text: &String| json_or_text(text.clone());
    if let [text] = texts.as_slice() {
        let single = serde_json::from_value(Value::String(text.clone()))
            .or_else(|_| serde_json::from_value(as_json(text)));
        if single.is_ok() {
            return single;
        }
    }
    let list = texts.iter().cloned().map(Value::String).collect();
    serde_json::from_value(Value::Array(list))
        .or_else(|_| serde_json::from_value(Value::Array(texts.iter().map(as_json).collect())))
}
