//! Operations on the command line of the crate.

use serde::Serialize;

use crate::http_terms::ParameterLocation;

/// An operation on the command line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Command {
    /// Its description, in one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) about: String,
    /// Its parameters, in the order of the description.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) parameters: Vec<CommandParameter>,
    /// The description of its body, in one line.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) body_about: String,
}

/// A parameter on the command line.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct CommandParameter {
    /// The name of its field.
    pub(crate) name: String,
    /// Its name on the wire.
    pub(crate) wire: String,
    /// Its location in the request.
    pub(crate) place: ParameterLocation,
    /// `true` if it is required.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_required: bool,
    /// Its description, in one line; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) about: String,
    /// The placeholder of its value in the help.
    pub(crate) value: &'static str,
    /// `true` if it takes several values.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) is_list: bool,
    /// The meaning of its value.
    pub(crate) given_as: GivenAs,
    /// The value that the server assumes by default, as JSON.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) default: Option<String>,
    /// The values that the description lists.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) known: Vec<KnownValue>,
}

/// The meaning of a value on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) enum GivenAs {
    /// The value itself.
    Value,
    /// A file.
    File,
    /// Files.
    Files,
}

/// A value that the description lists.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct KnownValue {
    /// Its value on the wire.
    pub(crate) wire: String,
    /// The name of its variant, if it differs from the value.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) name: Option<String>,
    /// Its meaning, in one line; may be empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) meaning: String,
}
