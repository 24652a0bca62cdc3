//! Selectors of operations.
//!
//! | selector | matches |
//! |---|---|
//! | `tag:pets` | operations with this tag |
//! | `path:/pets/**` | operations of this path |
//! | `GET /pets/{id}` | the operation with this method and path |
//! | `listPets` | the operation with this `operationId` |
//! | `/paths/~1pets/get`, `#/paths/~1pets` | the operations at this JSON pointer (RFC 6901) |
//!
//! `*` matches any text without a slash, `**` any text.

use std::convert::Infallible;
use std::str::FromStr;

use regex::Regex;

use super::check;
use super::place::Refusal;
use crate::base::http_terms::is_method;
use crate::base::pointer::Pointer;

/// A selector of operations.
#[derive(Clone, Debug)]
pub(crate) enum OperationSelector {
    /// By tag.
    Tag(Glob),
    /// By path.
    Path(Glob),
    /// By method and path.
    Route(String, Glob),
    /// By `operationId`.
    Id(Glob),
    /// By the location of the operation or of its path.
    Place(Pointer),
}

/// The properties of an operation that selectors match.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SelectableOperation<'d> {
    /// The method, in upper case.
    pub(crate) method: &'d str,
    /// The path as in the description.
    pub(crate) path: &'d str,
    /// The `operationId`.
    pub(crate) id: Option<&'d str>,
    /// The tags.
    pub(crate) tags: &'d [String],
    /// The location.
    pub(crate) place: &'d Pointer,
}

impl FromStr for OperationSelector {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let refuse = |help| Err(Refusal::new(format!("invalid operation `{text}`"), help));
        if let Some(tag) = text.strip_prefix("tag:") {
            return Tag::from_str(tag).map(Self::from);
        }
        if let Some(path) = text.strip_prefix("path:") {
            return PathPattern::from_str(path).map(Self::from);
        }
        let pointer = text.strip_prefix('#').unwrap_or(text);
        if pointer.starts_with("/paths/") {
            return Ok(Self::Place(Pointer::root().append(pointer)));
        }
        if pointer.starts_with('/') {
            return refuse(
                "write `GET /project/{id}`, `path:/project/{id}`, or a pointer such as `/paths/~1project/get`",
            );
        }
        match text.split_once(' ') {
            Some((method, path)) if check::is_operation(text) => Ok(Self::Route(method.to_owned(), Glob::new(path))),
            _ if text.contains(char::is_whitespace) || text.is_empty() || is_method(text) => {
                refuse("write its method and path, such as `GET /project/{id}`, or its `operationId`")
            }
            _ => Ok(Self::Id(Glob::new(text))),
        }
    }
}

/// A tag of operations.
pub(super) struct Tag(Glob);

impl FromStr for Tag {
    type Err = Refusal;

    fn from_str(tag: &str) -> Result<Self, Refusal> {
        if tag.is_empty() {
            Err(Refusal::new("the tag is empty", "write the name of a tag"))
        } else {
            Ok(Self(Glob::new(tag)))
        }
    }
}

impl From<Tag> for OperationSelector {
    fn from(Tag(glob): Tag) -> Self {
        Self::Tag(glob)
    }
}

/// A path of operations.
pub(super) struct PathPattern(Glob);

impl FromStr for PathPattern {
    type Err = Refusal;

    fn from_str(path: &str) -> Result<Self, Refusal> {
        let is_path = path.starts_with('/') || path.starts_with('*');
        let refusal = || Refusal::new(format!("invalid path `{path}`"), "write a path such as `/project/**`");
        is_path.then(|| Self(Glob::new(path))).ok_or_else(refusal)
    }
}

impl From<PathPattern> for OperationSelector {
    fn from(PathPattern(glob): PathPattern) -> Self {
        Self::Path(glob)
    }
}

/// The method and the path of an operation, or of several.
#[derive(Clone, Debug)]
pub(super) struct Routes(Glob);

impl FromStr for Routes {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let help = "write its method and path, such as `GET /project/{id}`";
        let refusal = || Refusal::new(format!("`{text}` is not an operation"), help);
        check::is_operation(text).then(|| Self(Glob::new(text))).ok_or_else(refusal)
    }
}

impl Routes {
    pub(super) fn contain(&self, route: &str) -> bool {
        self.0.matches(route)
    }

    /// Returns `true` for a single operation.
    pub(super) fn is_one(&self) -> bool {
        self.0.is_plain()
    }
}

