//! Writes out the discriminator values that are implied by the names of alternatives: they must stay the same on the
//! wire if a schema is renamed by the merge.

use std::collections::HashSet;

use serde_json::{Map, Value};

use super::names::Renames;
use super::references::referenced_component;

/// Maximum depth and number of `allOf` parts that are searched for a tag value, as in the code that reads tags.
const MAX_PART_DEPTH: usize = 3;
const MAX_PARTS: usize = 8;

/// A reference to a reference is followed so often.
const MAX_REFERENCES: usize = 8;

const SCHEMAS: &str = "schemas";

/// Adds implied values of renamed alternatives to the mapping of each discriminator.
pub(super) fn write_out(description: &mut Value, part: usize, names: &Renames) {
    let schemas = &description["components"][SCHEMAS];
    let renamed = |name: &str| names.component(part, SCHEMAS, name) != name;
    if schemas.as_object().is_some_and(|schemas| schemas.keys().any(|name| renamed(name))) {
        let schemas = schemas.clone();
        write_out_in(description, &schemas, &renamed);
    }
}

fn write_out_in(value: &mut Value, schemas: &Value, renamed: &dyn Fn(&str) -> bool) {
    match value {
        Value::Object(members) => {
            let missing = missing(members, schemas, renamed);
            if let Some(Value::Object(discriminator)) = members.get_mut("discriminator").filter(|_| !missing.is_empty())
                && let Value::Object(mapping) =
                    discriminator.entry("mapping").or_insert_with(|| Value::Object(Map::new()))
            {
                missing.into_iter().for_each(|(name, reference)| {
                    mapping.entry(name).or_insert(reference);
                });
            }
            members.values_mut().for_each(|member| write_out_in(member, schemas, renamed));
        }
        Value::Array(elements) => {
            elements.iter_mut().for_each(|element| write_out_in(element, schemas, renamed));
        }
        _ => {}
    }
}

/// Returns the missing entries of a mapping: the original names of renamed alternatives, and references to them.
fn missing(schema: &Map<String, Value>, schemas: &Value, renamed: &dyn Fn(&str) -> bool) -> Vec<(String, Value)> {
    let Some(discriminator) = schema.get("discriminator") else { return Vec::new() };
    let Some(property) = discriminator["propertyName"].as_str() else { return Vec::new() };
    let mapping = discriminator["mapping"].as_object();
    let mapped = mapping.into_iter().flat_map(Map::values).filter_map(Value::as_str);
    let mapped: HashSet<String> = mapped.map(|to| schema_name_in(to).unwrap_or_else(|| to.to_owned())).collect();
    let alternatives = ["oneOf", "anyOf"].into_iter().filter_map(|key| schema.get(key)?.as_array()).flatten();
    let implied = alternatives.filter_map(|alternative| {
        let reference = &alternative["$ref"];
        let name = schema_name(reference)?;
        (!mapped.contains(&name) && renamed(&name) && !says(alternative, property, schemas))
            .then(|| (name, reference.clone()))
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

fn resolved<'v>(schema: &'v Value, schemas: &'v Value) -> &'v Value {
    let mut schema = schema;
    for _ in 0..MAX_REFERENCES {
        let Some(name) = schema_name(&schema["$ref"]) else { break };
        schema = &schemas[name.as_str()];
    }
    schema
}

fn schema_name(reference: &Value) -> Option<String> {
    schema_name_in(reference.as_str()?)
}

fn schema_name_in(reference: &str) -> Option<String> {
    referenced_component(reference).filter(|(section, _)| section == SCHEMAS).map(|(_, name)| name)
}
