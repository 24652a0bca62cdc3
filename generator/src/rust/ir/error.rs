//! The documented error responses of an operation.

use serde::Serialize;

use super::about::Docs;
use super::manifest::Gate;
use super::node::Node;
use super::types::{Path, RustType};
use crate::base::http_terms::StatusMatch;

/// The error type of an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Failure {
    /// A type that operations share.
    Shared(String),
    /// An error type of this operation.
    Own(ErrorType),
}

/// A documented error response of an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorResponse {
    /// Its statuses.
    pub(crate) status: StatusMatch,
    /// The variant of the error type.
    pub(crate) variant: String,
    /// The documented body.
    pub(crate) body: ErrorBody,
}

/// The documented body of an error response.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum ErrorBody {
    /// None.
    None,
    /// JSON.
    Json,
    /// Text.
    Text,
    /// JSON or text.
    JsonOrText,
}

/// An enum of documented error responses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorType {
    /// Its name.
    pub(crate) name: String,
    /// Its description, as a sentence of Markdown.
    pub(crate) about: String,
    /// Its variants.
    pub(crate) variants: Vec<ErrorVariant>,
    /// The error responses with a single status that operations read through the type; empty if it is not shared.
    #[serde(skip)]
    pub(crate) shared: Vec<ErrorResponse>,
    /// `true` if its values can be compared.
    pub(crate) is_comparable: bool,
    /// The features that it is compiled with.
    pub(crate) gate: Gate,
}

/// A documented error response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ErrorVariant {
    /// The error responses that it is made for.
    #[serde(skip)]
    pub(crate) nodes: Vec<Node>,
    /// The name of its variant.
    pub(crate) name: String,
    /// The type of its body, if one is documented.
    pub(crate) body: Option<RustType>,
    /// Its docs.
    pub(crate) docs: Docs,
}

impl Failure {
    /// Returns the error type.
    pub(crate) fn ty(&self) -> RustType {
        match self {
            Self::Shared(name) => RustType { path: Path::Shared(name.clone()), arguments: Vec::new() },
            Self::Own(error) => RustType::beside(&error.name),
        }
    }
}

impl ErrorType {
    /// Lines of Markdown.
    pub(crate) fn docs(&self) -> Vec<String> {
        let mut lines = vec![self.about.clone()];
        if self.variants.iter().any(|variant| variant.body.is_some()) {
            let bodies = "A body is `None` if the server sent none, or one that does not match the documented type.";
            lines.extend([String::new(), bodies.to_owned()]);
        }
        lines
    }
}
