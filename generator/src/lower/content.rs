//! Media types of an answer: which of several is read, and which say the same in another way.

use std::collections::{HashMap, HashSet};

use indexmap::IndexMap;
use openapiv3::{MediaType, ReferenceOr};

use super::body::is_json;
use super::schema::keywords;
use super::stream::is_streaming;
use crate::model::{essence, parameters};

/// The JSON among several media types: `application/json` itself, else any other; of each, what has no parameters.
pub(super) fn json_of(content: &IndexMap<String, MediaType>) -> Option<(&str, &MediaType)> {
    let rank = |name: &str| match essence(name).as_str() {
        "application/json" => 0,
        plain if plain.contains('*') => 2,
        _ => 1,
    };
    let json = content.iter().filter(|(name, _)| is_json(&essence(name)));
    json.min_by_key(|(name, _)| (rank(name), !parameters(name).is_empty()))
        .map(|(name, content)| (name.as_str(), content))
}

/// The media types that hold what the one that is read does, or say nothing of what they hold: these are asked for by name.
/// What is read is JSON, or text where both hold any text: a server that writes text does not put it in quotes.
pub(super) fn repeated(content: &IndexMap<String, MediaType>) -> impl Iterator<Item = &str> {
    let text = content.iter().find(|(name, text)| essence(name) == "text/plain" && is_any_text(text));
    let json = json_of(content).filter(|(_, json)| json.schema.as_ref().is_none_or(|schema| !is_binary(schema)));
    let is_json_text = json.is_some_and(|(_, json)| is_any_text(json));
    let text = text.filter(|_| is_json_text).map(|(name, text)| (name.as_str(), text));
    let read = text.or(json).and_then(|(_, read)| read.schema.as_ref());
    let varied = varied(content);
    content.iter().filter_map(move |(name, other)| {
        let plain = essence(name);
        let is_read = text.map_or_else(|| is_json(&plain), |(text, _)| text == name);
        let apart = is_read || is_streaming(name) || plain.contains('*');
        let same = other.schema.is_none() || other.schema.as_ref() == read;
        ((read.is_some() && !apart && same) || varied.contains(name.as_str())).then_some(name.as_str())
    })
}

/// The media types that differ from a better one by parameters alone: of those that hold the same, the one without parameters
/// is the best, else the first.
fn varied(content: &IndexMap<String, MediaType>) -> HashSet<&str> {
    let mut all: Vec<(&str, &MediaType)> = content.iter().map(|(name, held)| (name.as_str(), held)).collect();
    all.retain(|(name, _)| !is_streaming(name));
    all.sort_by_key(|(_, held)| held.schema.is_none());
    all.sort_by_key(|(name, _)| !parameters(name).is_empty());
    let mut best: HashMap<String, Vec<&MediaType>> = HashMap::new();
    let varied = all.into_iter().filter_map(|(name, held)| {
        let best = best.entry(essence(name)).or_default();
        let is_varied = best.iter().any(|better| held.schema.is_none() || better.schema == held.schema);
        if !is_varied {
            best.push(held);
        }
        is_varied.then_some(name)
    });
    varied.collect()
}

/// Whether the schema is a text of which it says no more.
fn is_any_text(content: &MediaType) -> bool {
    content
        .schema
        .as_ref()
        .and_then(ReferenceOr::as_item)
        .map(keywords)
        .is_some_and(|any| any.typ.as_deref() == Some("string") && any.format.is_none() && any.enumeration.is_empty())
}

fn is_binary(schema: &ReferenceOr<openapiv3::Schema>) -> bool {
    schema.as_item().is_some_and(|schema| keywords(schema).format.as_deref() == Some("binary"))
}
