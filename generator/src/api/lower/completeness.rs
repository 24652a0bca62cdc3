//! Counts the operations and component schemas that lack content.

use indexmap::IndexMap;
use openapiv3::{MediaType, ReferenceOr};

use super::operations::Operations;
use super::schemas::Schemas;
use crate::api::model::{Share, Type};
use crate::base::pointer::{Pointer, component_name};

impl Schemas<'_> {
    /// Records that a schema becomes any JSON value although it describes others, and returns this type.
    pub(super) fn untyped(&mut self, schema: &Pointer) -> Type {
        self.untyped.insert(schema.to_string());
        Type::Any
    }

    /// Returns the share of component schemas that are any JSON value.
    pub(super) fn completeness(&self) -> Share {
        let mut share = Share::default();
        for name in self.input.components.schemas.keys() {
            share.count(self.untyped.contains(Pointer::component("schemas", name).as_str()));
        }
        share
    }
}

impl Operations<'_, '_> {
    /// Marks the current operation as lacking content if every media type of this body or response is untyped. The content has
    /// to be lowered before.
    pub(super) fn check_content(&mut self, content: &IndexMap<String, MediaType>, at: &Pointer) {
        let content_at = at.child("content");
        let is_untyped = |(name, media_type): (&String, &MediaType)| match &media_type.schema {
            // A media type of an unresolved reference has no schema.
            None => self.schemas.log.is_reported(&content_at.child(name).child("$ref")),
            Some(ReferenceOr::Item(_)) => {
                let schema = content_at.child(name).child("schema");
                self.schemas.untyped.contains(schema.as_str())
            }
            Some(ReferenceOr::Reference { reference }) => {
                let name =
                    component_name(reference, "schemas").filter(|name| self.schemas.type_of_component(name).is_some());
                name.is_none_or(|name| self.schemas.untyped.contains(Pointer::component("schemas", &name).as_str()))
            }
        };
        self.lacks_content |= !content.is_empty() && content.iter().all(is_untyped);
    }

    /// Counts operations that are left out.
    pub(super) fn count_omitted(&mut self, operations: usize) {
        self.completeness.incomplete += operations;
        self.completeness.all += operations;
    }
}
