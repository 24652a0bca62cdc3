//! Renames components where they are used: in references, mappings, requirements, ids and tags.

use serde_json::{Map, Value};

use super::names::Renames;
use crate::base::pointer::Pointer;
use crate::read::document::operations::operations_mut;
use crate::read::document::references::{ComponentId, change_objects, component};

/// Renames everything in a description to its names in the merged description.
pub(super) fn rename(description: &mut Value, part: usize, names: &Renames) {
    let renamed = |reference: &str| {
        let ComponentId { section, name } = component(reference)?;
        let now = names.component(part, &section, &name);
        let pointer = || Pointer::component(&section, now);
        Some(if now == name { reference.to_owned() } else { format!("#{}", pointer()) })
    };
    change_objects(description, &mut |members| {
        if let Some(Value::String(reference)) = members.get_mut("$ref")
            && let Some(now) = renamed(reference)
        {
            *reference = now;
        }
        let mapping = members.get_mut("discriminator").and_then(|discriminator| discriminator.get_mut("mapping"));
        for target in mapping.and_then(Value::as_object_mut).into_iter().flat_map(Map::values_mut) {
            if let Value::String(target) = target {
                // A mapping may contain the bare name of a schema.
                *target = renamed(target).unwrap_or_else(|| names.component(part, "schemas", target).to_owned());
            }
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

fn rename_requirements(security: Option<&mut Value>, part: usize, names: &Renames) {
    for requirement in security.and_then(Value::as_array_mut).into_iter().flatten() {
        let Some(schemes) = requirement.as_object_mut() else { continue };
        *schemes = std::mem::take(schemes)
            .into_iter()
            .map(|(name, scopes)| (names.component(part, "securitySchemes", &name).to_owned(), scopes))
            .collect();
    }
}
