//! The successful responses of an operation.

use serde::Serialize;

use super::types::RustType;
use crate::base::http_terms::StatusMatch;
use crate::base::runtime_item::RuntimeItem;

/// The successful response of an operation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Output {
    /// No body.
    Nothing,
    /// An undeclared body.
    Undeclared,
    /// One kind of body, with the accepted media type.
    One(Content, Option<String>),
    /// Several kinds of response.
    Several(OutputEnum),
}

/// The body of a response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub enum Content {
    /// JSON of a type.
    Json(RustType),
    /// A JSON string, which servers also send as plain text.
    JsonText(RustType),
    /// JSON values of a type, one per line.
    Lines(RustType),
    /// Text.
    Text,
    /// Bytes.
    Bytes,
}

/// The enum of several successful responses.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct OutputEnum {
    /// Its name.
    pub(crate) name: String,
    /// Its variants.
    pub(crate) variants: Vec<OutputVariant>,
    /// `true` if its values can be compared.
    pub(crate) is_comparable: bool,
    /// The variants by status.
    pub(crate) arms: Vec<OutputArm>,
}

/// A successful response.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OutputVariant {
    /// Its name.
    pub(crate) name: String,
    /// Its status.
    pub(crate) status: StatusMatch,
    /// Its media type; `None` without a body.
    pub(crate) media_type: Option<String>,
    /// Its body.
    pub(crate) content: Option<Content>,
}

/// The variant of the responses with some statuses, by index.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct OutputArm {
    /// The statuses; `None` for any success.
    pub(crate) status: Option<StatusMatch>,
    /// By media type; those with more parameters come first.
    pub(crate) by_media_type: Vec<MediaTypeMatch>,
    /// The variant for undeclared media types: JSON, or else the first declared one.
    pub(crate) otherwise: usize,
}

/// The variant for a media type.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct MediaTypeMatch {
    /// The media type without its parameters, in lower case; a range ends with `/*`.
    pub(crate) essence: String,
    /// Its required parameters.
    pub(crate) parameters: Vec<(String, String)>,
    /// The index of the variant.
    pub(crate) variant: usize,
}

impl Content {
    /// Returns the type that it is read as.
    pub(crate) fn ty(&self) -> RustType {
        match self {
            Self::Json(ty) | Self::JsonText(ty) => ty.clone(),
            Self::Lines(ty) => ty.clone().list(),
            Self::Text => RustType::string(),
            Self::Bytes => RustType::bytes(),
        }
    }

    /// Returns the type that the data of server-sent events are read as.
    pub(crate) fn streamed(&self) -> RustType {
        match self {
            Self::Json(ty) | Self::JsonText(ty) | Self::Lines(ty) => ty.clone(),
            Self::Text | Self::Bytes => RustType::string(),
        }
    }
}

impl Output {
    /// Its type.
    pub(crate) fn ty(&self) -> RustType {
        match self {
            Self::Nothing => RustType::unit(),
            Self::Undeclared => RustType::runtime(RuntimeItem::Body),
            Self::One(content, _) => content.ty(),
            Self::Several(output) => RustType::beside(&output.name),
        }
    }
}

impl OutputVariant {
    /// Returns the status that a mock responds with.
    pub(crate) fn usual_status(&self) -> u16 {
        match self.status {
            StatusMatch::Code(code) => code,
            StatusMatch::Class(class) => class * 100,
            StatusMatch::Default => 200,
        }
    }
}
