//! A JSON value with its location, and readers of typed values that emit a warning for each invalid one.

use std::collections::HashMap;

use openapiv3::ReferenceOr;
use serde_json::{Map, Value};

use crate::base::diagnostic::{Code, Diagnostic, Location, Sink, SourceLocation};
use crate::base::pointer::Pointer;
use crate::base::suggestion::closest_match;
use crate::read::keywords::{SCHEMA, Shape, Usage, is_effective_somewhere};

/// A value of the description and its location.
#[derive(Clone, Debug)]
pub(crate) struct Node<'v> {
    pub(super) value: &'v Value,
    pub(super) pointer: Pointer,
}

impl<'v> Node<'v> {
    /// Returns `true` if null is one of the types of a schema.
    pub(super) fn lists_null(&self) -> bool {
        let names = self.get("type").and_then(|names| names.value.as_array());
        names.is_some_and(|names| names.iter().any(|name| name.is_null() || name == "null"))
    }

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

    pub(super) fn kind(&self) -> &'static str {
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
const MAX_EXAMPLE_LEN: usize = 1_000;

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
    spend(example, &mut MAX_EXAMPLE_LEN.clone())
}

/// Reads typed values of nodes. A value of the wrong kind is reported and ignored, without losing the rest of the
/// object.
pub(super) struct NodeReader<'s> {
    source: &'s str,
    sink: &'s mut Sink,
    /// `true` if the description was Swagger 2.0, whose words diagnostics use.
    pub(super) is_swagger: bool,
    /// `true` since OpenAPI 3.1: sibling keywords of a `$ref` apply, and schemas may have other keywords.
    pub(super) is_since_31: bool,
    /// `true` since OpenAPI 3.2: `allowReserved` applies to path parameters.
    pub(super) is_since_32: bool,
    /// The original location of the first operation with each id.
    pub(super) operation_ids: HashMap<String, SourceLocation>,
    /// The security schemes that were left out.
    pub(super) omitted_schemes: Vec<String>,
}

impl<'s> NodeReader<'s> {
    pub(super) fn new(source: &'s str, sink: &'s mut Sink) -> Self {
        Self {
            source,
            sink,
            is_since_31: false,
            is_swagger: false,
            is_since_32: false,
            operation_ids: HashMap::new(),
            omitted_schemes: Vec::new(),
        }
    }

    pub(super) fn warn(&mut self, code: Code, message: impl Into<String>, pointer: &Pointer, help: &str) {
        let place = Location::Pointer(pointer.clone());
        self.sink.push(Diagnostic::warning(code, message).at(self.source, place).help(help));
    }

    /// Returns the original location of a location in the document.
    pub(super) fn origin(&self, pointer: &Pointer) -> SourceLocation {
        let location = Location::Pointer(pointer.clone());
        self.sink.original(SourceLocation { source: self.source.to_owned(), location })
    }

    /// Reports the members of an object that are not read although their author expects an effect. Returns `true` if
    /// the value is an object; otherwise it is reported. An unresolved reference was reported earlier.
    pub(super) fn open(&mut self, node: &Node<'_>, shape: &'static Shape) -> bool {
        let Some(members) = node.value.as_object() else {
            let message = format!("expected an object for {}, found {}; it is ignored", shape.label, node.kind());
            self.warn(Code::FieldInvalid, message, &node.pointer, "write an object");
            return false;
        };
        if let Some(reference) = node.get("$ref").filter(|reference| !reference.value.is_string()) {
            self.wrong_member(&reference, "$ref", "a string");
        }
        if node.reference().is_some() && shape.field("$ref").is_none() {
            return false;
        }
        for name in members.keys().filter(|name| !name.starts_with("x-")) {
            match shape.field(name) {
                Some(field) if field.usage == Usage::Unsupported => {
                    let message = format!("`{name}` is not supported: {}", field.becomes);
                    let help = "no change is needed; the generated client ignores it";
                    self.warn(Code::FieldUnsupported, message, &node.pointer.child(name), help);
                }
                Some(_) => {}
                None => self.unknown(node, name, shape),
            }
        }
        true
    }

    /// Reports a member that an object does not have, if its name or a similar one has an effect. Since OpenAPI 3.1,
    /// other keywords of schemas are annotations.
    fn unknown(&mut self, node: &Node<'_>, name: &str, shape: &'static Shape) {
        let is_open = self.is_since_31 && std::ptr::eq(shape, &SCHEMA);
        let near = closest_match(name, shape.fields().map(|field| field.name), is_open);
        let help = match near {
            Some(near) => format!("did you mean `{near}`?"),
            None if is_open => return,
            None => format!("remove it, or rename it to the extension `x-{name}`"),
        };
        if is_effective_somewhere(near.unwrap_or(name)) {
            let message = format!("{} has no field `{name}`; it is ignored", shape.label);
            self.warn(Code::FieldUnknown, message, &node.pointer.child(name), &help);
        }
    }

    fn wrong_kind(&mut self, node: &Node<'_>, what: &str, wanted: &str) {
        let message = format!("expected {wanted} for {what}, found {}; it is ignored", node.kind());
        self.warn(Code::FieldInvalid, message, &node.pointer, &format!("write {wanted}"));
    }

