//! Finds the components that the operations of a document reference, and prunes the others.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::{Map, Value};

use crate::document::operations::WEBHOOKS;
use crate::document::references::{ComponentId, mapped, mapped_schema, objects, referenced, references};
use crate::pointer::Pointer;

/// Removes components that no operation, no event and none of these schemas references. Returns their original
/// locations.
pub(super) fn prune<'n>(document: &mut Value, schemas: impl Iterator<Item = &'n str>) -> Vec<Pointer> {
    let reached = ReachableComponents::new(document, schemas).reached;
    let mut removed = Vec::new();
    let all = Pointer::root().child("components");
    for (section, members) in document.get_mut("components").and_then(Value::as_object_mut).into_iter().flatten() {
        if section.starts_with("x-") {
            continue;
        }
        let place = all.child(section);
        members.as_object_mut().into_iter().for_each(|members| {
            members.retain(|name, _| {
                let is_reached = reached.contains_key(&(section.clone(), name.clone()));
                if !is_reached {
                    removed.push(place.child(name));
                }
                is_reached
            });
        });
    }
    forget_subtypes(document, &removed);
    removed
}

/// Removes deleted subtypes from the mappings of bases: a subtype that is selected by itself keeps its base without the
/// others.
fn forget_subtypes(document: &mut Value, removed: &[Pointer]) {
    let removed: HashSet<&str> = removed.iter().map(Pointer::as_str).collect();
    let schemas = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    for schema in schemas.into_iter().flat_map(|schemas| schemas.values_mut()) {
        let mapping = schema.pointer_mut("/discriminator/mapping").and_then(Value::as_object_mut);
        let is_removed = |to: &Value| {
            let (section, name) = to.as_str().map(mapped_schema).unwrap_or_default();
            removed.contains(Pointer::component(&section, &name).as_str())
        };
        mapping.into_iter().for_each(|mapping| mapping.retain(|_, to| !is_removed(to)));
    }
}

/// The components that are reachable from the operations and events.
struct ReachableComponents<'v> {
    document: &'v Value,
    subtypes: BTreeMap<String, Vec<ComponentId>>,
    /// Each component, and whether it is used as a value or only included by its subtypes.
    reached: BTreeMap<ComponentId, bool>,
    named: Vec<(ComponentId, bool)>,
}

impl<'v> ReachableComponents<'v> {
    fn new<'n>(document: &'v Value, schemas: impl Iterator<Item = &'n str>) -> Self {
        let default = document.get("security").into_iter().flat_map(schemes);
        let schemas = schemas.map(|name| ("schemas".to_owned(), name.to_owned()));
        let named = default.chain(schemas).map(|component| (component, true)).collect();
        let mut reach = Self { document, subtypes: subtypes(document), reached: BTreeMap::new(), named };
        for begin in ["paths"].into_iter().chain(WEBHOOKS).filter_map(|key| document.get(key)) {
            reach.enter(begin);
        }
        reach.follow();
        reach
    }

    fn follow(&mut self) {
        while let Some((component, is_value)) = self.named.pop() {
            let (section, name) = &component;
            let Some(found) = self.document["components"][section].get(name) else { continue };
            let known = self.reached.get(&component).copied();
            if known.is_none() {
                match found.as_object().filter(|_| section == "schemas") {
                    Some(schema) => self.enter_schema(schema),
                    None => self.enter(found),
                }
            }
            if is_value && known != Some(true) {
                let subtypes = self.subtypes.get(name).filter(|_| section == "schemas").into_iter().flatten().cloned();
                let mapped = found.get("discriminator").into_iter().flat_map(mapped);
                self.named.extend(subtypes.chain(mapped).map(|component| (component, true)));
            }
            self.reached.insert(component, is_value || known == Some(true));
        }
    }

    fn enter(&mut self, value: &'v Value) {
        for members in objects(value) {
            // A property named `security` is an object.
            let security = members.get("security").filter(|own| own.is_array()).into_iter().flat_map(schemes);
            self.named.extend(references(members).chain(security).map(|component| (component, true)));
        }
    }

    /// A subtype does not make its base a value; the mapping of a discriminator is followed if its schema is used as a
    /// value.
    fn enter_schema(&mut self, schema: &'v Map<String, Value>) {
        let parts = taken_in(schema);
        for (keyword, value) in schema {
            match (keyword.as_str(), parts) {
                ("allOf", Some(parts)) => parts.iter().for_each(|part| self.enter_part(part)),
                ("$ref", _) => self.named.extend(referenced(value).map(|named| (named, true))),
                ("discriminator", _) => {}
                _ => self.enter(value),
            }
        }
    }

    fn enter_part(&mut self, part: &'v Value) {
        match part.get("$ref").and_then(referenced) {
            Some(base) => {
                self.named.push((base, false));
                // Sibling keywords of a reference apply as well (OpenAPI 3.1).
                part.as_object().into_iter().flatten().for_each(|(_, beside)| self.enter(beside));
            }
            None => self.enter(part),
        }
    }
}

