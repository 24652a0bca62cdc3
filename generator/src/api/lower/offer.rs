//! The media types that a body is offered in, and which of them are equivalent.

use std::collections::HashMap;

use indexmap::IndexMap;
use openapiv3::MediaType;

use super::content::{FORM, JSON_PATCH, is_general, is_json, json_rank, schema_key};
use super::input::Input;
use super::node::Node;
use crate::api::model::{essence, is_lines};

/// The serialization of a media type; the preferred one comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum OfferKind {
    Json,
    Multipart,
    Form,
    Text,
    Bytes,
}

/// Offers that replace the same others.
#[derive(PartialEq, Eq, Hash)]
enum OfferClass {
    Json,
    /// JSON of any kind.
    GeneralJson,
    Multipart,
    /// Multipart with files.
    Files,
    Form,
    /// Text of a format.
    Text(String),
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

    /// Returns the classes of offers that this one belongs to.
    fn classes(&self) -> Vec<OfferClass> {
        match self.kind {
            OfferKind::Json if is_general(&essence(self.name)) => vec![OfferClass::Json, OfferClass::GeneralJson],
            OfferKind::Json => vec![OfferClass::Json],
            OfferKind::Multipart if self.has_files => vec![OfferClass::Multipart, OfferClass::Files],
            OfferKind::Multipart => vec![OfferClass::Multipart],
            OfferKind::Form => vec![OfferClass::Form],
            OfferKind::Text => vec![OfferClass::Text(language(self.name))],
            OfferKind::Bytes => vec![OfferClass::Bytes],
        }
    }

    /// Returns the classes of better offers of the same schema that replace this one.
    fn replacements(&self) -> Vec<OfferClass> {
        match self.kind {
            OfferKind::Json => vec![OfferClass::Files, OfferClass::GeneralJson],
            OfferKind::Multipart => vec![OfferClass::Files, OfferClass::Json, OfferClass::Multipart],
            OfferKind::Form => vec![OfferClass::Json, OfferClass::Multipart, OfferClass::Form],
            // Different text formats are different offers, even if their schema is just a string.
            OfferKind::Text => vec![OfferClass::Files, OfferClass::Json, OfferClass::Text(language(self.name))],
            OfferKind::Bytes => vec![OfferClass::Bytes],
        }
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

impl<'d> Input<'d> {
    /// Returns the media types with different content, best first. Spellings of the same content count once.
    pub(super) fn offers(&self, content: &'d IndexMap<String, MediaType>) -> Vec<Offer<'d>> {
        let offer = |(name, content): (&'d String, &'d MediaType)| {
            let kind = self.kind(name, content);
            let has_files = kind == OfferKind::Multipart && self.holds_files(content);
            Offer { name, content, kind, has_files, others: Vec::new() }
        };
        distinct(content.iter().map(offer).collect())
    }

    fn kind(&self, media_type: &str, content: &'d MediaType) -> OfferKind {
        let plain = essence(media_type);
        let schema = self.content_schema(content);
        match plain.as_str() {
            // Only parts have a boundary between them.
            plain if plain.starts_with("multipart/") => OfferKind::Multipart,
            _ if schema.is_some_and(Node::is_binary) => OfferKind::Bytes,
            plain if is_lines(plain) && schema.is_some() => {
                if self.is_whole_text(content) {
                    OfferKind::Text
                } else {
                    OfferKind::Json
                }
            }
            FORM if schema.is_some() => OfferKind::Form,
            // JSON is valid YAML.
            plain if (is_json(plain) || plain.ends_with("+yaml")) && schema.is_some() => OfferKind::Json,
            JSON_PATCH => OfferKind::Json,
            plain if plain.starts_with("text/") || plain.ends_with("xml") || plain == FORM => OfferKind::Text,
            _ => OfferKind::Bytes,
        }
    }
}

/// Returns the offers with different content, best first.
fn distinct(mut all: Vec<Offer<'_>>) -> Vec<Offer<'_>> {
    all.sort_by_key(Offer::rank);
    let mut offers: Vec<Offer<'_>> = Vec::new();
    let mut by_schema: HashMap<String, HashMap<OfferClass, usize>> = HashMap::new();
    for offer in all {
        let known = by_schema.entry(schema_key(offer.content)).or_default();
        let better = offer.replacements().into_iter().find_map(|class| known.get(&class));
        match better.and_then(|index| offers.get_mut(*index)) {
            Some(better) if better.kind == OfferKind::Bytes => better.others.push(offer.name),
            Some(_) => {}
            None => {
                for class in offer.classes() {
                    known.entry(class).or_insert(offers.len());
                }
                offers.push(offer);
            }
        }
    }
    offers
}

/// Returns the format of a text: `text/xml` and `application/xml` are the same, as are `text/yaml` and
/// `application/x-yaml`.
fn language(media_type: &str) -> String {
    let essence = essence(media_type);
    let subtype = essence.rsplit('/').next().unwrap_or_default();
    subtype.strip_prefix("x-").unwrap_or(subtype).to_owned()
}
