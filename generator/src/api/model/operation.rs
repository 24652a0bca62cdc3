//! Operations of the model, and the security that they require.

use super::{Docs, Type};
use crate::base::http_terms::{CredentialLocation, ParameterLocation, StatusMatch, Style};
use crate::base::pointer::Pointer;

/// A method on a path.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Operation {
    /// The location in the description.
    pub origin: Pointer,
    /// The `operationId`.
    pub id: Option<String>,
    /// The name of its function that an extension declares.
    pub function: Option<String>,
    /// The suffix of an operation that sends another body instead of files, such as `json`.
    pub apart: Option<&'static str>,
    /// The index of its group.
    pub group: usize,
    /// `true` if its group comes from its path.
    pub is_grouped_by_path: bool,
    /// The method in upper case.
    pub method: String,
    /// The path template.
    pub path: String,
    /// The index of the operation's own server in the API.
    pub server: Option<usize>,
    /// The docs of the description; the summary is the title.
    pub docs: Docs,
    /// The parameters: path parameters in the order of the path, then the others in the order of the description.
    pub parameters: Vec<Parameter>,
    /// The parameters with a constant value, which are sent but are not arguments.
    pub constants: Vec<Parameter>,
    /// The request body.
    pub body: Option<Body>,
    /// The successful response.
    pub success: Success,
    /// `true` if a redirect is the successful response, and is not followed.
    pub keeps_redirects: bool,
    /// The documented error responses, by status.
    pub error_responses: Vec<ErrorResponse>,
    /// The stream of a successful response, if it can be streamed.
    pub streaming: Option<Streaming>,
    /// The input that switches from the whole response to the stream, if both are declared.
    pub stream_switch: Option<StreamSwitch>,
    /// The headers that any response declares.
    pub headers: Vec<Header>,
    /// The media types to accept, as written in the description, best first.
    pub accept: Vec<String>,
    /// The equivalent media types that can be requested instead; their content is not parsed.
    pub other_media_types: Vec<String>,
    /// The security requirement, if it overrides the default.
    pub requirement: Option<super::Requirement>,
    /// `true` if the response is a list.
    pub lists: bool,
    /// `true` if a successful response has the header `Link`.
    pub links: bool,
    /// The members of a page that an extension names.
    pub pageable: Option<super::Pageable>,
    /// The pagination, if the response is paged.
    pub pagination: Option<super::Pagination>,
}

/// A parameter of an operation.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The location in the description.
    pub origin: Pointer,
    /// The name on the wire.
    pub wire: String,
    /// The location in the request.
    pub place: ParameterLocation,
    /// The serialization of the value; `None` for the default of the location.
    pub serialization: Option<Serialization>,
    /// `true` if it is required.
    pub required: bool,
    /// `true` if it may be an empty segment of the path.
    pub may_be_empty: bool,
    /// The media type of a part, if the description declares one.
    pub media_type: Option<String>,
    /// The type.
    pub ty: Type,
    /// The docs of the description.
    pub docs: Docs,
    /// The constraints on its values.
    pub constraints: super::Constraints,
    /// The default that the server uses if it is absent.
    pub default: Option<serde_json::Value>,
    /// The only value, if it is required.
    pub constant: Option<serde_json::Value>,
}

impl Parameter {
    /// Creates an optional parameter without docs.
    pub(crate) fn new(origin: Pointer, place: ParameterLocation, wire: &str, ty: Type) -> Self {
        Self {
            origin,
            wire: wire.to_owned(),
            place,
            serialization: None,
            required: false,
            may_be_empty: false,
            media_type: None,
            ty,
            docs: Docs::default(),
            constraints: super::Constraints::default(),
            default: None,
            constant: None,
        }
    }

    /// Returns the style of its value.
    #[must_use]
    pub fn style(&self) -> Style {
        self.serialization.map_or_else(|| self.place.usual_style(), |serialization| serialization.style)
    }
}

/// The serialization of a parameter's value, if it is not the default of its location (OpenAPI 3.0.4, "Style Values").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Serialization {
    /// The style.
    pub style: Style,
    /// `true` if reserved characters in a query or a path are not encoded (`allowReserved`).
    pub reserved: bool,
}

