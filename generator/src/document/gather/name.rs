//! Names for new components: a unique title, or else the original location.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use crate::document::Pointer;
use crate::ident::{folded, ordinal};

/// Maximum number of location words in front of a name.
const MAX_WORDS: usize = 12;
/// Location words that do not describe the value.
const WITHOUT_MEANING: [&str; 13] = [
    "",
    "application",
    "components",
    "content",
    "definitions",
    "json",
    "paths",
    "properties",
    "schema",
    "schemas",
    "text",
    "yaml",
    "yml",
];

/// The names that a section of the components already has. Names that differ only in case and punctuation are the same
/// in Rust.
#[derive(Default)]
pub(super) struct SectionNames {
    names: HashSet<String>,
    /// Number of names with a counter, by base name.
    counts: HashMap<String, usize>,
}

impl SectionNames {
    pub(super) fn insert(&mut self, name: &str) -> bool {
        self.names.insert(folded(name))
    }

    fn counted(&mut self, name: &str) -> String {
        loop {
            let count = self.counts.entry(folded(name)).or_default();
            *count += 1;
            let counted = match ordinal(*count) {
                Some(ordinal) => format!("{name} {ordinal}"),
                None => format!("{name} number {}", *count + 1),
            };
            if self.insert(&counted) {
                return counted;
            }
        }
    }
}

/// Returns the first free candidate, or the last one with as many words of its location in front as make it unique, or
/// with a counter.
pub(super) fn choose(candidates: &[String], place: &str, taken: &mut SectionNames) -> String {
    for candidate in candidates.iter().filter(|candidate| !folded(candidate).is_empty()) {
        if taken.insert(candidate) {
            return candidate.clone();
        }
    }
    let last = candidates.last().filter(|last| !folded(last).is_empty()).map_or("schema", String::as_str);
    let said: HashSet<String> = last.split(|c: char| !c.is_alphanumeric()).map(folded).collect();
    let words = place.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !WITHOUT_MEANING.contains(word) && !said.contains(&folded(word)));
    let words: Vec<&str> = words.collect();
    let in_front = |count: usize| words.get(words.len() - count..).unwrap_or_default().join(" ");
    for count in 1..=words.len().min(MAX_WORDS) {
        let name = format!("{} {last}", in_front(count));
        if taken.insert(&name) {
            return name;
        }
    }
    taken.counted(last)
}

/// Returns words for a location: `/paths/~1pets/get/responses/200/content/application~1json/schema/properties/next`
/// becomes `listPets response next`.
///
/// If `counted` is set, the words include the index of an alternative.
pub(super) fn of_place(pointer: &Pointer, document: &Value, counted: bool) -> String {
    let steps: Vec<String> = pointer.steps().collect();
    let mut words: Vec<String> = Vec::new();
    let rest = match steps.first().map(String::as_str) {
        Some("components") => {
            words.extend(steps.get(2).cloned());
            3
        }
        Some("parameters" | "responses") if steps.len() == 2 && steps[1].parse::<usize>().is_err() => {
            words.extend(steps.get(1).cloned());
            2
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

#[cfg(test)]
mod tests {
    use super::{SectionNames, choose};

    #[test]
    fn no_name_is_a_digest() {
        let mut taken = SectionNames::default();
        let mut name = |place: &str| choose(&["error".to_owned()], place, &mut taken);
        assert_eq!(name("common/error.yaml"), "error");
        assert_eq!(name("users/error.yaml"), "users error");
        assert_eq!(name("shop/orders/error.yaml"), "orders error");
        assert_eq!(name("farm/orders/error.yaml"), "farm orders error");
        assert_eq!(name("farm/orders/error.yaml"), "error second");
        assert_eq!(name(""), "error third");
    }

    #[test]
    fn what_nothing_tells_apart_is_counted() {
        let mut taken = SectionNames::default();
        let names: Vec<String> = (0..12).map(|_| choose(&[String::new()], "", &mut taken)).collect();
        assert_eq!(names.first().map(String::as_str), Some("schema second"));
        assert_eq!(names.last().map(String::as_str), Some("schema number 13"));
    }
}
