//! The media types that a body is offered in, and which of them are equivalent.

use indexmap::IndexMap;
use openapiv3::MediaType;

use super::Lowering;
use super::body::{FORM, JSON_PATCH};
use super::content::{is_general, is_json, json_rank};
use super::schema::is_binary;
use crate::model::essence;

/// The serialization of a media type; the preferred one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OfferKind {
    Json,
    Multipart,
    Form,
    Text,
    Bytes,
}

/// One media type of a body.
pub(super) struct Offer<'d> {
    /// The media type as written in the description.
    pub(super) name: &'d str,
    pub(super) content: &'d MediaType,
    pub(super) kind: OfferKind,
    /// `true` if it is multipart and some of its parts are files, which no other kind can send.
    pub(super) has_files: bool,
    /// Other media types for the same bytes.
    pub(super) others: Vec<&'d str>,
}

impl Offer<'_> {
    /// Returns the sort key among other offers.
    fn rank(&self) -> impl Ord + use<> {
        let json = (self.kind == OfferKind::Json).then(|| json_rank(self.name));
        (!self.has_files, self.kind, json)
    }

    /// Returns the suffix of an operation that sends this kind instead of files.
    pub(super) fn word(&self) -> &'static str {
        match self.kind {
            OfferKind::Json => "json",
            OfferKind::Multipart => "multipart",
            OfferKind::Form => "form",
            OfferKind::Text => "text",
            OfferKind::Bytes => "bytes",
        }
    }
}

impl<'d> Lowering<'d> {
    /// Returns the media types with different content, best first. Spellings of the same content count once.
    pub(super) fn offers(&self, content: &'d IndexMap<String, MediaType>) -> Vec<Offer<'d>> {
        let offer = |(name, content): (&'d String, &'d MediaType)| {
            let kind = self.kind(name, content);
            let has_files = kind == OfferKind::Multipart && self.holds_files(content);
            Offer { name, content, kind, has_files, others: Vec::new() }
        };
        let mut all: Vec<Offer<'d>> = content.iter().map(offer).collect();
        all.sort_by_key(Offer::rank);
        let mut offers: Vec<Offer<'d>> = Vec::new();
        for offer in all {
            match offers.iter_mut().find(|known| is_same(known, &offer)) {
                Some(known) if known.kind == OfferKind::Bytes => known.others.push(offer.name),
                Some(_) => {}
                None => offers.push(offer),
            }
        }
        offers
    }

    fn kind(&self, media_type: &str, content: &'d MediaType) -> OfferKind {
        let plain = essence(media_type);
        let schema = content.schema.as_ref().and_then(|schema| self.resolve_schema(schema));
        match plain.as_str() {
            _ if schema.is_some_and(is_binary) => OfferKind::Bytes,
            FORM if schema.is_some() => OfferKind::Form,
            plain if plain.starts_with("multipart/") => OfferKind::Multipart,
            // JSON is valid YAML.
            plain if (is_json(plain) || plain.ends_with("+yaml")) && schema.is_some() => OfferKind::Json,
            JSON_PATCH => OfferKind::Json,
            plain if plain.starts_with("text/") || plain.ends_with("xml") || plain == FORM => OfferKind::Text,
            _ => OfferKind::Bytes,
        }
    }
}

/// Returns `true` if a media type is equivalent to a better one.
fn is_same(known: &Offer<'_>, other: &Offer<'_>) -> bool {
    if known.content.schema != other.content.schema {
        return false;
    }
    match (known.kind, other.kind) {
        (OfferKind::Json, OfferKind::Json) => is_general(&essence(known.name)) || is_general(&essence(other.name)),
        (OfferKind::Json, other) => other != OfferKind::Bytes,
        (OfferKind::Multipart, OfferKind::Form) => true,
        (OfferKind::Multipart, other) if known.has_files => other != OfferKind::Bytes,
        // Different text formats are different offers, even if their schema is just a string.
        (OfferKind::Text, OfferKind::Text) => language(known.name) == language(other.name),
        (one, other) => one == other,
    }
}

/// Returns the format of a text: `text/xml` and `application/xml` are the same, as are `text/yaml` and
/// `application/x-yaml`.
fn language(media_type: &str) -> String {
    let essence = essence(media_type);
    let subtype = essence.rsplit('/').next().unwrap_or_default();
    subtype.strip_prefix("x-").unwrap_or(subtype).to_owned()
}
