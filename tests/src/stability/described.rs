//! Counts the operations that differ between two descriptions, directly or through references. Text for readers is
//! ignored: the documentation links alone change with each version of GitHub's description.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::Value;

const METHODS: [&str; 8] = ["delete", "get", "head", "options", "patch", "post", "put", "trace"];

/// Returns a description without text for readers.
pub(super) fn without_texts(value: &Value) -> Value {
    match value {
        Value::Array(values) => values.iter().map(without_texts).collect(),
        Value::Object(members) => {
            let kept = members.iter().filter(|(key, said)| !is_text(key, said));
            let kept = kept.map(|(key, said)| match (key.as_str(), said) {
                // The keys are names there.
                ("properties", Value::Object(named)) => {
                    let named = named.iter().map(|(name, schema)| (name.clone(), without_texts(schema)));
                    (key.clone(), named.collect())
                }
                _ => (key.clone(), without_texts(said)),
            });
            kept.collect()
        }
        other => other.clone(),
    }
}

fn is_text(key: &str, said: &Value) -> bool {
    matches!(
        (key, said),
        ("description" | "summary" | "title", Value::String(_)) | ("example" | "examples" | "externalDocs", _)
    )
}

/// Returns the number of operations that are in only one of the two descriptions, or differ.
pub(super) fn changed_operations(old: &Value, new: &Value) -> usize {
    let (before, after) = (operations(old), operations(new));
    let places: BTreeSet<&(String, &str)> = before.keys().chain(after.keys()).collect();
    let mut same = Same { old, new, known: BTreeMap::new() };
    let changed = |place: &&(String, &str)| match (before.get(*place), after.get(*place)) {
        (Some(before), Some(after)) => before != after || !same.all_referred_to(after),
        _ => true,
    };
    places.into_iter().filter(changed).count()
}

/// Returns the number of operations in a description.
pub(super) fn count(description: &Value) -> usize {
    operations(description).len()
}

/// Returns each operation with the shared members of its path.
fn operations(description: &Value) -> BTreeMap<(String, &str), Vec<&Value>> {
    let mut operations = BTreeMap::new();
    let paths = description.get("paths").and_then(Value::as_object);
    for (path, item) in paths.into_iter().flatten() {
        let Some(item) = item.as_object() else { continue };
        let shared: Vec<&Value> =
            item.iter().filter(|(key, _)| !METHODS.contains(&&***key)).map(|(_, said)| said).collect();
        for method in METHODS {
            if let Some(operation) = item.get(method) {
                let said = std::iter::once(operation).chain(shared.iter().copied()).collect();
                operations.insert((path.clone(), method), said);
            }
        }
    }
    operations
}

/// The references that have the same target in both descriptions.
struct Same<'d> {
    old: &'d Value,
    new: &'d Value,
    known: BTreeMap<&'d str, bool>,
}

impl<'d> Same<'d> {
    /// Returns `true` if all values referred to, directly or indirectly, are the same.
    fn all_referred_to(&mut self, values: &[&'d Value]) -> bool {
        let mut seen: HashSet<&'d str> = HashSet::new();
        let mut open: Vec<&'d Value> = values.to_vec();
        while let Some(value) = open.pop() {
            match value {
                Value::Array(values) => open.extend(values),
                Value::Object(members) => {
                    open.extend(members.values());
                    let reference = members.get("$ref").and_then(Value::as_str);
                    let Some(reference) = reference.filter(|reference| seen.insert(reference)) else { continue };
                    if !self.is_same(reference) {
                        return false;
                    }
                    open.extend(at(self.new, reference));
                }
                _ => {}
            }
        }
        true
    }

    fn is_same(&mut self, reference: &'d str) -> bool {
        let (old, new) = (self.old, self.new);
        *self.known.entry(reference).or_insert_with(|| at(old, reference) == at(new, reference))
    }
}

fn at<'d>(description: &'d Value, reference: &str) -> Option<&'d Value> {
    description.pointer(reference.strip_prefix('#')?)
}
