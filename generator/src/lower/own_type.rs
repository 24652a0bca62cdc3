//! Types of the user's, in place of those that would be made of a schema.
//!
//! | schema | becomes |
//! |---|---|
//! | a component that one stands for | that, wherever a reference leads to it; nothing is made of the component |
//! | another that one stands for, by its place or by what it says | that; a component of this kind is an alias of it |
//! | one that names a type of Rust (`x-rust-type`), of a crate that is followed | that |
//! | objects whose members all have one type, and any value, where types are given for these | those |

use std::borrow::Borrow;
use std::collections::BTreeSet;
use std::sync::Arc;

use openapiv3::{AnySchema, ReferenceOr, Schema, SchemaData};
use serde_json::Value;

use super::schema::{is_composed, keywords};
use super::{Lowering, Site, format, sample};
use crate::config::{OwnEntry, RustPath};
use crate::diagnostic::{Code, Diagnostic};
use crate::document::{OwnSchema, RUST_TYPE};
use crate::model::{Integer, Number, OwnType, Text, Type, TypeId};
use crate::pointer::component_name;

impl<'d> Lowering<'d> {
    /// The types of the user's that stand for components; those that are made of others come last.
    pub(super) fn own_components(&mut self) {
        let mut all: Vec<(&'d String, &'d OwnSchema)> = self.own_schemas.types.iter().collect();
        all.sort_by_key(|(_, own)| !own.parameters.is_empty());
        for (name, own) in all {
            let schema = self.component_schema(name);
            let parameters = own.parameters.iter().map(|parameter| self.parameter_type(parameter)).collect();
            let sample = schema.and_then(|schema| of_values(&schema.schema_data, keywords(schema))).map(Arc::new);
            let like = schema.map_or(Type::Any, like);
            let id = self.own_types.add(OwnType { like, sample, ..bare(&own.path, &own.traits) });
            self.own.insert(name, Type::Own(id, parameters));
        }
    }

    /// The type of the user's that stands for a schema at a place, by that or by what it says.
    pub(super) fn own_schema(&mut self, schema: &'d Schema, site: &Site) -> Option<Type> {
        if !self.config.has_own_types() {
            return None;
        }
        if let Some(own) = self.own_place(site, Some(schema)) {
            return Some(own);
        }
        match schema.schema_data.extensions.get(RUST_TYPE).and_then(|at| OwnSchema::parse(at, self.config)) {
            Some(Ok(named)) => {
                let parameters = named.parameters.iter().map(|parameter| self.parameter_type(parameter)).collect();
                return Some(self.own(&named.path, &named.traits, Some(schema), parameters));
            }
            Some(Err(help)) => {
                let message = format!("`{RUST_TYPE}` names no type of its crate; the schema is taken as it is");
                self.warn(Code::SchemaUnsupported, message, &site.pointer.child(RUST_TYPE), help);
            }
            None => {}
        }
        let any = keywords(schema);
        if is_composed(any) {
            return None;
        }
        let found = self.config.own_shape(any.typ.as_deref(), any.format.as_deref(), any.pattern.as_deref());
        let entry = self.entry(found)?;
        Some(self.own(&entry.path, &entry.traits, Some(schema), Vec::new()))
    }

    /// The same for a reference, by its place alone.
    pub(super) fn own_place(&mut self, site: &Site, schema: Option<&'d Schema>) -> Option<Type> {
        if !self.config.has_own_places() {
            return None;
        }
        let origin = self.source_map.trace(site.pointer.as_str()).pointer;
        let found = self.config.own_place([site.pointer.as_str(), origin.as_str()]);
        let entry = self.entry(found)?;
        Some(self.own(&entry.path, &entry.traits, schema, Vec::new()))
    }

    /// An object whose members all have one type.
    pub(super) fn map_of(&mut self, value: Type) -> Type {
        let Some(entry) = self.config.own_map() else { return Type::Map(Box::new(value)) };
        let own = OwnType { like: Type::AnyObject, ..bare(&entry.path, &entry.traits) };
        Type::Own(self.own_types.add(own), vec![Type::Text(Text::Plain), value])
    }