/// A request body.
#[derive(Clone, Debug, PartialEq)]
pub struct Body {
    /// The location in the description.
    pub origin: Pointer,
    /// `true` if it is required.
    pub required: bool,
    /// `true` if an absent member and null differ for members that may be null.
    pub is_patch: bool,
    /// `true` if null removes any optional member, whatever its schema says: a merge patch.
    pub is_merge_patch: bool,
    /// The kinds of body, of which the caller chooses one. The best comes first.
    pub alternatives: Vec<BodyContent>,
    /// The docs of the description.
    pub docs: Docs,
}

/// One kind of request body.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyContent {
    /// The media type that is sent.
    pub media_type: String,
    /// The content that is sent.
    pub kind: BodyKind,
    /// The constraints of an inline schema. They are compared, and not checked before a body is sent.
    pub constraints: super::Constraints,
}

/// The content of a request body. The parts of a multipart body are parameters if it is the only kind.
#[derive(Clone, Debug, PartialEq)]
pub enum BodyKind {
    /// JSON.
    Json {
        /// The type of the argument.
        ty: Type,
        /// The single key of the wrapper object, which is added automatically.
        wrapper: Option<String>,
    },
    /// `application/x-www-form-urlencoded`.
    Form {
        /// The type of the object whose members are sent.
        ty: Type,
        /// The members that are not serialized in the default style.
        styles: Vec<(String, Style)>,
    },
    /// Parts that the caller adds.
    Multipart,
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// Bytes of a media type that the caller chooses.
    Content {
        /// The media types that the description lists.
        media_types: Vec<String>,
    },
}

impl BodyKind {
    /// Returns the type of the argument.
    #[must_use]
    pub fn ty(&self) -> Option<&Type> {
        match self {
            Self::Json { ty, .. } | Self::Form { ty, .. } => Some(ty),
            Self::Multipart | Self::Text | Self::Bytes | Self::Content { .. } => None,
        }
    }

    pub(crate) fn ty_mut(&mut self) -> Option<&mut Type> {
        match self {
            Self::Json { ty, .. } | Self::Form { ty, .. } => Some(ty),
            Self::Multipart | Self::Text | Self::Bytes | Self::Content { .. } => None,
        }
    }
}

/// Returns `true` if the body determines the effect of a method, so that a call without it is hardly intended.
#[must_use]
pub fn sends_bodies(method: &str) -> bool {
    ["POST", "PUT", "PATCH"].iter().any(|usual| method.eq_ignore_ascii_case(usual))
}

impl Operation {
    /// Returns the name in diagnostics: the `operationId`, or the method and path, with the suffix of another body.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.id.clone().unwrap_or_else(|| self.route());
        match self.apart {
            Some(word) => format!("{name} {word}"),
            None => name,
        }
    }

    /// Returns the method and path, such as `GET /pets`.
    #[must_use]
    pub fn route(&self) -> String {
        format!("{} {}", self.method, self.path)
    }

    /// Returns `true` if the body consists of parts that are parameters.
    #[must_use]
    pub fn has_parts(&self) -> bool {
        self.parameters.iter().chain(&self.constants).any(|parameter| parameter.place == ParameterLocation::Part)
    }

    /// Returns the kinds of body that it accepts.
    pub fn bodies(&self) -> impl Iterator<Item = &BodyContent> {
        self.body.iter().flat_map(|body| &body.alternatives)
    }

    /// Returns all received types.
    pub fn received_types(&self) -> impl Iterator<Item = &Type> {
        self.received_bodies().chain(self.headers.iter().map(|header| &header.ty))
    }

    /// Returns the types of all response bodies.
    pub fn received_bodies(&self) -> impl Iterator<Item = &Type> {
        let error_responses = self.error_responses.iter().filter_map(|error_response| error_response.body.as_ref());
        self.success_types().chain(error_responses)
    }

    /// Returns the types of the bodies of successful responses.
    pub fn success_types(&self) -> impl Iterator<Item = &Type> {
        let streamed = self.streaming.iter().filter_map(|streaming| match streaming {
            Streaming::Lines { ty, .. } | Streaming::Events { content: Content::Json(ty) | Content::Lines(ty), .. } => {
                Some(ty)
            }
            Streaming::Events { content: Content::Text | Content::Bytes, .. } => None,
        });
        let contents = self.success.contents().filter_map(|content| match content {
            Content::Json(ty) | Content::Lines(ty) => Some(ty),
            Content::Text | Content::Bytes => None,
        });
        contents.chain(streamed)
    }

    /// Returns all sent and received types.
    pub fn types(&self) -> impl Iterator<Item = &Type> {
        let parameters = self.parameters.iter().map(|parameter| &parameter.ty);
        parameters.chain(self.body_types()).chain(self.received_types())
    }

    /// Returns the types of all request bodies.
    pub fn body_types(&self) -> impl Iterator<Item = &Type> {
        self.bodies().filter_map(|content| content.kind.ty())
    }
}

