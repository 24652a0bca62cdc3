//! Schemas that others inherit from: written out as alternatives, so that instances are made of the heirs.
//!
//! A base has a `discriminator` that its values have to have and no alternatives; its heirs take it in by `allOf`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// The alternatives of a base, beside what it says itself: those that inherit from it look at the latter alone.
pub(super) const HEIRS: &str = "x-bindery-heirs";

/// A description in which each base lists its heirs, and each heir its tag.
#[must_use]
pub fn with_heirs(description: &Value) -> Value {
    let mut described = description.clone();
    for schemas in ["/components/schemas", "/definitions"] {
        let Some(Value::Object(all)) = described.pointer_mut(schemas) else { continue };
        let families = families(all, schemas);
        for family in &families {
            family.write(all, schemas);
        }
    }
    described
}

/// A base, its tag, and each value of the tag with the name of the heir.
struct Family {
    base: String,
    tag: String,
    values: Vec<(String, String)>,
    between: BTreeSet<String>,
}

fn families(all: &Map<String, Value>, at: &str) -> Vec<Family> {
    let mut children: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, schema) in all {
        for part in schema["allOf"].as_array().into_iter().flatten() {
            children.entry(name_in(&part["$ref"], at).unwrap_or_default()).or_default().push(name);
        }
    }
    all.iter().filter_map(|(name, base)| family(name, base, all, &children, at)).collect()
}

fn family(
    name: &str,
    base: &Value,
    all: &Map<String, Value>,
    children: &BTreeMap<&str, Vec<&str>>,
    at: &str,
) -> Option<Family> {
    let tag = tag_of(base)?;
    if parts(base).any(|part| matches!(part["properties"][tag]["type"].as_str(), Some("array" | "object"))) {
        return None;
    }
    let mapping: Vec<(&str, &str)> = base["discriminator"]["mapping"]
        .as_object()
        .into_iter()
        .flatten()
        .filter_map(|(value, to)| Some((value.as_str(), name_in(to, at).or(to.as_str())?)))
        .collect();
    let is_mapped = |name: &str| mapping.iter().any(|(_, to)| *to == name);
    let own_tag = |name: &str| all.get(name).and_then(tag_of).filter(|_| children.contains_key(name));
    let stands_for_heirs = |name: &str| own_tag(name).is_some_and(|own| own != tag || is_mapped(name));
    let mut heirs: Vec<&str> = Vec::new();
    let mut open: Vec<&str> = children.get(name)?.clone();
    while let Some(heir) = open.pop() {
        if heirs.contains(&heir) || heir == name {
            continue;
        }
        heirs.push(heir);
        open.extend(children.get(heir).filter(|_| !stands_for_heirs(heir)).into_iter().flatten());
    }
    heirs.retain(|heir| {
        let is_only_common = own_tag(heir).is_some() && !stands_for_heirs(heir);
        let is_other_name = own_value(&all[*heir], tag).is_none() && is_bare(&all[*heir]);
        let is_between = children.contains_key(*heir);
        !is_only_common && (is_mapped(heir) || mapping.is_empty() || !(is_between || is_other_name))
    });
    let requires = |schema: &Value| {
        parts(schema).any(|part| part["required"].as_array().is_some_and(|all| all.contains(&json!(tag))))
    };
    if heirs.is_empty() || !(requires(base) || heirs.iter().all(|heir| requires(&all[*heir]))) {
        return None;
    }
    let mut values: Vec<(String, String)> = Vec::new();
    for heir in heirs {
        let mapped: Vec<&str> = mapping.iter().filter(|(_, to)| *to == heir).map(|(value, _)| *value).collect();
        let own = own_value(&all[heir], tag).unwrap_or(heir);
        let told = if mapped.is_empty() { vec![own] } else { mapped };
        values.extend(told.into_iter().map(|value| (value.to_owned(), heir.to_owned())));
    }
    let different: BTreeSet<&str> = values.iter().map(|(value, _)| value.as_str()).collect();
    let between = children.keys().map(|name| (*name).to_owned()).collect();
    (different.len() == values.len()).then(|| Family { base: name.to_owned(), tag: tag.to_owned(), values, between })
}

impl Family {
    fn write(&self, all: &mut Map<String, Value>, at: &str) {
        let reference =
            |heir: &str| format!("#{at}/{}", heir.replace('~', "~0").replace('/', "~1").replace('%', "%25"));
        let mut heirs: Vec<&str> = self.values.iter().map(|(_, heir)| heir.as_str()).collect();
        heirs.sort_unstable();
        heirs.dedup();
        let branches: Vec<Value> = heirs.iter().map(|heir| json!({ "$ref": reference(heir) })).collect();
        let mapping: Map<String, Value> =
            self.values.iter().map(|(value, heir)| (value.clone(), json!(reference(heir)))).collect();
        all[&self.base]["discriminator"] = json!({ "propertyName": self.tag, "mapping": mapping });
        all[&self.base][HEIRS] = Value::Array(branches);
        for heir in heirs {
            let own: Vec<&(String, String)> = self.values.iter().filter(|(_, of)| of == heir).collect();
            if let [(value, _)] = own.as_slice()
                && !self.between.contains(heir)
            {
                all[heir]["properties"][&self.tag] = json!({ "type": "string", "enum": [value] });
            }
        }
    }
}

/// The discriminator of a base, in OpenAPI or Swagger.
fn tag_of(schema: &Value) -> Option<&str> {
    let has_alternatives = schema.get("oneOf").is_some() || schema.get("anyOf").is_some();
    let tag = schema["discriminator"].as_str().or_else(|| schema["discriminator"]["propertyName"].as_str());
    tag.filter(|_| !has_alternatives && schema["type"].as_str().is_none_or(|typ| typ == "object"))
}

/// What an heir says itself of its tag.
fn own_value<'v>(heir: &'v Value, tag: &str) -> Option<&'v str> {
    let said = |keyword: &str| parts(heir).find_map(|part| part["properties"][tag].get(keyword));
    let listed = said("enum").and_then(Value::as_array).filter(|all| all.len() == 1).and_then(|all| all[0].as_str());
    listed.or_else(|| said("const")?.as_str()).or_else(|| heir["x-ms-discriminator-value"].as_str())
}

/// Whether a schema is one other schema and nothing else.
fn is_bare(schema: &Value) -> bool {
    let has = |keyword: &str| schema.get(keyword).is_some();
    parts(schema).count() == 2 && !has("properties") && !has("oneOf") && !has("anyOf")
}

fn parts(schema: &Value) -> impl Iterator<Item = &Value> {
    schema["allOf"].as_array().into_iter().flatten().chain([schema])
}

fn name_in<'v>(reference: &'v Value, at: &str) -> Option<&'v str> {
    reference.as_str()?.strip_prefix('#')?.strip_prefix(at)?.strip_prefix('/')
}