    /// Reports a member of the wrong kind.
    pub(super) fn wrong_member(&mut self, node: &Node<'_>, key: &str, wanted: &str) {
        self.wrong_kind(node, &format!("`{key}`"), wanted);
    }

    /// Reports a required member that is missing, with the consequence.
    pub(super) fn missing(&mut self, node: &Node<'_>, shape: &'static Shape, key: &str, consequence: &str) {
        let message = format!("{} has no `{key}`; {consequence}", shape.label);
        self.warn(Code::FieldMissing, message, &node.pointer, &format!("add `{key}`"));
    }

    /// Reads a required string, or reports the consequence.
    pub(super) fn required_text(
        &mut self,
        node: &Node<'_>,
        shape: &'static Shape,
        key: &str,
        consequence: &str,
    ) -> Option<String> {
        if node.get(key).is_none() {
            self.missing(node, shape, key, consequence);
        }
        self.text(node, key)
    }

    /// Reads a string. Numbers and booleans are converted to strings (`version: 1.0` in YAML).
    pub(super) fn text(&mut self, node: &Node<'_>, key: &str) -> Option<String> {
        let member = node.get(key)?;
        let text = as_text(member.value);
        if text.is_none() {
            self.wrong_member(&member, key, "a string");
        }
        text
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
                self.wrong_member(&member, key, "`true` or `false`");
                false
            }
        }
    }

    /// Reads a count, such as `maxLength`.
    pub(super) fn size(&mut self, node: &Node<'_>, key: &str) -> Option<usize> {
        let member = node.get(key)?;
        let size = match member.value {
            Value::Number(number) => {
                let whole = number.as_f64().filter(|number| *number >= 0.0 && number.fract() == 0.0);
                number.as_u64().or_else(|| whole.map(|number| number as u64))
            }
            Value::String(text) => text.parse().ok(),
            _ => None,
        };
        if size.is_none() {
            self.wrong_member(&member, key, "a non-negative integer");
        }
        usize::try_from(size?).ok()
    }

    /// Reads a number, such as `minimum`.
    pub(super) fn number(&mut self, node: &Node<'_>, key: &str) -> Option<f64> {
        let member = node.get(key)?;
        let number = match member.value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) => text.parse().ok().filter(|number: &f64| number.is_finite()),
            _ => None,
        };
        if number.is_none() {
            self.wrong_member(&member, key, "a number");
        }
        number
    }

    /// Reads an object.
    pub(super) fn object<'v>(&mut self, node: &Node<'v>, key: &str) -> Option<Node<'v>> {
        let member = node.get(key)?;
        if member.value.is_object() {
            return Some(member);
        }
        self.wrong_member(&member, key, "an object");
        None
    }

    /// Reads an object whose members have any names. An unresolved reference was reported earlier.
    pub(super) fn map<'v>(&mut self, node: &Node<'v>, key: &str) -> Option<Node<'v>> {
        self.object(node, key).filter(|map| map.reference().is_none())
    }

    /// Reads an array. An unresolved reference was reported earlier.
    pub(super) fn array<'v>(&mut self, node: &Node<'v>, key: &str) -> Option<Node<'v>> {
        let member = node.get(key)?;
        if member.value.is_array() {
            return Some(member);
        }
        if member.reference().is_some() {
            return None;
        }
        self.wrong_member(&member, key, "an array");
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

    /// Reads a reference, or the item that may be one. Members next to `$ref` are reported if they would have an effect.
    pub(super) fn item_or_reference<T>(
        &mut self,
        node: &Node<'_>,
        read: impl FnOnce(&mut Self, &Node<'_>) -> T,
    ) -> ReferenceOr<T> {
        match self.reference(node) {
            Some(reference) => ReferenceOr::Reference { reference },
            None => ReferenceOr::Item(read(self, node)),
        }
    }

    /// Reads the `$ref` of an object, and reports the members next to it that would have an effect.
    pub(super) fn reference(&mut self, node: &Node<'_>) -> Option<String> {
        let reference = node.reference()?;
        for (name, member) in node.members().filter(|(name, _)| *name != "$ref" && is_effective_somewhere(name)) {
            self.ignored_beside_reference(name, &member);
        }
        Some(reference.to_owned())
    }

    pub(super) fn ignored_beside_reference(&mut self, name: &str, member: &Node<'_>) {
        let message = format!("`{name}` has no effect next to `$ref`");
        self.warn(Code::FieldIgnored, message, &member.pointer, "move it to the target of the reference");
    }

    /// Reads the strings of an array.
    pub(super) fn texts(&mut self, node: &Node<'_>, key: &str) -> Vec<String> {
        let Some(array) = self.array(node, key) else { return Vec::new() };
        let mut texts = Vec::new();
        for element in array.elements() {
            match as_text(element.value) {
                Some(text) => texts.push(text),
                None => self.wrong_kind(&element, &format!("an element of `{key}`"), "a string"),
            }
        }
        texts
    }

    /// Returns the members whose names start with `x-`.
    pub(super) fn extensions(&self, node: &Node<'_>) -> indexmap::IndexMap<String, Value> {
        let members = node.value.as_object().into_iter().flat_map(Map::iter);
        members.filter(|(key, _)| key.starts_with("x-")).map(|(key, value)| (key.clone(), value.clone())).collect()
    }
}

/// Returns a string, or a number or boolean as one.
fn as_text(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        _ => None,
    }
}
