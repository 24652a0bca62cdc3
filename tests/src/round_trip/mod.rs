//! Round trips: the emitted types deserialize and serialize instances that are generated from the description alone, and
//! the values for tests that the client has. The result must be equal. Instances with a deviation, as servers send them,
//! are read exactly if `misfits` says so.
//!
//! Only the types are built, without the client, so that many descriptions can be tested.

mod outcome;
mod program;
mod subject;

use std::collections::{BTreeMap, HashSet};

use bindery::internal::Emission;
use bindery::internal::analysis::Direction;
use bindery::internal::misfit::{MisfitKind, TypeUse, Values, misfits};
use bindery::internal::model::{Constraints, Definition, Owner, Shape, Type, TypeId};
use bindery::internal::pointer::Pointer;
use serde_json::Value;

use crate::instances::{Instances, Schemas, deviations_of, with_subtypes};
pub use outcome::Failure;
use outcome::judge;
pub use subject::Subject;

/// A type of the crate and its schema.
#[derive(Clone, Debug)]
pub struct Root {
    /// The type.
    pub id: TypeId,
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
    /// The expected result.
    pub expected: ExpectedResult,
}

/// The expected result of a trial.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExpectedResult {
    /// The value comes back.
    Equal,
    /// The value is read.
    Read,
    /// The value is not read.
    Refused,
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
            let pointer = definition.origin.to_string();
            roots.push(Root { id, pointer, name, direction, is_patch, is_checked });
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
fn trials(
    document: Value,
    emission: &Emission,
    roots: &[Root],
    items: &BTreeMap<String, Item>,
    most: usize,
) -> Vec<Trial> {
    let schemas = Schemas::new(with_subtypes(document));
    let instances = Instances::new(schemas.root());
    let mut trials = Vec::new();
    for (index, root) in roots.iter().enumerate() {
        let is_valid = |value: &Value| schemas.violations(&root.pointer, root.direction, value) == Some(Vec::new());
        let mut values = instances.for_schema(&root.pointer, root.direction);
        // Each use of a component's type specifies whether null is allowed, not the type itself.
        values.retain(|instance| !instance.value.is_null());
        values.retain(|instance| !instance.is_example() || is_valid(&instance.value));
        let deviations = values.first().filter(|_| root.direction == Direction::Response);
        let deviations = deviations.map(|instance| deviations_of(&instance.value)).unwrap_or_default();
        for instance in values.into_iter().take(most) {
            let (label, value) = (instance.label, instance.value);
            trials.push(Trial { root: index, label, value, expected: ExpectedResult::Equal });
        }
        if let Some(value) = items.get(&root.name).and_then(|item| item.fixture.clone()) {
            let label = "the value for tests".to_owned();
            trials.push(Trial { root: index, label, value, expected: ExpectedResult::Equal });
        }
        for (label, value) in deviations {
            let expected = expected_result(emission, root, &value);
            trials.extend(expected.map(|expected| Trial { root: index, label, value, expected }));
        }
    }
    trials
}

/// Returns the result that `misfits` expects, or `None` if that depends: the program checks limits, and some libraries read
/// a date from a longer text.
fn expected_result(emission: &Emission, root: &Root, value: &Value) -> Option<ExpectedResult> {
    let Emission { api, analysis, .. } = emission;
    let values = Values { api, analysis, direction: root.direction, is_strict: false, mask: None };
    let (ty, origin) = (Type::Named(root.id), Pointer::root());
    let found = misfits(values, TypeUse { ty: &ty, constraints: Constraints::NONE, origin: &origin }, value);
    let depends = |kind: MisfitKind| matches!(kind, MisfitKind::Limit | MisfitKind::Format("date"));
    let depends = found.found.iter().any(|misfit| depends(misfit.kind));
    let expected = if found.is_readable() { ExpectedResult::Read } else { ExpectedResult::Refused };
    (!depends).then_some(expected)
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