/// Returns the elements of `allOf`, or `None` if the schema adds nothing to them and is an alias.
fn taken_in(schema: &Map<String, Value>) -> Option<&[Value]> {
    let elements = schema.get("allOf")?.as_array()?;
    let has_own = ["properties", "oneOf", "anyOf"].iter().any(|keyword| schema.get(*keyword).is_some_and(is_filled));
    let constraining = elements.iter().filter(|element| constrains(element)).count();
    (has_own || constraining > 1).then_some(elements)
}

/// Returns `true` if an element of `allOf` constrains the shape of a value, as `Lowering::says_something` does.
fn constrains(element: &Value) -> bool {
    let keywords = ["properties", "required", "enum", "allOf", "oneOf", "anyOf"];
    ["$ref", "additionalProperties", "items", "const"].iter().any(|keyword| element.get(keyword).is_some())
        || element.get("type").is_some_and(|kind| kind != "object")
        || keywords.iter().any(|keyword| element.get(keyword).is_some_and(is_filled))
}

/// Returns `true` if a value is an object or a list that is not empty.
fn is_filled(value: &Value) -> bool {
    value.as_object().is_some_and(|members| !members.is_empty())
        || value.as_array().is_some_and(|elements| !elements.is_empty())
}

/// Returns the subtypes of each schema with a discriminator: a value of the base can be any of them, a value of a
/// subtype cannot.
fn subtypes(document: &Value) -> BTreeMap<String, Vec<ComponentId>> {
    let schemas = document.pointer("/components/schemas").and_then(Value::as_object);
    let mut subtypes: BTreeMap<String, Vec<ComponentId>> = BTreeMap::new();
    for (name, schema) in schemas.into_iter().flatten() {
        for (_, base) in bases(schema) {
            subtypes.entry(base).or_default().push(("schemas".to_owned(), name.clone()));
        }
    }
    let bases = schemas.into_iter().flatten().filter(|(_, schema)| schema.get("discriminator").is_some());
    let mut open: Vec<&String> = bases.map(|(name, _)| name).collect();
    let mut kept: BTreeSet<String> = BTreeSet::new();
    while let Some(name) = open.pop() {
        if kept.insert(name.clone()) {
            open.extend(subtypes.get(name).into_iter().flatten().map(|(_, subtype)| subtype));
        }
    }
    subtypes.retain(|base, _| kept.contains(base));
    subtypes
}

/// Returns the bases of a schema, including those in nested parts.
fn bases(schema: &Value) -> Vec<ComponentId> {
    let mut open = vec![schema];
    let mut bases = Vec::new();
    while let Some(schema) = open.pop() {
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            bases.extend(part.get("$ref").and_then(referenced));
            open.push(part);
        }
    }
    bases
}

/// The security schemes that requirements name.
fn schemes(requirements: &Value) -> impl Iterator<Item = ComponentId> + '_ {
    let each = requirements.as_array().into_iter().flatten().filter_map(Value::as_object);
    each.flat_map(|requirement| requirement.keys().map(|name| ("securitySchemes".to_owned(), name.clone())))
}
