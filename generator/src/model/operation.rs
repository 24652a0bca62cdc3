//! Operations of the model.

use super::{Docs, Type};
use crate::pointer::Pointer;

/// The id of an operation: its index in the API.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OperationId(pub usize);

/// A method on a path.
#[derive(Clone, Debug, PartialEq)]
pub struct Operation {
    /// Where it stands in the description.
    pub origin: Pointer,
    /// The `operationId`.
    pub id: Option<String>,
    /// What it sends instead of the files that the operation of the description is given: `json` or the like.
    pub apart: Option<&'static str>,
    /// The index of its group.
    pub group: usize,
    /// The method in capital letters.
    pub method: String,
    /// The path template.
    pub path: String,
    /// The index of the server that it has of its own, among those of the API.
    pub server: Option<usize>,
    /// What the description says of it; the summary is the title.
    pub docs: Docs,
    /// The parameters: those of the path in its order, then the others in theirs.
    pub parameters: Vec<Parameter>,
    /// The parameters that always have the same value: they are sent, and nobody is asked for them.
    pub constants: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// What comes back when it went well.
    pub success: Success,
    /// The documented refusals, by status.
    pub error_responses: Vec<ErrorResponse>,
    /// What comes one after the other, where a success can be read that way.
    pub streaming: Option<Streaming>,
    /// What the input says that asks for these instead of the whole answer, where there are both.
    pub stream_switch: Option<StreamSwitch>,
    /// The headers that any of the answers declares.
    pub headers: Vec<Header>,
    /// The media types to ask for as the description writes them, the best first.
    pub accept: Vec<String>,
    /// The media types that can be asked for instead: what they hold is the same, and not read.
    pub other_media_types: Vec<String>,
    /// What it asks for, where that is not what all do.
    pub requirement: Option<super::Requirement>,
    /// `true` if a list comes back.
    pub lists: bool,
    /// How its pages follow each other, if it answers in pages.
    pub pagination: Option<super::Pagination>,
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Where it stands in the description.
    pub origin: Pointer,
    /// Its name on the wire.
    pub wire: String,
    /// Where it travels.
    pub place: ParameterLocation,
    /// How its value is written there; `None` for the usual way of the place.
    pub serialization: Option<Serialization>,
    /// Members that are not written in the usual way, where it is the whole query.
    pub member_styles: Vec<(String, Style)>,
    /// `true` if it has to be given.
    pub required: bool,
    /// The media type of a part, where the description gives it one.
    pub media_type: Option<String>,
    /// Its type.
    pub ty: Type,
    /// What the description says of it.
    pub docs: Docs,
    /// The rules for its values.
    pub constraints: super::Constraints,
    /// What the server assumes when it is absent.
    pub default: Option<serde_json::Value>,
    /// The only value that it has, where it has to be given.
    pub constant: Option<serde_json::Value>,
    /// `true` if it has only one value, and is an argument because it was before.
    pub is_held_by_record: bool,
}

/// Where a parameter travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ParameterLocation {
    /// In the path.
    Path,
    /// In the query.
    Query,
    /// It is the whole query.
    QueryString,
    /// In a header.
    Header,
    /// In a cookie.
    Cookie,
    /// As a part of a multipart body.
    Part,
}

/// How the value of a parameter is written, where that is not the usual way of its place (OpenAPI 3.0.4, "Style Values").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serialization {
    /// The style.
    pub style: Style,
    /// `true` if reserved characters of the query stay as they are (`allowReserved`).
    pub reserved: bool,
}

/// The style of a parameter's value; the flag is `explode`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Separated by commas.
    Simple(bool),
    /// A dot in front.
    Label(bool),
    /// A semicolon and the name in front.
    Matrix(bool),
    /// The name and an equals sign in front.
    Form(bool),
    /// Separated by spaces.
    SpaceDelimited,
    /// Separated by bars.
    PipeDelimited,
    /// Members in brackets.
    DeepObject,
    /// JSON as text (`content`).
    Json,
}

/// A request body.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// Where it stands in the description.
    pub origin: Pointer,
    /// `true` if it has to be given.
    pub required: bool,
    /// What it is: one kind, or several of which the caller chooses one. The best comes first.
    pub alternatives: Vec<BodyContent>,
    /// What the description says of it.
    pub docs: Docs,
}

