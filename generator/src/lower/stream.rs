//! Answers that consist of values one after the other: server-sent events, and lines of JSON.

use openapiv3::{MediaType, ReferenceOr, Response as Declared};

use super::body::essence;
use super::{Lowering, Site};
use crate::model::{Content, Owner, Streaming, Text, Type};
use crate::pointer::Pointer;

const EVENTS: &str = "text/event-stream";
/// Names of one and the same: a JSON value a line, or behind a record separator.
const LINES: [&str; 8] = [
    "application/json-seq",
    "application/jsonl",
    "application/jsonlines",
    "application/ndjson",
    "application/stream+json",
    "application/x-json-stream",
    "application/x-jsonlines",
    "application/x-ndjson",
];

/// Whether a media type holds a JSON value a line.
pub(super) fn is_lines(essence: &str) -> bool {
    LINES.contains(&essence)
}

/// Whether a media type holds values that come one after the other.
pub(super) fn is_streaming(essence: &str) -> bool {
    essence == EVENTS || is_lines(essence)
}

impl<'d> Lowering<'d> {
    /// How a success can be read one value after the other, if it can.
    pub(super) fn streaming(&mut self, response: &'d Declared, at: &Pointer, owner: &Owner) -> Option<Streaming> {
        response.content.iter().find_map(|(media_type, content)| {
            let plain = essence(media_type);
            if !is_streaming(&plain) {
                return None;
            }
            let at = at.child("content").child(media_type).child("schema");
            let ty = self.value_type(content, &Site::new(at, owner.clone(), "event"));
            Some(match ty {
                ty if plain != EVENTS => Streaming::Lines { media_type: plain, ty: ty.unwrap_or(Type::Any) },
                Some(Type::Text(Text::Plain | Text::Binary)) | None => Streaming::Events(Content::Text),
                Some(ty) => Streaming::Events(Content::Json(ty)),
            })
        })
    }

    /// The type of a single value: a description that gives an array means its elements.
    fn value_type(&mut self, content: &'d MediaType, site: &Site) -> Option<Type> {
        let schema: &'d ReferenceOr<_> = content.schema.as_ref()?;
        let ty = self.shared_schema(schema, site);
        Some(match ty {
            Type::List(element) => *element,
            other => other,
        })
    }
}
