//! Names for what becomes a component: a title if it is the only one of its kind, else where it stood.

use std::collections::HashSet;

use serde_json::Value;

use crate::document::Pointer;

/// The names that a section of the components has already, and how they are compared.
#[derive(Default)]
pub(super) struct Taken(HashSet<String>);

impl Taken {
    pub(super) fn insert(&mut self, name: &str) -> bool {
        self.0.insert(plain(name))
    }
}

/// Names that differ only by case and punctuation would be the same in Rust.
pub(super) fn plain(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The first of the candidates that is free, else the last with a mark of its place.
pub(super) fn choose(candidates: &[String], place: &str, taken: &mut Taken) -> String {
    for candidate in candidates.iter().filter(|candidate| !plain(candidate).is_empty()) {
        if taken.insert(candidate) {
            return candidate.clone();
        }
    }
    let hash = place
        .bytes()
        .fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3));
    let last = candidates.last().map_or("schema", String::as_str);
    let marked = format!("{last} x{hash:016x}");
    taken.insert(&marked);
    marked
}

/// Words for a place: `/paths/~1pets/get/responses/200/content/application~1json/schema/properties/next` is
/// `listPets response next`.
///
/// `counted` says which one of several alternatives it is, too.
pub(super) fn of_place(pointer: &Pointer, document: &Value, counted: bool) -> String {
    let steps: Vec<String> = pointer.steps().collect();
    let mut words: Vec<String> = Vec::new();
    let rest = match steps.first().map(String::as_str) {
        Some("components") => {
            words.extend(steps.get(2).cloned());
            3
        }
        Some("paths") => {
            let operation = steps.get(1..3).unwrap_or_default();
            let id = document["paths"].get(operation.first().map_or("", String::as_str));
            let id = id.and_then(|item| item.get(operation.get(1)?)?.get("operationId")?.as_str());
            words.push(id.map_or_else(|| operation.iter().rev().cloned().collect::<Vec<_>>().join(" "), str::to_owned));
            3
        }
        _ => 0,
    };
    let mut steps = steps.into_iter().skip(rest).peekable();
    while let Some(step) = steps.next() {
        match step.as_str() {
            "properties" | "patternProperties" | "$defs" | "definitions" => words.extend(steps.next()),
            "responses" => {
                words.push("response".to_owned());
                words.extend(steps.next().filter(|status| !status.starts_with('2')));
            }
            "requestBody" => words.push("body".to_owned()),
            "items" => words.push("item".to_owned()),
            "additionalProperties" => words.push("value".to_owned()),
            "allOf" | "oneOf" | "anyOf" | "parameters" | "prefixItems" if counted => {
                let index = steps.next().and_then(|index| index.parse::<usize>().ok());
                words.extend(index.map(|index| {
                    crate::ident::ordinal(index).map_or_else(|| format!("number {}", index + 1), str::to_owned)
                }));
            }
            "content" | "allOf" | "oneOf" | "anyOf" | "parameters" | "prefixItems" => drop(steps.next()),
            "schema" | "schemas" => {}
            other => words.push(other.to_owned()),
        }
    }
    words.join(" ")
}
