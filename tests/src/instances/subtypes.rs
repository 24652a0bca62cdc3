//! Lists the subtypes of base schemas as alternatives, so that instances of the subtypes are generated.
//!
//! A base has a `discriminator` and no alternatives. Its subtypes include it with `allOf`, and may have subtypes
//! themselves. Each subtype with a discriminator value is an alternative, including the base itself.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

/// The alternatives of a base. Subtypes ignore this keyword of their base.
pub(super) const SUBTYPES: &str = "x-bindery-subtypes";

/// Returns a description in which each base lists its subtypes, and each subtype its tag.
#[must_use]
pub fn with_subtypes(description: &Value) -> Value {
    let mut described = description.clone();
    for schemas in ["/components/schemas", "/definitions"] {
        let Some(Value::Object(all)) = described.pointer_mut(schemas) else { continue };
        let known = all.clone();
        let read = Schemas::new(&known, schemas);
        let families: Vec<Family> = known.iter().filter_map(|(name, base)| read.family(name, base)).collect();
        for family in &families {
            family.write(all, schemas);
        }
    }
    described
}

/// The schemas of a document, and the bases of each.
struct Schemas<'v> {
    all: &'v Map<String, Value>,
    at: &'v str,
    parents: BTreeMap<&'v str, Vec<&'v str>>,
    children: BTreeMap<&'v str, Vec<&'v str>>,
}

impl<'v> Schemas<'v> {
    fn new(all: &'v Map<String, Value>, at: &'v str) -> Self {
        let mut schemas = Self { all, at, parents: BTreeMap::new(), children: BTreeMap::new() };
        for (name, schema) in all {
            for base in parts(schema).into_iter().filter_map(|part| name_in(&part["$ref"], at)) {
                schemas.parents.entry(name).or_default().push(base);
                schemas.children.entry(base).or_default().push(name);
            }
        }
        schemas
    }

    /// Returns a schema and all schemas that are reachable by these edges.
    fn reachable(
        &self,
        from: &'v str,
        steps: &BTreeMap<&'v str, Vec<&'v str>>,
        on: impl Fn(&str) -> bool,
    ) -> Vec<&'v str> {
        let mut reached = vec![from];
        let mut position = 0;
        while let Some(name) = reached.get(position).copied() {
            for next in steps.get(name).filter(|_| name == from || on(name)).into_iter().flatten() {
                if !reached.contains(next) && self.all.contains_key(*next) {
                    reached.push(next);
                }
            }
            position += 1;
        }
        reached
    }

    /// Returns `true` if a schema or one of its bases passes a test.
    fn says(&self, name: &'v str, test: impl Fn(&Value) -> bool) -> bool {
        let all = self.reachable(name, &self.parents, |_| true);
        all.iter().any(|name| parts(&self.all[*name]).into_iter().any(&test))
    }

    fn family(&self, name: &'v str, base: &'v Value) -> Option<Family> {
        let tag = tag_of(base)?;
        let mapping: Vec<(&str, &str)> = base["discriminator"]["mapping"]
            .as_object()
            .into_iter()
            .flatten()
            .filter_map(|(value, to)| Some((value.as_str(), name_in(to, self.at).or(to.as_str())?)))
            .collect();
        let mapped = |subtype: &str| -> Vec<&str> {
            mapping.iter().filter(|(_, to)| *to == subtype).map(|(value, _)| *value).collect()
        };
        let is_base = |subtype: &str| self.children.contains_key(subtype) && tag_of(&self.all[subtype]).is_some();
        let is_common =
            |subtype: &str| is_base(subtype) && tag_of(&self.all[subtype]) == Some(tag) && mapped(subtype).is_empty();
        let all = self.reachable(name, &self.children, |subtype| !is_base(subtype) || is_common(subtype));
        if all.len() < 2
            || self.says(name, |part| matches!(part["properties"][tag]["type"].as_str(), Some("array" | "object")))
        {
            return None;
        }
        let listed = values_of(self.all, self.at, base, tag);
        let mut alternatives: Vec<Alternative> = Vec::new();
        for subtype in all {
            let is_itself = subtype == name || is_common(subtype);
            let schema = &self.all[subtype];
            let is_another_name = !mapping.is_empty() && is_bare(schema);
            let own = values_of(self.all, self.at, schema, tag);
            let extension = || schema["x-ms-discriminator-value"].as_str().into_iter().collect();
            let named = || {
                if listed.is_empty() {
                    Vec::from_iter((!is_itself).then_some(subtype))
                } else {
                    listed
                        .iter()
                        .copied()
                        .filter(|value| *value == subtype || (!is_itself && alike(value, subtype)))
                        .take(1)
                        .collect()
                }
            };
            let ways: [&dyn Fn() -> Vec<&'v str>; 4] = [
                &|| mapped(subtype),
                &|| if is_itself || own == listed { Vec::new() } else { own.clone() },
                &extension,
                &|| if is_another_name { Vec::new() } else { named() },
            ];
            let values = ways.iter().map(|way| way()).find(|values| !values.is_empty()).unwrap_or_default();
            if !values.is_empty() {
                let is_whole = !is_itself && (is_base(subtype) || !self.children.contains_key(subtype));
                let values = values.into_iter().map(str::to_owned).collect();
                alternatives.push(Alternative { name: subtype.to_owned(), values, is_whole });
            }
        }
        let values: Vec<&String> = alternatives.iter().flat_map(|subtype| &subtype.values).collect();
        let different: BTreeSet<&String> = values.iter().copied().collect();
        let is_unambiguous = different.len() == values.len() && !alternatives.is_empty();
        is_unambiguous.then(|| Family { base: name.to_owned(), tag: tag.to_owned(), alternatives })
    }
}

