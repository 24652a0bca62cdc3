//! Streamed responses: server-sent events and JSON lines.
//!
//! A stream may be mentioned but not declared: a boolean `stream` in the input requests server-sent events according to
//! its text, while only the complete response is declared. Setting it on a regular call would return a response that
//! nothing can read.

use openapiv3::{MediaType, ReferenceOr, Response as Declared};

use super::content::{EVENTS, is_streaming};
use super::input::{Input, Site};
use super::schemas::Schemas;
use crate::document::{BY_EVENT, OF_ITEMS};
use crate::model::{
    BodyKind, Content, Docs, Operation, Owner, ParameterLocation, Role, Shape, StreamSwitch, Streaming, Success, Text,
    Type, essence, is_lines, spelled,
};
use crate::pointer::Pointer;

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
        let is_list = matches!(self.unaliased(&ty), Type::List(_)) && !content.extensions.contains_key(OF_ITEMS);
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
            Type::List(element) if !content.extensions.contains_key(OF_ITEMS) => *element,
            other => other,
        })
    }
}

impl<'d> Input<'d> {
    /// Returns `true` if the schema of JSON lines is that of the whole text, and says nothing of the values.
    pub(super) fn is_whole_text(&self, content: &'d MediaType) -> bool {
        let schema = self.content_schema(content);
        let is_text = schema.is_some_and(|schema| schema.is_plain_text() || schema.is_binary());
        is_text && !content.extensions.contains_key(OF_ITEMS)
    }

    /// Returns the input that requests a stream instead of the whole response, if both are available.
    pub(super) fn stream_switch(&self, response: &'d Declared) -> Option<StreamSwitch> {
        let media_types = || response.content.keys().map(String::as_str);
        let streamed = media_types().find(|media_type| is_streaming(media_type))?;
        media_types().any(|media_type| !is_streaming(media_type)).then(|| switch(streamed))
    }
}

/// The input that requests the events.
const SWITCH: StreamSwitch = StreamSwitch { name: "stream", values: &[], words: &[] };
/// The names that texts use for the requested response.
const EVENT_WORDS: [&str; 3] = ["server-sent event", "server sent event", "text/event-stream"];
/// Maximum number of characters of a text that are searched.
const MAX_SEARCHED_LEN: usize = 2048;

impl Schemas<'_> {
    /// Adds the stream of an operation that can be asked for events which the description does not declare.
    pub(super) fn add_asked_stream(&self, operation: &mut Operation) {
        let has_whole = operation.streaming.is_none() && matches!(operation.success, Success::One(Content::Json(_)));
        if has_whole && self.asks_for_events(operation) {
            // The description does not declare the data of an event.
            operation.streaming = Some(Streaming::Events { content: Content::Text, by_name: false });
            operation.stream_switch = Some(SWITCH);
        }
    }

    fn asks_for_events(&self, operation: &Operation) -> bool {
        let mut parameters = operation.parameters.iter().filter(|parameter| {
            matches!(parameter.place, ParameterLocation::Query | ParameterLocation::Part) && !parameter.required
        });
        parameters.any(|parameter| self.is_switch(&parameter.wire, &parameter.ty, &parameter.docs))
            || operation.bodies().any(|body| self.has_switch(&body.kind))
    }

    fn has_switch(&self, body: &BodyKind) -> bool {
        let (BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. }) = body else { return false };
        let Type::Named(id) = self.unaliased(ty) else { return false };
        let Shape::Object(object) = &self.types[id.index()].shape else { return false };
        let mut fields = object.fields.iter().filter(|field| !field.required && !field.read_only);
        fields.any(|field| self.is_switch(&field.wire, &field.ty, &field.docs))
    }

    fn is_switch(&self, wire: &str, ty: &Type, docs: &Docs) -> bool {
        let says_so = |text: &String| {
            // Many operations may share this input.
            let text: String = text.chars().take(MAX_SEARCHED_LEN).collect();
            let text = text.to_ascii_lowercase();
            EVENT_WORDS.iter().any(|events| text.contains(events)) && !text.contains("not supported")
        };
        wire == SWITCH.name
            && *self.unaliased(ty) == Type::Boolean
            && docs.title.iter().chain(&docs.description).any(says_so)
    }
}
