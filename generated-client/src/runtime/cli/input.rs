//! The input of an operation: JSON from a program, or strings from flags.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::ser::Serialize;

use super::body::{BodyArgument, Kind};
use super::file_argument::FileArgument;
use super::parse_error::{InputError, ParseError, read};
use super::tree::{Node, quoted};

/// A parameter of an operation.
#[derive(Clone, Copy)]
pub struct Parameter {
    /// The name in Rust.
    pub name: &'static str,
    /// The name in the API description.
    pub wire: &'static str,
    /// The location: `path`, `query`, `header`, `cookie` or `part`.
    pub location: &'static str,
    /// `true` if the parameter is required.
    pub required: bool,
    /// A one-line summary.
    pub about: &'static str,
    /// The kind of value, for the help.
    pub value: &'static str,
    /// `true` if the parameter may be repeated.
    pub many: bool,
    /// The default that the server assumes, as JSON.
    pub default: Option<&'static str>,
    /// The values that the API description lists. The server may know more.
    pub known: &'static [Known],
}

impl Parameter {
    /// An optional string parameter. Most parameters differ from it in a few fields.
    pub const PLAIN: Self = Self {
        name: "",
        wire: "",
        location: "query",
        required: false,
        about: "",
        value: "TEXT",
        many: false,
        default: None,
        known: &[],
    };
}

