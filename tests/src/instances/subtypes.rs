//! Lists the subtypes of base schemas as alternatives, so that instances of the subtypes are generated.
//!
//! A base has a `discriminator` and no alternatives. Its subtypes include it with `allOf`, and may have subtypes
//! themselves. Each subtype with a discriminator value is an alternative, including the base itself.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use bindery::internal::pointer::Pointer;

/// The alternatives of a base. Subtypes ignore this keyword of their base.
pub(super) const SUBTYPES: &str = "x-bindery-subtypes";

/// The tag of a subtype with its schema. It does not apply to subtypes of the subtype.
pub(super) const SUBTYPE_TAG: &str = "x-bindery-subtype-tag";

/// The location of the schemas.
const SCHEMAS: &str = "/components/schemas";

/// Returns a description in which each base lists its subtypes, and each subtype and each mapped alternative its tag.
#[must_use]
pub fn with_subtypes(mut description: Value) -> Value {
    let mut tags = MappedTags::new();
    collect_mapped_tags(&description, &mut tags);
    let Some(Value::Object(schemas)) = description.pointer_mut(SCHEMAS) else { return description };
    let hierarchy = Hierarchy::new(schemas);
    let families: Vec<Family> = schemas.iter().filter_map(|(name, base)| hierarchy.family(name, base)).collect();
    // A base may be any of its subtypes.
    tags.retain(|(name, _), _| !hierarchy.children.contains_key(name.as_str()));
    for ((name, tag), value) in tags {
        if let (Some(Value::Object(schema)), Some(value)) = (schemas.get_mut(&name), value) {
            schema.insert(SUBTYPE_TAG.to_owned(), json!({ tag: { "type": "string", "enum": [value] } }));
        }
    }
    for family in families {
        family.write(schemas);
    }
    description
}

/// The only value that discriminators map to a schema, by the name of the schema and the tag; `None` if there are several.
type MappedTags = BTreeMap<(String, String), Option<String>>;

/// Collects the mapped tags of the unions in a value.
fn collect_mapped_tags(value: &Value, tags: &mut MappedTags) {
    let has_alternatives = value.get("oneOf").is_some() || value.get("anyOf").is_some();
    let mapping = value["discriminator"]["mapping"].as_object().filter(|_| has_alternatives);
    for (mapped, target) in mapping.into_iter().flatten() {
        let (Some(name), Some(tag)) =
            (name_in(target).or(target.as_str()), value["discriminator"]["propertyName"].as_str())
        else {
            continue;
        };
        let known = tags.entry((name.to_owned(), tag.to_owned())).or_insert_with(|| Some(mapped.clone()));
        *known = known.take().filter(|known| known == mapped);
    }
    match value {
        Value::Object(members) => members.values().for_each(|member| collect_mapped_tags(member, tags)),
        Value::Array(elements) => elements.iter().for_each(|element| collect_mapped_tags(element, tags)),
        _ => {}
    }
}

/// The schemas of a document, and the bases of each.
struct Hierarchy<'v> {
    schemas: &'v Map<String, Value>,
    parents: BTreeMap<&'v str, Vec<&'v str>>,
    children: BTreeMap<&'v str, Vec<&'v str>>,
}

impl<'v> Hierarchy<'v> {
    fn new(schemas: &'v Map<String, Value>) -> Self {
        let mut hierarchy = Self { schemas, parents: BTreeMap::new(), children: BTreeMap::new() };
        for (name, schema) in schemas {
            for base in parts(schema).into_iter().filter_map(|part| name_in(&part["$ref"])) {
                hierarchy.parents.entry(name).or_default().push(base);
                hierarchy.children.entry(base).or_default().push(name);
            }
        }
        hierarchy
    }

