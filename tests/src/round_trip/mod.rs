//! Round trips: the emitted types deserialize and serialize instances that are generated from the description alone, and
//! the values for tests that the client has. The result must be equal.
//!
//! Only the types are built, without the client, so that many descriptions can be tested.

mod outcome;
mod program;
mod subject;

use std::collections::{BTreeMap, HashSet};

use bindery::internal::Emission;
use bindery::internal::analysis::Direction;
use bindery::internal::model::{Definition, Owner, Shape, TypeId};
use bindery_serve::instances::Schemas;
use serde_json::Value;

use crate::instances::{Instances, with_subtypes};
pub use outcome::Failure;
use outcome::judge;
pub use subject::Subject;

/// A type of the crate and its schema.
#[derive(Clone, Debug)]
pub struct Root {
    /// The JSON pointer to the schema.
    pub pointer: String,
    /// The name of the type.
    pub name: String,
    /// Its direction on the wire.
    pub direction: Direction,
    /// `true` if an absent member and null differ, because a patch sends it.
    pub is_patch: bool,
    /// `true` if its values are checked by `validate`.
    pub is_checked: bool,
}

/// A value to be deserialized and serialized.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The index of its root.
    pub root: usize,
    /// The label of the value.
    pub label: String,
    /// The value.
    pub value: Value,
}

/// Returns the types whose instances contain those of all others: the components, and the bodies of operations.
fn roots(emission: &Emission, items: &BTreeMap<String, Item>) -> Vec<Root> {
    let analysis = &emission.analysis;
    let mut roots = Vec::new();
    let is_emitted = |id: TypeId| !analysis.unneeded[id.index()];
    let emitted = emission.api.definitions().filter(|(id, definition)| is_emitted(*id) && is_root(definition));
    for (id, definition) in emitted {
        for direction in analysis.directions.emitted(id).iter().copied() {
            let name = emission.names.of_type(id, direction).to_owned();
            let is_checked = items.get(&name).is_some_and(|item| item.is_checked);
            let is_patch = analysis.directions.emitted_is_patched(id, direction);
            roots.push(Root { pointer: definition.origin.to_string(), name, direction, is_patch, is_checked });
        }
    }
    roots
}

/// Parameters are not JSON, and nested types are covered by their owners.
fn is_root(definition: &Definition) -> bool {
    match &definition.naming.owner {
        Owner::Schema(_) => definition.naming.is_component(),
        Owner::Operation(_) => definition.origin.as_str().contains("/content/"),
        Owner::Component(_) | Owner::Type(_) => false,
    }
}

/// The parts of an emitted type that the test needs.
struct Item {
    /// Its value for tests.
    fixture: Option<Value>,
    /// `true` if it has a function `validate`.
    is_checked: bool,
}

/// Returns the emitted types by their names.
fn items(emission: &Emission) -> serde_json::Result<BTreeMap<String, Item>> {
    let crate_data = serde_json::to_value(emission.intermediate_representation())?;
    let modules = crate_data["types"].as_array().into_iter().flatten();
    let items = modules.flat_map(|module| module["items"].as_array().into_iter().flatten());
    let named = items.filter_map(|item| Some((item["name"].as_str()?.to_owned(), item)));
    let items = named.map(|(name, item)| {
        let fixture = item["fixture"]["json"].as_str().map(serde_json::from_str).transpose()?;
        Ok((name, Item { fixture, is_checked: item["is_checked"] == true }))
    });
    items.collect()
}

/// Returns the instances of all roots, and their values for tests.
fn trials(document: Value, roots: &[Root], items: &BTreeMap<String, Item>, most: usize) -> Vec<Trial> {
    let schemas = Schemas::new(with_subtypes(document));
    let instances = Instances::new(schemas.root());
    let mut trials = Vec::new();
    for (index, root) in roots.iter().enumerate() {
        let validator = schemas.validator(&root.pointer, root.direction);
        let is_valid =
            |value: &Value| validator.as_ref().is_some_and(|validator| validator.violations(value).is_empty());
        let mut values = instances.for_schema(&root.pointer, root.direction);
        // Each use of a component's type specifies whether null is allowed, not the type itself.
        values.retain(|instance| !instance.value.is_null());
        values.retain(|instance| !instance.is_example() || is_valid(&instance.value));
        for instance in values.into_iter().take(most) {
            trials.push(Trial { root: index, label: instance.label, value: instance.value });
        }
        if let Some(value) = items.get(&root.name).and_then(|item| item.fixture.clone()) {
            trials.push(Trial { root: index, label: "the value for tests".to_owned(), value });
        }
    }
    trials
}

/// Returns the name and default of each member that is filled in if absent.
fn defaults(emission: &Emission) -> HashSet<(String, String)> {
    let objects = emission.api.types.iter().filter_map(|definition| match &definition.shape {
        Shape::Object(object) => Some(object),
        _ => None,
    });
    let fields = objects.flat_map(|object| &object.fields);
    fields.filter_map(|field| Some((field.wire.clone(), field.default.as_ref()?.to_string()))).collect()
}
