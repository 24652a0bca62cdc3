//! A JSON value with its location, and readers of typed values that emit a warning for each invalid one.

use std::collections::HashSet;

use openapiv3::ReferenceOr;
use serde_json::{Map, Value};

use crate::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::pointer::Pointer;

/// A value of the description and its location.
#[derive(Clone, Debug)]
pub(super) struct Node<'v> {
    pub(super) value: &'v Value,
    pub(super) pointer: Pointer,
}

impl<'v> Node<'v> {
    /// Returns the member with this name. `null` counts as absent, since real servers publish `"enum": null`.
    pub(super) fn get(&self, key: &str) -> Option<Node<'v>> {
        let value = self.value.as_object()?.get(key).filter(|value| !value.is_null())?;
        Some(Node { value, pointer: self.pointer.child(key) })
    }

    /// Returns the members of an object in order, or nothing for other values.
    pub(super) fn members(&self) -> impl Iterator<Item = (&'v str, Node<'v>)> + use<'v> {
        let pointer = self.pointer.clone();
        self.value
            .as_object()
            .into_iter()
            .flatten()
            .map(move |(key, value)| (key.as_str(), Node { value, pointer: pointer.child(key) }))
    }

    /// Returns the elements of an array in order, or nothing for other values.
    pub(super) fn elements(&self) -> impl Iterator<Item = Node<'v>> + use<'v> {
        let pointer = self.pointer.clone();
        self.value
            .as_array()
            .into_iter()
            .flatten()
            .enumerate()
            .map(move |(index, value)| Node { value, pointer: pointer.index(index) })
    }

    /// Returns the `$ref` of a reference object.
    pub(super) fn reference(&self) -> Option<&'v str> {
        self.value.as_object()?.get("$ref")?.as_str()
    }

    fn kind(&self) -> &'static str {
        match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a boolean",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        }
    }
}

/// Approximate maximum size of an example in bytes. Larger ones are not useful, and each use of a schema has its own
/// copy.
const OF_EXAMPLE: usize = 1_000;

/// Returns `true` if an example is small enough to be kept.
pub(super) fn is_small(example: &Value) -> bool {
    fn spend(value: &Value, room: &mut usize) -> bool {
        let own = match value {
            Value::String(text) => text.len() + 2,
            _ => 2,
        };
        *room = room.saturating_sub(own);
        *room > 0
            && match value {
                Value::Array(elements) => elements.iter().all(|element| spend(element, room)),
                Value::Object(members) => members.iter().all(|(name, member)| {
                    *room = room.saturating_sub(name.len());
                    spend(member, room)
                }),
                _ => true,
            }
    }
    spend(example, &mut OF_EXAMPLE.clone())
}

/// Reads typed values of nodes. A value of the wrong kind is reported and ignored, without losing the rest of the
/// object.
pub(super) struct NodeReader<'s> {
    source: &'s str,
    sink: &'s mut Sink,
    /// `true` if sibling keywords of a `$ref` apply, as they do since OpenAPI 3.1.
    pub(super) reads_beside_references: bool,
    /// `true` if `allowReserved` applies to path parameters, as it does since OpenAPI 3.2.
    pub(super) reserves_in_paths: bool,
    /// The schemas that describe one of their items, as their examples show.
    pub(super) of_items: HashSet<Pointer>,
}

impl<'s> NodeReader<'s> {
    pub(super) fn new(source: &'s str, sink: &'s mut Sink) -> Self {
        Self { source, sink, reads_beside_references: false, reserves_in_paths: false, of_items: HashSet::new() }
    }

    pub(super) fn warn(&mut self, code: Code, message: impl Into<String>, pointer: &Pointer, help: &str) {
        let place = Location::Pointer(pointer.as_str().to_owned());
        self.sink.push(Diagnostic::warning(code, message).at(self.source, place).help(help));
    }

    fn repaired(&mut self, node: &Node<'_>, key: &str, wanted: &str) {
        let message = format!("expected {wanted} for `{key}`, found {}; it is ignored", node.kind());
        self.warn(Code::FieldInvalid, message, &node.pointer, &format!("write {wanted}"));
    }

