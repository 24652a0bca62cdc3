//! Merges the objects of corrections into those of the description.

use serde_json::{Map, Value};

use super::edit::Edit;
use crate::base::pointer::Pointer;

/// The edits that were made.
#[derive(Default)]
pub(super) struct AppliedEdits {
    pub(super) edits: Vec<Edit>,
    /// `true` if they changed anything.
    pub(super) changed: bool,
}

/// The locations of a value in the description, and of its update in the correction.
pub(super) struct EditLocation {
    pub(super) target: Pointer,
    pub(super) source: Pointer,
}

impl EditLocation {
    fn child(&self, name: &str) -> Self {
        Self { target: self.target.child(name), source: self.source.child(name) }
    }

    fn write(&self) -> Edit {
        Edit::Write(self.target.clone(), self.source.clone())
    }
}

/// Merges a value into another one as Overlay does: objects member by member, elements of lists by appending; other
/// values are replaced (Overlay 1.1, section "Action Object").
///
/// # Errors
///
/// Returns the location where the kinds of the two values differ.
pub(super) fn overlay(
    target: &mut Value,
    update: &Value,
    at: &EditLocation,
    applied: &mut AppliedEdits,
) -> Result<(), Pointer> {
    match (target, update) {
        (Value::Object(members), Value::Object(updates)) => {
            for (name, update) in updates {
                let at = at.child(name);
                match members.get_mut(name) {
                    Some(member) => overlay(member, update, &at, applied)?,
                    None => write(members, name, update, &at, applied),
                }
            }
        }
        (Value::Array(elements), Value::Array(updates)) => {
            for (index, update) in updates.iter().enumerate() {
                append(elements, update, &at.target, at.source.index(index), applied);
            }
        }
        (target, update) if !is_compound(target) && !is_compound(update) => {
            applied.changed |= target != update;
            applied.edits.push(at.write());
            *target = update.clone();
        }
        _ => return Err(at.target.clone()),
    }
    Ok(())
}

/// Appends a value to a list.
pub(super) fn append(
    elements: &mut Vec<Value>,
    value: &Value,
    at: &Pointer,
    from: Pointer,
    applied: &mut AppliedEdits,
) {
    applied.changed = true;
    applied.edits.push(Edit::Write(at.index(elements.len()), from));
    elements.push(value.clone());
}

/// Merges a value into another one as JSON Merge Patch does (RFC 7396): `null` removes a member.
pub(super) fn merge_patch(target: &mut Value, update: &Value, at: &EditLocation, applied: &mut AppliedEdits) {
    let Value::Object(updates) = update else {
        applied.changed |= target != update;
        applied.edits.push(at.write());
        *target = update.clone();
        return;
    };
    if !target.is_object() {
        *target = Value::Object(Map::new());
        applied.changed = true;
        applied.edits.push(at.write());
    }
    let Value::Object(members) = target else { return };
    for (name, update) in updates {
        let at = at.child(name);
        match members.get_mut(name) {
            _ if update.is_null() => applied.changed |= members.shift_remove(name).is_some(),
            Some(member) => merge_patch(member, update, &at, applied),
            None => write(members, name, &without_null(update), &at, applied),
        }
    }
}

fn write(members: &mut Map<String, Value>, name: &str, value: &Value, at: &EditLocation, applied: &mut AppliedEdits) {
    applied.changed = true;
    applied.edits.push(at.write());
    members.insert(name.to_owned(), value.clone());
}

/// A new member has nothing that `null` could remove.
fn without_null(update: &Value) -> Value {
    let Value::Object(members) = update else { return update.clone() };
    let members = members.iter().filter(|(_, value)| !value.is_null());
    Value::Object(members.map(|(name, value)| (name.clone(), without_null(value))).collect())
}

fn is_compound(value: &Value) -> bool {
    value.is_object() || value.is_array()
}