/// A base, its tag and its alternatives.
struct Family {
    base: String,
    tag: String,
    alternatives: Vec<Alternative>,
}

/// A schema with its discriminator values.
struct Alternative {
    name: String,
    values: Vec<String>,
    /// `true` if references to the schema mean only this schema and none of its subtypes.
    is_whole: bool,
}

impl Family {
    /// Lists the alternatives in the base: complete ones by reference, bases of others by their members and tag.
    fn write(&self, all: &mut Map<String, Value>, at: &str) {
        let reference =
            |subtype: &str| format!("#{at}/{}", subtype.replace('~', "~0").replace('/', "~1").replace('%', "%25"));
        let branches = self.alternatives.iter().map(|subtype| if subtype.is_whole { json!({ "$ref": reference(&subtype.name) }) } else { json!({ "allOf": [{ "$ref": reference(&subtype.name) }], "properties": { &self.tag: { "enum": subtype.values } }, "required": [self.tag] }) });
        let branches = branches.collect();
        let wholes = self.alternatives.iter().filter(|subtype| subtype.is_whole);
        let mapping: Map<String, Value> = wholes
            .flat_map(|subtype| subtype.values.iter().map(|value| (value.clone(), json!(reference(&subtype.name)))))
            .collect();
        all[&self.base]["discriminator"] = json!({ "propertyName": self.tag, "mapping": mapping });
        all[&self.base][SUBTYPES] = Value::Array(branches);
        // Subtypes of an alternative are labelled with their own name later.
        for subtype in self.alternatives.iter().filter(|subtype| subtype.name != self.base) {
            if let [value] = subtype.values.as_slice() {
                all[&subtype.name]["properties"][&self.tag] = json!({ "type": "string", "enum": [value] });
                let mut required = all[&subtype.name]["required"].as_array().cloned().unwrap_or_default();
                required.push(json!(self.tag));
                all[&subtype.name]["required"] = Value::Array(required);
            }
        }
    }
}

/// Returns the discriminator of a base, in OpenAPI or Swagger.
fn tag_of(schema: &Value) -> Option<&str> {
    let has_alternatives = schema.get("oneOf").is_some() || schema.get("anyOf").is_some();
    let tag = schema["discriminator"].as_str().or_else(|| schema["discriminator"]["propertyName"].as_str());
    tag.filter(|_| !has_alternatives && schema["type"].as_str().is_none_or(|typ| typ == "object"))
}

/// Returns the values that a schema lists for a member.
fn values_of<'v>(all: &'v Map<String, Value>, at: &str, schema: &'v Value, member: &str) -> Vec<&'v str> {
    let Some(said) = parts(schema).into_iter().find_map(|part| part["properties"].get(member)) else {
        return Vec::new();
    };
    let said = name_in(&said["$ref"], at).and_then(|name| all.get(name)).unwrap_or(said);
    let listed = said["enum"].as_array().into_iter().flatten().chain(said.get("const"));
    listed.filter_map(Value::as_str).collect()
}

/// Returns `true` if two names have the same letters and digits.
fn alike(one: &str, other: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    letters(one) == letters(other)
}

/// Returns `true` if a schema only refers to another one.
fn is_bare(schema: &Value) -> bool {
    let says_more = |part: &&Value| ["properties", "oneOf", "anyOf"].iter().any(|keyword| part.get(keyword).is_some());
    let references = parts(schema).into_iter().filter(|part| part.get("$ref").is_some());
    references.count() == 1 && !parts(schema).iter().any(says_more)
}

/// Returns a schema and all schemas nested in its `allOf`.
fn parts(schema: &Value) -> Vec<&Value> {
    let mut parts = vec![schema];
    let mut position = 0;
    while let Some(part) = parts.get(position) {
        parts.extend(part["allOf"].as_array().into_iter().flatten());
        position += 1;
    }
    parts
}

fn name_in<'v>(reference: &'v Value, at: &str) -> Option<&'v str> {
    reference.as_str()?.strip_prefix('#')?.strip_prefix(at)?.strip_prefix('/')
}
