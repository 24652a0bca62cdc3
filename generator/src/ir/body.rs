//! The body of a request.

use serde::Serialize;

use super::constraint::Constraint;
use super::manifest::Gate;
use super::structure::Member;
use super::types::RustType;
use crate::http_terms::{PartTypes, Style};

/// A body of one kind, or of several kinds from which the caller chooses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Body {
    /// The name of the enum of the kinds, if there are several.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) choice: String,
    /// `true` if its values can be compared.
    #[serde(skip_serializing_if = "Clone::clone")]
    pub(crate) is_comparable: bool,
    /// `true` if several operations share the enum, which is in `api`.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_shared: bool,
    /// The kinds, the preferred one first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) contents: Vec<BodyContent>,
    /// The members of the struct that are inputs of the call, if it is flattened.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) members: Vec<Member>,
}

/// The enum of the kinds of body that several operations share.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SharedBody {
    /// Its kind.
    pub(crate) body: Body,
    /// The operations that take it, with the modules of their groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) users: Vec<String>,
    /// The features that it is compiled with.
    #[serde(skip_serializing_if = "Gate::is_open")]
    pub(crate) gate: Gate,
}

/// One kind of body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct BodyContent {
    /// The media type that is sent.
    pub(crate) media_type: String,
    /// The name of its variant, if there are several kinds.
    pub(crate) variant: String,
    /// The type of its content.
    pub(crate) payload: RustType,
    /// `true` if its variant boxes it because it is large.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_boxed: bool,
    /// `true` if its type occurs only once among the kinds, so that the enum implements `From` for it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) has_from: bool,
    /// Its encoding.
    pub(crate) sent_as: SentAs,
    /// The constraints that are checked before it is sent.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) constraints: Vec<Constraint>,
}

/// The encoding of a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum SentAs {
    /// JSON, in an object with this key, if any.
    Json(Option<String>),
    /// Any JSON array.
    AnyArray,
    /// Any JSON object.
    AnyObject,
    /// `application/x-www-form-urlencoded`, with the members that have another style than the default.
    Form(Vec<(String, Style)>),
    /// Parts that the caller adds, with media types by position.
    Multipart(PartTypes),
    /// Text.
    Text,
    /// Bytes.
    Bytes,
    /// Bytes of one of these media types, chosen by the caller.
    Content(Vec<String>),
}
