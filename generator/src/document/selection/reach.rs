//! What the operations of a document lead to, and what of its components they do not.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::document::operations::WEBHOOKS;
use crate::pointer::{Pointer, component_name};

/// A component: its section and its name.
pub(super) type Component = (String, String);

/// Takes out the components that no operation, no event and none of these schemas leads to, and says where they stood.
pub(super) fn prune<'n>(document: &mut Value, schemas: impl Iterator<Item = &'n str>) -> Vec<Pointer> {
    let reached = reached(document, schemas);
    let mut gone = Vec::new();
    let all = Pointer::root().child("components");
    for (section, members) in document.get_mut("components").and_then(Value::as_object_mut).into_iter().flatten() {
        if section.starts_with("x-") {
            continue;
        }
        let place = all.child(section);
        members.as_object_mut().into_iter().for_each(|members| {
            members.retain(|name, _| {
                let is_reached = reached.contains(&(section.clone(), name.clone()));
                if !is_reached {
                    gone.push(place.child(name));
                }
                is_reached
            });
        });
    }
    gone
}

fn reached<'n>(document: &Value, schemas: impl Iterator<Item = &'n str>) -> BTreeSet<Component> {
    let mut reached = BTreeSet::new();
    let begins = ["paths"].into_iter().chain(WEBHOOKS);
    let mut open: Vec<&Value> = begins.filter_map(|key| document.get(key)).collect();
    let default = document.get("security").into_iter().flat_map(schemes);
    let schemas = schemas.map(|name| ("schemas".to_owned(), name.to_owned()));
    let mut named: Vec<Component> = default.chain(schemas).collect();
    let heirs = heirs(document);
    loop {
        while let Some(value) = open.pop() {
            match value {
                Value::Object(members) => {
                    named.extend(members.get("$ref").and_then(Value::as_str).and_then(component));
                    named.extend(members.get("discriminator").into_iter().flat_map(mapped));
                    // A member of a schema that is called so is an object.
                    named.extend(members.get("security").filter(|own| own.is_array()).into_iter().flat_map(schemes));
                    open.extend(members.values());
                }
                Value::Array(elements) => open.extend(elements),
                _ => {}
            }
        }
        let Some(component) = named.pop() else { return reached };
        let (section, name) = &component;
        if let Some(found) = document["components"][section].get(name)
            && !reached.contains(&component)
        {
            open.push(found);
            named.extend(heirs.get(name).filter(|_| section == "schemas").into_iter().flatten().cloned());
            reached.insert(component);
        }
    }
}

/// The schemas that take in each one by `allOf` where the values of that are told apart by a discriminator: it stands for them,
/// and an heir for its own.
fn heirs(document: &Value) -> BTreeMap<String, Vec<Component>> {
    let schemas = document.pointer("/components/schemas").and_then(Value::as_object);
    let mut heirs: BTreeMap<String, Vec<Component>> = BTreeMap::new();
    for (name, schema) in schemas.into_iter().flatten() {
        let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
        for (_, base) in parts.filter_map(|part| component(part.get("$ref")?.as_str()?)) {
            heirs.entry(base).or_default().push(("schemas".to_owned(), name.clone()));
        }
    }
    let bases = schemas.into_iter().flatten().filter(|(_, schema)| schema.get("discriminator").is_some());
    let mut open: Vec<&String> = bases.map(|(name, _)| name).collect();
    let mut kept: BTreeSet<String> = BTreeSet::new();
    while let Some(name) = open.pop() {
        if kept.insert(name.clone()) {
            open.extend(heirs.get(name).into_iter().flatten().map(|(_, heir)| heir));
        }
    }
    heirs.retain(|base, _| kept.contains(base));
    heirs
}

/// The security schemes that requirements name.
fn schemes(requirements: &Value) -> impl Iterator<Item = Component> + '_ {
    let each = requirements.as_array().into_iter().flatten().filter_map(Value::as_object);
    each.flat_map(|requirement| requirement.keys().map(|name| ("securitySchemes".to_owned(), name.clone())))
}

/// The schemas that a discriminator leads to, by reference or by name.
pub(super) fn mapped(discriminator: &Value) -> impl Iterator<Item = Component> + '_ {
    let targets = discriminator.get("mapping").and_then(Value::as_object).into_iter().flatten();
    targets
        .filter_map(|(_, target)| target.as_str())
        .map(|target| component(target).unwrap_or_else(|| ("schemas".to_owned(), target.to_owned())))
}

pub(super) fn component(reference: &str) -> Option<Component> {
    let section = reference.strip_prefix("#/components/")?.split('/').next()?;
    Some((section.to_owned(), component_name(reference, section)?))
}
