//! The description of the crate, and an example call.

use std::fmt;

use serde::{Serialize, Serializer};

/// The description of the crate.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct About {
    /// The title of the API, as Markdown in one line.
    pub(crate) title: String,
    /// The title as plain text.
    pub(crate) line: String,
    /// The version of the API, as Markdown in one line, if it looks like a version.
    pub(crate) version: Option<String>,
    /// The description of the API.
    pub(crate) description: Option<String>,
    /// The docs of the crate from the configuration, as Markdown.
    pub(crate) own: Option<String>,
}

/// An example call with few arguments.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ExampleCall {
    /// The feature of the group, if it has one.
    pub(crate) group_feature: Option<String>,
    /// The function of the client that returns the group.
    pub(crate) group: String,
    /// The function of the group.
    pub(crate) function: String,
    /// Its arguments.
    pub(crate) arguments: Vec<ExampleValue>,
    /// The security schemes that it requires, by their position in the client. Of several combinations, it is the one that
    /// asks for the usual token if possible.
    pub(crate) schemes: Vec<usize>,
    /// `true` if it returns something.
    pub(crate) has_output: bool,
    /// The part of the result that a program prints; all of it if `None`.
    pub(crate) printed: Option<Printed>,
}

/// An argument of an example.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum ExampleValue {
    /// An expression that names no type of the crate.
    Plain(String),
    /// A variant, such as `types::PetKind::Cat`.
    Variant(String),
    /// A call of a constructor or a variant.
    Call(String, Vec<ExampleValue>),
    /// An array.
    List(Vec<ExampleValue>),
}

impl ExampleValue {
    /// Returns `true` if it names a type of the crate.
    pub(crate) fn names_type(&self) -> bool {
        match self {
            Self::Plain(_) => false,
            Self::Variant(_) | Self::Call(..) => true,
            Self::List(elements) => elements.iter().any(Self::names_type),
        }
    }
}

impl fmt::Display for ExampleValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Plain(text) | Self::Variant(text) => f.write_str(text),
            Self::Call(function, arguments) => write!(f, "{function}({})", argument_list(arguments)),
            Self::List(elements) => write!(f, "[{}]", argument_list(elements)),
        }
    }
}

impl Serialize for ExampleValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Returns values as the arguments of a call.
pub(crate) fn argument_list(values: &[ExampleValue]) -> String {
    values.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The part of a result that a program prints.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Printed {
    /// A member.
    Member(String),
    /// The items of a list.
    Items {
        /// The member with the list; `None` if the result is the list.
        list: Option<ListMember>,
        /// The member of each item; the whole item if `None`.
        member: Option<String>,
    },
}

/// A member that is a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct ListMember {
    /// Its name, after those of the members that it is in, such as `data.items`.
    pub(crate) path: String,
    /// `true` if it is an `Option`.
    pub(crate) is_option: bool,
}

/// The facts that the README and the front page of the crate state.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Overview {
    /// The first call, which reads something if possible.
    pub(crate) call: Option<ExampleCall>,
    /// The prefix of environment variables.
    pub(crate) environment: String,
    /// The feature of a group, if groups are features.
    pub(crate) group_feature: Option<String>,
    /// A type with a sample value, if there are any.
    pub(crate) fixture: Option<String>,
    /// A type, for a crate without operations.
    pub(crate) first_type: Option<String>,
    /// The enumerations of integers that operations use.
    pub(crate) integer_enums: Vec<String>,
    /// `true` if any operation responds with pages.
    pub(crate) has_pages: bool,
    /// `true` if any operation responds with server-sent events.
    pub(crate) has_event_streams: bool,
    /// `true` if the client reconnects a broken stream of events.
    pub(crate) reconnects: bool,
    /// `true` if any operation responds with one value per line.
    pub(crate) has_lines: bool,
}

/// The docs of an item.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct Docs {
    /// Lines of Markdown without active content of the description.
    pub(crate) lines: Vec<String>,
    /// The number of lines with the text of the description. The others state limits, defaults and names.
    #[serde(skip)]
    pub(crate) described: usize,
    /// `true` if the description marks the item as deprecated.
    pub(crate) is_deprecated: bool,
}

impl Docs {
    /// Returns the first paragraph of the description's text and all that follows the text, for a setter.
    pub(crate) fn short(&self) -> Vec<String> {
        let (text, rest) = self.lines.split_at(self.described.min(self.lines.len()));
        let first = text.split(|line| line.trim().is_empty()).next().unwrap_or_default();
        first.iter().chain(rest).cloned().collect()
    }
}