/// One kind of request body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyContent {
    /// The media type that is sent.
    pub media_type: String,
    /// What is sent.
    pub kind: BodyKind,
}

/// What a request body is made of. The parts of a multipart body are parameters, where it is the only kind.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyKind {
    /// JSON.
    Json {
        /// The type of what the caller gives.
        ty: Type,
        /// The single key of the object around it, which is filled in.
        wrapper: Option<String>,
    },
    /// `application/x-www-form-urlencoded`.
    Form {
        /// The type of the object whose members are sent.
        ty: Type,
        /// Members that are not written in the usual way.
        styles: Vec<(String, Style)>,
    },
    /// Parts that the caller adds.
    Multipart(PartTypes),
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// Bytes of a media type that the caller chooses.
    Content {
        /// The types that the description lists.
        media_types: Vec<String>,
    },
}

/// The media types of parts by their position, where the description gives them one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PartTypes {
    /// Those of the first parts.
    pub first: Vec<Option<String>>,
    /// That of all others.
    pub rest: Option<String>,
}

impl ParameterLocation {
    /// Its name, as the description and messages write it.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Path => "path",
            Self::Query => "query",
            Self::QueryString => "querystring",
            Self::Header => "header",
            Self::Cookie => "cookie",
            Self::Part => "part",
        }
    }
}

/// A path without the names of its parameters, which do not matter on the wire: `/story/{}`.
#[must_use]
pub fn path_shape(path: &str) -> String {
    let mut shape = String::with_capacity(path.len());
    for (index, part) in path.split('{').enumerate() {
        match part.split_once('}').filter(|_| index > 0) {
            Some((_, after)) => shape.extend(["{}", after]),
            // Braces that do not match name nothing.
            None => shape.extend([if index > 0 { "{" } else { "" }, part]),
        }
    }
    shape
}

/// Returns `true` if what a method does is said by its body, so that a call without one is hardly meant where it takes one.
#[must_use]
pub fn sends_bodies(method: &str) -> bool {
    ["POST", "PUT", "PATCH"].iter().any(|usual| method.eq_ignore_ascii_case(usual))
}

/// Returns `true` if a segment of a path, or a word of an id, says nothing of what is there: `api`, and versions.
#[must_use]
pub fn is_general_segment(segment: &str) -> bool {
    let digits = segment.strip_prefix(['v', 'V']).unwrap_or(segment);
    let is_number = digits.starts_with(|c: char| c.is_ascii_digit());
    let rest = digits.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '_'));
    let stage = ["alpha", "beta", "rc", "preview"].iter().find_map(|stage| rest.strip_prefix(stage)).unwrap_or(rest);
    segment.eq_ignore_ascii_case("api") || (is_number && stage.chars().all(|c| c.is_ascii_digit()))
}

impl Operation {
    /// What messages call it: its `operationId`, or its method and path, and what it sends instead of files.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.id.clone().unwrap_or_else(|| self.route());
        match self.apart {
            Some(word) => format!("{name} {word}"),
            None => name,
        }
    }

    /// Its method and path, such as `GET /pets`.
    #[must_use]
    pub fn route(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns `true` if the body consists of parts that are parameters.
    #[must_use]
    pub fn has_parts(&self) -> bool {
        self.parameters.iter().chain(&self.constants).any(|parameter| parameter.place == ParameterLocation::Part)
    }

    /// The kinds of body that it takes.
    pub fn bodies(&self) -> impl Iterator<Item = &BodyContent> {
        self.body.iter().flat_map(|body| &body.alternatives)
    }

    /// The types of all that is received.
    pub fn received_types(&self) -> impl Iterator<Item = &Type> {
        let contents: Vec<&Content> = match &self.success {
            Success::One(content) => vec![content],
            Success::Several(responses) => responses.iter().filter_map(|response| response.content.as_ref()).collect(),
            Success::Nothing | Success::Undeclared => Vec::new(),
        };
        let streamed = self.streaming.iter().filter_map(|streaming| match streaming {
            Streaming::Lines { ty, .. } | Streaming::Events(Content::Json(ty)) => Some(ty),
            Streaming::Events(Content::Lines(ty)) => Some(ty),
            Streaming::Events(Content::Text | Content::Bytes) => None,
        });
        let contents = contents.into_iter().filter_map(|content| match content {
            Content::Json(ty) | Content::Lines(ty) => Some(ty),
            Content::Text | Content::Bytes => None,
        });
        let error_responses = self.error_responses.iter().filter_map(|error_response| error_response.body.as_ref());
        contents.chain(streamed).chain(error_responses).chain(self.headers.iter().map(|header| &header.ty))
    }

    /// The types of all that is sent and received.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        let parameters = self.parameters.iter().map(|parameter| &parameter.ty);
        parameters.chain(self.body_types()).chain(self.received_types())
    }

    /// The types of all bodies that are sent.
    pub fn body_types(&self) -> impl Iterator<Item = &Type> {
        self.bodies().filter_map(|content| match &content.kind {
            BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => Some(ty),
            BodyKind::Multipart(_) | BodyKind::Text | BodyKind::Bytes | BodyKind::Content { .. } => None,
        })
    }
}

