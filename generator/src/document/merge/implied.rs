//! Writes out the discriminator values that are implied by the names of alternatives: they must stay the same on the
//! wire if a schema is renamed by the merge.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::names::Renames;
use crate::document::references::{ComponentId, change_objects, mapped, referenced, resolve};

/// Maximum depth and number of `allOf` parts that are searched for a tag value, as in the code that reads tags.
const MAX_PART_DEPTH: usize = 3;
const MAX_PARTS: usize = 8;

const SCHEMAS: &str = "schemas";

/// Adds implied values of renamed alternatives to the mapping of each discriminator.
pub(super) fn write_out(description: &mut Value, part: usize, names: &Renames) {
    let schemas = &description["components"][SCHEMAS];
    let renamed = |name: &str| names.component(part, SCHEMAS, name) != name;
    if !schemas.as_object().is_some_and(|schemas| schemas.keys().any(|name| renamed(name))) {
        return;
    }
    let schemas = schemas.clone();
    change_objects(description, &mut |members| {
        let missing = missing(members, &schemas, &renamed);
        if let Some(Value::Object(discriminator)) = members.get_mut("discriminator").filter(|_| !missing.is_empty())
            && let Value::Object(mapping) = discriminator.entry("mapping").or_insert_with(|| Value::Object(Map::new()))
        {
            missing.into_iter().for_each(|(name, reference)| {
                mapping.entry(name).or_insert(reference);
            });
        }
    });
}

/// Returns the missing entries of a mapping: the original names of renamed alternatives, and references to them.
fn missing(schema: &Map<String, Value>, schemas: &Value, renamed: &dyn Fn(&str) -> bool) -> Vec<(String, Value)> {
    let Some(discriminator) = schema.get("discriminator") else { return Vec::new() };
    let Some(property) = discriminator["propertyName"].as_str() else { return Vec::new() };
    let mapped: HashSet<ComponentId> = mapped(discriminator).collect();
    let alternatives = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    let implied = alternatives.filter_map(|alternative| {
        let component = referenced(&alternative["$ref"]).filter(|(section, _)| section == SCHEMAS)?;
        let is_implied = !mapped.contains(&component) && renamed(&component.1);
        (is_implied && !says(alternative, property, schemas)).then(|| (component.1, alternative["$ref"].clone()))
    });
    implied.collect()
}

/// Returns `true` if an alternative declares its own tag value, so that its name is not used as one.
fn says(alternative: &Value, property: &str, schemas: &Value) -> bool {
    let schema = resolved(alternative, schemas);
    let member = resolved(&schema["properties"][property], schemas);
    values(member) > 0 || inherits(schema, property, schemas, MAX_PART_DEPTH)
}

/// Returns `true` if a part of a schema has a single value for a property. A property with several values is that of a
/// shared base.
fn inherits(schema: &Value, property: &str, schemas: &Value, depth: usize) -> bool {
    let Some(depth) = depth.checked_sub(1) else { return false };
    let parts = schema["allOf"].as_array().into_iter().flatten().rev().take(MAX_PARTS);
    parts.map(|part| resolved(part, schemas)).any(|part| {
        let member = resolved(&part["properties"][property], schemas);
        values(member) == 1 || inherits(part, property, schemas, depth)
    })
}

/// Counts the values that a schema lists.
fn values(schema: &Value) -> usize {
    schema["enum"].as_array().map_or(usize::from(schema.get("const").is_some()), Vec::len)
}

/// Returns the target of a reference, or a schema that is none itself.
fn resolved<'v>(schema: &'v Value, schemas: &'v Value) -> &'v Value {
    let target = schema["$ref"].as_str().and_then(|reference| resolve(schemas, SCHEMAS, reference));
    target.map_or(schema, |(_, target)| target)
}
