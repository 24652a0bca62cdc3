//! Renames components where they are used: in references, mappings, requirements, ids and tags.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::names::Renames;
use crate::document::operations::operations_mut;
use crate::pointer::{Pointer, component_name};

/// The components that a value refers to, by section and name.
pub(super) fn references(value: &Value) -> BTreeSet<(String, String)> {
    let mut found = BTreeSet::new();
    let mut value = value.clone();
    each_reference(&mut value, &mut |reference, _| found.extend(referenced_component(reference)));
    found
}

/// Renames everything in a description to its names in the merged description.
pub(super) fn rename(description: &mut Value, part: usize, names: &Renames) {
    each_reference(description, &mut |reference, is_mapping| {
        if let Some((section, name)) = referenced_component(reference) {
            let now = names.component(part, &section, &name);
            if now != name {
                *reference = format!("#{}", Pointer::root().child("components").child(&section).child(now));
            }
        } else if is_mapping {
            // A mapping may contain the bare name of a schema.
            let now = names.component(part, "schemas", reference).to_owned();
            *reference = now;
        }
    });
    rename_requirements(description.get_mut("security"), part, names);
    for operation in operations_mut(description) {
        rename_requirements(operation.get_mut("security"), part, names);
        if let Some(Value::String(id)) = operation.get_mut("operationId") {
            *id = names.operation(part, id).to_owned();
        }
        for tag in operation.get_mut("tags").and_then(Value::as_array_mut).into_iter().flatten() {
            rename_tag(Some(tag), part, names);
        }
    }
    for tag in description.get_mut("tags").and_then(Value::as_array_mut).into_iter().flatten() {
        rename_tag(tag.get_mut("name"), part, names);
    }
}

fn rename_tag(tag: Option<&mut Value>, part: usize, names: &Renames) {
    if let Some(Value::String(tag)) = tag {
        *tag = names.tag(part, tag).to_owned();
    }
}

/// Returns the section and the name of the component that a reference leads to.
pub(super) fn referenced_component(reference: &str) -> Option<(String, String)> {
    let section = reference.strip_prefix("#/components/")?.split('/').next()?;
    Some((section.to_owned(), component_name(reference, section)?))
}

/// Calls a function with each string that refers to something, and whether it is in a mapping.
fn each_reference(value: &mut Value, found: &mut dyn FnMut(&mut String, bool)) {
    match value {
        Value::Object(members) => {
            for (key, member) in members.iter_mut() {
                match member {
                    Value::String(text) if key == "$ref" => found(text, false),
                    Value::Object(inner) if key == "discriminator" => {
                        let mapping = inner.get_mut("mapping").and_then(Value::as_object_mut);
                        let texts = mapping.into_iter().flat_map(Map::values_mut);
                        texts.for_each(|text| {
                            if let Value::String(text) = text {
                                found(text, true)
                            }
                        });
                        each_reference(member, found);
                    }
                    member => each_reference(member, found),
                }
            }
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| each_reference(element, found)),
        _ => {}
    }
}

fn rename_requirements(security: Option<&mut Value>, part: usize, names: &Renames) {
    for requirement in security.and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(schemes) = requirement.as_object_mut() else { continue };
        *schemes = std::mem::take(schemes)
            .into_iter()
            .map(|(name, scopes)| (names.component(part, "securitySchemes", &name).to_owned(), scopes))
            .collect();
    }
}
