//! What an operation is given: JSON from a program, or texts from flags.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::DeserializeOwned;
use serde::ser::Serialize;

use super::arguments::parameter_flag;
use super::body::{BodyArgument, Kind};
use super::entry::{Entry, Known, Parameter};
use super::file_argument::FileArgument;
use super::parse_error::{ParseError, read};
use super::tree::{Node, quoted};

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

/// A parameter as it was given.
enum Given {
    /// In an object, as JSON.
    Json(String),
    /// By flags.
    Texts(Vec<String>),
}

/// The parameters and the body of a call.
pub struct Input {
    entry: &'static Entry,
    parameters: BTreeMap<String, Given>,
    body: Option<BodyArgument>,
    warnings: Vec<String>,
}

impl Input {
    /// Nothing yet, for an operation.
    pub(super) fn new(entry: &'static Entry) -> Self {
        Self {
            entry,
            parameters: BTreeMap::new(),
            body: None,
            warnings: Vec::new(),
        }
    }

    /// Takes an object with the parameters. An unknown member is rejected: without it, the call would
    /// do something else.
    pub(super) fn give_json(&mut self, params: &str) -> Result<(), InputError> {
        let wrong =
            |reason: String| InputError::new(format!("`--params` is no JSON object: {reason}"));
        let node = Node::of(params).map_err(|error| wrong(error.to_string()))?;
        let members = node
            .members()
            .ok_or_else(|| wrong(format!("it is {}", node.text)))?;
        let known = self.entry.parameters;
        for (name, value) in members {
            if !known.iter().any(|known| known.name == name) {
                let known: Vec<&str> = known.iter().map(|known| known.name).collect();
                return Err(InputError::new(format!(
                    "`{name}` is no parameter of {}; it has: {}",
                    self.entry.name,
                    known.join(", ")
                )));
            }
            let value = Given::Json(value.text.to_owned());
            self.parameters.insert(name.clone(), value);
        }
        Ok(())
    }

    /// Takes what flags say of a parameter.
    pub(super) fn give_texts(&mut self, parameter: &Parameter, texts: Vec<String>) {
        let texts = texts.into_iter().map(|text| self.known(parameter, text));
        let texts = Given::Texts(texts.collect());
        self.parameters.insert(parameter.name.to_owned(), texts);
    }

    /// The value for the name of a code. A value that the description does not list may be one of a newer server.
    fn known(&mut self, parameter: &Parameter, text: String) -> String {
        let is_list = text.starts_with('[');
        if parameter.known.iter().any(|Known(wire, ..)| *wire == text) || is_list {
            return text;
        }
        let mut named = parameter.known.iter();
        match named.find(|Known(_, name, _)| !name.is_empty() && name.eq_ignore_ascii_case(&text)) {
            Some(Known(wire, ..)) => (*wire).to_owned(),
            None => {
                if !parameter.known.is_empty() {
                    self.warnings.push(format!(
                        "the description does not list `{text}` for `--{}`",
                        parameter_flag(self.entry, parameter.name)
                    ));
                }
                text
            }
        }
    }

    /// Takes the body.
    pub(super) fn give_body(
        &mut self,
        body: Option<&str>,
        media_type: Option<String>,
    ) -> Result<(), InputError> {
        if body.is_some() && self.entry.body.is_none() {
            let message = format!("{} takes no body", self.entry.name);
            return Err(InputError::new(message));
        }
        let body = body.map(BodyArgument::of).transpose()?;
        self.body = body.map(|body| body.of_type(media_type));
        Ok(())
    }

    /// What is wrong with what was given but does not stop it.
    pub(super) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// A parameter that has to be given.
    pub fn required<T>(&mut self, name: &str) -> Result<T, InputError>
    where
        T: DeserializeOwned + Serialize,
    {
        self.optional(name)?.ok_or_else(|| missing(name))
    }

    /// A parameter that may be given.
    pub fn optional<T>(&mut self, name: &str) -> Result<Option<T>, InputError>
    where
        T: DeserializeOwned + Serialize,
    {
        let (outcome, shown) = match self.parameters.remove(name) {
            None => return Ok(None),
            Some(Given::Json(text)) => (read(&text), format!("`{name}`")),
            Some(Given::Texts(texts)) => (
                of_texts(&texts),
                format!("`--{}`", parameter_flag(self.entry, name)),
            ),
        };
        let (value, dropped) = outcome.map_err(|error| self.wrong(name, &shown, &error))?;
        for path in dropped {
            let warning = format!("`{path}` is no member of {shown} and was not sent");
            self.warnings.push(warning);
        }
        Ok(Some(value))
    }