    /// Reads a string. Numbers and booleans are converted to strings (`version: 1.0` in YAML).
    pub(super) fn text(&mut self, node: &Node<'_>, key: &str) -> Option<String> {
        let member = node.get(key)?;
        match member.value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Bool(flag) => Some(flag.to_string()),
            _ => {
                self.repaired(&member, key, "a string");
                None
            }
        }
    }

    /// Reads a boolean; an absent one is `false`.
    pub(super) fn flag(&mut self, node: &Node<'_>, key: &str) -> bool {
        let Some(member) = node.get(key) else { return false };
        match member.value {
            Value::Bool(flag) => *flag,
            Value::String(text) if text == "true" || text == "false" => {
                let message = format!("`{key}` is {}; it is read as `{text}`", member.kind());
                self.warn(Code::FieldInvalid, message, &member.pointer, &format!("write `{text}` without quotes"));
                text == "true"
            }
            _ => {
                self.repaired(&member, key, "`true` or `false`");
                false
            }
        }
    }

    /// Reads a count, such as `maxLength`.
    pub(super) fn size(&mut self, node: &Node<'_>, key: &str) -> Option<usize> {
        let member = node.get(key)?;
        let size = match member.value {
            Value::Number(number) => {
                number.as_u64().or_else(|| number.as_f64().filter(|n| *n >= 0.0).map(|n| n as u64))
            }
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        if size.is_none() {
            self.repaired(&member, key, "a non-negative integer");
        }
        usize::try_from(size?).ok()
    }

    /// Reads a number, such as `minimum`.
    pub(super) fn number(&mut self, node: &Node<'_>, key: &str) -> Option<f64> {
        let member = node.get(key)?;
        let number = match member.value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        if number.is_none() {
            self.repaired(&member, key, "a number");
        }
        number
    }

    /// An object.
    pub(super) fn object<'v>(&mut self, node: &Node<'v>, key: &str) -> Option<Node<'v>> {
        let member = node.get(key)?;
        if member.value.is_object() {
            return Some(member);
        }
        self.repaired(&member, key, "an object");
        None
    }

    /// An array.
    pub(super) fn array<'v>(&mut self, node: &Node<'v>, key: &str) -> Option<Node<'v>> {
        let member = node.get(key)?;
        if member.value.is_array() {
            return Some(member);
        }
        self.repaired(&member, key, "an array");
        None
    }

    /// Removes the members of an object from the document and returns each with its location. The largest parts are
    /// released as they are read, so that both forms do not use memory at the same time.
    pub(super) fn take_members(
        &mut self,
        parent: &mut Value,
        at: &Pointer,
        key: &str,
    ) -> impl Iterator<Item = (String, Value, Pointer)> + use<> {
        let node = Node { value: parent, pointer: at.clone() };
        let pointer = self.object(&node, key).map(|object| object.pointer).unwrap_or_default();
        let taken = parent.get_mut(key).and_then(Value::as_object_mut).map(std::mem::take).unwrap_or_default();
        taken.into_iter().map(move |(name, value)| {
            let place = pointer.child(&name);
            (name, value, place)
        })
    }

    /// Reads a reference, or the item that may be one.
    pub(super) fn item_or_reference<T>(
        &mut self,
        node: &Node<'_>,
        read: impl FnOnce(&mut Self, &Node<'_>) -> T,
    ) -> ReferenceOr<T> {
        match node.reference() {
            Some(reference) => ReferenceOr::Reference { reference: reference.to_owned() },
            None => ReferenceOr::Item(read(self, node)),
        }
    }

    /// Reads the strings of an array.
    pub(super) fn texts(&mut self, node: &Node<'_>, key: &str) -> Vec<String> {
        let Some(array) = self.array(node, key) else { return Vec::new() };
        array.elements().filter_map(|element| element.value.as_str().map(str::to_owned)).collect()
    }

    /// Returns the members whose names start with `x-`.
    pub(super) fn extensions(&self, node: &Node<'_>) -> indexmap::IndexMap<String, Value> {
        let members = node.value.as_object().into_iter().flat_map(Map::iter);
        members.filter(|(key, _)| key.starts_with("x-")).map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}
