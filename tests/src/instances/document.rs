//! The document that the schemas stand in, and what its references lead to.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde_json::{Map, Value};

/// The anchor without a name.
const RECURSIVE: &str = "$recursiveAnchor";

/// A description, as it was written.
#[derive(Debug)]
pub(super) struct Document<'d> {
    root: &'d Value,
    /// Schemas by `$anchor` and `$id`; few descriptions have any, so the document is only walked when one is asked for.
    named: OnceLock<BTreeMap<&'d str, &'d Value>>,
}

impl<'d> Document<'d> {
    pub(super) fn new(root: &'d Value) -> Self {
        Self { root, named: OnceLock::new() }
    }

    /// Returns `true` if what stands beside `$ref` has no meaning, as up to OpenAPI 3.0.
    pub(super) fn ignores_siblings(&self) -> bool {
        let version = self.root.get("openapi").and_then(Value::as_str);
        version.is_some_and(|version| version.starts_with("3.0")) || self.root.get("swagger").is_some()
    }

    /// What stands at a JSON pointer, which may be written as a fragment.
    pub(super) fn at(&self, pointer: &str) -> Option<&'d Value> {
        if pointer.starts_with('#') { self.target(pointer) } else { self.root.pointer(pointer) }
    }

    /// What a `$ref` leads to; nothing outside of the document.
    pub(super) fn target(&self, reference: &str) -> Option<&'d Value> {
        let Some(fragment) = reference.strip_prefix('#') else { return self.named().get(reference).copied() };
        let fragment = percent_decoded(fragment)?;
        if fragment.is_empty() || fragment.starts_with('/') {
            return self.root.pointer(&fragment);
        }
        self.named().get(fragment.as_str()).copied()
    }

    /// What a schema leads to, by `$ref` or by the anchor of a schema around it, which no fixture has twice; nothing where it does
    /// not, nothing inside where that is outside of the document.
    pub(super) fn reference(&self, members: &Map<String, Value>) -> Option<Option<&'d Value>> {
        let text = |keyword: &str| members.get(keyword).and_then(Value::as_str);
        if let Some(reference) = text("$ref") {
            return Some(self.target(reference));
        }
        let dynamic = text("$dynamicRef").and_then(|reference| reference.strip_prefix('#'));
        let anchor = dynamic.or_else(|| text("$recursiveRef").map(|_| RECURSIVE))?;
        self.named().get(anchor).map(|target| Some(*target))
    }

    /// What a value of a discriminator's mapping leads to: it is a reference, or the name of a schema.
    pub(super) fn mapped(&self, to: &str) -> Option<&'d Value> {
        self.target(to).or_else(|| self.root.get("components")?.get("schemas")?.get(to))
    }

    fn named(&self) -> &BTreeMap<&'d str, &'d Value> {
        self.named.get_or_init(|| {
            let mut named = BTreeMap::new();
            // A list of its own instead of recursion: documents may be nested deeper than the stack.
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

/// The identity of a schema: where it stands in memory, which is unique while the document is borrowed.
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
