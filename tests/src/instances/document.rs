//! The document of the schemas, and the targets of its references.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::{Map, Value};

/// The keyword of the unnamed anchor.
const RECURSIVE: &str = "$recursiveAnchor";

/// A description as it was written.
#[derive(Debug)]
pub(super) struct Document<'d> {
    root: &'d Value,
    /// Schemas by `$anchor` and `$id`. Few descriptions have any, so they are only collected on demand.
    named: OnceLock<BTreeMap<&'d str, &'d Value>>,
}

impl<'d> Document<'d> {
    pub(super) fn new(root: &'d Value) -> Self {
        Self { root, named: OnceLock::new() }
    }

    /// Returns `true` if keywords next to `$ref` are ignored, as in OpenAPI 3.0 and earlier.
    pub(super) fn ignores_siblings(&self) -> bool {
        let version = self.root.get("openapi").and_then(Value::as_str);
        version.is_some_and(|version| version.starts_with("3.0")) || self.root.get("swagger").is_some()
    }

    /// Returns the value at a JSON pointer, which may be a fragment.
    pub(super) fn at(&self, pointer: &str) -> Option<&'d Value> {
        if pointer.starts_with('#') { self.target(pointer) } else { self.root.pointer(pointer) }
    }

    /// Returns the target of a `$ref`, or `None` if it is outside the document.
    pub(super) fn target(&self, reference: &str) -> Option<&'d Value> {
        let Some(fragment) = reference.strip_prefix('#') else { return self.named_schemas().get(reference).copied() };
        let fragment = percent_decoded(fragment)?;
        if fragment.is_empty() || fragment.starts_with('/') {
            return self.root.pointer(&fragment);
        }
        self.named_schemas().get(fragment.as_str()).copied()
    }

    /// Returns the target of a schema's `$ref` or dynamic anchor (no fixture has two of the same name). The outer
    /// `None` means that it has no reference, the inner one that its target is outside the document.
    pub(super) fn reference(&self, members: &Map<String, Value>) -> Option<Option<&'d Value>> {
        let text = |keyword: &str| members.get(keyword).and_then(Value::as_str);
        if let Some(reference) = text("$ref") {
            return Some(self.target(reference));
        }
        let dynamic = text("$dynamicRef").and_then(|reference| reference.strip_prefix('#'));
        let anchor = dynamic.or_else(|| text("$recursiveRef").map(|_| RECURSIVE))?;
        self.named_schemas().get(anchor).map(|target| Some(*target))
    }

    /// Returns the target of a discriminator mapping: a reference, or the name of a schema.
    pub(super) fn mapping_target(&self, to: &str) -> Option<&'d Value> {
        self.target(to).or_else(|| self.root.get("components")?.get("schemas")?.get(to))
    }

    fn named_schemas(&self) -> &BTreeMap<&'d str, &'d Value> {
        self.named.get_or_init(|| {
            let mut named = BTreeMap::new();
            // An explicit stack instead of recursion: documents may be nested deeper than the call stack allows.
            let mut open = vec![self.root];
            while let Some(value) = open.pop() {
                match value {
                    Value::Array(values) => open.extend(values),
                    Value::Object(members) => {
                        let names = ["$anchor", "$dynamicAnchor", "$id"].iter().filter_map(|key| members.get(*key));
                        named.extend(names.filter_map(Value::as_str).map(|name| (name, value)));
                        named.extend(members.get(RECURSIVE).map(|_| (RECURSIVE, value)));
                        open.extend(members.values());
                    }
                    _ => {}
                }
            }
            named
        })
    }
}

/// Returns the identity of a schema: its address, which is unique while the document is borrowed.
pub(super) fn address(schema: &Value) -> usize {
    std::ptr::from_ref(schema).addr()
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        match (first, after) {
            (b'%', [high, low, after @ ..]) => {
                bytes.push(hex(*high)? * 16 + hex(*low)?);
                rest = after;
            }
            _ => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}
