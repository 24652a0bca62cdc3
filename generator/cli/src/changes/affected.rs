//! The old items that a change affects.
//!
//! The differences of a report omit what follows from others, such as the members of a removed type. Programs use those
//! items too, so that they are listed here. Calls whose responses cannot be read are listed on their own: their code stays
//! as it is.

use std::collections::{BTreeMap, BTreeSet};

use super::finding::{Finding, WireEffect};
use super::interface::{Difference, Key, have_same_arguments};
use super::version::{ApiVersion, Versions};
use super::{AffectedItem, ItemEffect};
use bindery::internal::ir::Node;

/// Maximum number of changes that are listed for a call that cannot read its response. The nearest ones are listed.
const MAX_UNREADABLE: usize = 8;

/// Returns the old items that a change affects, with its effect on each: those that changed, and those that cannot read
/// what the server sends.
pub(super) fn affected_items(
    changed: impl IntoIterator<Item = Key>,
    shown: &[(&Key, &Difference)],
    readers: impl IntoIterator<Item = Key>,
) -> Vec<AffectedItem> {
    // Code with inferred types may compile without the members of a removed type, which are not shown.
    let removed = shown.iter().filter(|(_, difference)| difference.after.is_none());
    let removed: BTreeSet<&Key> = removed.map(|(key, _)| *key).collect();
    let unreadable = readers.into_iter().map(|key| (key, ItemEffect::Unreadable));
    let mut effects: BTreeMap<Key, ItemEffect> = unreadable.collect();
    effects.extend(changed.into_iter().map(|key| {
        let effect = if removed.contains(&key) { ItemEffect::Removed } else { ItemEffect::Changed };
        (key, effect)
    }));
    effects.into_iter().map(|(key, effect)| AffectedItem { key, effect }).collect()
}

/// Returns the old items that differ, and those that mean something else.
pub(super) fn changed_items(
    found: &Finding,
    differences: &[(&Key, &Difference)],
    versions: Versions<ApiVersion<'_>>,
) -> BTreeSet<Key> {
    let Versions { old, new } = versions;
    let mut differing: BTreeSet<Key> = BTreeSet::new();
    for (key, difference) in differences {
        differing.insert((*key).clone());
        // What a call returns belongs to its function.
        let associated = difference.before.iter().filter(|item| item.is_associated_type());
        differing.extend(associated.flat_map(|item| &item.nodes).filter_map(|node| function_of(old, *node)));
    }
    let is_silent = differing.is_empty();
    if is_silent && found.wire == WireEffect::Docs {
        return BTreeSet::new();
    }
    let at_old = found.at.old.iter().flat_map(|node| old.elements.items(*node));
    let at_new = found.at.new.iter().flat_map(|node| new.elements.items(*node));
    let same = at_old.chain(at_new).filter(|key| is_silent || is_called_differently(versions, key));
    let responses = found.at.old.iter().filter(|node| matches!(node, Node::Output(_) | Node::Header(..)));
    let functions = responses.filter(|_| is_silent).filter_map(|node| function_of(old, *node));
    let mut affected: BTreeSet<Key> = same.cloned().chain(functions).collect();
    if found.affects_creation && found.wire == WireEffect::Breaks {
        affected.extend(found.at.old.iter().flat_map(|node| creators(old, *node)));
        affected.extend(found.at.new.iter().flat_map(|node| creators(new, *node)));
    }
    affected.extend(differing);
    affected.retain(|key| old.interface.get(key).is_some());
    affected
}

/// Returns, for each change, the old functions and events that cannot read what the server now sends.
pub(super) fn readers(found: &[Finding], old: ApiVersion<'_>) -> Vec<Vec<Key>> {
    let unreadable = found.iter().enumerate().filter(|(_, found)| found.affects_reading);
    let sources = unreadable.flat_map(|(index, found)| found.at.old.iter().map(move |node| (*node, index)));
    let mut readers = vec![Vec::new(); found.len()];
    for (receiver, unreadable) in old.elements.operations_receiving(sources, MAX_UNREADABLE) {
        let keys = match function_of(old, receiver) {
            Some(function) => vec![function],
            None => old.elements.items(receiver).to_vec(),
        };
        unreadable.into_iter().for_each(|index| readers[index].extend(keys.iter().cloned()));
    }
    readers
}

