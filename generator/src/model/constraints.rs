//! Rules for values, as the validation vocabulary of JSON Schema gives them.

use super::Type;

/// The limits of a value. Those that do not fit its kind say nothing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constraints {
    /// How many characters a text has at least.
    pub min_length: Option<usize>,
    /// How many characters a text has at most.
    pub max_length: Option<usize>,
    /// The form of a text, in the dialect of ECMA-262.
    pub pattern: Option<Pattern>,
    /// The least number.
    pub minimum: Option<Bound>,
    /// The largest number.
    pub maximum: Option<Bound>,
    /// What a number is a multiple of.
    pub multiple_of: Option<f64>,
    /// How many elements or members there are at least.
    pub min_count: Option<usize>,
    /// How many elements or members there are at most.
    pub max_count: Option<usize>,
    /// `true` if no two elements are equal.
    pub unique: bool,
    /// The limits of each element of an array, or member of a map.
    pub element: Option<Box<Constraints>>,
}

impl Constraints {
    /// No limits, for what has none of its own.
    pub const NONE: &'static Self = &Self {
        min_length: None,
        max_length: None,
        pattern: None,
        minimum: None,
        maximum: None,
        multiple_of: None,
        min_count: None,
        max_count: None,
        unique: false,
        element: None,
    };

    /// These limits, and those of others where these say nothing.
    #[must_use]
    pub fn or(self, others: &Self) -> Self {
        Self {
            min_length: self.min_length.or(others.min_length),
            max_length: self.max_length.or(others.max_length),
            pattern: self.pattern.or_else(|| others.pattern.clone()),
            minimum: self.minimum.or(others.minimum),
            maximum: self.maximum.or(others.maximum),
            multiple_of: self.multiple_of.or(others.multiple_of),
            min_count: self.min_count.or(others.min_count),
            max_count: self.max_count.or(others.max_count),
            unique: self.unique || others.unique,
            element: self.element.or_else(|| others.element.clone()),
        }
    }

    /// Returns `true` if a limit fits a value of this kind; `ty` is no alias.
    #[must_use]
    pub fn apply_to(&self, ty: &Type) -> bool {
        match ty {
            Type::Text(_) => self.min_length.is_some() || self.max_length.is_some() || self.pattern.is_some(),
            Type::Integer(_) | Type::Number(_) => {
                self.minimum.is_some() || self.maximum.is_some() || self.multiple_of.is_some()
            }
            Type::List(_) | Type::Set(_) | Type::Map(_) | Type::AnyObject => {
                self.min_count.is_some() || self.max_count.is_some() || self.unique
            }
            _ => false,
        }
    }
}

/// A limit of a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The limit.
    pub value: f64,
    /// `true` if the limit itself is not allowed.
    pub exclusive: bool,
}

/// The form of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// As the description writes it.
    pub written: String,
    /// As the crate `regex` reads it.
    pub expression: String,
}
