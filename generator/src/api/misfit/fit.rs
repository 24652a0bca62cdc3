//! Matches values with the structural shapes of alternatives, as `wire::shape` of the support code does.

use std::cmp::Reverse;

use serde_json::{Map, Value};

use super::text::is_number;
use crate::base::json_shape::{JsonShape, ObjectShape};

/// The quality of a match. The fields are in order of significance.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Fit {
    listed: usize,
    kind: usize,
    recognized: usize,
    required: usize,
    unlisted: Reverse<usize>,
    spare: Reverse<usize>,
}

impl Fit {
    fn kind(kind: usize) -> Self {
        Self { kind, ..Self::default() }
    }

    fn enumeration(is_listed: bool, values: usize) -> Self {
        Self { kind: if is_listed { 4 } else { 1 }, spare: Reverse(values), ..Self::default() }
    }
}

/// Returns how well a value matches a shape, or `None` if it does not.
pub(super) fn fit(shape: &JsonShape, value: &Value) -> Option<Fit> {
    let when = |fits: bool, kind: usize| fits.then(|| Fit::kind(kind));
    match (shape, value) {
        (JsonShape::Any, _) => Some(Fit::default()),
        (JsonShape::Union(shapes), _) => {
            Some(shapes.iter().filter_map(|shape| fit(shape, value)).max().unwrap_or_default())
        }
        (JsonShape::List(element), Value::Array(elements)) => {
            let first = elements.first().and_then(|first| fit(element, first));
            Some(first.map_or_else(|| Fit::kind(1), |fit| Fit { kind: fit.kind + 2, ..fit }))
        }
        (JsonShape::Object(shape), Value::Object(members)) => object(shape, members),
        (JsonShape::Boolean, Value::Bool(_)) => Some(Fit::kind(1)),
        (JsonShape::Integers(codes), Value::Number(number)) => {
            let whole = || number.as_f64().filter(|number| number.fract() == 0.0).map(|whole| whole as i64);
            let code = number.as_i64().or_else(whole)?;
            Some(Fit::enumeration(codes.contains(&code), codes.len()))
        }
        (JsonShape::Integer, Value::Number(number)) => match number.as_f64() {
            Some(float) if number.is_f64() => when(float.fract() == 0.0, 1),
            _ => Some(Fit::kind(3)),
        },
        (JsonShape::Number, Value::Number(_)) => Some(Fit::kind(2)),
        (JsonShape::Integer | JsonShape::Number, Value::String(text)) => when(is_number(text), 0),
        (JsonShape::Integers(codes), Value::String(text)) => {
            when(text.parse().is_ok_and(|code| codes.contains(&code)), 0)
        }
        (JsonShape::Texts(texts), Value::String(text)) => Some(Fit::enumeration(texts.contains(text), texts.len())),
        (JsonShape::Format, Value::String(_)) => Some(Fit::kind(3)),
        (JsonShape::Day, Value::String(text)) => when(text.len() == "2024-12-31".len(), 3),
        (JsonShape::Text, Value::String(_)) => Some(Fit::kind(2)),
        _ => None,
    }
}

fn object(shape: &ObjectShape, members: &Map<String, Value>) -> Option<Fit> {
    let recognized = shape.known.iter().filter(|key| members.contains_key(*key)).count();
    let is_complete = shape.required.iter().all(|key| members.contains_key(key));
    let mut fit = is_complete.then(|| Fit {
        kind: 1,
        recognized,
        required: shape.required.len(),
        spare: Reverse(shape.known.len() - recognized),
        ..Fit::default()
    })?;
    for (key, values) in &shape.values {
        match members.get(key).filter(|value| !value.is_object() && !value.is_array()) {
            Some(value) if is_listed(value, values) => {
                fit.listed += 1;
                fit.spare.0 += values.len();
            }
            _ if ObjectShape::is_constant(&shape.required, key, values) => return None,
            None | Some(Value::Null) => {}
            Some(_) => fit.unlisted.0 += 1,
        }
    }
    Some(fit)
}

fn is_listed(value: &Value, values: &[String]) -> bool {
    match value {
        Value::String(text) => values.contains(text),
        other => values.contains(&other.to_string()),
    }
}
