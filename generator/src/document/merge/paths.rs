//! Merges path items with the same path.

use serde_json::{Map, Value};

use crate::document::operations::OTHERS;
use crate::http_terms::METHODS;
use crate::pointer::Pointer;

/// Members that apply to all operations of a path, and would affect those of the other description, too.
const OF_ALL: [&str; 3] = ["$ref", "parameters", "servers"];

/// Adds the members of a path item to another one of the same path. Returns the added members, or the first one that
/// differs. The first summary and description are kept.
pub(super) fn join(known: &mut Value, item: Value, place: &Pointer) -> Result<Vec<Pointer>, Pointer> {
    let (Value::Object(known), Value::Object(mut item)) = (known, item) else { return Ok(Vec::new()) };
    if let Some(member) = OF_ALL.iter().find(|member| known.get(**member) != item.get(**member)) {
        return Err(place.child(member));
    }
    let mut added = Vec::new();
    if let (Some(Value::Object(known)), Some(Value::Object(_))) = (known.get_mut(OTHERS), item.get(OTHERS))
        && let Some(Value::Object(others)) = item.shift_remove(OTHERS)
    {
        added.extend(add(known, others, &place.child(OTHERS), &|_| true)?);
    }
    added.extend(add(known, item, place, &|member| METHODS.contains(&member))?);
    Ok(added)
}

fn add(
    known: &mut Map<String, Value>,
    members: Map<String, Value>,
    place: &Pointer,
    is_operation: &dyn Fn(&str) -> bool,
) -> Result<Vec<Pointer>, Pointer> {
    let mut added = Vec::new();
    for (member, value) in members {
        match known.get(&member) {
            Some(own) if *own != value && is_operation(&member) => return Err(place.child(&member)),
            Some(_) => {}
            None => {
                added.push(place.child(&member));
                known.insert(member, value);
            }
        }
    }
    Ok(added)
}

/// Describes a location in a path for diagnostics.
pub(super) fn describe(place: &Pointer) -> String {
    let step = |index: usize| place.steps().nth(index).unwrap_or_default();
    let (path, member) = (step(1), step(2));
    match member.as_str() {
        OTHERS => format!("`{} {path}`", step(3)),
        method if METHODS.contains(&method) => format!("`{} {path}`", method.to_uppercase()),
        member => format!("`{member}` of `{path}`"),
    }
}
