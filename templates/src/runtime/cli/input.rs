//! What an operation is given: JSON from a program, or texts from flags.

use std::collections::BTreeMap;
use std::fmt;
use std::io::Read;

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

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
pub type Reader<T> = fn(Value) -> Result<T, serde_json::Error>;

/// A value as it was given.
enum Given {
    Json(Value),
    Texts(Vec<String>),
}

/// The parameters and the body of a call.
#[derive(Default)]
pub struct Input {
    parameters: BTreeMap<String, Given>,
    body: Option<Value>,
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
                Some(json_or_text(text))
            }
            Some(text) => match serde_json::from_str(text) {
                Ok(value) => Some(value),
                Err(_) => Some(json_or_text(std::fs::read_to_string(text).map_err(
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
                items.iter().map(|item| Ok(content(item))).collect()
            }
            Some(Given::Json(value)) => Ok(vec![content(&value)]),
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

/// What stands inside of the object with a single member that a body is wrapped in; a body without it is taken as it is.
pub fn unwrapped(mut body: Value, wrapper: &str) -> Value {
    match body.as_object_mut() {
        Some(members) if members.len() == 1 => members.remove(wrapper).unwrap_or(body),
        _ => body,
    }
}

/// A body of text: a text as it is, all else as JSON.
pub fn text_of(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// A body of bytes.
pub fn content(value: &Value) -> Bytes {
    Bytes::from(text_of(value))
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
