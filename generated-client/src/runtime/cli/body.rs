//! The body as it was given, and the kinds that it can be.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::ser::Serialize;

use super::file_argument::{FileArgument, content, media_type};
use super::input::InputError;
use super::parse_error::{ParseError, read};
use super::tree::Node;

/// How a body of one kind is read.
type Reader<T> = fn(&mut BodyArgument) -> Result<T, ParseError>;

/// A kind that a body can be.
pub enum Kind<T> {
    /// A value of a type, which is given as JSON.
    Typed(&'static str, Reader<T>),
    /// Parts, which are given as the members of an object.
    Parts(&'static str, Reader<T>),
    /// Text or bytes as they are, of one of several media types.
    Raw(&'static [&'static str], Reader<T>),
}

impl<T> Kind<T> {
    fn media_types(&self) -> &[&'static str] {
        match self {
            Self::Typed(media_type, _) | Self::Parts(media_type, _) => {
                std::slice::from_ref(media_type)
            }
            Self::Raw(media_types, _) => media_types,
        }
    }

    fn read(&self, body: &mut BodyArgument) -> Result<T, ParseError> {
        match self {
            Self::Typed(_, read) | Self::Parts(_, read) => read(body),
            Self::Raw(media_types, read) => {
                body.listed = media_types;
                read(body)
            }
        }
    }
}

/// A body as it was given.
pub struct BodyArgument {
    content: Bytes,
    /// The file that it came from; none for JSON among the arguments.
    file: Option<String>,
    /// The requested media type.
    media_type: Option<String>,
    /// Those of the kind that it is read as.
    listed: &'static [&'static str],
    /// What is wrong with it but does not stop it.
    pub(super) warnings: Vec<String>,
}

impl BodyArgument {
    /// JSON, the name of a file, or `-` for standard input.
    pub(super) fn of(text: &str) -> Result<Self, InputError> {
        let problem = match Node::of(text) {
            Ok(_) => return Ok(Self::new(text.to_owned(), None)),
            Err(problem) => problem,
        };
        let looks_like_json = text.trim_start().starts_with(['{', '[', '"']);
        match content(text) {
            Ok(content) => Ok(Self::new(content, Some(text.to_owned()))),
            Err(_) if looks_like_json => {
                Err(InputError::new(format!("`--body` is no JSON: {problem}")))
            }
            Err(error) => Err(InputError::new(format!(
                "`--body` is no JSON, and no file: {error}"
            ))),
        }
    }

    fn new(content: impl Into<Bytes>, file: Option<String>) -> Self {
        Self {
            content: content.into(),
            file,
            media_type: None,
            listed: &[],
            warnings: Vec::new(),
        }
    }

    pub(super) fn of_type(mut self, media_type: Option<String>) -> Self {
        self.media_type = media_type;
        self
    }

    /// Reads it as the kind of the requested media type, or else as that which it looks like.
    pub(super) fn read<T>(&mut self, kinds: &[Kind<T>]) -> Result<T, InputError> {
        let wrong = |error: ParseError| InputError::new(error.about("`--body`"));
        if let Some(wanted) = &self.media_type {
            let fits = |kind: &&Kind<T>| kind.media_types().iter().any(|own| is_of(own, wanted));
            let kind = kinds.iter().find(fits).ok_or_else(|| {
                let known = kinds.iter().flat_map(Kind::media_types).copied();
                let known: Vec<&str> = known.collect();
                InputError::new(format!(
                    "the body cannot be `{wanted}`; it can be: {}",
                    known.join(", ")
                ))
            })?;
            return kind.read(self).map_err(wrong);
        }
        let typed = kinds.iter().filter(|kind| matches!(kind, Kind::Typed(..)));
        let raw = kinds.iter().find(|kind| matches!(kind, Kind::Raw(..)));
        let is_json = self.json_text().is_ok_and(|text| Node::of(text).is_ok());
        let candidates: Vec<&Kind<T>> = match raw {
            // What is no JSON can be nothing else.
            Some(raw) if !is_json => vec![raw],
            _ => typed.collect(),
        };
        let mut problem = None;
        for kind in &candidates {
            match kind.read(self) {
                Ok(body) => return Ok(body),
                Err(error) => problem = problem.or(Some(error)),
            }
        }
        match (problem, kinds) {
            (Some(error), [_]) => Err(wrong(error)),
            (Some(error), _) => Err(InputError::new(format!(
                "{}; `--media-type` chooses another kind of body",
                error.about("`--body`")
            ))),
            (None, [first, ..]) => first.read(self).map_err(wrong),
            (None, []) => Err(InputError::new("there is no body")),
        }
    }