/// Returns the functions that create the value around an element: constructors, and functions that send it.
fn creators(version: ApiVersion<'_>, node: Node) -> Vec<Key> {
    let owner = node.owner().unwrap_or(node);
    let constructors = version.elements.items(owner).iter().filter(|key| version.is_constructor(key));
    let bodies = version.elements.users(owner).iter().filter(|node| matches!(node, Node::Body(_)));
    let functions = bodies.chain([&owner]).filter_map(|node| function_of(version, *node));
    constructors.cloned().chain(functions).collect()
}

/// Returns the function of the operation that an element is or belongs to.
fn function_of(version: ApiVersion<'_>, node: Node) -> Option<Key> {
    match node.owner().unwrap_or(node) {
        Node::Operation(index) => version.elements.function(index, version.interface).map(|(key, _)| key),
        _ => None,
    }
}

/// Returns `true` if calls of a function compile, but its arguments have other names.
fn is_called_differently(versions: Versions<ApiVersion<'_>>, key: &Key) -> bool {
    let items = versions.map(|version| version.interface.get(key));
    items
        .old
        .zip(items.new)
        .is_some_and(|(old, new)| have_same_arguments(old, new) && old.to_string() != new.to_string())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::changes::changes_between;
    use crate::changes::{Changes, ItemEffect, Verdict};
    use bindery::internal::config::Config;
    use bindery::internal::text::Source;

    /// Returns a description with one operation that sends and receives a note.
    fn description() -> Value {
        let content = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Note" } } });
        let problem = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Problem" } } });
        let get = |name: &str| {
            let content =
                json!({ "application/json": { "schema": { "$ref": format!("#/components/schemas/{name}") } } });
            json!({ "get": { "tags": [name], "responses": { "200": { "description": "", "content": content } } } })
        };
        let shape = |name: &str| json!({ "type": "object", "properties": { name: { "type": "string" } } });
        json!({
            "openapi": "3.1.0",
            "info": { "title": "t", "version": "1" },
            "servers": [{ "url": "https://example.com/v1" }],
            "paths": { "/secret": get("Secret"), "/vault": get("Vault"), "/note/{id}": { "put": {
                "tags": ["note"],
                "operationId": "putNote",
                "security": [],
                "parameters": [
                    { "name": "id", "in": "path", "required": true, "schema": { "type": "string" } },
                    { "name": "tags", "in": "query", "schema": { "type": "array", "items": { "type": "string" } } },
                ],
                "requestBody": { "required": true, "content": content },
                "responses": {
                    "200": { "description": "", "content": content },
                    "404": { "description": "", "content": problem },
                },
            } } },
            "components": {
                "schemas": {
                    "Secret": shape("secret"),
                    "Vault": { "type": "object", "properties": {
                        "secret": { "writeOnly": true, "allOf": [{ "$ref": "#/components/schemas/Secret" }] },
                    } },
                    "Problem": { "type": "object", "properties": { "code": { "type": "integer" } } },
                    "Note": { "type": "object", "required": ["kind", "title"], "properties": {
                        "text": { "type": "string", "maxLength": 100 },
                        "kind": { "type": "string", "const": "note" },
                        "size": { "type": "integer", "default": 1 },
                        "title": { "type": "string" },
                        "part": { "$ref": "#/components/schemas/Part" },
                    } },
                    "Part": { "oneOf": [{ "$ref": "#/components/schemas/A" }, { "$ref": "#/components/schemas/B" }] },
                    "A": shape("a"),
                    "B": shape("b"),
                },
                "securitySchemes": { "key": { "type": "apiKey", "in": "header", "name": "X-Key" } },
            },
        })
    }

    /// Returns the description with another value at a location.
    fn with(pointer: &str, value: Value) -> Value {
        let mut new = description();
        let (parent, name) = pointer.rsplit_once('/').unwrap();
        new.pointer_mut(parent).unwrap()[name] = value;
        new
    }

    fn changes_to(new: &Value) -> Changes {
        let source = |description: &Value| Source::new("test", description.to_string());
        changes_between(source(&description()), source(new), &Config::default()).unwrap()
    }

    /// Programs compile after these changes, but behave differently.
    #[test]
    fn silent_changes_affect_the_items_of_the_changed_elements() {
        let operation = "/paths/~1note~1{id}/put";
        let cases = [
            ("/components/schemas/Note/properties/text/maxLength", json!(10), "types::Note.text"),
            ("/components/schemas/Note/properties/kind/const", json!("memo"), "types::Note::KIND"),
            ("/components/schemas/Note/properties/kind/const", json!("memo"), "api::note::NoteApi::update"),
            ("/components/schemas/Note/properties/size/default", json!(2), "types::Note::new"),
            ("/components/schemas/Part/oneOf/0/$ref", json!("#/components/schemas/B"), "types::Part"),
            ("/components/securitySchemes/key/name", json!("X-Token"), "ClientBuilder::token"),
            ("/servers/0/url", json!("https://example.com/v2"), "Client::new"),
            (&format!("{operation}/parameters/1/style"), json!("pipeDelimited"), "api::note::Call<UpdateNote>::tags"),
            (&format!("{operation}/security"), json!([{ "key": [] }]), "api::note::NoteApi::update"),
            (&format!("{operation}/servers"), json!([{ "url": "https://example.org" }]), "api::note::NoteApi::update"),
            (
                &format!("{operation}/responses/200/content"),
                json!({ "text/plain": { "schema": { "type": "string" } } }),
                "api::note::NoteApi::update",
            ),
        ];
        for (pointer, value, item) in cases {
            let mut new = with(pointer, value);
            if pointer.ends_with("oneOf/0/$ref") {
                new["components"]["schemas"]["Part"]["oneOf"][1]["$ref"] = json!("#/components/schemas/A");
            }
            let changes = changes_to(&new);
            let breaking = changes.changes.iter().filter(|change| change.verdict == Verdict::Breaking);
            let affected: Vec<String> =
                breaking.flat_map(|change| change.affected.iter().map(|affected| affected.key.path())).collect();
            assert!(affected.iter().any(|path| path == item), "{pointer}: {affected:?}");
        }
    }

    #[test]
    fn calls_that_cannot_read_their_responses_are_listed() {
        let (note, update) = ("/components/schemas/Note", "api::note::NoteApi::update");
        let cases = [
            (format!("{note}/required"), json!(["kind"]), &[update][..]),
            (format!("{note}/properties/title/type"), json!(["string", "null"]), &[update][..]),
            (format!("{note}/properties/text/type"), json!("integer"), &[update][..]),
            ("/components/schemas/A/properties/a/type".to_owned(), json!("boolean"), &[update][..]),
            (
                note.to_owned(),
                json!({ "type": "object", "properties": { "size": { "type": "integer" } } }),
                &[update][..],
            ),
            (format!("{note}/required"), json!(["kind", "title", "text"]), &[]),
            ("/components/schemas/Problem/properties/code/type".to_owned(), json!("string"), &[]),
            (
                "/components/schemas/Secret/properties/secret/type".to_owned(),
                json!("integer"),
                &["api::secret::SecretApi::get"],
            ),
            (format!("{note}/properties/text/maxLength"), json!(10), &[]),
        ];
        for (pointer, value, expected) in cases {
            let changes = changes_to(&with(&pointer, value));
            let affected = changes.changes.iter().flat_map(|change| &change.affected);
            let readers = affected.filter(|affected| affected.effect == ItemEffect::Unreadable);
            let readers = readers.map(|affected| affected.key.path());
            assert_eq!(readers.collect::<Vec<_>>(), expected, "{pointer}");
        }
    }
}