/// A value that the API description lists: its wire form, its name if it is an integer, and its description.
#[derive(Clone, Copy)]
pub struct Known(pub &'static str, pub &'static str, pub &'static str);

/// The value of a parameter, as passed.
enum Given {
    /// JSON, from an object.
    Json(String),
    /// Strings, from repetitions of a flag.
    Texts {
        /// The name of the flag.
        flag: String,
        /// The strings.
        texts: Vec<String>,
    },
}

/// The parameters and the body of a call.
pub struct Input {
    /// The name of the operation.
    operation: &'static str,
    /// The parameters of the operation.
    known: &'static [Parameter],
    takes_body: bool,
    parameters: BTreeMap<String, Given>,
    body: Option<BodyArgument>,
    warnings: Vec<String>,
}

impl Input {
    /// Creates an empty input for an operation.
    pub(super) fn new(
        operation: &'static str,
        known: &'static [Parameter],
        takes_body: bool,
    ) -> Self {
        Self {
            operation,
            known,
            takes_body,
            parameters: BTreeMap::new(),
            body: None,
            warnings: Vec::new(),
        }
    }

    /// Adds the parameters of a JSON object. Unknown members are rejected, because the call would do something else
    /// without them.
    pub(super) fn give_json(&mut self, params: &str) -> Result<(), InputError> {
        let wrong =
            |reason: String| InputError::new(format!("`--params` is not a JSON object: {reason}"));
        let node = Node::parse(params).map_err(|error| wrong(error.to_string()))?;
        let members = node
            .members()
            .ok_or_else(|| wrong(format!("it is {}", node.text)))?;
        let known = self.known;
        for (name, value) in members {
            if !known.iter().any(|known| known.name == name) {
                let known: Vec<&str> = known.iter().map(|known| known.name).collect();
                return Err(InputError::new(format!(
                    "`{name}` is not a parameter of {}; its parameters are: {}",
                    self.operation,
                    known.join(", ")
                )));
            }
            let value = Given::Json(value.text.to_owned());
            self.parameters.insert(name.clone(), value);
        }
        Ok(())
    }

    /// Adds the values of a flag.
    pub(super) fn give_texts(&mut self, parameter: &Parameter, flag: String, texts: Vec<String>) {
        let texts = texts
            .into_iter()
            .map(|text| self.wire_value(parameter, &flag, text))
            .collect();
        let texts = Given::Texts { flag, texts };
        self.parameters.insert(parameter.name.to_owned(), texts);
    }

    /// Returns the wire value for the name of an integer enum value. Unknown values are kept, because a newer server
    /// may know them.
    fn wire_value(&mut self, parameter: &Parameter, flag: &str, text: String) -> String {
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
                        "the description does not list `{text}` for `--{flag}`"
                    ));
                }
                text
            }
        }
    }

    /// Adds the body.
    pub(super) fn give_body(
        &mut self,
        body: Option<&str>,
        media_type: Option<String>,
    ) -> Result<(), InputError> {
        if body.is_some() && !self.takes_body {
            let message = format!("{} takes no body", self.operation);
            return Err(InputError::new(message));
        }
        let body = body.map(BodyArgument::parse).transpose()?;
        self.body = body.map(|body| body.of_type(media_type));
        Ok(())
    }

    /// Returns the problems of the input that do not prevent the call.
    pub(super) fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Returns a required parameter.
    pub fn required<T>(&mut self, name: &str) -> Result<T, InputError>
    where
        T: DeserializeOwned + Serialize,
    {
        self.optional(name)?.ok_or_else(|| missing(name))
    }

    /// Returns an optional parameter.
    pub fn optional<T>(&mut self, name: &str) -> Result<Option<T>, InputError>
    where
        T: DeserializeOwned + Serialize,
    {
        let (outcome, shown) = match self.parameters.remove(name) {
            None => return Ok(None),
            Some(Given::Json(text)) => (read(&text), format!("`{name}`")),
            Some(Given::Texts { flag, texts }) => (of_texts(&texts), format!("`--{flag}`")),
        };
        let (value, dropped) = outcome.map_err(|error| self.wrong(name, &shown, &error))?;
        for path in dropped {
            let warning = format!("`{path}` is not a member of {shown} and was not sent");
            self.warnings.push(warning);
        }
        Ok(Some(value))
    }

    fn wrong(&self, name: &str, shown: &str, error: &ParseError) -> InputError {
        let mut message = error.about(shown);
        let mut parameters = self.known.iter();
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

    /// Returns a file: its content as a JSON string, an object with its path, or the file name in a flag.
    pub fn file<T: From<FileArgument>>(&mut self, name: &str) -> Result<Option<T>, InputError> {
        Ok(self
            .files(name)?
            .map(|mut files: Vec<T>| files.swap_remove(0)))
    }

    /// Returns several files.
    pub fn files<T: From<FileArgument>>(
        &mut self,
        name: &str,
    ) -> Result<Option<Vec<T>>, InputError> {
        let files: Vec<FileArgument> = match self.parameters.remove(name) {
            None => return Ok(None),
            Some(Given::Json(text)) => match Node::parse(&text) {
                Ok(node) => FileArgument::list(&node)?,
                Err(_) => Vec::new(),
            },
            Some(Given::Texts { texts: paths, .. }) => {
                let files = paths.iter().map(|path| FileArgument::at(path));
                files.collect::<Result<_, _>>()?
            }
        };
        let files: Vec<T> = files.into_iter().map(T::from).collect();
        Ok(Some(files).filter(|files| !files.is_empty()))
    }

    /// Returns a required file.
    pub fn required_file<T: From<FileArgument>>(&mut self, name: &str) -> Result<T, InputError> {
        self.file(name)?.ok_or_else(|| missing(name))
    }

    /// Returns one or more files.
    pub fn required_files<T: From<FileArgument>>(
        &mut self,
        name: &str,
    ) -> Result<Vec<T>, InputError> {
        self.files(name)?.ok_or_else(|| missing(name))
    }

    /// Returns the required body.
    pub fn required_body<T>(&mut self, kinds: &[Kind<T>]) -> Result<T, InputError> {
        self.body(kinds)?
            .ok_or_else(|| InputError::new("the body is missing: give it with `--body`"))
    }

    /// Returns the optional body, as one of the kinds that the operation accepts.
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

/// Reads a value from flags. Each flag is a string, or JSON if the type is not a string. Several flags are a list.
fn of_texts<T>(texts: &[String]) -> Result<(T, Vec<String>), ParseError>
where
    T: DeserializeOwned + Serialize,
{
    let as_json = |text: &String| match Node::parse(text) {
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
        // The problem of the single value is more useful than the message that it is not a list.
        Some(Err(error)) => read(&as_texts())
            .or_else(|_| read(&as_values()))
            .map_err(|in_list: ParseError| if in_list.is_inside() { in_list } else { error }),
        None => read(&as_texts()).or_else(|_| read(&as_values())),
    }
}