/// The result of a successful call.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Success {
    /// No body.
    Nothing,
    /// A body of an undeclared type may be present.
    #[default]
    Undeclared,
    /// One kind of body.
    One(Content),
    /// Several kinds of body, by status and media type.
    Several(Vec<Response>),
}

impl Success {
    /// Returns the contents of all responses that have one.
    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        let (one, several) = match self {
            Self::One(content) => (Some(content), [].as_slice()),
            Self::Several(responses) => (None, responses.as_slice()),
            Self::Nothing | Self::Undeclared => (None, [].as_slice()),
        };
        one.into_iter().chain(several.iter().filter_map(|response| response.content.as_ref()))
    }
}

/// The inputs that request a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StreamSwitch {
    /// The name of a boolean that requests it.
    pub name: &'static str,
    /// The names of an enumeration's values that request it, regardless of the input's name.
    pub values: &'static [&'static str],
    /// The names of such values for an input about the form of the response.
    pub words: &'static [&'static str],
}

/// A streamed response.
#[derive(Clone, Debug, PartialEq)]
pub enum Streaming {
    /// Server-sent events.
    Events {
        /// The content of their data.
        content: Content,
        /// `true` if the type of the data is a union of `{event, data}`, and the name of the event selects it.
        by_name: bool,
    },
    /// One JSON value per line.
    Lines {
        /// The media type of the response.
        media_type: String,
        /// The type of each value.
        ty: Type,
    },
}

/// A response header.
#[derive(Clone, Debug, PartialEq)]
pub struct Header {
    /// The name on the wire.
    pub wire: String,
    /// The type.
    pub ty: Type,
    /// The docs of the description.
    pub docs: Docs,
}

/// A documented response.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// The statuses of the response.
    pub status: StatusMatch,
    /// The media type, with parameters if they distinguish it from others; `None` for a response without a body.
    pub media_type: Option<String>,
    /// The body.
    pub content: Option<Content>,
}

/// The body of a response.
#[derive(Clone, Debug, PartialEq)]
pub enum Content {
    /// JSON of a type.
    Json(Type),
    /// JSON values of a type, one per line.
    Lines(Type),
    /// Text.
    Text,
    /// Bytes.
    Bytes,
}

/// A documented error response.
#[derive(Clone, Debug, PartialEq)]
pub struct ErrorResponse {
    /// The statuses of the response.
    pub status: StatusMatch,
    /// The type of its JSON body, if it has one, or of its text.
    pub body: Option<Type>,
    /// `true` if it has a JSON body, and may be plain text instead.
    pub may_be_text: bool,
    /// The description.
    pub description: String,
}

/// A security scheme whose credential can be sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SecurityScheme {
    /// The name in the components.
    pub wire: String,
    /// The location of the credential.
    pub place: CredentialLocation,
    /// The description.
    pub description: Option<String>,
}

/// The alternatives of a requirement: combinations of schemes, by their index in the API. An empty combination requires
/// nothing; without any combination, no credential is sent.
pub type Requirement = Vec<Vec<usize>>;
