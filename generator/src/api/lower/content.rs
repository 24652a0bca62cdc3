//! Media types: which of several JSON types is sent and read, and which are equivalent.

use std::collections::HashSet;

use indexmap::IndexMap;
use openapiv3::MediaType;

use super::input::Input;
use super::log::Log;
use super::node::{Node, inline};
use crate::api::model::{essence, is_lines, parameters};
use crate::base::diagnostic::Code;
use crate::base::pointer::Pointer;

/// Returns `true` if a media type holds JSON; `*/*` with a schema does too.
pub(super) fn is_json(essence: &str) -> bool {
    matches!(essence, "application/json" | "text/json" | "*/*" | "application/*") || essence.ends_with("+json")
}

/// Returns `true` if a media type means JSON of any kind, so that `application/json` is sent.
pub(super) fn is_general(essence: &str) -> bool {
    matches!(essence, "application/json" | "text/json" | "*/*" | "application/*" | "application/*+json")
}

/// Returns the rank of a JSON media type: `application/json` itself, then types for any kind of JSON, then the others;
/// types without parameters come first.
pub(super) fn json_rank(media_type: &str) -> (u8, bool) {
    let rank = match essence(media_type).as_str() {
        "application/json" => 0,
        plain if is_general(plain) => 1,
        _ => 2,
    };
    (rank, !parameters(media_type).is_empty())
}

/// Returns the best JSON type among several media types.
pub(super) fn json_of(content: &IndexMap<String, MediaType>) -> Option<(&str, &MediaType)> {
    let json = content.iter().filter(|(name, _)| is_json(&essence(name)));
    json.min_by_key(|(name, _)| json_rank(name)).map(|(name, content)| (name.as_str(), content))
}

impl<'d> Input<'d> {
    /// Returns the media types that are requested by name. They have the same content as the one that is read, or do
    /// not declare their content, or they are JSON types next to `application/json`, which servers send under that name
    /// as well. The response is read as JSON, or as text if both hold any string: a server that writes text does not
    /// quote it.
    pub(super) fn by_name(&self, content: &'d IndexMap<String, MediaType>) -> HashSet<&'d str> {
        let text = content.iter().find(|(name, text)| essence(name) == "text/plain" && is_any_text(text));
        let json = json_of(content).filter(|(_, json)| !self.is_of_bytes(json));
        let is_json_text = json.is_some_and(|(_, json)| is_any_text(json));
        let text = text.filter(|_| is_json_text).map(|(name, text)| (name.as_str(), text));
        let read = text.or(json).and_then(|(_, read)| read.schema.as_ref());
        let is_general = !is_json_text && json.is_some_and(|(name, _)| is_general(&essence(name)));
        let mut named = HashSet::new();
        for (name, other) in content {
            let plain = essence(name);
            let is_read = text.map_or_else(|| is_json(&plain), |(text, _)| text == name);
            let apart = is_read || is_streaming(name) || plain.contains('*');
            let same = other.schema.is_none() || other.schema.as_ref() == read;
            let is_other_json = is_general && !is_streaming(name) && self.is_other_json(&plain, other);
            // It differs from another one only by parameters.
            let best = content.get(&plain).filter(|_| !parameters(name).is_empty() && !is_streaming(name));
            let is_varied = best.is_some_and(|best| other.schema.is_none() || other.schema == best.schema);
            if is_varied || (read.is_some() && ((!apart && same) || is_other_json)) {
                named.insert(name.as_str());
            }
        }
        named
    }

    /// Returns `true` if the schema of a media type declares bytes, regardless of the media type's name.
    pub(super) fn is_of_bytes(&self, content: &'d MediaType) -> bool {
        self.content_schema(content).is_some_and(Node::is_binary)
    }

    /// Returns `true` if a media type holds a specific kind of JSON: by its name, or because it is an object or an
    /// array in a format without a JSON suffix, such as `application/vnd.github.object`.
    fn is_other_json(&self, plain: &str, content: &'d MediaType) -> bool {
        if is_json(plain) {
            return !is_general(plain);
        }
        let written = self.content_schema(content);
        let is_written_so = plain.starts_with("application/") && !plain.ends_with("xml") && !plain.ends_with("yaml");
        is_written_so && written.is_some_and(|schema| matches!(schema.typ(), Some("object" | "array")))
    }
}

impl<'d> Log<'d> {
    /// Warns about a body that has a structure and is text or bytes for the client.
    pub(super) fn warn_untyped(&mut self, media_type: &str, content: &'d MediaType, at: &Pointer, passed: &str) {
        let plain = essence(media_type);
        let is_structured = self.input.content_schema(content).is_some_and(|schema| {
            schema.is_composed()
                || !schema.any.properties.is_empty()
                || matches!(schema.typ(), Some("object" | "array"))
        });
        if is_structured {
            let message = format!("a body of `{plain}` has no generated type; {passed} as text or bytes");
            let help = "declare `application/json` too if the server supports it";
            self.warn(Code::MediaTypeUnsupported, message, at, help);
        }
    }
}

/// Returns a text that is the same for equal schemas, whatever the order of their members.
pub(super) fn schema_key(content: &MediaType) -> String {
    let mut schema = serde_json::to_value(&content.schema).unwrap_or_default();
    schema.sort_all_objects();
    schema.to_string()
}

/// Returns `true` if a media type is text without a declared structure.
pub(super) fn is_text(media_type: &str, content: &MediaType) -> bool {
    essence(media_type).starts_with("text/") && (content.schema.is_none() || is_any_text(content))
}

fn is_any_text(content: &MediaType) -> bool {
    content.schema.as_ref().and_then(inline).is_some_and(Node::is_plain_text)
}

pub(super) const FORM: &str = "application/x-www-form-urlencoded";

/// Returns `true` if a media type is a sequence of values.
pub(super) fn is_streaming(media_type: &str) -> bool {
    essence(media_type) == EVENTS || is_lines(media_type)
}

pub(super) const EVENTS: &str = "text/event-stream";

pub(super) const FORM_DATA: &str = "multipart/form-data";

pub(super) const JSON_PATCH: &str = "application/json-patch+json";
