//! Iterates over all operations of a description: those of the usual methods and, since OpenAPI 3.2, of any other.

use serde_json::{Map, Value};

use crate::base::http_terms::METHODS;
use crate::base::pointer::Pointer;

/// The member of a path item for operations with other methods.
pub(super) const OTHERS: &str = "additionalOperations";

/// The member of a description for webhooks, and its name before OpenAPI 3.1.
pub(super) const WEBHOOKS: [&str; 2] = ["webhooks", "x-webhooks"];

/// An operation and its location.
pub(super) struct LocatedOperation<'d> {
    pub(super) path: &'d str,
    /// The method as it is sent.
    pub(super) method: String,
    pub(super) value: &'d Value,
    pub(super) place: Pointer,
}

pub(super) fn operations(description: &Value) -> impl Iterator<Item = LocatedOperation<'_>> {
    let items = description["paths"].as_object().into_iter().flatten();
    items.flat_map(|(path, item)| of_item(path, item))
}

fn of_item<'d>(path: &'d str, item: &'d Value) -> impl Iterator<Item = LocatedOperation<'d>> {
    let at = Pointer::root().child("paths").child(path);
    let below = at.child(OTHERS);
    let usual = METHODS.iter().filter_map(move |name| {
        let (method, place) = (name.to_ascii_uppercase(), at.child(name));
        item.get(name).map(|value| LocatedOperation { path, method, value, place })
    });
    let others = item.get(OTHERS).and_then(Value::as_object).into_iter().flatten();
    usual.chain(others.map(move |(method, value)| {
        let place = below.child(method);
        LocatedOperation { path, method: method.clone(), value, place }
    }))
}

/// Returns all operations, mutably.
pub(super) fn operations_mut(description: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let members = items_mut(description).flat_map(|item| item.iter_mut());
    members.flat_map(|(key, member)| below(key, member)).filter_map(Value::as_object_mut)
}

/// Returns the operation or operations in a member of a path item.
fn below<'d>(key: &str, member: &'d mut Value) -> Vec<&'d mut Value> {
    if key == OTHERS {
        return member.as_object_mut().into_iter().flat_map(Map::values_mut).collect();
    }
    if METHODS.contains(&key) { vec![member] } else { Vec::new() }
}

/// Returns the path items of a description.
pub(super) fn items_mut(description: &mut Value) -> impl Iterator<Item = &mut Map<String, Value>> {
    let paths = description.get_mut("paths").and_then(Value::as_object_mut);
    paths.into_iter().flatten().filter_map(|(_, item)| item.as_object_mut())
}