    /// A schema that says nothing of its values.
    pub(super) fn any_value(&mut self) -> Type {
        let Some(entry) = self.config.own_any() else { return Type::Any };
        Type::Own(self.own_types.add(bare(&entry.path, &entry.traits)), Vec::new())
    }

    fn entry(&mut self, found: Result<Option<&'d OwnEntry>, Box<Diagnostic>>) -> Option<&'d OwnEntry> {
        found.unwrap_or_else(|problem| {
            self.sink.push(*problem);
            None
        })
    }

    /// What stands in place has its example where it is used, so that the same type is there once.
    fn own(
        &mut self,
        path: &RustPath,
        traits: &BTreeSet<&'static str>,
        schema: Option<&Schema>,
        parameters: Vec<Type>,
    ) -> Type {
        let like = schema.map_or(Type::Any, like);
        Type::Own(self.own_types.add(OwnType { like, ..bare(path, traits) }), parameters)
    }

    /// What a generic type is made of, as far as references and simple types say it.
    fn parameter_type(&mut self, schema: &Value) -> Type {
        if let Some(name) = schema.get("$ref").and_then(Value::as_str).and_then(|to| component_name(to, "schemas")) {
            return self.type_of_component(&name).unwrap_or(Type::Any);
        }
        match schema.get("type").and_then(Value::as_str) {
            Some("string") => {
                let format = schema.get("format").and_then(Value::as_str);
                format::meaning("string", format).unwrap_or(Type::Text(Text::Plain))
            }
            Some("integer") => Type::Integer(Integer::I64),
            Some("number") => Type::Number(Number::F64),
            Some("boolean") => Type::Boolean,
            _ => Type::Any,
        }
    }

    /// Says which emitted types the types of the user's hold, where these are kept.
    pub(super) fn keep_what_own_types_hold(&mut self) {
        let kept: Vec<(&str, &Schema)> = self
            .own_schemas
            .types
            .iter()
            .filter(|(_, own)| own.keeps)
            .filter_map(|(name, _)| Some((name.as_str(), self.component_schema(name)?)))
            .collect();
        for (name, schema) in kept {
            let mut holds = Vec::new();
            references(schema, &mut |reference| {
                let id = component_name(reference, "schemas").and_then(|name| self.schemas.get(name.as_str()).copied());
                holds.extend(id);
            });
            if let Some(Type::Own(id, _)) = self.own.get(name) {
                self.own_types.hold(*id, holds);
            }
        }
    }
}

#[cfg(test)]
mod tests;

fn bare(path: &RustPath, traits: &BTreeSet<&'static str>) -> OwnType {
    OwnType {
        path: path.text.clone(),
        traits: traits.clone(),
        like: Type::Any,
        sample: None,
        holds: Vec::<TypeId>::new(),
    }
}

/// What the values of a schema look like from outside.
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

/// A value of a schema: what it gives as one, else the first of an enumeration.
fn of_values(data: &SchemaData, any: &AnySchema) -> Option<Value> {
    let listed = || any.enumeration.iter().find(|value| !value.is_null()).cloned();
    sample::sample(data, any).or_else(listed)
}

/// Calls a function with all references that stand in a schema.
fn references(schema: &Schema, found: &mut dyn FnMut(&str)) {
    fn one<S: Borrow<Schema>>(schema: &ReferenceOr<S>, found: &mut dyn FnMut(&str)) {
        match schema {
            ReferenceOr::Reference { reference } => found(reference),
            ReferenceOr::Item(inner) => references(inner.borrow(), found),
        }
    }
    let any = keywords(schema);
    any.one_of.iter().chain(&any.any_of).chain(&any.all_of).for_each(|part| one(part, found));
    if let Some(openapiv3::AdditionalProperties::Schema(values)) = &any.additional_properties {
        one(values, found);
    }
    any.properties.values().chain(&any.items).for_each(|member| one(member, found));
    let discriminator = schema.schema_data.discriminator.iter();
    discriminator.flat_map(|discriminator| discriminator.mapping.values()).for_each(|mapped| found(mapped));
}
