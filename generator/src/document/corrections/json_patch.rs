//! JSON Patch (RFC 6902): operations on JSON pointers.

use json_patch::{PatchOperation, patch};
use serde::Deserialize;
use serde_json::Value;

use super::edit::{CorrectionReader, Edit, ElementShift, Origin};
use crate::diagnostic::Result;
use crate::pointer::Pointer;

/// The operations of a patch, in order.
pub(super) struct JsonPatch(Vec<PatchOperation>);

impl JsonPatch {
    pub(super) fn read(value: &Value, reader: &CorrectionReader<'_>) -> Result<Self> {
        let operations = value.as_array().map(Vec::as_slice).unwrap_or_default();
        let read = operations.iter().enumerate().map(|(index, operation)| {
            PatchOperation::deserialize(operation).map_err(|error| {
                let message = format!("invalid JSON Patch operation: {error}");
                let help = "write an operation such as { \"op\": \"remove\", \"path\": \"/paths/~1story\" }";
                reader.invalid(&Pointer::root().index(index), message, help)
            })
        });
        read.collect::<Result<_>>().map(Self)
    }

    /// Applies all operations. Reports those that fail or have no effect.
    pub(super) fn apply(&self, description: &mut Value, reader: &mut CorrectionReader<'_>) -> Result<Vec<Edit>> {
        let mut edits = Vec::new();
        for (index, operation) in self.0.iter().enumerate() {
            let at = Pointer::root().index(index);
            let edit = edit(operation, description, &at);
            let says_so = says_so(operation, description);
            match patch(description, std::slice::from_ref(operation)) {
                Ok(()) if says_so => reader.needless(&at, "the operation changes nothing"),
                Ok(()) => edits.extend(edit),
                Err(error) if matches!(operation, PatchOperation::Test(_)) => {
                    let message = format!("a `test` operation of the patch failed: {}", error.kind);
                    let help = "update the test and the operations that depend on it";
                    return Err(reader.invalid(&at, message, help));
                }
                Err(error) => {
                    let message = format!("cannot apply the operation on `{}`: {}", operation.path(), error.kind);
                    reader.unmatched(&at.child("path"), message);
                }
            }
        }
        Ok(edits)
    }
}

/// Returns `true` if the description is already as an operation would make it.
fn says_so(operation: &PatchOperation, description: &Value) -> bool {
    let value = match operation {
        PatchOperation::Add(add) if parent(description, &place(&add.path)).is_some_and(Value::is_object) => &add.value,
        PatchOperation::Replace(replace) => &replace.value,
        _ => return false,
    };
    description.pointer(operation.path().as_str()) == Some(value)
}

/// Returns the edit that an operation makes to a description. The description must not have been changed yet.
fn edit(operation: &PatchOperation, description: &Value, at: &Pointer) -> Option<Edit> {
    let from = at.child("value");
    let to = place(operation.path());
    match operation {
        PatchOperation::Add(_) => Some(match element(description, &to) {
            Some((list, index)) => Edit::insert(&list, index, from),
            None => Edit::write(to, from),
        }),
        PatchOperation::Replace(_) => Some(Edit::write(to, from)),
        PatchOperation::Remove(_) => element(description, &to).map(|(list, index)| Edit::remove(list, index)),
        PatchOperation::Copy(copy) => Some(transfer(description, &place(&copy.from), to, false)),
        PatchOperation::Move(moved) => Some(transfer(description, &place(&moved.from), to, true)),
        PatchOperation::Test(_) => None,
    }
}

fn transfer(description: &Value, from: &Pointer, to: Pointer, removed: bool) -> Edit {
    let shift =
        |place, inserted| element(description, place).map(|(list, index)| ElementShift { list, index, inserted });
    let removal = removed.then(|| shift(from, false)).flatten();
    let insertion = shift(&to, true);
    let to = insertion.as_ref().map_or(to, |shift| shift.list.index(shift.index));
    let shifts = removal.into_iter().chain(insertion).collect();
    Edit { shifts, written: Some((to, Origin::Description(from.clone()))) }
}

/// Returns the list and the index that a pointer addresses; `-` is the position after the last element.
fn element(description: &Value, place: &Pointer) -> Option<(Pointer, usize)> {
    let (list, step) = place.split_last()?;
    let elements = description.pointer(list.as_str())?.as_array()?;
    let index = if step == "-" { elements.len() } else { step.parse().ok()? };
    Some((list, index))
}

fn parent<'d>(description: &'d Value, place: &Pointer) -> Option<&'d Value> {
    description.pointer(place.split_last()?.0.as_str())
}

fn place(pointer: &json_patch::jsonptr::Pointer) -> Pointer {
    Pointer::root().append(pointer.as_str())
}