    fn json_text(&self) -> Result<&str, ParseError> {
        std::str::from_utf8(&self.content).map_err(|_| ParseError::new("it is no text"))
    }

    /// A body of JSON.
    ///
    /// # Errors
    ///
    /// Returns an error if it is something else, or not of this type.
    pub fn json<T: DeserializeOwned + Serialize>(&mut self) -> Result<T, ParseError> {
        let (value, dropped) = read(self.json_text()?)?;
        self.warn(&dropped);
        Ok(value)
    }

    /// What stands inside of the object with a single member that a body is wrapped in; a body without it is taken as it
    /// is.
    ///
    /// # Errors
    ///
    /// Returns an error if it is something else, or not of this type.
    pub fn json_in<T: DeserializeOwned + Serialize>(
        &mut self,
        wrapper: &str,
    ) -> Result<T, ParseError> {
        let text = self.json_text()?;
        let inside = Node::of(text).ok().and_then(|node| match node.members() {
            Some([(name, inside)]) if name == wrapper => Some(inside.text),
            _ => None,
        });
        let (value, dropped) = read(inside.unwrap_or(text))?;
        self.warn(&dropped);
        Ok(value)
    }

    fn warn(&mut self, dropped: &[String]) {
        for path in dropped {
            let warning = format!("`{path}` is no member of the body and was not sent");
            self.warnings.push(warning);
        }
    }

    /// A body of bytes; a text among the arguments is given as JSON.
    pub fn bytes(&self) -> Bytes {
        let text = self.json_text().ok().filter(|_| self.file.is_none());
        let text = text.and_then(|text| serde_json::from_str::<String>(text).ok());
        text.map_or_else(|| self.content.clone(), Bytes::from)
    }

    /// A body of text.
    ///
    /// # Errors
    ///
    /// Returns an error if it is no text.
    pub fn text(&self) -> Result<String, ParseError> {
        let text = String::from_utf8(self.bytes().to_vec());
        text.map_err(|_| ParseError::new("it is no text"))
    }

    /// The requested media type, or that of the file if it is one of those that the description lists.
    pub fn media_type(&self) -> Option<String> {
        let of_file = || {
            let known = media_type(self.file.as_deref()?)?;
            self.listed
                .iter()
                .any(|own| is_of(own, known))
                .then(|| known.to_owned())
        };
        self.media_type.clone().or_else(of_file)
    }

    /// The parts of a body: the members of an object; files are given by their names.
    ///
    /// # Errors
    ///
    /// Returns an error if it is no object, or a file cannot be read.
    pub fn parts(&self) -> Result<Vec<(String, Part)>, ParseError> {
        let wrong = "an object whose members are the parts is expected";
        let node = Node::of(self.json_text()?).map_err(|_| ParseError::new(wrong))?;
        let members = node.members().ok_or_else(|| ParseError::new(wrong))?;
        let mut parts = Vec::new();
        for (name, member) in members {
            let items = match member.elements() {
                Some(elements) => elements.iter().collect(),
                None => vec![member],
            };
            for item in items.into_iter().filter(|item| item.text != "null") {
                parts.push((name.clone(), Part::of(item)?));
            }
        }
        Ok(parts)
    }
}

/// A part of a body.
pub enum Part {
    /// A file.
    File(FileArgument),
    /// A text.
    Text(String),
    /// An object.
    Json(String),
}

impl Part {
    fn of(node: &Node<'_>) -> Result<Self, ParseError> {
        if node.member("path").is_some() {
            let file =
                FileArgument::of(node).map_err(|error| ParseError::new(error.to_string()))?;
            // An object that only looks like the name of a file was taken as its text.
            if file.name.is_some() || file.media_type.is_some() {
                return Ok(Self::File(file));
            }
        }
        Ok(match (node.members(), node.string()) {
            (Some(_), _) => Self::Json(node.text.to_owned()),
            (None, Some(text)) => Self::Text(text),
            (None, None) => Self::Text(node.text.to_owned()),
        })
    }
}

/// Returns `true` if a media type is one of a range, such as `image/*`.
fn is_of(range: &str, media_type: &str) -> bool {
    let essence = |text: &str| {
        text.split(';')
            .next()
            .unwrap_or_default()
            .trim()
            .to_ascii_lowercase()
    };
    let (range, media_type) = (essence(range), essence(media_type));
    let kind = |text: &str| text.split('/').next().unwrap_or_default().to_owned();
    range == media_type || range == "*/*" || range.strip_suffix("/*") == Some(&kind(&media_type))
}
