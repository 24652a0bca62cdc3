//! The declared headers of the responses of operations.

use serde::Serialize;

use super::about::Docs;
use super::manifest::Gate;
use super::node::Node;
use super::types::{Path, RustType};

/// The declared headers of the responses of an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum DeclaredHeaders {
    /// A type that operations share.
    Shared {
        /// Its name.
        name: String,
        /// The number of headers.
        count: usize,
    },
    /// A type of this operation.
    Own(HeadersType),
}

/// A struct of declared headers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct HeadersType {
    /// Its name.
    pub(crate) name: String,
    /// Its description, as a sentence of Markdown.
    pub(crate) about: String,
    /// Its headers.
    pub(crate) headers: Vec<Header>,
    /// `true` if its values can be compared.
    pub(crate) is_comparable: bool,
    /// The features that it is compiled with.
    pub(crate) gate: Gate,
}

/// A header of a response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Header {
    /// The headers that it is made for, one of each operation.
    #[serde(skip)]
    pub(crate) nodes: Vec<Node>,
    /// The name of its field.
    pub(crate) name: String,
    /// Its name on the wire, in lower case.
    pub(crate) wire: String,
    /// Its type, without an `Option`.
    pub(crate) ty: RustType,
    /// Its docs.
    pub(crate) docs: Docs,
}

impl DeclaredHeaders {
    /// Returns the type of the headers.
    pub(crate) fn ty(&self) -> RustType {
        match self {
            Self::Shared { name, .. } => RustType { path: Path::Shared(name.clone()), arguments: Vec::new() },
            Self::Own(headers) => RustType::beside(&headers.name),
        }
    }

    /// Returns the number of headers.
    pub(crate) fn count(&self) -> usize {
        match self {
            Self::Shared { count, .. } => *count,
            Self::Own(headers) => headers.headers.len(),
        }
    }
}