/// What comes back when a call went well.
#[derive(Clone, Debug, PartialEq)]
pub enum Success {
    /// No body: the status says it all.
    Nothing,
    /// A body may come, but the description does not say which.
    Undeclared,
    /// One kind of body.
    One(Content),
    /// Several kinds of body, by status and media type.
    Several(Vec<Response>),
}

/// How an input asks for values one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamSwitch {
    /// The name of a boolean that asks for them.
    pub name: &'static str,
    /// What the value of an enumeration is called that asks for them, whatever the input is called.
    pub values: &'static [&'static str],
    /// What such a value is called of an input that is about how the answer comes.
    pub words: &'static [&'static str],
}

impl StreamSwitch {
    /// The value of an enumeration that asks for values one after the other, by the position in it.
    #[must_use]
    pub fn listed(&self, input: &str, listed: &[super::Word]) -> Option<usize> {
        let input = input.to_ascii_lowercase();
        let is_about_answers = ["stream", "format", "mode"].iter().any(|word| input.contains(word));
        let values = self.values.iter().chain(self.words.iter().filter(|_| is_about_answers));
        let mut found = values.map(|value| listed.iter().position(|word| word.wire.eq_ignore_ascii_case(value)));
        found.find_map(|position| position)
    }
}

/// Values that come one after the other in one answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Streaming {
    /// Server-sent events; the content is that of their data.
    Events(Content),
    /// A JSON value a line.
    Lines {
        /// The media type of such an answer.
        media_type: String,
        /// The type of each value.
        ty: Type,
    },
}

/// A header of an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// Its name on the wire.
    pub wire: String,
    /// Its type.
    pub ty: Type,
    /// What the description says of it.
    pub docs: Docs,
}

/// One documented answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The statuses it comes with.
    pub status: StatusMatch,
    /// Its media type, with parameters where these tell it apart from others; `None` for an answer without body.
    pub media_type: Option<String>,
    /// Its body.
    pub content: Option<Content>,
}

/// The body of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// JSON of a type.
    Json(Type),
    /// JSON values of a type, each in a line.
    Lines(Type),
    /// Text.
    Text,
    /// Bytes.
    Bytes,
}

/// A documented refusal.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorResponse {
    /// The statuses it comes with.
    pub status: StatusMatch,
    /// The type of its JSON body, where it has one.
    pub body: Option<Type>,
    /// What the description says of it.
    pub description: String,
}

/// Which statuses a response is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StatusMatch {
    /// One status.
    Code(u16),
    /// A class, such as 4 for all from 400 to 499.
    Class(u16),
    /// All that are not listed.
    Default,
}

#[cfg(test)]
mod tests {
    use super::is_general_segment;

    #[test]
    fn versions_say_nothing() {
        assert!(["api", "v1", "V2", "v1.2", "v2beta1", "2024-01-01"].into_iter().all(is_general_segment));
        assert!(!["vault", "v", "2fa", "v1users"].into_iter().any(is_general_segment));
    }
}
