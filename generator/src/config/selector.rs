//! Selectors of operations.
//!
//! | selector | matches |
//! |---|---|
//! | `GET /pets/{id}` | the operation with this method and path |
//! | `listPets` | the operation with this `operationId` |
//! | `/paths/~1pets/get`, `#/paths/~1pets` | the operations at this JSON pointer (RFC 6901) |
//!
//! Operations are selected by tag and by path with `tags` and `paths`. `*` matches any text without a slash, `**` any text.

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
#[derive(Clone, Debug)]
pub(crate) struct SelectableOperation {
    /// The method, in upper case.
    pub(crate) method: String,
    /// The path as in the description.
    pub(crate) path: String,
    /// The `operationId`.
    pub(crate) id: Option<String>,
    /// The tags.
    pub(crate) tags: Vec<String>,
    /// The location.
    pub(crate) place: Pointer,
}

impl FromStr for OperationSelector {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Self, Refusal> {
        let refuse = |help| Err(Refusal::new(format!("invalid operation `{text}`"), help));
        let pointer = text.strip_prefix('#').unwrap_or(text);
        if pointer.starts_with("/paths/") {
            return Ok(Self::Place(Pointer::root().append(pointer)));
        }
        if pointer.starts_with('/') {
            return refuse("write `GET /project/{id}` or a pointer such as `/paths/~1project/get`, or use `paths`");
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
    pub(crate) fn matches(&self, operation: &SelectableOperation) -> bool {
        match self {
            Self::Tag(tag) => operation.tags.iter().any(|own| tag.matches(own)),
            Self::Path(path) => path.matches(&operation.path),
            Self::Route(method, path) => *method == operation.method && path.matches(&operation.path),
            Self::Id(id) => operation.id.as_ref().is_some_and(|own| id.matches(own)),
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
    pub(crate) fn alternatives(&self, operation: &SelectableOperation) -> Vec<String> {
        match self {
            Self::Tag(_) => operation.tags.clone(),
            Self::Path(_) => vec![operation.path.clone()],
            Self::Route(..) => vec![format!("{} {}", operation.method, operation.path)],
            Self::Id(_) => operation.id.clone().into_iter().collect(),
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
    use super::{Glob, OperationSelector, PathPattern, SelectableOperation, Tag};
    use crate::base::pointer::Pointer;

    #[test]
    fn selectors_and_what_they_mean() {
        let place = Pointer::root().append("/paths/~1pets~1{id}/get");
        let [method, path, id, tag] = ["GET", "/pets/{id}", "getPet", "pets"].map(str::to_owned);
        let pet = SelectableOperation { method, path, id: Some(id), tags: vec![tag], place };
        let means = |text: &str| text.parse::<OperationSelector>().unwrap().matches(&pet);
        for right in
            ["GET /pets/{id}", "GET /pets/**", "getPet", "get*", "/paths/~1pets~1{id}/get", "#/paths/~1pets~1{id}"]
        {
            assert!(means(right), "{right}");
        }
        for wrong in ["PUT /pets/{id}", "getPets", "/paths/~1pets", "pets"] {
            assert!(!means(wrong), "{wrong}");
        }
        for none in ["", "get /pets", "GET  /pets", "/pets", " getPet", "#/components/schemas/A"] {
            assert!(none.parse::<OperationSelector>().is_err(), "{none}");
        }
        let is_tag = |text: &str| OperationSelector::from(text.parse::<Tag>().unwrap()).matches(&pet);
        assert!(is_tag("pets") && is_tag("p*") && !is_tag("pet") && "".parse::<Tag>().is_err());
        let is_path = |text: &str| OperationSelector::from(text.parse::<PathPattern>().unwrap()).matches(&pet);
        assert!(is_path("/pets/*") && is_path("/pets/{id}") && is_path("/p**") && !is_path("/pets") && !is_path("/*"));
        assert!("pets".parse::<PathPattern>().is_err());
    }

    #[test]
    fn signs_of_expressions_are_signs() {
        assert!(Glob::new("/a.b(c)*").matches("/a.b(c)d") && !Glob::new("/a.b*").matches("/aXb"));
        assert!(Glob::new("**").matches("/a/b\n") && !Glob::new("*").matches("/a"));
    }
}
