//! The body on the command line, and the formats that it can have.

use bytes::Bytes;
use serde::de::DeserializeOwned;
use serde::ser::Serialize;

use super::file_argument::{FileArgument, content, media_type};
use super::parse_error::{InputError, ParseError, read};
use super::tree::Node;

/// Reads a body of one kind.
type Reader<T> = fn(&mut BodyArgument) -> Result<T, ParseError>;

/// A kind of body that an operation accepts.
pub enum Kind<T> {
    /// A typed value, which is passed as JSON.
    Typed(&'static str, Reader<T>),
    /// Multipart parts, which are passed as the members of an object.
    Parts(&'static str, Reader<T>),
    /// Raw text or bytes, in one of several media types.
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

/// The body argument.
pub struct BodyArgument {
    content: Bytes,
    /// The file that the body was read from; `None` for JSON on the command line.
    file: Option<String>,
    /// The requested media type.
    media_type: Option<String>,
    /// The media types of the kind that the body is read as.
    listed: &'static [&'static str],
    /// Problems of the body that do not prevent the call.
    pub(super) warnings: Vec<String>,
}

impl BodyArgument {
    /// Parses the argument: `@` and the name of a file, `-` for standard input, or the body itself. Text never names a
    /// file, because it may come from somebody else.
    pub(super) fn parse(text: &str) -> Result<Self, InputError> {
        if let Some(path) = text.strip_prefix('@').or((text == "-").then_some(text)) {
            return Ok(Self::new(content(path)?, Some(path.to_owned())));
        }
        let looks_like_json = text.trim_start().starts_with(['{', '[', '"']);
        match Node::parse(text) {
            Err(problem) if looks_like_json => Err(InputError::new(format!(
                "`--body` is not valid JSON: {problem}"
            ))),
            _ => Ok(Self::new(text.to_owned(), None)),
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

    /// Reads the body as the kind of the requested media type, or as the kind that it looks like.
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
        let is_json = self.json_text().is_ok_and(|text| Node::parse(text).is_ok());
        let candidates: Vec<&Kind<T>> = match raw {
            // A body that is not JSON can only be raw.
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
            (None, []) => Err(InputError::new("missing body")),
        }
    }

    fn json_text(&self) -> Result<&str, ParseError> {
        std::str::from_utf8(&self.content).map_err(|_| ParseError::new("not valid UTF-8"))
    }

    /// Reads a JSON body.
    ///
    /// # Errors
    ///
    /// Returns an error if the body is not JSON or not of this type.
    pub fn json<T: DeserializeOwned + Serialize>(&mut self) -> Result<T, ParseError> {
        let (value, dropped) = read(self.json_text()?)?;
        self.warn(&dropped);
        Ok(value)
    }

    /// Reads the value inside an object with a single member that wraps the body. A body without this member is read
    /// directly.
    ///
    /// # Errors
    ///
    /// Returns an error if the body is not JSON or not of this type.
    pub fn json_in<T: DeserializeOwned + Serialize>(
        &mut self,
        wrapper: &str,
    ) -> Result<T, ParseError> {
        let text = self.json_text()?;
        let inside = Node::parse(text)
            .ok()
            .and_then(|node| match node.members() {
                Some([(name, inside)]) if name == wrapper => Some(inside.text),
                _ => None,
            });
        let (value, dropped) = read(inside.unwrap_or(text))?;
        self.warn(&dropped);
        Ok(value)
    }

    fn warn(&mut self, dropped: &[String]) {
        for path in dropped {
            let warning = format!("`{path}` is not a member of the body and was not sent");
            self.warnings.push(warning);
        }
    }

    /// Returns the body as bytes. Text on the command line is passed as JSON.
    pub fn bytes(&self) -> Bytes {
        let text = self.json_text().ok().filter(|_| self.file.is_none());
        let text = text.and_then(|text| serde_json::from_str::<String>(text).ok());
        text.map_or_else(|| self.content.clone(), Bytes::from)
    }

    /// Returns the body as text.
    ///
    /// # Errors
    ///
    /// Returns an error if the body is not text.
    pub fn text(&self) -> Result<String, ParseError> {
        let text = String::from_utf8(self.bytes().to_vec());
        text.map_err(|_| ParseError::new("not valid UTF-8"))
    }

    /// Returns the requested media type, or that of the file if it is listed in the API description.
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

    /// Returns the parts of a body, which are the members of an object. Files are passed by name.
    ///
    /// # Errors
    ///
    /// Returns an error if the body is not an object or a file cannot be read.
    pub fn parts(&self) -> Result<Vec<(String, Part)>, ParseError> {
        let wrong = "an object whose members are the parts is expected";
        let node = Node::parse(self.json_text()?).map_err(|_| ParseError::new(wrong))?;
        let members = node.members().ok_or_else(|| ParseError::new(wrong))?;
        let mut parts = Vec::new();
        for (name, member) in members {
            let items = match member.elements() {
                Some(elements) => elements.iter().collect(),
                None => vec![member],
            };
            for item in items.into_iter().filter(|item| item.text != "null") {
                parts.push((name.clone(), Part::from_node(item)?));
            }
        }
        Ok(parts)
    }
}

/// A multipart part.
pub enum Part {
    /// A file.
    File(FileArgument),
    /// A string.
    Text(String),
    /// An object.
    Json(String),
}

impl Part {
    fn from_node(node: &Node<'_>) -> Result<Self, ParseError> {
        if node.member("path").is_some() {
            let file = FileArgument::from_node(node)
                .map_err(|error| ParseError::new(error.to_string()))?;
            // An object that only looks like a file name is read as text.
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

/// Returns `true` if a media type is in a range such as `image/*`.
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
