//! The user's types, which replace types generated from schemas.
//!
//! | schema | becomes |
//! |---|---|
//! | a component with a configured type | that type, for each reference; the component is not emitted |
//! | another schema with a configured type, by location or content | that type; a component of this kind is an alias of it |
//! | objects whose members all have one type, if a type is configured for these | that type |

use std::collections::BTreeSet;
use std::sync::Arc;

use openapiv3::{AnySchema, Schema, SchemaData};
use serde_json::Value;

use super::keywords::{is_composed, keywords};
use super::lowering::{Lowering, Site};
use super::{format, sample};
use crate::config::{OwnType as ConfiguredType, RustPath};
use crate::diagnostic::Diagnostic;
use crate::model::{Integer, Number, OwnType, Text, Type};

impl<'d> Lowering<'d> {
    /// Lowers the user's types that replace components.
    pub(super) fn own_components(&mut self) {
        for (name, own) in &self.own_schemas.types {
            let schema = self.component_schema(name);
            let sample = schema.and_then(|schema| of_values(&schema.schema_data, keywords(schema))).map(Arc::new);
            let like = schema.map_or(Type::Any, like);
            let id = self.own_types.add(OwnType { like, sample, ..bare(&own.path, &own.traits) });
            self.own.insert(name, Type::Own(id, Vec::new()));
        }
    }

    /// Returns the user's type that replaces a schema, by its location or its content.
    pub(super) fn own_schema(&mut self, schema: &'d Schema, site: &Site) -> Option<Type> {
        if self.config.types.is_empty() {
            return None;
        }
        if let Some(own) = self.own_place(site, Some(schema)) {
            return Some(own);
        }
        let any = keywords(schema);
        if is_composed(any) {
            return None;
        }
        let found =
            self.config.type_for_shape(any.typ.as_deref(), any.format.as_deref(), any.pattern.as_deref(), self.used);
        let entry = self.entry(found)?;
        Some(self.own(entry, Some(schema)))
    }

    /// Returns the user's type that replaces a reference, by its location only.
    pub(super) fn own_place(&mut self, site: &Site, schema: Option<&'d Schema>) -> Option<Type> {
        if !self.config.types.has_places() {
            return None;
        }
        let origin = self.source_map.trace(site.pointer.as_str()).pointer;
        let found = self.config.type_for_place([site.pointer.as_str(), origin.as_str()], self.used);
        let entry = self.entry(found)?;
        Some(self.own(entry, schema))
    }

    /// Returns the type of an object whose members all have one type.
    pub(super) fn map_of(&mut self, value: Type) -> Type {
        let Some(entry) = self.config.types.for_maps(self.used) else { return Type::Map(Box::new(value)) };
        let own = OwnType { like: Type::AnyObject, ..bare(entry.path(), entry.traits()) };
        Type::Own(self.own_types.add(own), vec![Type::Text(Text::Plain), value])
    }

    fn entry(&mut self, found: Result<Option<&'d ConfiguredType>, Box<Diagnostic>>) -> Option<&'d ConfiguredType> {
        found.unwrap_or_else(|problem| {
            self.sink.push(*problem);
            None
        })
    }

    /// Registers a user's type. An inline schema has its example at its use, so that each type is registered once.
    fn own(&mut self, entry: &ConfiguredType, schema: Option<&Schema>) -> Type {
        let like = schema.map_or(Type::Any, like);
        Type::Own(self.own_types.add(OwnType { like, ..bare(entry.path(), entry.traits()) }), Vec::new())
    }
}

#[cfg(test)]
mod tests;

fn bare(path: &RustPath, traits: &BTreeSet<&'static str>) -> OwnType {
    OwnType { path: path.text.clone(), traits: traits.clone(), like: Type::Any, sample: None }
}

/// Returns the shape of the values of a schema.
fn like(schema: &Schema) -> Type {
    let any = keywords(schema);
    match any.typ.as_deref() {
        Some("object") => Type::AnyObject,
        Some("array") => Type::List(Box::new(Type::Any)),
        Some("string") => format::meaning("string", any.format.as_deref()).unwrap_or(Type::Text(Text::Plain)),
        Some("integer") => Type::Integer(Integer::I64),
        Some("number") => Type::Number(Number::F64),
        Some("boolean") => Type::Boolean,
        _ if !any.properties.is_empty() => Type::AnyObject,
        _ => Type::Any,
    }
}

/// Returns a sample value of a schema: a declared one, otherwise the first of an enumeration.
fn of_values(data: &SchemaData, any: &AnySchema) -> Option<Value> {
    let listed = || any.enumeration.iter().find(|value| !value.is_null()).cloned();
    sample::sample(data, any).or_else(listed)
}
