//! Structural shapes of values, and how well a value matches a shape.

use std::cmp::Reverse;

use serde_json::Value;

use crate::wire::object_schema::ObjectSchema;
use crate::wire::tree::Tree;

/// The structural shape of the values of an alternative.
pub enum Shape {
    /// `true` or `false`.
    Boolean,
    /// An integer.
    Integer,
    /// One of these integers, or an unknown one.
    Codes(&'static [i64]),
    /// A number.
    Number,
    /// Any string.
    Text,
    /// A string with a format.
    Format,
    /// A date without a time. Other parsers may accept a date-time as well.
    Day,
    /// One of these strings, or an unknown one.
    Texts(&'static [&'static str]),
    /// An array whose first element has this shape.
    List(&'static Shape),
    /// An object: its required members, all its declared members, and the values of members, which may also be unknown
    /// ones. A required member with a single value is a constant.
    Object(
        &'static [&'static str],
        &'static [&'static str],
        &'static [(&'static str, &'static [&'static str])],
    ),
    /// An object with the members of a struct, and the values of members as above.
    Struct(
        &'static ObjectSchema,
        &'static [(&'static str, &'static [&'static str])],
    ),
    /// One of several shapes.
    Union(&'static [Shape]),
    /// Anything.
    Any,
}

/// The quality of a match. The fields are in order of significance.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fit {
    /// The number of members with a listed value.
    listed: usize,
    /// The significance of the type of the value.
    kind: usize,
    /// The number of declared members.
    recognized: usize,
    /// The number of required members.
    required: usize,
    /// The number of members with an unlisted value.
    unlisted: Reverse<usize>,
    /// The number of absent declared members and other listed values: fewer is more specific.
    spare: Reverse<usize>,
}

impl Fit {
    fn kind(kind: usize) -> Self {
        Self {
            kind,
            ..Self::default()
        }
    }
}

impl Shape {
    /// Returns how well a value with these members matches, or `None` if it does not.
    pub fn fit(&self, value: &Tree, keys: &[&str]) -> Option<Fit> {
        let when = |fits: bool, kind: usize| fits.then(|| Fit::kind(kind));
        match (self, value.scalar()) {
            (Self::Any, _) => Some(Fit::default()),
            // A value that matches no alternative is kept by its own union as unlisted.
            (Self::Union(shapes), _) => {
                let fits = shapes.iter().filter_map(|shape| shape.fit(value, keys));
                Some(fits.max().unwrap_or_default())
            }
            (Self::List(element), None) => value.is_array().then(|| element.fit_first(value)),
            (Self::Object(required, known, values), None) => {
                object(value, keys, required.iter().copied(), known, values)
            }
            (Self::Struct(schema, values), None) => {
                object(value, keys, schema.required(), schema.keys, values)
            }
            (Self::Boolean, Some(Value::Bool(_))) => Some(Fit::kind(1)),
            (Self::Codes(codes), Some(Value::Number(number))) => {
                let whole = || number.as_f64().filter(|number| number.fract() == 0.0);
                let code = number
                    .as_i64()
                    .or_else(|| whole().map(|whole| whole as i64))?;
                Some(enum_fit(codes.contains(&code), codes.len()))
            }
            // `1.0` is an integer, but a number keeps its form.
            (Self::Integer, Some(Value::Number(number))) => match number.as_f64() {
                Some(float) if number.is_f64() => when(float.fract() == 0.0, 1),
                _ => Some(Fit::kind(3)),
            },
            (Self::Number, Some(Value::Number(_))) => Some(Fit::kind(2)),
            // Servers write numbers in quotation marks, but a string as such is the better match.
            (Self::Integer | Self::Number, Some(Value::String(text))) => {
                when(text.parse().is_ok_and(f64::is_finite), 0)
            }
            (Self::Codes(codes), Some(Value::String(text))) => {
                when(text.parse().is_ok_and(|code| codes.contains(&code)), 0)
            }
            (Self::Texts(texts), Some(Value::String(text))) => {
                Some(enum_fit(texts.contains(&text.as_str()), texts.len()))
            }
            (Self::Format, Some(Value::String(_))) => Some(Fit::kind(3)),
            (Self::Day, Some(Value::String(text))) => when(text.len() == "2024-12-31".len(), 3),
            (Self::Text, Some(Value::String(_))) => Some(Fit::kind(2)),
            _ => None,
        }
    }

    /// Returns how well an array matches, judged by its first element: all elements have the same type.
    fn fit_first(&self, list: &Tree) -> Fit {
        let first = list.first();
        let fit = first.and_then(|first| self.fit(&first, &sorted_keys(&first)));
        fit.map_or_else(
            || Fit::kind(1),
            |fit| Fit {
                kind: fit.kind + 2,
                ..fit
            },
        )
    }
}

/// Returns the sorted names of the members, for lookups.
pub(crate) fn sorted_keys(value: &Tree) -> Vec<&str> {
    let mut keys: Vec<&str> = value.keys().collect();
    keys.sort_unstable();
    keys
}

/// Returns how well a value of an enum with this number of values matches.
fn enum_fit(is_listed: bool, values: usize) -> Fit {
    Fit {
        kind: if is_listed { 4 } else { 1 },
        spare: Reverse(values),
        ..Fit::default()
    }
}

fn object(
    value: &Tree,
    keys: &[&str],
    required: impl Iterator<Item = &'static str> + Clone,
    known: &[&str],
    values: &[(&str, &[&str])],
) -> Option<Fit> {
    let has = |key: &&str| keys.binary_search(key).is_ok();
    let recognized = known.iter().filter(|key| has(key)).count();
    let complete = value.is_object() && required.clone().all(|key| has(&key));
    let mut fit = complete.then(|| Fit {
        kind: 1,
        recognized,
        required: required.clone().count(),
        spare: Reverse(known.len() - recognized),
        ..Fit::default()
    })?;
    for (key, values) in values {
        match value.member(key).as_ref().and_then(Tree::scalar) {
            Some(value) if is_listed(value, values) => {
                fit.listed += 1;
                fit.spare.0 += values.len();
            }
            _ if values.len() == 1 && required.clone().any(|name| name == *key) => return None,
            None | Some(Value::Null) => {}
            Some(_) => fit.unlisted.0 += 1,
        }
    }
    Some(fit)
}

fn is_listed(value: &Value, values: &[&str]) -> bool {
    match value {
        Value::String(text) => values.contains(&text.as_str()),
        other => values.contains(&other.to_string().as_str()),
    }
}