impl OperationSelector {
    /// Returns `true` if an operation matches.
    pub(crate) fn matches(&self, operation: &SelectableOperation<'_>) -> bool {
        match self {
            Self::Tag(tag) => operation.tags.iter().any(|own| tag.matches(own)),
            Self::Path(path) => path.matches(operation.path),
            Self::Route(method, path) => method == operation.method && path.matches(operation.path),
            Self::Id(id) => operation.id.is_some_and(|own| id.matches(own)),
            Self::Place(place) => operation.place.is_within(place),
        }
    }

    /// Returns `true` if it selects a single operation, whose removal is an error.
    pub(crate) fn is_exact(&self) -> bool {
        match self {
            Self::Route(_, glob) | Self::Id(glob) => glob.is_plain(),
            Self::Place(_) => true,
            Self::Tag(_) | Self::Path(_) => false,
        }
    }

    /// Returns the properties of an operation that the selector may have meant.
    pub(crate) fn alternatives<'d>(&self, operation: &SelectableOperation<'d>) -> Vec<String> {
        match self {
            Self::Tag(_) => operation.tags.to_vec(),
            Self::Path(_) => vec![operation.path.to_owned()],
            Self::Route(..) => vec![format!("{} {}", operation.method, operation.path)],
            Self::Id(_) => operation.id.map(str::to_owned).into_iter().collect(),
            Self::Place(_) => vec![operation.place.to_string()],
        }
    }
}

/// A pattern in which `*` matches any text without a slash and `**` matches any text.
#[derive(Clone, Debug)]
pub(crate) enum Glob {
    /// A literal.
    Plain(String),
    /// A pattern with wildcards, after the text before the first of them: there may be as many patterns as operations.
    Pattern(String, Regex),
}

impl FromStr for Glob {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self::new(text))
    }
}

impl Glob {
    pub(crate) fn new(text: &str) -> Self {
        let pattern = regex::escape(text).replace(r"\*\*", ".*").replace(r"\*", "[^/]*");
        match (text.split_once('*'), Regex::new(&format!("^(?s:{pattern})$"))) {
            (Some((start, _)), Ok(regex)) => Self::Pattern(start.to_owned(), regex),
            // Nothing has a name that is too long for a regular expression.
            _ => Self::Plain(text.to_owned()),
        }
    }

    pub(crate) fn matches(&self, text: &str) -> bool {
        match self {
            Self::Plain(own) => own == text,
            Self::Pattern(start, regex) => text.starts_with(start) && regex.is_match(text),
        }
    }

    pub(crate) fn is_plain(&self) -> bool {
        matches!(self, Self::Plain(_))
    }
}

#[cfg(test)]
mod tests {
    use super::{Glob, OperationSelector, SelectableOperation};
    use crate::base::pointer::Pointer;

    #[test]
    fn selectors_and_what_they_mean() {
        let place = Pointer::root().append("/paths/~1pets~1{id}/get");
        let tags = ["pets".to_owned()];
        let pet =
            SelectableOperation { method: "GET", path: "/pets/{id}", id: Some("getPet"), tags: &tags, place: &place };
        let means = |text: &str| text.parse::<OperationSelector>().unwrap().matches(&pet);
        for right in [
            "tag:pets",
            "tag:p*",
            "path:/pets/*",
            "path:/pets/{id}",
            "path:/p**",
            "GET /pets/{id}",
            "GET /pets/**",
            "getPet",
            "get*",
            "/paths/~1pets~1{id}/get",
            "#/paths/~1pets~1{id}",
        ] {
            assert!(means(right), "{right}");
        }
        for wrong in ["tag:pet", "path:/pets", "path:/*", "PUT /pets/{id}", "getPets", "/paths/~1pets", "pets"] {
            assert!(!means(wrong), "{wrong}");
        }
        for none in ["", "get /pets", "GET  /pets", "/pets", "tag:", "path:pets", " getPet", "#/components/schemas/A"] {
            assert!(none.parse::<OperationSelector>().is_err(), "{none}");
        }
    }

    #[test]
    fn signs_of_expressions_are_signs() {
        assert!(Glob::new("/a.b(c)*").matches("/a.b(c)d") && !Glob::new("/a.b*").matches("/aXb"));
        assert!(Glob::new("**").matches("/a/b\n") && !Glob::new("*").matches("/a"));
    }
}
