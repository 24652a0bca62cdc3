//! Finds the components that the operations of a document reference, and prunes the others.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use serde_json::{Map, Value};

use crate::base::pointer::Pointer;
use crate::read::document::operations::WEBHOOKS;
use crate::read::document::references::{
    ComponentId, inherited_parts, mapped, mapped_schema, objects, referenced, references,
};

/// Removes the components that are not reachable from an operation, an event or one of these schemas. Returns their
/// pointers in the document.
pub(super) fn prune<'n>(document: &mut Value, schemas: impl Iterator<Item = &'n str>) -> Vec<Pointer> {
    let reached = ReachableComponents::new(document, schemas).reached;
    let reached: HashSet<Pointer> = reached.keys().map(ComponentId::pointer).collect();
    let mut removed = Vec::new();
    for (section, members) in document.get_mut("components").and_then(Value::as_object_mut).into_iter().flatten() {
        let Some(members) = members.as_object_mut().filter(|_| !section.starts_with("x-")) else { continue };
        members.retain(|name, _| {
            let pointer = Pointer::component(section, name);
            let is_reached = reached.contains(&pointer);
            removed.extend((!is_reached).then_some(pointer));
            is_reached
        });
    }
    prune_mappings(document, &removed);
    removed
}

/// Removes pruned subtypes from discriminator mappings. If only one subtype is reachable, its base stays and its other
/// subtypes do not.
fn prune_mappings(document: &mut Value, removed: &[Pointer]) {
    let removed: HashSet<&Pointer> = removed.iter().collect();
    let schemas = document.pointer_mut("/components/schemas").and_then(Value::as_object_mut);
    for schema in schemas.into_iter().flat_map(|schemas| schemas.values_mut()) {
        if let Some(mapping) = schema.pointer_mut("/discriminator/mapping").and_then(Value::as_object_mut) {
            let is_removed = |target: &str| removed.contains(&mapped_schema(target).pointer());
            mapping.retain(|_, target| !target.as_str().is_some_and(is_removed));
        }
    }
}

/// The use of a component.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    /// Other schemas inherit from it.
    Base,
    /// A value may match it.
    Value,
}

/// The components that are reachable from the operations and events.
struct ReachableComponents<'v> {
    document: &'v Value,
    /// The subtypes of each schema that has a discriminator or inherits from one that has.
    subtypes: BTreeMap<String, Vec<ComponentId>>,
    reached: BTreeMap<ComponentId, Use>,
    /// Components that still have to be visited.
    pending: Vec<(ComponentId, Use)>,
}

impl<'v> ReachableComponents<'v> {
    fn new<'n>(document: &'v Value, schemas: impl Iterator<Item = &'n str>) -> Self {
        let (subtypes, reached) = (subtypes(document), BTreeMap::new());
        let mut components = Self { document, subtypes, reached, pending: Vec::new() };
        components.add_values(document.get("security").into_iter().flat_map(security_schemes));
        components.add_values(schemas.map(ComponentId::schema));
        for section in ["paths"].into_iter().chain(WEBHOOKS).filter_map(|key| document.get(key)) {
            components.add_references(section);
        }
        components.visit_pending();
        components
    }

    fn visit_pending(&mut self) {
        while let Some((id, new)) = self.pending.pop() {
            let Some(component) = self.document["components"][&id.section].get(&id.name) else { continue };
            let known = self.reached.get(&id).copied();
            if known >= Some(new) {
                continue;
            }
            if known.is_none() {
                match component.as_object() {
                    Some(schema) if id.is_schema() => self.add_schema_references(schema),
                    _ => self.add_references(component),
                }
            }
            if new == Use::Value {
                self.add_values(component.get("discriminator").into_iter().flat_map(mapped));
                if id.is_schema() {
                    let subtypes = self.subtypes.get(&id.name).cloned();
                    self.add_values(subtypes.into_iter().flatten());
                }
            }
            self.reached.insert(id, new);
        }
    }

    fn add_values(&mut self, components: impl Iterator<Item = ComponentId>) {
        self.pending.extend(components.map(|id| (id, Use::Value)));
    }

    /// Adds the references in a value.
    fn add_references(&mut self, value: &'v Value) {
        for members in objects(value) {
            self.add_values(references(members));
            // A property named `security` is an object.
            let security = members.get("security").filter(|requirements| requirements.is_array());
            self.add_values(security.into_iter().flat_map(security_schemes));
        }
    }

    /// Adds the references of a schema. Those in `allOf` are bases, and not uses of their values. The mapping of its
    /// discriminator is followed if the schema is used as a value.
    fn add_schema_references(&mut self, schema: &'v Map<String, Value>) {
        let parts = inherited_parts(schema);
        for (keyword, value) in schema {
            match (keyword.as_str(), parts) {
                ("allOf", Some(parts)) => parts.iter().for_each(|part| self.add_part(part)),
                ("$ref", _) => self.add_values(referenced(value).into_iter()),
                ("discriminator", _) => {}
                _ => self.add_references(value),
            }
        }
    }

    /// Adds the references of an element of `allOf`.
    fn add_part(&mut self, part: &'v Value) {
        match part.get("$ref").and_then(referenced) {
            Some(base) => {
                self.pending.push((base, Use::Base));
                // Sibling keywords of a reference apply as well (OpenAPI 3.1).
                part.as_object().into_iter().flatten().for_each(|(_, sibling)| self.add_references(sibling));
            }
            None => self.add_references(part),
        }
    }
}

/// Returns the subtypes of each schema that has a discriminator or inherits from one that has. A value of a base can be
/// a value of any of its subtypes.
fn subtypes(document: &Value) -> BTreeMap<String, Vec<ComponentId>> {
    let schemas = document.pointer("/components/schemas").and_then(Value::as_object);
    let mut by_base: BTreeMap<String, Vec<ComponentId>> = BTreeMap::new();
    for (name, schema) in schemas.into_iter().flatten() {
        for base in bases(schema) {
            by_base.entry(base.name).or_default().push(ComponentId::schema(name));
        }
    }
    let discriminated = schemas.into_iter().flatten().filter(|(_, schema)| schema.get("discriminator").is_some());
    let mut pending: Vec<&String> = discriminated.map(|(name, _)| name).collect();
    let mut polymorphic: BTreeSet<String> = BTreeSet::new();
    while let Some(name) = pending.pop() {
        if polymorphic.insert(name.clone()) {
            pending.extend(by_base.get(name).into_iter().flatten().map(|subtype| &subtype.name));
        }
    }
    by_base.retain(|base, _| polymorphic.contains(base));
    by_base
}

/// Returns the bases of a schema, including those in nested parts.
fn bases(schema: &Value) -> Vec<ComponentId> {
    let mut pending = vec![schema];
    let mut bases = Vec::new();
    while let Some(schema) = pending.pop() {
        for part in schema.get("allOf").and_then(Value::as_array).into_iter().flatten() {
            bases.extend(part.get("$ref").and_then(referenced));
            pending.push(part);
        }
    }
    bases
}

/// Returns the security schemes that requirements name.
fn security_schemes(requirements: &Value) -> impl Iterator<Item = ComponentId> + '_ {
    let requirements = requirements.as_array().into_iter().flatten().filter_map(Value::as_object);
    let names = requirements.flat_map(Map::keys);
    names.map(|name| ComponentId { section: "securitySchemes".to_owned(), name: name.clone() })
}
