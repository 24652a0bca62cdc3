//! The inputs of an operation: parameters, parts and the body.

use serde::Serialize;

use super::about::Docs;
use super::node::Node;
use super::structure::{Constant, Constraint, Member};
use super::types::{Argument, RustType};
use crate::base::http_terms::{ParameterLocation, Style};

/// An input of an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Input {
    /// The parameter or the body that it is made for.
    #[serde(skip)]
    pub(crate) node: Node,
    /// The name of the field, the argument and the setter.
    pub(crate) name: String,
    /// The type of the field, without an `Option`.
    pub(crate) ty: RustType,
    /// The type of the argument for it.
    pub(crate) argument: Argument,
    /// `true` if it is required.
    pub(crate) is_required: bool,
    /// Its docs.
    pub(crate) docs: Docs,
    /// Its location in the request.
    pub(crate) placement: RequestLocation,
    /// The constraints that are checked before it is sent.
    pub(crate) constraints: Vec<Constraint>,
}

impl Input {
    /// Returns `true` if it is an argument of the function.
    pub(crate) fn is_argument(&self) -> bool {
        self.is_required && !self.is_flattened()
    }

    /// Returns `true` if it is a body whose members are inputs.
    pub(crate) fn is_flattened(&self) -> bool {
        matches!(&self.placement, RequestLocation::Body(body) if !body.members.is_empty())
    }
}

/// The location of a value in the request.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum RequestLocation {
    /// In the path, the query, a header or a cookie.
    Parameter(Parameter),
    /// A part of a multipart body.
    Part(Part),
    /// The body.
    Body(Body),
}

/// A parameter of a request.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Parameter {
    /// Its name on the wire.
    pub(crate) wire: String,
    /// Its location in the request.
    pub(crate) place: ParameterLocation,
    /// Its style, unless it is the default of the location.
    pub(crate) style: Option<Style>,
    /// `true` if reserved characters of the query are not escaped.
    pub(crate) is_reserved: bool,
    /// `true` if it may be an empty segment of the path.
    pub(crate) may_be_empty: bool,
    /// `true` if it is an idempotency key, for which a random value is sent if none is set
    /// (draft-ietf-httpapi-idempotency-key-header).
    pub(crate) is_idempotency_key: bool,
}

/// A part of a multipart body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Part {
    /// Its name on the wire.
    pub(crate) wire: String,
    /// Its media type, if declared.
    pub(crate) media_type: Option<String>,
    /// Its content.
    pub(crate) kind: PartKind,
}

/// The content of a part of a multipart body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum PartKind {
    /// A value.
    Value,
    /// A file.
    File,
    /// Files, one part each.
    Files,
}

/// A parameter or a part that always has the same value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct FixedParameter {
    /// Its location in the request.
    pub(crate) placement: RequestLocation,
    /// Its value.
    pub(crate) value: Constant,
}

impl RequestLocation {
    /// Returns `true` if it is a part of a multipart body.
    pub(crate) fn is_part(&self) -> bool {
        matches!(self, Self::Part(_))
    }
}

impl Parameter {
    /// Returns `true` if it is in the query, in the default style.
    pub(crate) fn is_plain_query(&self) -> bool {
        self.place == ParameterLocation::Query && !self.names_style() && !self.is_reserved
    }

    /// Returns the function of a request that puts it there.
    pub(crate) fn function(&self) -> String {
        let ending = match self.style {
            None => "",
            Some(_) if self.is_reserved => "_reserved",
            Some(_) => "_as",
        };
        format!("{}{ending}", self.place.as_str())
    }

    /// Returns `true` if its style is written explicitly.
    pub(crate) fn names_style(&self) -> bool {
        self.style.is_some()
    }
}

/// A body of one kind, or of several kinds from which the caller chooses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Body {
    /// The name of the enum of the kinds, if there are several.
    pub(crate) choice: String,
    /// `true` if its values can be compared.
    pub(crate) is_comparable: bool,
    /// The kinds, the preferred one first.
    pub(crate) contents: Vec<BodyContent>,
    /// The members of the struct that are inputs of the call, if it is flattened.
    pub(crate) members: Vec<Member>,
}

/// One kind of body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct BodyContent {
    /// The media type that is sent.
    pub(crate) media_type: String,
    /// The name of its variant, if there are several kinds.
    pub(crate) variant: String,
    /// The name of the function that creates this variant.
    #[serde(skip)]
    pub(crate) function: String,
    /// The type of its content.
    pub(crate) payload: RustType,
    /// `true` if its type occurs only once among the kinds, so that the enum implements `From` for it.
    pub(crate) has_from: bool,
    /// Its encoding.
    pub(crate) sent_as: SentAs,
    /// The constraints that are checked before it is sent.
    pub(crate) constraints: Vec<Constraint>,
}

/// The encoding of a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum SentAs {
    /// JSON, in an object with this key, if any.
    Json(Option<String>),
    /// A JSON value per line.
    Lines,
    /// Any JSON array.
    AnyArray,
    /// Any JSON object.
    AnyObject,
    /// `application/x-www-form-urlencoded`, with the members that have another style than the default.
    Form(Vec<(String, Style)>),
    /// Parts that the caller adds, with media types by position.
    Multipart,
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// Bytes of one of these media types, chosen by the caller.
    Content(Vec<String>),
}
