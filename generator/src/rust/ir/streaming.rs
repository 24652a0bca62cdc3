//! Streamed responses, and the input that selects streaming.

use serde::Serialize;

use super::output::Content;
use super::types::{Path, RustType};

/// The streamed values of a response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Streaming {
    /// Server-sent events.
    Events {
        /// The content of their data.
        content: Content,
        /// The events whose data is text, if the name of an event selects the type of its data.
        by_name: Option<Vec<String>>,
    },
    /// One JSON value per line.
    Lines {
        /// The media type of the response.
        media_type: String,
        /// The type of each value.
        ty: RustType,
    },
}

/// The input that selects streaming.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum StreamSwitch {
    /// An input.
    Input(SwitchedField),
    /// A member of the body.
    Body {
        /// The name of the body.
        name: String,
        /// `true` if the body is required.
        is_required: bool,
        /// The member of the only kind of body.
        field: SwitchedField,
    },
}

/// The field of a switch.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct SwitchedField {
    /// Its name.
    pub(crate) name: String,
    /// Its name on the wire.
    pub(crate) wire: String,
    /// The value that selects streaming.
    pub(crate) value: SwitchValue,
    /// `true` if it is a `Patch`, `false` if it is an `Option`.
    pub(crate) is_patch: bool,
    /// `true` if the server assumes this value if it is absent.
    pub(crate) is_assumed: bool,
    /// `true` if its owner can be created with `Default`, because nothing in it is required.
    pub(crate) has_default_state: bool,
}

/// The value that selects streaming.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum SwitchValue {
    /// `true`.
    Boolean,
    /// A value of an enumeration.
    Listed {
        /// The path of the enumeration.
        path: Path,
        /// The name of its variant.
        variant: String,
        /// The value on the wire.
        wire: String,
    },
}

impl SwitchValue {
    /// Its value on the wire.
    pub(crate) fn wire(&self) -> &str {
        match self {
            Self::Boolean => "true",
            Self::Listed { wire, .. } => wire,
        }
    }
}

impl StreamSwitch {
    /// Returns its field.
    pub(crate) fn field(&self) -> &SwitchedField {
        match self {
            Self::Input(field) | Self::Body { field, .. } => field,
        }
    }
}
