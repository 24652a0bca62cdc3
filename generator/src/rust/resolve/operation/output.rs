//! Successful responses of an operation, and their streamed values.

use std::cmp::Reverse;

use crate::api::analysis::Direction;
use crate::api::model;
use crate::api::model::{Response, Shape, StatusMatch, Success, Text, Type, covers, essence, is_range, parameters};
use crate::rust::ir::{Content, MediaTypeMatch, Output, OutputArm, OutputEnum, OutputVariant, Streaming};
use crate::rust::names::is_same_kind;
use crate::rust::names::item_names::OperationNames;
use crate::rust::resolve::Resolver;

impl<'a> Resolver<'a> {
    pub(super) fn output(&self, index: usize) -> Output {
        let operation = self.lowered(index);
        match &operation.success {
            Success::Nothing => Output::Nothing,
            Success::Undeclared => Output::Undeclared,
            Success::One(content) => Output::One(self.content(content), operation.accept.first().cloned()),
            Success::Several(responses) => Output::Several(self.output_enum(responses, self.names.operation(index))),
        }
    }

    pub(super) fn content(&self, content: &'a model::Content) -> Content {
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

    fn output_enum(&self, responses: &'a [Response], names: &'a OperationNames) -> OutputEnum {
        let named = names.outputs.iter();
        let kinds = named.filter_map(|variant| Some((variant.name.as_str(), responses.get(variant.response)?)));
        let kinds: Vec<(&'a str, &'a Response)> = kinds.collect();
        let arms = arms(responses, &kinds);
        let variants = kinds.into_iter().map(|(name, response)| OutputVariant {
            name: name.to_owned(),
            status: response.status,
            media_type: response.media_type.clone(),
            content: response.content.as_ref().map(|content| self.content(content)),
        });
        let is_comparable =
            responses.iter().filter_map(|response| response.content.as_ref()).all(|content| match content {
                model::Content::Json(ty) | model::Content::Lines(ty) => self.is_comparable(ty),
                model::Content::Text | model::Content::Bytes => true,
            });
        OutputEnum { name: names.output_type.clone(), variants: variants.collect(), is_comparable, arms }
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
        let essence_of = |response: &Response| response.media_type.as_deref().map(essence);
        // What is declared for all media types, else JSON or what is declared first, is taken for those that are not declared.
        let has_parameters = |response: &Response| response.media_type.as_deref().map(|it| !parameters(it).is_empty());
        let json = own.iter().enumerate().filter(|(_, r)| matches!(r.content, Some(model::Content::Json(_))));
        let json = json.min_by_key(|(_, response)| has_parameters(response)).map(|(at, _)| at);
        let any = own.iter().position(|response| essence_of(response).as_deref() == Some("*/*"));
        let fallback = any.or(json).unwrap_or(0);
        let is_covered =
            |media_type: &str| own.iter().filter_map(|it| essence_of(it)).any(|it| covers(&it, media_type));
        let is_explicit = own.get(fallback).and_then(|it| essence_of(it)).is_some_and(|it| is_covered(&it));
        let others = own.iter().enumerate().filter(|(at, _)| *at != fallback || is_explicit);
        let by_media_type = others.filter_map(|(_, response)| {
            let media_type = response.media_type.as_deref()?;
            let (essence, parameters) = (essence(media_type), parameters(media_type));
            Some(MediaTypeMatch { essence, parameters, variant: variant(response) })
        });
        let mut by_media_type: Vec<MediaTypeMatch> = by_media_type.collect();
        by_media_type.sort_by_key(|found| (is_range(&found.essence), Reverse(found.parameters.len())));
        Some(OutputArm {
            status: Some(status).filter(|status| !is_single && *status != StatusMatch::Default),
            by_media_type,
            otherwise: variant(own.get(fallback)?),
        })
    });
    arms.collect()
}

impl<'a> Resolver<'a> {
    pub(super) fn streaming(&self, streaming: &'a model::Streaming) -> Streaming {
        match streaming {
            model::Streaming::Events { content, by_name } => Streaming::Events {
                content: self.content(content),
                by_name: by_name.then(|| self.text_events(content)),
            },
            model::Streaming::Lines { media_type, ty } => {
                Streaming::Lines { media_type: media_type.clone(), ty: self.rust_type(ty, Direction::Response) }
            }
        }
    }

    /// Returns the names of the events whose data is text.
    fn text_events(&self, content: &model::Content) -> Vec<String> {
        let model::Content::Json(Type::Named(id)) = content else { return Vec::new() };
        let Shape::Union(union) = &self.api.definition(*id).shape else { return Vec::new() };
        let Some(tag) = &union.tag else { return Vec::new() };
        let is_text = |position: usize| {
            let payload = union.variants.get(position).and_then(|variant| variant.payload.ty());
            payload.is_some_and(|ty| *self.api.unaliased(ty) == Type::Text(Text::Plain))
        };
        let events = tag.all_values().filter(|(position, _)| is_text(*position));
        events.map(|(_, name)| name.to_owned()).collect()
    }
}
