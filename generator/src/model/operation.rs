//! Operations of the model.

use super::{Docs, Type};
use crate::document::Pointer;

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
    /// The index of its group.
    pub group: usize,
    /// The method in capital letters.
    pub method: String,
    /// The path template.
    pub path: String,
    /// What the description says of it; the summary is the title.
    pub docs: Docs,
    /// The parameters: those of the path in its order, then the others in theirs.
    pub parameters: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// What comes back when it went well.
    pub success: Success,
    /// The documented refusals, by status.
    pub refusals: Vec<Refusal>,
    /// The media types to ask for, the best first.
    pub accept: Vec<String>,
    /// Whether the description asks for a credential.
    pub secured: bool,
    /// Whether a list comes back.
    pub lists: bool,
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// Where it stands in the description.
    pub origin: Pointer,
    /// Its name on the wire.
    pub wire: String,
    /// Where it travels.
    pub place: ParameterPlace,
    /// How its value is written there; `None` for the usual way of the place.
    pub serialization: Option<Serialization>,
    /// Whether it has to be given.
    pub required: bool,
    /// Its type.
    pub ty: Type,
    /// What the description says of it.
    pub docs: Docs,
    /// The rules for its values.
    pub limits: super::Limits,
    /// What the server assumes when it is absent.
    pub default: Option<serde_json::Value>,
}

/// Where a parameter travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ParameterPlace {
    /// In the path.
    Path,
    /// In the query.
    Query,
    /// In a header.
    Header,
    /// In a cookie.
    Cookie,
}

/// How the value of a parameter is written, where that is not the usual way of its place (OpenAPI 3.0.4, "Style Values").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serialization {
    /// The style.
    pub style: Style,
    /// Whether reserved characters of the query stay as they are (`allowReserved`).
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
    /// Whether it has to be given.
    pub required: bool,
    /// What it is.
    pub content: BodyContent,
    /// What the description says of it.
    pub docs: Docs,
}

/// What a request body is.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyContent {
    /// JSON.
    Json {
        /// The type of what the caller gives.
        ty: Type,
        /// The single key of the object around it, which is filled in.
        wrapper: Option<String>,
    },
    /// `application/x-www-form-urlencoded`.
    Form(Type),
    /// Text of a media type.
    Text(String),
    /// Bytes of a media type.
    Bytes(String),
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

/// One documented answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The statuses it comes with.
    pub status: StatusMatch,
    /// Its media type without parameters; `None` for an answer without body.
    pub media_type: Option<String>,
    /// Its body.
    pub content: Option<Content>,
}

/// The body of an answer.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// JSON of a type.
    Json(Type),
    /// Text.
    Text,
    /// Bytes.
    Bytes,
}

/// A documented refusal.
#[derive(Clone, Debug, PartialEq)]
pub struct Refusal {
    /// The statuses it comes with.
    pub status: StatusMatch,
    /// The type of its JSON body, where it has one.
    pub body: Option<Type>,
    /// What the description says of it.
    pub description: String,
}

/// Which statuses a response is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StatusMatch {
    /// One status.
    Code(u16),
    /// A class, such as 4 for all from 400 to 499.
    Class(u16),
    /// All that are not listed.
    Default,
}
