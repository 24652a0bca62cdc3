//! The user's types, which replace types generated from schemas.
//!
//! | schema | becomes |
//! |---|---|
//! | a component with a configured type | that type, for each reference; the component is not emitted |
//! | another schema with a configured type, by location or content | that type; a component of this kind is an alias of it |
//! | objects whose members all have one type, if a type is configured for these | that type |

use std::collections::BTreeSet;
use std::sync::Arc;

use serde_json::Value;

use super::input::Site;
use super::log::Log;
use super::node::Node;
use super::schemas::Schemas;
use super::{format, sample};
use crate::api::model::{Integer, Number, OwnType, Text, Type};
use crate::base::diagnostic::Diagnostic;
use crate::config::{OwnType as ConfiguredType, RustPath};

impl<'d> Schemas<'d> {
    /// Lowers the user's types that replace components.
    pub(super) fn own_components(&mut self) {
        for (name, own) in &self.input.document.own_schemas.types {
            let schema = self.input.component_schema(name);
            let sample = schema.and_then(of_values).map(Arc::new);
            let like = schema.map_or(Type::Any, like);
            let id = self.own_types.add(OwnType { like, sample, ..bare(&own.path, &own.traits) });
            self.own.insert(name, Type::Own(id, Vec::new()));
        }
    }

    /// Returns the user's type that replaces a schema, by its location or its content.
    pub(super) fn own_schema(&mut self, schema: Node<'d>, site: &Site) -> Option<Type> {
        if self.input.config.types.is_empty() {
            return None;
        }
        if let Some(own) = self.own_place(site, Some(schema)) {
            return Some(own);
        }
        let any = schema.any;
        if schema.is_composed() {
            return None;
        }
        let found = self.input.config.type_for_shape(
            schema.typ(),
            any.format.as_deref(),
            any.pattern.as_deref(),
            self.log.used,
        );
        let entry = self.log.entry(found)?;
        Some(self.own(entry, Some(schema)))
    }

    /// Returns the user's type that replaces a reference, by its location only.
    pub(super) fn own_place(&mut self, site: &Site, schema: Option<Node<'d>>) -> Option<Type> {
        if !self.input.config.types.has_places() {
            return None;
        }
        let origin = self.input.document.source_map.trace(site.pointer.as_str()).pointer;
        let found = self.input.config.type_for_place([site.pointer.as_str(), origin.as_str()], self.log.used);
        let entry = self.log.entry(found)?;
        Some(self.own(entry, schema))
    }

    /// Returns the type of an object whose members all have one type.
    pub(super) fn map_of(&mut self, value: Type) -> Type {
        let Some(entry) = self.input.config.types.for_maps(self.log.used) else {
            return Type::Map(Box::new(value));
        };
        let own = OwnType { like: Type::AnyObject, ..bare(entry.path(), entry.traits()) };
        Type::Own(self.own_types.add(own), vec![Type::Text(Text::Plain), value])
    }

    /// Registers a user's type. An inline schema has its example at its use, so that each type is registered once.
    fn own(&mut self, entry: &ConfiguredType, schema: Option<Node<'_>>) -> Type {
        let like = schema.map_or(Type::Any, like);
        Type::Own(self.own_types.add(OwnType { like, ..bare(entry.path(), entry.traits()) }), Vec::new())
    }
}

impl<'d> Log<'d> {
    fn entry(&mut self, found: Result<Option<&'d ConfiguredType>, Box<Diagnostic>>) -> Option<&'d ConfiguredType> {
        found.unwrap_or_else(|problem| {
            self.sink.push(*problem);
            None
        })
    }
}

#[cfg(test)]
mod tests;

fn bare(path: &RustPath, traits: &BTreeSet<&'static str>) -> OwnType {
    OwnType { path: path.text.clone(), traits: traits.clone(), like: Type::Any, sample: None }
}

/// Returns the shape of the values of a schema.
fn like(schema: Node<'_>) -> Type {
    let any = schema.any;
    match schema.typ() {
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
fn of_values(schema: Node<'_>) -> Option<Value> {
    let listed = || schema.any.enumeration.iter().find(|value| !value.is_null()).cloned();
    sample::sample(schema).or_else(listed)
}
