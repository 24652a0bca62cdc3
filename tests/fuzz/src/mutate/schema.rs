//! Mutations that are meaningful in a schema: references, combinations, nesting, cycles.

use fastrand::Rng;
use serde_json::{Value, json};

use super::tree::{any, part, pointers};

/// Maximum depth that one mutation adds; a few of them reach the depth limit of JSON parsers.
const MAX_DEPTH: usize = 40;

fn reference(pointer: &str) -> Value {
    json!({ "$ref": format!("#{pointer}") })
}

/// Points a reference at any other location, or at none.
pub(super) fn retarget(value: &mut Value, random: &mut Rng) {
    let places = pointers(value);
    let place = &places[random.usize(..places.len())];
    let target = match random.usize(..10) {
        0 => "#".to_owned(),
        1 => place.clone(),
        2 => format!("#{place}/nowhere"),
        3 => format!("other.yaml#{place}"),
        4 => format!("#{}", place.replace('/', "%2F")),
        5 => place.rsplit('/').next().unwrap_or_default().to_owned(),
        _ => format!("#{place}"),
    };
    let refers = |value: &Value| value.get("$ref").is_some();
    if let Some(target_of) = any(value, random, refers).and_then(|pointer| value.pointer_mut(&pointer)) {
        target_of["$ref"] = target.into();
    }
}

/// Replaces any value with a reference to any location.
pub(super) fn refer(value: &mut Value, random: &mut Rng) {
    let target = any(value, random, Value::is_object).map(|pointer| reference(&pointer)).unwrap_or_default();
    let named = |value: &Value| value.get("type").is_some() || value.get("$ref").is_some();
    let place = if random.bool() { any(value, random, named) } else { any(value, random, |_| true) };
    if let Some(place) = place.and_then(|pointer| value.pointer_mut(&pointer)) {
        *place = target;
    }
}

/// Combines a value with itself or another one, or moves it to where a schema is allowed.
pub(super) fn wrap(value: &mut Value, random: &mut Rng) {
    let other = if random.bool() { part(value, random) } else { json!({ "type": "null" }) };
    if let Some(place) = any(value, random, Value::is_object).and_then(|pointer| value.pointer_mut(&pointer)) {
        let old = place.take();
        *place = wrap_value(old, other, random);
    }
}

fn wrap_value(old: Value, other: Value, random: &mut Rng) -> Value {
    match random.usize(..14) {
        0 => json!({ "allOf": [old] }),
        1 => json!({ "allOf": [old, other] }),
        2 => json!({ "oneOf": [old, other] }),
        3 => json!({ "anyOf": [other, old] }),
        4 => json!({ "oneOf": [old], "discriminator": { "propertyName": "kind" } }),
        5 => json!({ "type": "array", "items": old }),
        6 => json!({ "type": "object", "properties": { "value": old }, "required": ["value"] }),
        7 => json!({ "additionalProperties": old }),
        8 => json!({ "not": old }),
        9 => json!({ "prefixItems": [old, other] }),
        10 => json!({ "if": old, "then": other }),
        11 => json!({ "patternProperties": { "^x": old } }),
        12 => json!({ "type": ["object", "null"], "allOf": [other], "properties": { "value": old } }),
        _ => json!({ "$defs": { "Inner": old }, "$ref": "#/$defs/Inner" }),
    }
}

/// Wraps a value many times.
pub(super) fn nest(value: &mut Value, random: &mut Rng) {
    let depth = random.usize(1..MAX_DEPTH);
    if let Some(place) = any(value, random, Value::is_object).and_then(|pointer| value.pointer_mut(&pointer)) {
        for _ in 0..depth {
            let old = place.take();
            *place = wrap_value(old, json!({}), random);
        }
    }
}

/// Replaces a value with a reference to one of its ancestors, directly or through a combination.
pub(super) fn circle(value: &mut Value, random: &mut Rng) {
    let Some(inner) = any(value, random, Value::is_object) else { return };
    let ends: Vec<usize> = inner.match_indices('/').map(|(at, _)| at).chain([inner.len()]).collect();
    let around = reference(&inner[..ends[random.usize(..ends.len())]]);
    let Some(place) = value.pointer_mut(&inner) else { return };
    let keyword = ["allOf", "oneOf", "anyOf", "items", "additionalProperties", "properties", "not"][random.usize(..7)];
    *place = match keyword {
        "allOf" | "oneOf" | "anyOf" => json!({ keyword: [around, place.take()] }),
        "properties" => json!({ "properties": { "value": place.take(), "next": around } }),
        _ if random.bool() => around,
        _ => json!({ keyword: around }),
    };
}
