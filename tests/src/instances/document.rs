//! The document of the schemas, and the targets of its references.

use serde_json::{Map, Value};

use bindery::internal::pointer::percent_decoded;

/// A description in one document.
#[derive(Clone, Copy, Debug)]
pub(super) struct Document<'d> {
    root: &'d Value,
    /// `true` if keywords next to `$ref` are ignored, as in OpenAPI 3.0.
    pub(super) ignores_siblings: bool,
}

impl<'d> Document<'d> {
    /// Creates the document of a description.
    pub(super) fn new(root: &'d Value) -> Self {
        let version = root.get("openapi").and_then(Value::as_str);
        Self { root, ignores_siblings: version.is_some_and(|version| version.starts_with("3.0")) }
    }

    /// Returns the value at a JSON pointer.
    pub(super) fn at(&self, pointer: &str) -> Option<&'d Value> {
        self.root.pointer(pointer)
    }

    /// Returns the target of a reference, or `None` if it is outside the document.
    pub(super) fn target(&self, reference: &str) -> Option<&'d Value> {
        self.at(&percent_decoded(reference.strip_prefix('#')?))
    }

    /// Returns the target of a schema's `$ref`. The outer `None` means that it has no reference, the inner one that its
    /// target is outside the document.
    pub(super) fn reference(&self, schema: &Map<String, Value>) -> Option<Option<&'d Value>> {
        schema.get("$ref").and_then(Value::as_str).map(|reference| self.target(reference))
    }

    /// Returns the schema that an alternative or a member refers to, or itself if it has no reference.
    pub(super) fn resolve(&self, schema: &'d Value) -> &'d Value {
        schema.as_object().and_then(|schema| self.reference(schema)).flatten().unwrap_or(schema)
    }

    /// Returns the target of a discriminator mapping: a reference, or the name of a schema.
    pub(super) fn mapping_target(&self, to: &str) -> Option<&'d Value> {
        self.target(to).or_else(|| self.root.get("components")?.get("schemas")?.get(to))
    }
}

/// Returns the identity of a schema: its address, which is unique while the document is borrowed.
pub(super) fn address(schema: &Value) -> usize {
    std::ptr::from_ref(schema).addr()
}