    /// Returns a schema and all schemas that are reachable by these edges. `passes` limits the schemas that lead to others.
    fn reachable(
        &self,
        from: &'v str,
        edges: &BTreeMap<&'v str, Vec<&'v str>>,
        passes: impl Fn(&str) -> bool,
    ) -> Vec<&'v str> {
        let mut reached = vec![from];
        let mut seen = BTreeSet::from([from]);
        let mut position = 0;
        while let Some(name) = reached.get(position).copied() {
            for next in edges.get(name).filter(|_| name == from || passes(name)).into_iter().flatten() {
                if self.schemas.contains_key(*next) && seen.insert(next) {
                    reached.push(next);
                }
            }
            position += 1;
        }
        reached
    }

    /// Returns `true` if the tag of a schema or of one of its bases is an object or an array.
    fn has_compound_tag(&self, name: &'v str, tag: &str) -> bool {
        let bases = self.reachable(name, &self.parents, |_| true).into_iter();
        let is_compound = |part: &Value| matches!(part["properties"][tag]["type"].as_str(), Some("array" | "object"));
        bases.flat_map(|base| parts(&self.schemas[base])).any(is_compound)
    }

    fn is_base(&self, name: &str) -> bool {
        self.children.contains_key(name) && tag_name(&self.schemas[name]).is_some()
    }

    fn family(&self, name: &'v str, base: &'v Value) -> Option<Family> {
        let tag = tag_name(base)?;
        let mapping: Vec<(&str, &str)> = base["discriminator"]["mapping"]
            .as_object()
            .into_iter()
            .flatten()
            .filter_map(|(value, to)| Some((value.as_str(), name_in(to).or(to.as_str())?)))
            .collect();
        let mapped = |subtype: &str| -> Vec<&str> {
            mapping.iter().filter(|(_, to)| *to == subtype).map(|(value, _)| *value).collect()
        };
        let is_inner_base = |subtype: &str| {
            self.is_base(subtype) && tag_name(&self.schemas[subtype]) == Some(tag) && mapped(subtype).is_empty()
        };
        let members = self.reachable(name, &self.children, |subtype| !self.is_base(subtype) || is_inner_base(subtype));
        if members.len() < 2 || self.has_compound_tag(name, tag) {
            return None;
        }
        let listed = tag_values(self.schemas, base, tag);
        let mut subtypes: Vec<Subtype> = Vec::new();
        for subtype in members {
            let is_itself = subtype == name || is_inner_base(subtype);
            let mut values = mapped(subtype);
            if values.is_empty() {
                values = self.unmapped_values(subtype, tag, &listed, is_itself, !mapping.is_empty());
            }
            if !values.is_empty() {
                let is_whole = !is_itself && (self.is_base(subtype) || !self.children.contains_key(subtype));
                let values = values.into_iter().map(str::to_owned).collect();
                subtypes.push(Subtype { name: subtype.to_owned(), values, is_whole });
            }
        }
        let values: Vec<&String> = subtypes.iter().flat_map(|subtype| &subtype.values).collect();
        let different: BTreeSet<&String> = values.iter().copied().collect();
        let is_unambiguous = different.len() == values.len() && !subtypes.is_empty();
        is_unambiguous.then(|| Family { base: name.to_owned(), tag: tag.to_owned(), subtypes })
    }

    /// Returns the discriminator values of a schema without an entry in the mapping: those that it lists itself, that of
    /// an extension, or its name.
    fn unmapped_values(
        &self,
        name: &'v str,
        tag: &str,
        listed: &[&'v str],
        is_itself: bool,
        has_mapping: bool,
    ) -> Vec<&'v str> {
        let schema = &self.schemas[name];
        let own = tag_values(self.schemas, schema, tag);
        if !is_itself && !own.is_empty() && own != listed {
            return own;
        }
        if let Some(value) = schema["x-ms-discriminator-value"].as_str() {
            return vec![value];
        }
        if has_mapping && is_alias(schema) {
            return Vec::new();
        }
        if listed.is_empty() {
            return Vec::from_iter((!is_itself).then_some(name));
        }
        let is_name = |value: &&str| *value == name || !is_itself && is_similar(value, name);
        listed.iter().copied().find(is_name).into_iter().collect()
    }
}

