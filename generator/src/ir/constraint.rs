//! The constraints that are checked before a value is sent.

use serde::Serialize;

/// A constraint of a value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) enum Constraint {
    /// The minimum and maximum number of characters.
    Length(usize, Option<usize>),
    /// The pattern of a string: in the syntax of the crate `regex`, and as in the description.
    Pattern(String, String),
    /// The minimum.
    Min(f64),
    /// The exclusive minimum.
    MoreThan(f64),
    /// The maximum.
    Max(f64),
    /// The exclusive maximum.
    LessThan(f64),
    /// The divisor of a number.
    MultipleOf(f64),
    /// The minimum and maximum number of elements or members.
    Count(usize, Option<usize>),
    /// The elements are unique.
    Unique,
    /// The constraints of each element or member.
    Each(Vec<Constraint>),
    /// The constraints of an emitted type with this name.
    Of(String),
}

impl Constraint {
    /// Returns `true` if it names an emitted type.
    pub(crate) fn names_type(&self) -> bool {
        match self {
            Self::Of(_) => true,
            Self::Each(each) => each.iter().any(Self::names_type),
            _ => false,
        }
    }

    /// Returns `true` if it contains a regular expression.
    pub(crate) fn has_pattern(&self) -> bool {
        match self {
            Self::Pattern(..) => true,
            Self::Each(each) => each.iter().any(Self::has_pattern),
            _ => false,
        }
    }
}
