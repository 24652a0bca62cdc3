//! What the operations of a document lead to, and what of its components they do not.

use std::collections::BTreeSet;

use serde_json::Value;

use crate::document::operations::WEBHOOKS;
use crate::pointer::{Pointer, component_name};

/// A component: its section and its name.
pub(super) type Component = (String, String);

/// Takes out the components that no operation and no event leads to, and says where they stood.
pub(super) fn prune(document: &mut Value) -> Vec<Pointer> {
    let reached = reached(document);
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

fn reached(document: &Value) -> BTreeSet<Component> {
    let mut reached = BTreeSet::new();
    let begins = ["paths"].into_iter().chain(WEBHOOKS);
    let mut open: Vec<&Value> = begins.filter_map(|key| document.get(key)).collect();
    let default = document.get("security").into_iter().flat_map(schemes);
    let mut named: Vec<Component> = default.collect();
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
        let Some((section, name)) = named.pop() else { return reached };
        if let Some(found) = document["components"][&section].get(&name)
            && reached.insert((section, name))
        {
            open.push(found);
        }
    }
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
