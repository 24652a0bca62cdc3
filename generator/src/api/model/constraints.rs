//! Constraints on values, as in the validation vocabulary of JSON Schema.

use std::hash::{Hash, Hasher};

use serde_json::Value;

use super::Type;

/// The constraints of a value. Those that do not apply to its kind have no effect.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// Minimum number of characters of a string.
    pub min_length: Option<usize>,
    /// Maximum number of characters of a string.
    pub max_length: Option<usize>,
    /// The pattern of a string, in the ECMA-262 dialect.
    pub pattern: Option<Pattern>,
    /// The minimum of a number.
    pub minimum: Option<Bound>,
    /// The maximum of a number.
    pub maximum: Option<Bound>,
    /// The number of which a value is a multiple.
    pub multiple_of: Option<f64>,
    /// The only values of a boolean or a number, if there are some.
    pub values: Vec<Value>,
    /// Minimum number of elements or members.
    pub min_count: Option<usize>,
    /// Maximum number of elements or members.
    pub max_count: Option<usize>,
    /// `true` if no two elements are equal.
    pub unique: bool,
    /// The constraints of each element of an array, or member of a map.
    pub element: Option<Box<Constraints>>,
}

impl Eq for Constraints {}

impl Hash for Constraints {
    /// Leaves out the bounds of numbers, which are not hashable; equal constraints still have one hash.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.min_length, self.max_length, self.min_count, self.max_count, self.unique).hash(state);
    }
}

impl Constraints {
    /// No constraints.
    pub const NONE: &'static Self = &Self {
        min_length: None,
        max_length: None,
        pattern: None,
        minimum: None,
        maximum: None,
        multiple_of: None,
        values: Vec::new(),
        min_count: None,
        max_count: None,
        unique: false,
        element: None,
    };

    /// Returns the constraints of values that satisfy both. Of two patterns, steps or lists of values, the first one is
    /// kept.
    #[must_use]
    pub fn and(self, others: Self) -> Self {
        let strictest = |one: Option<usize>, other: Option<usize>| one.into_iter().chain(other).min();
        Self {
            min_length: self.min_length.max(others.min_length),
            max_length: strictest(self.max_length, others.max_length),
            pattern: self.pattern.or(others.pattern),
            minimum: Bound::strictest(self.minimum, others.minimum, f64::gt),
            maximum: Bound::strictest(self.maximum, others.maximum, f64::lt),
            multiple_of: self.multiple_of.or(others.multiple_of),
            values: if self.values.is_empty() { others.values } else { self.values },
            min_count: self.min_count.max(others.min_count),
            max_count: strictest(self.max_count, others.max_count),
            unique: self.unique || others.unique,
            element: match (self.element, others.element) {
                (Some(own), Some(other)) => Some(Box::new(own.and(*other))),
                (own, other) => own.or(other),
            },
        }
    }

    /// Returns `true` if a constraint applies to a value of this kind; `ty` is not an alias.
    #[must_use]
    pub fn apply_to(&self, ty: &Type) -> bool {
        match ty {
            Type::Text(_) => self.min_length.is_some() || self.max_length.is_some() || self.pattern.is_some(),
            Type::Boolean => !self.values.is_empty(),
            Type::Integer(_) | Type::Number(_) => {
                let is_limited = self.minimum.is_some() || self.maximum.is_some() || self.multiple_of.is_some();
                is_limited || !self.values.is_empty()
            }
            Type::List(_) | Type::Map(_) | Type::AnyObject => {
                self.min_count.is_some() || self.max_count.is_some() || self.unique
            }
            _ => false,
        }
    }
}

/// A bound of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The limit.
    pub value: f64,
    /// `true` if the limit itself is excluded.
    pub exclusive: bool,
}

impl Bound {
    /// Returns the bound that excludes more values.
    fn strictest(one: Option<Self>, other: Option<Self>, is_stricter: fn(&f64, &f64) -> bool) -> Option<Self> {
        let (Some(one), Some(other)) = (one, other) else { return one.or(other) };
        let is_other = is_stricter(&other.value, &one.value) || (other.value == one.value && other.exclusive);
        Some(if is_other { other } else { one })
    }
}

/// The pattern of a string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// The pattern as written in the description.
    pub written: String,
    /// The pattern in the dialect of the crate `regex`.
    pub expression: String,
}
