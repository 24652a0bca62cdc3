//! JSON Patch (RFC 6902), as far as it is needed, and JSON Merge Patch (RFC 7396). The available libraries remove a
//! member by swapping it with the last one, but the order of members is part of the comparison.

use serde::Deserialize;
use serde_json::{Map, Value};

use super::Fallible;

/// One step of a patch.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "op", rename_all = "lowercase", deny_unknown_fields)]
pub(super) enum PatchOperation {
    /// Adds a value, or inserts it into an array.
    Add { path: String, value: Value },
    /// Removes a value.
    Remove { path: String },
    /// Replaces a value.
    Replace { path: String, value: Value },
    /// Moves a value. A member that is moved to its own path becomes the last one.
    Move { from: String, path: String },
}

/// Applies a list of steps, or a merge patch.
pub(super) fn patch(document: &mut Value, patch: &Value) -> Fallible<()> {
    if patch.is_array() {
        let steps = Vec::<PatchOperation>::deserialize(patch).map_err(|error| format!("invalid steps: {error}"))?;
        return apply(document, &steps);
    }
    merge(document, patch);
    Ok(())
}

/// Applies the steps in order.
pub(super) fn apply(document: &mut Value, steps: &[PatchOperation]) -> Fallible<()> {
    for step in steps {
        let path = match step {
            PatchOperation::Add { path, .. }
            | PatchOperation::Remove { path }
            | PatchOperation::Replace { path, .. } => path,
            PatchOperation::Move { from, path } => {
                let value = document.pointer(from).cloned().ok_or_else(|| nowhere(from))?;
                let steps =
                    [PatchOperation::Remove { path: from.clone() }, PatchOperation::Add { path: path.clone(), value }];
                apply(document, &steps)?;
                continue;
            }
        };
        take(document, path, step).ok_or_else(|| nowhere(path))?;
    }
    Ok(())
}

fn nowhere(path: &str) -> String {
    format!("the patch leads nowhere: {path}")
}

fn merge(document: &mut Value, patch: &Value) {
    let Value::Object(patch) = patch else {
        *document = patch.clone();
        return;
    };
    if !document.is_object() {
        *document = Value::Object(Map::new());
    }
    let Value::Object(members) = document else { return };
    for (name, value) in patch {
        if value.is_null() {
            members.shift_remove(name);
        } else {
            merge(members.entry(name.as_str()).or_insert(Value::Null), value);
        }
    }
}

fn take(document: &mut Value, path: &str, step: &PatchOperation) -> Option<()> {
    let (parent, last) = path.rsplit_once('/')?;
    let last = last.replace("~1", "/").replace("~0", "~");
    match (document.pointer_mut(parent)?, step) {
        (Value::Object(members), PatchOperation::Remove { .. }) => members.shift_remove(&last).map(drop),
        (Value::Object(members), PatchOperation::Replace { value, .. }) => {
            members.get_mut(&last).map(|place| *place = value.clone())
        }
        (Value::Object(members), PatchOperation::Add { value, .. }) => {
            members.insert(last, value.clone());
            Some(())
        }
        (Value::Array(elements), PatchOperation::Add { value, .. }) => {
            let index = if last == "-" { elements.len() } else { last.parse().ok()? };
            (index <= elements.len()).then(|| elements.insert(index, value.clone()))
        }
        (Value::Array(elements), PatchOperation::Replace { value, .. }) => {
            elements.get_mut(last.parse::<usize>().ok()?).map(|place| *place = value.clone())
        }
        (Value::Array(elements), PatchOperation::Remove { .. }) => {
            let index = last.parse::<usize>().ok().filter(|index| *index < elements.len())?;
            elements.remove(index);
            Some(())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::patch;

    fn apply_patch(mut document: Value, changes: Value) -> Result<String, String> {
        patch(&mut document, &changes).map(|()| document.to_string())
    }

    #[test]
    fn members_keep_their_order() {
        let steps = json!([
            {"op": "remove", "path": "/a"},
            {"op": "replace", "path": "/b", "value": 4},
            {"op": "add", "path": "/c~1d", "value": 5},
        ]);
        assert_eq!(apply_patch(json!({"a": 1, "b": 2, "z": 3}), steps).unwrap(), r#"{"b":4,"z":3,"c/d":5}"#);
    }

    #[test]
    fn elements_are_put_between_others() {
        let steps = json!([
            {"op": "add", "path": "/a/0", "value": 0},
            {"op": "add", "path": "/a/-", "value": 3},
            {"op": "remove", "path": "/a/1"},
        ]);
        assert_eq!(apply_patch(json!({"a": [1, 2]}), steps).unwrap(), r#"{"a":[0,2,3]}"#);
    }

    #[test]
    fn a_value_is_moved() {
        let steps = json!([{"op": "move", "from": "/a", "path": "/a"}, {"op": "move", "from": "/b", "path": "/z/0"}]);
        assert_eq!(apply_patch(json!({"a": 1, "b": 2, "z": [3]}), steps).unwrap(), r#"{"z":[2,3],"a":1}"#);
    }

    #[test]
    fn an_object_is_a_merge_patch() {
        let changes = json!({"a": {"b": null, "d": [null]}, "e": {"f": {"g": null, "h": 2}}});
        let merged = r#"{"a":{"c":1,"d":[null]},"z":0,"e":{"f":{"h":2}}}"#;
        assert_eq!(apply_patch(json!({"a": {"b": 1, "c": 1, "d": {"x": 1}}, "z": 0}), changes).unwrap(), merged);
    }

    #[test]
    fn missing_targets_are_errors() {
        let steps = json!([{"op": "replace", "path": "/a/b", "value": 0}]);
        assert_eq!(apply_patch(json!({}), steps).unwrap_err(), "the patch leads nowhere: /a/b");
    }
}
