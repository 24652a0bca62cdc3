//! What an operation answers when it went well.

use super::OUTPUT;
use crate::bindings::{Bindings, RustType};
use crate::facts::Form;
use crate::ident::type_name;
use crate::model::{self, Response, StatusMatch, Success};
use crate::names::status_name;

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
    /// Text.
    Text,
    /// Bytes.
    Bytes,
}

/// The enum of several kinds of success.
#[derive(Clone, Debug)]
pub(crate) struct OutputEnum<'a> {
    /// Its variants.
    pub(crate) variants: Vec<OutputVariant<'a>>,
    /// Which variant an answer is, by its status.
    pub(crate) arms: Vec<OutputArm<'a>>,
}

/// A kind of success.
#[derive(Clone, Debug)]
pub(crate) struct OutputVariant<'a> {
    /// Its name.
    pub(crate) name: String,
    /// The status that it comes with.
    pub(crate) status: StatusMatch,
    /// Its media type; nothing without a body.
    pub(crate) media_type: Option<&'a str>,
    /// Its body.
    pub(crate) content: Option<Content<'a>>,
    /// Whether that is so large that it is held behind a pointer.
    pub(crate) is_boxed: bool,
}

/// Which variant an answer of some statuses is; variants are told by their index.
#[derive(Clone, Debug)]
pub(crate) struct OutputArm<'a> {
    /// The statuses; nothing for any success.
    pub(crate) status: Option<StatusMatch>,
    /// By media type.
    pub(crate) by_media_type: Vec<(&'a str, usize)>,
    /// For media types that are not declared: JSON, or else what is declared first.
    pub(crate) otherwise: usize,
}

impl<'a> Content<'a> {
    /// The type that it is read as.
    pub(crate) fn ty(&self) -> RustType<'a> {
        match self {
            Self::Json(ty) => ty.clone(),
            Self::Text => RustType::string(),
            Self::Bytes => RustType::bytes(),
        }
    }

    /// The type that it is read as where it comes in server-sent events, which are text.
    pub(crate) fn streamed(&self) -> RustType<'a> {
        match self {
            Self::Json(ty) => ty.clone(),
            Self::Text | Self::Bytes => RustType::string(),
        }
    }
}

impl<'a> Output<'a> {
    /// The type of the output of an operation.
    pub(crate) fn ty(&self, operation: &'a str) -> RustType<'a> {
        match self {
            Self::Nothing => RustType::unit(),
            Self::Undeclared => RustType::support("Body"),
            Self::One(content, _) => content.ty(),
            Self::Several(_) => RustType::beside(operation, OUTPUT),
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

impl<'a> Bindings<'a> {
    pub(super) fn output(&self, index: usize) -> Output<'a> {
        let operation = self.lowered(index);
        match &operation.success {
            Success::Nothing => Output::Nothing,
            Success::Undeclared => Output::Undeclared,
            Success::One(content) => Output::One(self.content(content), operation.accept.first().map(String::as_str)),
            Success::Several(responses) => Output::Several(self.output_enum(responses)),
        }
    }

    pub(super) fn content(&self, content: &'a model::Content) -> Content<'a> {
        match content {
            model::Content::Json(ty) => Content::Json(self.rust_type(ty, Form::Received)),
            model::Content::Text => Content::Text,
            model::Content::Bytes => Content::Bytes,
        }
    }

    fn output_enum(&self, responses: &'a [Response]) -> OutputEnum<'a> {
        let kinds = kinds(responses);
        let arms = arms(responses, &kinds);
        let variants = kinds.into_iter().map(|(name, response)| OutputVariant {
            name,
            status: response.status,
            media_type: response.media_type.as_deref(),
            content: response.content.as_ref().map(|content| self.content(content)),
            is_boxed: matches!(&response.content, Some(model::Content::Json(ty)) if self.is_large(ty, Form::Received)),
        });
        OutputEnum { variants: variants.collect(), arms }
    }
}

/// By status, and inside one status by media type; the first answer of a status is taken for what is not declared.
fn arms<'a>(responses: &'a [Response], kinds: &[(String, &Response)]) -> Vec<OutputArm<'a>> {
    let mut statuses: Vec<StatusMatch> = responses.iter().map(|response| response.status).collect();
    statuses.sort_unstable();
    statuses.dedup();
    let variant = |response: &Response| kinds.iter().position(|(_, other)| same_kind(other, response)).unwrap_or(0);
    let is_single = statuses.len() == 1;
    let arms = statuses.into_iter().filter_map(|status| {
        let own: Vec<&Response> = responses.iter().filter(|response| response.status == status).collect();
        // JSON, or else what is declared first, is taken for media types that are not declared.
        let fallback = own.iter().position(|r| matches!(r.content, Some(model::Content::Json(_)))).unwrap_or(0);
        let others = own.iter().enumerate().filter(|(at, _)| *at != fallback);
        let by_media_type =
            others.filter_map(|(_, response)| Some((response.media_type.as_deref()?, variant(response))));
        Some(OutputArm {
            status: Some(status).filter(|status| !is_single && *status != StatusMatch::Default),
            by_media_type: by_media_type.collect(),
            otherwise: variant(own.get(fallback)?),
        })
    });
    arms.collect()
}

/// The kinds of success, each once, with the names of their variants.
fn kinds(responses: &[Response]) -> Vec<(String, &Response)> {
    let statuses = responses.iter().any(|response| response.status != responses[0].status);
    let mut kinds: Vec<(String, &Response)> = Vec::new();
    for response in responses {
        if kinds.iter().any(|(_, other)| same_kind(other, response)) {
            continue;
        }
        let same_status = responses.iter().filter(|other| other.status == response.status).count();
        let status = if statuses { status_name(response.status) } else { String::new() };
        let media = if same_status > 1 || !statuses { media_name(response) } else { String::new() };
        let mut name = format!("{status}{media}");
        if kinds.iter().any(|(taken, _)| *taken == name) {
            name = format!("{status}{}", type_name(response.media_type.as_deref().unwrap_or("empty")));
        }
        kinds.push((name, response));
    }
    kinds
}

/// Whether two answers share a variant: the same body with the same status.
fn same_kind(one: &Response, other: &Response) -> bool {
    one.status == other.status && one.content == other.content
}

fn media_name(response: &Response) -> String {
    match &response.content {
        Some(model::Content::Json(_)) => "Json".to_owned(),
        Some(model::Content::Text) => "Text".to_owned(),
        Some(model::Content::Bytes) => "Bytes".to_owned(),
        None => "Empty".to_owned(),
    }
}
