//! Streamed responses: server-sent events and JSON lines.
//!
//! A stream may be mentioned but not declared: a boolean `stream` in the input requests server-sent events according to
//! its text, while only the complete response is declared. Setting it on a regular call would return a response that
//! nothing can read.

use openapiv3::{MediaType, ReferenceOr, Response as Declared};

use super::content::{EVENTS, is_streaming};
use super::input::{Input, Site};
use super::schemas::Schemas;
use crate::api::model::{
    BodyKind, Content, Owner, Role, StreamSwitch, Streaming, Text, Type, essence, is_lines, spelled,
};
use crate::base::pointer::Pointer;
use crate::read::document::{BY_EVENT, ITEM_SCHEMA};

/// Returns the switch that requests a streaming media type: `stream`, or the name of the media type.
fn switch(media_type: &str) -> StreamSwitch {
    let (values, words): (&[&str], &[&str]) = match essence(media_type).as_str() {
        EVENTS => (&["sse", EVENTS, "event-stream", "event_stream"], &["events", "stream", "streaming"]),
        _ => (&["ndjson", "jsonl", "jsonlines"], &["lines", "stream", "streaming"]),
    };
    StreamSwitch { name: "stream", values, words }
}

impl<'d> Schemas<'d> {
    /// Returns how a successful response can be streamed, if it can.
    pub(super) fn streaming(&mut self, response: &'d Declared, at: &Pointer, owner: &Owner) -> Option<Streaming> {
        response.content.iter().find_map(|(media_type, content)| {
            let at = at.child("content").child(media_type).child("schema");
            if let Some(ty) = self.line_type(media_type, content, &at, owner) {
                return Some(Streaming::Lines { media_type: spelled(media_type), ty });
            }
            if essence(media_type) != EVENTS {
                return None;
            }
            let data = match self.value_type(content, &Site::new(at, owner.clone(), Role::Event)) {
                Some(Type::Text(Text::Plain | Text::Binary)) | None => Content::Text,
                Some(ty) => Content::Json(ty),
            };
            Some(Streaming::Events { content: data, by_name: content.extensions.contains_key(BY_EVENT) })
        })
    }

    /// Returns the type of each line, if a media type holds JSON lines.
    pub(super) fn line_type(
        &mut self,
        media_type: &str,
        content: &'d MediaType,
        at: &Pointer,
        owner: &Owner,
    ) -> Option<Type> {
        if !is_lines(media_type) {
            return None;
        }
        let ty = self.value_type(content, &Site::new(at.clone(), owner.clone(), Role::Event));
        Some(ty.filter(|_| !self.input.is_whole_text(content)).unwrap_or(Type::Any))
    }

    /// Lowers a body of JSON lines to the list of its values.
    pub(super) fn lines_body(&mut self, content: &'d MediaType, site: &Site) -> BodyKind {
        let mut ty = content.schema.as_ref().map_or(Type::Any, |schema| self.shared_schema(schema, site));
        let is_list = matches!(self.unaliased(&ty), Type::List(_)) && !content.extensions.contains_key(ITEM_SCHEMA);
        if !is_list {
            ty = Type::List(Box::new(ty));
        }
        BodyKind::Json { ty, wrapper: None }
    }

    /// Returns the type of a single value: an array declared as the whole response means its elements.
    fn value_type(&mut self, content: &'d MediaType, site: &Site) -> Option<Type> {
        let schema: &'d ReferenceOr<_> = content.schema.as_ref()?;
        let ty = self.shared_schema(schema, site);
        Some(match ty {
            Type::List(element) if !content.extensions.contains_key(ITEM_SCHEMA) => *element,
            other => other,
        })
    }
}

impl<'d> Input<'d> {
    /// Returns `true` if the schema of JSON lines is that of the whole text, and says nothing of the values.
    pub(super) fn is_whole_text(&self, content: &'d MediaType) -> bool {
        let schema = self.content_schema(content);
        let is_text = schema.is_some_and(|schema| schema.is_plain_text() || schema.is_binary());
        is_text && !content.extensions.contains_key(ITEM_SCHEMA)
    }

    /// Returns the input that requests a stream instead of the whole response, if both are available.
    pub(super) fn stream_switch(&self, response: &'d Declared) -> Option<StreamSwitch> {
        let media_types = || response.content.keys().map(String::as_str);
        let streamed = media_types().find(|media_type| is_streaming(media_type))?;
        media_types().any(|media_type| !is_streaming(media_type)).then(|| switch(streamed))
    }
}
