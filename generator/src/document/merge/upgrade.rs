//! Rewrites OpenAPI 3.0 keywords that later versions express differently.
//!
//! The reader understands both, but the stored description declares one version and must follow it.

use serde_json::{Map, Value};

use super::part::MergedPart;
use crate::document::gather::NodeKind;
use crate::document::parse::{is_release, version_text};

/// Writes descriptions of OpenAPI 3.0 as later ones, if others are of a later version.
pub(super) fn raise(parts: &mut [MergedPart]) {
    let is_old = |part: &MergedPart| {
        let version = version_text(&part.value["openapi"]);
        ["3", "3.0"].iter().any(|known| is_release(&version, known))
    };
    if parts.iter().all(is_old) {
        return;
    }
    for part in parts.iter_mut().filter(|part| is_old(part)) {
        raise_in(&mut part.value, NodeKind::Document);
    }
}

fn raise_in(value: &mut Value, kind: NodeKind) {
    match value {
        Value::Object(members) => {
            if kind == NodeKind::Schema {
                raise_null(members);
                raise_limit(members, "minimum", "exclusiveMinimum");
                raise_limit(members, "maximum", "exclusiveMaximum");
            }
            for (key, member) in members.iter_mut() {
                if let Some(kind) = kind.member(key) {
                    raise_in(member, kind);
                }
            }
        }
        Value::Array(elements) => {
            for element in elements {
                if let Some(kind) = kind.element() {
                    raise_in(element, kind);
                }
            }
        }
        _ => {}
    }
}

/// Without a type, `nullable` has no effect.
fn raise_null(schema: &mut Map<String, Value>) {
    let Some(Value::Bool(is_nullable)) = schema.get("nullable") else { return };
    let is_nullable = *is_nullable;
    match schema.get_mut("type") {
        Some(ty) if is_nullable && ty.is_string() => *ty = Value::Array(vec![ty.take(), "null".into()]),
        _ if is_nullable => return,
        _ => {}
    }
    schema.shift_remove("nullable");
}

/// Replaces a boolean exclusive limit by the numeric keyword.
fn raise_limit(schema: &mut Map<String, Value>, inclusive: &str, exclusive: &str) {
    let Some(Value::Bool(is_exclusive)) = schema.get(exclusive) else { return };
    let limit = if *is_exclusive { schema.shift_remove(inclusive) } else { None };
    match limit {
        Some(limit) => drop(schema.insert(exclusive.to_owned(), limit)),
        None => drop(schema.shift_remove(exclusive)),
    }
}
