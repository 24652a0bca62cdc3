//! The objects of a gathered document, and the components that they refer to.

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::base::pointer::{Pointer, component_name};

/// A component.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct ComponentId {
    pub(super) section: String,
    pub(super) name: String,
}

impl ComponentId {
    pub(super) fn schema(name: &str) -> Self {
        Self { section: "schemas".to_owned(), name: name.to_owned() }
    }

    pub(super) fn is_schema(&self) -> bool {
        self.section == "schemas"
    }

    pub(super) fn pointer(&self) -> Pointer {
        Pointer::component(&self.section, &self.name)
    }
}

/// Maximum length of a chain of references; a longer one is a cycle.
pub(super) const MAX_REFERENCES: usize = 32;

/// Returns all objects in a value, including the value itself, in the order of the text.
pub(super) fn objects(value: &Value) -> impl Iterator<Item = &Map<String, Value>> {
    let mut open = vec![value];
    std::iter::from_fn(move || {
        while let Some(value) = open.pop() {
            match value {
                Value::Object(members) => {
                    open.extend(members.values().rev());
                    return Some(members);
                }
                Value::Array(elements) => open.extend(elements.iter().rev()),
                _ => {}
            }
        }
        None
    })
}

/// Changes all objects in a value, the outer ones first.
pub(super) fn change_objects(value: &mut Value, change: &mut dyn FnMut(&mut Map<String, Value>)) {
    match value {
        Value::Object(members) => {
            change(members);
            members.values_mut().for_each(|member| change_objects(member, change));
        }
        Value::Array(elements) => elements.iter_mut().for_each(|element| change_objects(element, change)),
        _ => {}
    }
}

/// Returns the components that an object refers to by its `$ref` and by the mapping of its discriminator.
pub(super) fn references(members: &Map<String, Value>) -> impl Iterator<Item = ComponentId> {
    let target = members.get("$ref").and_then(referenced);
    target.into_iter().chain(members.get("discriminator").into_iter().flat_map(mapped))
}

/// Returns the schemas in the mapping of a discriminator, by reference or by name.
pub(super) fn mapped(discriminator: &Value) -> impl Iterator<Item = ComponentId> {
    let targets = discriminator.get("mapping").and_then(Value::as_object).into_iter().flatten();
    targets.filter_map(|(_, target)| target.as_str()).map(mapped_schema)
}

/// Returns the schema that a value of a mapping names.
pub(super) fn mapped_schema(target: &str) -> ComponentId {
    component(target).unwrap_or_else(|| ComponentId::schema(target))
}

/// Returns the component that the value of a `$ref` refers to.
pub(super) fn referenced(reference: &Value) -> Option<ComponentId> {
    component(reference.as_str()?)
}

/// Returns the component that a reference leads to.
pub(super) fn component(reference: &str) -> Option<ComponentId> {
    let section = reference.strip_prefix("#/components/")?.split('/').next()?;
    Some(ComponentId { section: section.to_owned(), name: component_name(reference, section)? })
}

/// Returns the component schemas whose values are used directly: those that are referred to other than by a component
/// which inherits from them, or as one of several alternatives.
pub(super) fn used_directly(description: &Value) -> HashSet<String> {
    let mut used = HashSet::new();
    for (key, section) in description.as_object().into_iter().flatten() {
        match section.get("schemas").and_then(Value::as_object).filter(|_| key == "components") {
            Some(schemas) => {
                schemas.values().for_each(|schema| add_used(schema, UseOf::Component, &mut used));
                let others = section.as_object().into_iter().flatten().filter(|(name, _)| *name != "schemas");
                others.for_each(|(_, section)| add_used(section, UseOf::Value, &mut used));
            }
            None => add_used(section, UseOf::Value, &mut used),
        }
    }
    used
}

/// The role of a value that may be a reference.
#[derive(Clone, Copy, PartialEq)]
enum UseOf {
    /// A component, or an inline part of one.
    Component,
    /// One of several alternatives.
    Alternative,
    Value,
}

fn add_used(value: &Value, role: UseOf, used: &mut HashSet<String>) {
    if let Value::Array(elements) = value {
        return elements.iter().for_each(|element| add_used(element, role, used));
    }
    for (key, member) in value.as_object().into_iter().flatten() {
        let alternatives = || member.as_array().map_or(0, |all| all.iter().filter(|one| one["type"] != "null").count());
        let below = match key.as_str() {
            "$ref" if role == UseOf::Value => {
                used.extend(referenced(member).filter(ComponentId::is_schema).map(|id| id.name));
                continue;
            }
            "discriminator" | "enum" | "example" | "examples" => continue,
            "allOf" if role == UseOf::Component => UseOf::Component,
            "oneOf" | "anyOf" if alternatives() > 1 => UseOf::Alternative,
            _ => UseOf::Value,
        };
        add_used(member, below, used);
    }
}

/// Returns the elements of `allOf`, or `None` if the schema adds nothing to them and is an alias.
pub(super) fn inherited_parts(schema: &Map<String, Value>) -> Option<&[Value]> {
    let elements = schema.get("allOf")?.as_array()?;
    let has_own = ["properties", "oneOf", "anyOf"].iter().any(|keyword| schema.get(*keyword).is_some_and(is_filled));
    let constraining = elements.iter().filter(|element| constrains(element)).count();
    (has_own || constraining > 1).then_some(elements)
}

/// Returns `true` if an element of `allOf` constrains the shape of a value, as lowering decides.
fn constrains(element: &Value) -> bool {
    let keywords = ["properties", "required", "enum", "allOf", "oneOf", "anyOf"];
    ["$ref", "additionalProperties", "unevaluatedProperties", "items", "const"]
        .iter()
        .any(|keyword| element.get(keyword).is_some())
        || element.get("type").is_some_and(|kind| kind != "object")
        || keywords.iter().any(|keyword| element.get(keyword).is_some_and(is_filled))
}

/// Returns `true` if a value is an object or a list that is not empty.
fn is_filled(value: &Value) -> bool {
    value.as_object().is_some_and(|members| !members.is_empty())
        || value.as_array().is_some_and(|elements| !elements.is_empty())
}
