//! Operations on the command line of the crate.

use serde::Serialize;

use super::input::Parameter;
use crate::base::http_terms::Style;

/// An operation on the command line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Command {
    /// Its description, in one line.
    pub(crate) about: String,
    /// Its parameters, and the members of its body.
    pub(crate) arguments: Vec<CommandArgument>,
    /// Its body.
    pub(crate) body: Option<CommandBody>,
    /// The members of its responses that are codes, each with its enum.
    pub(crate) codes: Vec<(String, String)>,
}

impl Command {
    /// Returns `true` if it names enums.
    pub(crate) fn names_types(&self) -> bool {
        let is_enum =
            |argument: &CommandArgument| matches!(argument.kind, CommandValue::Code(_) | CommandValue::Word(_));
        !self.codes.is_empty() || self.arguments.iter().any(is_enum)
    }

    /// Returns `true` if it names styles.
    pub(crate) fn names_styles(&self) -> bool {
        let mut parameters = self.arguments.iter().filter_map(|argument| argument.parameter.as_ref());
        let encoding = self.body.as_ref().map(|body| &body.encoding);
        parameters.any(|parameter| parameter.style.is_some())
            || matches!(encoding, Some(CommandEncoding::Form(styles)) if !styles.is_empty())
    }
}

/// A parameter, or a top-level member of a body.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CommandArgument {
    /// Its name on the wire.
    pub(crate) wire: String,
    /// The name of its flag.
    pub(crate) flag: String,
    /// Its location, unless it is a member of the body.
    pub(crate) parameter: Option<Parameter>,
    /// `true` if it is required.
    pub(crate) is_required: bool,
    /// `true` if it takes several values.
    pub(crate) is_list: bool,
    /// The kind of its values.
    pub(crate) kind: CommandValue,
    /// Its description, in one line; may be empty.
    pub(crate) about: String,
}

/// The kind of a value on the command line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum CommandValue {
    /// Text.
    Text,
    /// An integer.
    Integer,
    /// A number.
    Number,
    /// `true` or `false`.
    Boolean,
    /// JSON.
    Json,
    /// A value of this integer enum.
    Code(String),
    /// A value of this string enum.
    Word(String),
    /// Always this JSON.
    Fixed(String),
}

/// A body on the command line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CommandBody {
    /// The media type that is sent.
    pub(crate) media_type: String,
    /// `true` if it is required.
    pub(crate) is_required: bool,
    /// `true` if it is an object that has no other members.
    pub(crate) is_closed: bool,
    /// Its encoding.
    pub(crate) encoding: CommandEncoding,
}

/// The encoding of a body on the command line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum CommandEncoding {
    /// Bytes or text.
    Raw,
    /// JSON, inside an object with this key.
    Json(Option<String>),
    /// A form, with the members that are not written in the default style.
    Form(Vec<(String, Style)>),
}