    fn wrong(&self, name: &str, shown: &str, error: &ParseError) -> InputError {
        let mut message = error.about(shown);
        let mut parameters = self.entry.parameters.iter();
        let known = parameters
            .find(|known| known.name == name)
            .map(|known| known.known);
        let known = known.unwrap_or_default().iter().map(|known| match known {
            Known(wire, "", _) => (*wire).to_owned(),
            Known(wire, name, _) => format!("{wire} ({name})"),
        });
        let known: Vec<String> = known.collect();
        if !known.is_empty() {
            message.push_str(&format!("; it can be: {}", known.join(", ")));
        }
        InputError::new(message)
    }

    /// A file: its content as JSON text, an object with its path, or its name in a flag.
    pub fn file<T: From<FileArgument>>(&mut self, name: &str) -> Result<Option<T>, InputError> {
        Ok(self
            .files(name)?
            .map(|mut files: Vec<T>| files.swap_remove(0)))
    }

    /// Several files.
    pub fn files<T: From<FileArgument>>(
        &mut self,
        name: &str,
    ) -> Result<Option<Vec<T>>, InputError> {
        let files: Vec<FileArgument> = match self.parameters.remove(name) {
            None => return Ok(None),
            Some(Given::Json(text)) => match Node::of(&text) {
                Ok(node) => FileArgument::list(&node)?,
                Err(_) => Vec::new(),
            },
            Some(Given::Texts(paths)) => {
                let files = paths.iter().map(|path| FileArgument::at(path));
                files.collect::<Result<_, _>>()?
            }
        };
        let files: Vec<T> = files.into_iter().map(T::from).collect();
        Ok(Some(files).filter(|files| !files.is_empty()))
    }

    /// A file that has to be given.
    pub fn required_file<T: From<FileArgument>>(&mut self, name: &str) -> Result<T, InputError> {
        self.file(name)?.ok_or_else(|| missing(name))
    }

    /// Several files, of which there has to be one.
    pub fn required_files<T: From<FileArgument>>(
        &mut self,
        name: &str,
    ) -> Result<Vec<T>, InputError> {
        self.files(name)?.ok_or_else(|| missing(name))
    }

    /// The body that has to be given.
    pub fn required_body<T>(&mut self, kinds: &[Kind<T>]) -> Result<T, InputError> {
        self.body(kinds)?
            .ok_or_else(|| InputError::new("the body is missing: give it with `--body`"))
    }

    /// The body, if there is one, as one of several kinds that it can be.
    pub fn body<T>(&mut self, kinds: &[Kind<T>]) -> Result<Option<T>, InputError> {
        let Some(mut body) = self.body.take() else {
            return Ok(None);
        };
        let read = body.read(kinds)?;
        self.warnings.append(&mut body.warnings);
        Ok(Some(read))
    }
}

fn missing(name: &str) -> InputError {
    InputError::new(format!("`{name}` is missing"))
}

/// Flags are texts; where the type is something else, they are JSON. Several are a list.
fn of_texts<T>(texts: &[String]) -> Result<(T, Vec<String>), ParseError>
where
    T: DeserializeOwned + Serialize,
{
    let as_json = |text: &String| match Node::of(text) {
        Ok(_) => text.clone(),
        Err(_) => quoted(text),
    };
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    let as_texts = || list(texts.iter().map(|text| quoted(text)).collect());
    let as_values = || list(texts.iter().map(as_json).collect());
    let single = match texts {
        [text] => Some(read(&quoted(text)).or_else(|_| read(&as_json(text)))),
        _ => None,
    };
    match single {
        Some(Ok(read)) => Ok(read),
        // What is wrong with a single value says more than that it is no list.
        Some(Err(error)) => read(&as_texts())
            .or_else(|_| read(&as_values()))
            .map_err(|in_list: ParseError| if in_list.is_inside() { in_list } else { error }),
        None => read(&as_texts()).or_else(|_| read(&as_values())),
    }
}