/// A base, its tag and its alternatives.
struct Family {
    base: String,
    tag: String,
    subtypes: Vec<Subtype>,
}

/// A schema with its discriminator values.
struct Subtype {
    name: String,
    values: Vec<String>,
    /// `true` if references to the schema mean only this schema and none of its subtypes.
    is_whole: bool,
}

impl Subtype {
    fn reference(&self) -> String {
        format!("#{SCHEMAS}{}", Pointer::root().child(&self.name)).replace('%', "%25")
    }
}

impl Family {
    /// Lists the alternatives in the base: complete ones by reference, bases of others by their members and tag.
    fn write(&self, schemas: &mut Map<String, Value>) {
        let branch = |subtype: &Subtype| {
            let reference = json!({ "$ref": subtype.reference() });
            if subtype.is_whole {
                return reference;
            }
            let properties = json!({ &self.tag: { "enum": subtype.values } });
            json!({ "allOf": [reference], "properties": properties, "required": [self.tag] })
        };
        let whole = self.subtypes.iter().filter(|subtype| subtype.is_whole);
        let mapping: Map<String, Value> = whole
            .flat_map(|subtype| subtype.values.iter().map(|value| (value.clone(), json!(subtype.reference()))))
            .collect();
        if let Some(base) = schemas.get_mut(&self.base).and_then(Value::as_object_mut) {
            let discriminator = json!({ "propertyName": self.tag, "mapping": mapping });
            base.insert("discriminator".to_owned(), discriminator);
            base.insert(SUBTYPES.to_owned(), self.subtypes.iter().map(branch).collect());
        }
        for subtype in self.subtypes.iter().filter(|subtype| subtype.name != self.base) {
            if let (Some(Value::Object(schema)), [value]) = (schemas.get_mut(&subtype.name), subtype.values.as_slice())
            {
                let tag = json!({ &self.tag: { "type": "string", "enum": [value] } });
                schema.insert(SUBTYPE_TAG.to_owned(), tag);
            }
        }
    }
}

/// Returns the name of the tag of a base.
fn tag_name(schema: &Value) -> Option<&str> {
    let has_alternatives = schema.get("oneOf").is_some() || schema.get("anyOf").is_some();
    let is_object = schema["type"].as_str().is_none_or(|ty| ty == "object");
    schema["discriminator"]["propertyName"].as_str().filter(|_| !has_alternatives && is_object)
}

/// Returns the values that a schema lists for a member.
fn tag_values<'v>(schemas: &'v Map<String, Value>, schema: &'v Value, member: &str) -> Vec<&'v str> {
    let Some(declared) = parts(schema).into_iter().find_map(|part| part["properties"].get(member)) else {
        return Vec::new();
    };
    let declared = name_in(&declared["$ref"]).and_then(|name| schemas.get(name)).unwrap_or(declared);
    let values = declared["enum"].as_array().into_iter().flatten().chain(declared.get("const"));
    values.filter_map(Value::as_str).collect()
}

/// Returns `true` if two names have the same letters and digits.
fn is_similar(name: &str, other: &str) -> bool {
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase();
    letters(name) == letters(other)
}

/// Returns `true` if a schema only refers to another one.
fn is_alias(schema: &Value) -> bool {
    let parts = parts(schema);
    let adds = |part: &&Value| ["properties", "oneOf", "anyOf"].iter().any(|keyword| part.get(keyword).is_some());
    parts.iter().filter(|part| part.get("$ref").is_some()).count() == 1 && !parts.iter().any(adds)
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

/// Returns the name of the schema that a reference refers to.
fn name_in(reference: &Value) -> Option<&str> {
    reference.as_str()?.strip_prefix('#')?.strip_prefix(SCHEMAS)?.strip_prefix('/')
}
