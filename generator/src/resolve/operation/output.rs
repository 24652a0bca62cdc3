//! What an operation answers when it went well.

use std::cmp::Reverse;

use crate::analysis::Direction;
use crate::model::{self, Response, StatusMatch, Success, Text, Type, essence, parameters};
use crate::names::{OperationNames, is_same_kind};
use crate::resolve::{Resolver, RustType};

/// What comes back when a call went well.
#[derive(Clone, Debug)]
pub(crate) enum Output<'a> {
    /// No body: the status says it all.
    Nothing,
    /// A body may come, but the description does not say which.
    Undeclared,
    /// One kind of body, with the media type that it is asked for with.
    One(Content<'a>, Option<&'a str>),
    /// Several kinds of body.
    Several(OutputEnum<'a>),
}

/// The body of an answer.
#[derive(Clone, Debug)]
pub(crate) enum Content<'a> {
    /// JSON of a type.
    Json(RustType<'a>),
    /// A text in JSON, which servers also send as it is.
    JsonText(RustType<'a>),
    /// JSON values of a type, each in a line.
    Lines(RustType<'a>),
    /// Text.
    Text,
    /// Bytes.
    Bytes,
}

/// The enum of several kinds of success.
#[derive(Clone, Debug)]
pub(crate) struct OutputEnum<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// Its variants.
    pub(crate) variants: Vec<OutputVariant<'a>>,
    /// `true` if its values can be compared.
    pub(crate) is_comparable: bool,
    /// Which variant an answer is, by its status.
    pub(crate) arms: Vec<OutputArm>,
}

/// A kind of success.
#[derive(Clone, Debug)]
pub(crate) struct OutputVariant<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// The status that it comes with.
    pub(crate) status: StatusMatch,
    /// Its media type; nothing without a body.
    pub(crate) media_type: Option<&'a str>,
    /// Its body.
    pub(crate) content: Option<Content<'a>>,
    /// `true` if that is so large that it is held behind a pointer.
    pub(crate) is_boxed: bool,
}

/// Which variant an answer of some statuses is; variants are told by their index.
#[derive(Clone, Debug)]
pub(crate) struct OutputArm {
    /// The statuses; nothing for any success.
    pub(crate) status: Option<StatusMatch>,
    /// By media type; those with more parameters come first.
    pub(crate) by_media_type: Vec<MediaTypeMatch>,
    /// For media types that are not declared: JSON, or else what is declared first.
    pub(crate) otherwise: usize,
}

/// The answers of a media type.
#[derive(Clone, Debug)]
pub(crate) struct MediaTypeMatch {
    /// The media type without its parameters, in lower case.
    pub(crate) essence: String,
    /// The parameters that it has to have.
    pub(crate) parameters: Vec<(String, String)>,
    /// The index of the variant.
    pub(crate) variant: usize,
}

impl<'a> Content<'a> {
    /// The type that it is read as.
    pub(crate) fn ty(&self) -> RustType<'a> {
        match self {
            Self::Json(ty) | Self::JsonText(ty) => ty.clone(),
            Self::Lines(ty) => ty.clone().list(),
            Self::Text => RustType::string(),
            Self::Bytes => RustType::bytes(),
        }
    }

    /// The type that it is read as where it comes in server-sent events, which are text.
    pub(crate) fn streamed(&self) -> RustType<'a> {
        match self {
            Self::Json(ty) | Self::JsonText(ty) | Self::Lines(ty) => ty.clone(),
            Self::Text | Self::Bytes => RustType::string(),
        }
    }
}

impl<'a> Output<'a> {
    /// Its type.
    pub(crate) fn ty(&self) -> RustType<'a> {
        match self {
            Self::Nothing => RustType::unit(),
            Self::Undeclared => RustType::support("Body"),
            Self::One(content, _) => content.ty(),
            Self::Several(output) => RustType::beside(output.name),
        }
    }
}

