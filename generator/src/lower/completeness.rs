//! Counts the operations and component schemas that lack content.

use indexmap::IndexMap;
use openapiv3::{MediaType, ReferenceOr};

use super::lowering::Lowering;
use crate::model::Type;
use crate::pointer::{Pointer, component_name};

impl Lowering<'_> {
    /// Records that a schema becomes any JSON value although it describes others, and returns this type.
    pub(super) fn untyped(&mut self, schema: &Pointer) -> Type {
        self.untyped.insert(schema.to_string());
        Type::Any
    }

    /// Counts the component schemas, once they are lowered.
    pub(super) fn count_schemas(&mut self) {
        for name in self.components.schemas.keys() {
            let is_untyped = self.untyped.contains(Pointer::component("schemas", name).as_str());
            self.completeness.schemas.count(is_untyped);
        }
    }

    /// Marks the current operation as lacking content if every media type of this body or response is untyped. The content has
    /// to be lowered before.
    pub(super) fn check_content(&mut self, content: &IndexMap<String, MediaType>, at: &Pointer) {
        let content_at = at.child("content");
        let is_untyped = |(name, media_type): (&String, &MediaType)| match &media_type.schema {
            // A media type of an unresolved reference has no schema.
            None => self.is_reported(&content_at.child(name).child("$ref")),
            Some(ReferenceOr::Item(_)) => {
                let schema = content_at.child(name).child("schema");
                self.untyped.contains(schema.as_str())
            }
            Some(ReferenceOr::Reference { reference }) => {
                let name = component_name(reference, "schemas").filter(|name| self.type_of_component(name).is_some());
                name.is_none_or(|name| self.untyped.contains(Pointer::component("schemas", &name).as_str()))
            }
        };
        self.lacks_content |= !content.is_empty() && content.iter().all(is_untyped);
    }

    /// Counts operations that are left out.
    pub(super) fn count_omitted(&mut self, operations: usize) {
        self.completeness.operations.incomplete += operations;
        self.completeness.operations.all += operations;
    }
}