impl OutputVariant<'_> {
    /// The status that a mock answers it with.
    pub(crate) fn usual_status(&self) -> u16 {
        match self.status {
            StatusMatch::Code(code) => code,
            StatusMatch::Class(class) => class * 100,
            StatusMatch::Default => 200,
        }
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn output(&self, index: usize) -> Output<'a> {
        let operation = self.lowered(index);
        match &operation.success {
            Success::Nothing => Output::Nothing,
            Success::Undeclared => Output::Undeclared,
            Success::One(content) => Output::One(self.content(content), operation.accept.first().map(String::as_str)),
            Success::Several(responses) => Output::Several(self.output_enum(responses, self.names.operation(index))),
        }
    }

    pub(super) fn content(&self, content: &'a model::Content) -> Content<'a> {
        match content {
            model::Content::Json(ty) if *self.api.unaliased(ty) == Type::Text(Text::Plain) => {
                Content::JsonText(self.rust_type(ty, Direction::Response))
            }
            model::Content::Json(ty) => Content::Json(self.rust_type(ty, Direction::Response)),
            model::Content::Lines(ty) => Content::Lines(self.rust_type(ty, Direction::Response)),
            model::Content::Text => Content::Text,
            model::Content::Bytes => Content::Bytes,
        }
    }

    fn output_enum(&self, responses: &'a [Response], names: &'a OperationNames) -> OutputEnum<'a> {
        let named = names.outputs.iter();
        let kinds = named.filter_map(|variant| Some((variant.name.as_str(), responses.get(variant.response)?)));
        let kinds: Vec<(&'a str, &'a Response)> = kinds.collect();
        let arms = arms(responses, &kinds);
        let variants = kinds.into_iter().map(|(name, response)| OutputVariant {
            name,
            status: response.status,
            media_type: response.media_type.as_deref(),
            content: response.content.as_ref().map(|content| self.content(content)),
            is_boxed: matches!(&response.content, Some(model::Content::Json(ty)) if self.is_large(ty)),
        });
        let is_comparable =
            responses.iter().filter_map(|response| response.content.as_ref()).all(|content| match content {
                model::Content::Json(ty) | model::Content::Lines(ty) => self.is_comparable(ty),
                model::Content::Text | model::Content::Bytes => true,
            });
        OutputEnum { name: &names.output_type, variants: variants.collect(), is_comparable, arms }
    }
}

/// By status, and inside one status by media type; the first answer of a status is taken for what is not declared.
fn arms(responses: &[Response], kinds: &[(&str, &Response)]) -> Vec<OutputArm> {
    let mut statuses: Vec<StatusMatch> = responses.iter().map(|response| response.status).collect();
    statuses.sort_unstable();
    statuses.dedup();
    let variant = |response: &Response| kinds.iter().position(|(_, other)| is_same_kind(other, response)).unwrap_or(0);
    let is_single = statuses.len() == 1;
    let arms = statuses.into_iter().filter_map(|status| {
        let own: Vec<&Response> = responses.iter().filter(|response| response.status == status).collect();
        // JSON, or else what is declared first, is taken for media types that are not declared.
        let has_parameters = |response: &Response| response.media_type.as_deref().map(|it| !parameters(it).is_empty());
        let json = own.iter().enumerate().filter(|(_, r)| matches!(r.content, Some(model::Content::Json(_))));
        let fallback = json.min_by_key(|(_, response)| has_parameters(response)).map_or(0, |(at, _)| at);
        let others = own.iter().enumerate().filter(|(at, _)| *at != fallback);
        let by_media_type = others.filter_map(|(_, response)| {
            let media_type = response.media_type.as_deref()?;
            let (essence, parameters) = (essence(media_type), parameters(media_type));
            Some(MediaTypeMatch { essence, parameters, variant: variant(response) })
        });
        let mut by_media_type: Vec<MediaTypeMatch> = by_media_type.collect();
        by_media_type.sort_by_key(|found| Reverse(found.parameters.len()));
        Some(OutputArm {
            status: Some(status).filter(|status| !is_single && *status != StatusMatch::Default),
            by_media_type,
            otherwise: variant(own.get(fallback)?),
        })
    });
    arms.collect()
}
