//! What is checked of a value before it is sent, as the validation vocabulary of JSON Schema gives it.

use super::{Bindings, Item, Kind};
use crate::analysis::Form;
use crate::model::{Bound, Limits, Shape, Type};

/// What is checked of a value.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Constraint<'a> {
    /// The number of characters: the least and the most.
    Length(usize, Option<usize>),
    /// The form of a text: as the crate `regex` reads it, and as the description writes it.
    Pattern(&'a str, &'a str),
    /// The least number.
    Min(f64),
    /// What a number is above.
    MoreThan(f64),
    /// The largest number.
    Max(f64),
    /// What a number is below.
    LessThan(f64),
    /// What a number is a multiple of.
    MultipleOf(f64),
    /// The number of elements or members: the least and the most.
    Count(usize, Option<usize>),
    /// No two elements are equal.
    Unique,
    /// The same for each element or member.
    Each(Vec<Constraint<'a>>),
    /// Those of an emitted type of this name.
    Of(&'a str),
}

impl Constraint<'_> {
    /// Whether it takes a regular expression.
    pub(crate) fn has_pattern(&self) -> bool {
        match self {
            Self::Pattern(..) => true,
            Self::Each(each) => each.iter().any(Self::has_pattern),
            _ => false,
        }
    }
}

impl Item<'_> {
    /// Whether a value of it is checked against a regular expression.
    pub(crate) fn has_pattern(&self) -> bool {
        let has_pattern = |constraints: &[Constraint<'_>]| constraints.iter().any(Constraint::has_pattern);
        match &self.kind {
            Kind::Struct(structure) => structure.fields().any(|(_, field)| has_pattern(&field.constraints)),
            Kind::Union(union) => union.variants.iter().any(|variant| has_pattern(&variant.constraints)),
            _ => false,
        }
    }
}

impl<'a> Bindings<'a> {
    /// What is checked of a value of a type.
    pub(crate) fn constraints(&self, ty: &'a Type, limits: &'a Limits) -> Vec<Constraint<'a>> {
        if !self.settings.validate {
            return Vec::new();
        }
        let mut limits = vec![limits];
        let mut current = ty.split_null().0;
        // The limits of each alias on the way count as well.
        while let Type::Named(id) = current
            && let definition = self.api.definition(*id)
            && let Shape::Alias(target) = &definition.shape
            && limits.len() <= self.api.types.len()
        {
            limits.push(&definition.limits);
            current = target.split_null().0;
        }
        let mut constraints: Vec<Constraint<'a>> = limits.iter().flat_map(|limits| own(current, limits)).collect();
        match current {
            Type::List(inner) | Type::Set(inner) | Type::Map(inner) => {
                let each = self.of_elements(inner, &limits);
                constraints.extend((!each.is_empty()).then_some(Constraint::Each(each)));
            }
            Type::Named(id) if self.is_checked(*id) => {
                constraints.push(Constraint::Of(self.names.of_type(*id, Form::Sent)));
            }
            _ => {}
        }
        constraints.dedup();
        constraints
    }

    fn of_elements(&self, inner: &'a Type, limits: &[&'a Limits]) -> Vec<Constraint<'a>> {
        let elements: Vec<&Limits> = limits.iter().filter_map(|limits| limits.element.as_deref()).collect();
        let mut each = Vec::new();
        for limits in elements.iter().copied().chain(elements.is_empty().then_some(Limits::NONE)) {
            let more = self.constraints(inner, limits).into_iter().filter(|constraint| !each.contains(constraint));
            let more: Vec<Constraint<'a>> = more.collect();
            each.extend(more);
        }
        each
    }
}

/// What the limits say of a value of this kind.
pub(super) fn own<'a>(ty: &Type, limits: &'a Limits) -> Vec<Constraint<'a>> {
    let mut constraints = Vec::new();
    match ty {
        Type::Text(_) => {
            if limits.min_length.is_some() || limits.max_length.is_some() {
                constraints.push(Constraint::Length(limits.min_length.unwrap_or(0), limits.max_length));
            }
            let pattern = limits.pattern.as_ref();
            constraints.extend(pattern.map(|pattern| Constraint::Pattern(&pattern.expression, &pattern.written)));
        }
        Type::Integer(_) | Type::Number(_) => {
            let minimum = |bound: Bound| match bound.exclusive {
                true => Constraint::MoreThan(bound.value),
                false => Constraint::Min(bound.value),
            };
            let maximum = |bound: Bound| match bound.exclusive {
                true => Constraint::LessThan(bound.value),
                false => Constraint::Max(bound.value),
            };
            constraints.extend(limits.minimum.map(minimum));
            constraints.extend(limits.maximum.map(maximum));
            constraints.extend(limits.multiple_of.map(Constraint::MultipleOf));
        }
        Type::List(_) | Type::Set(_) | Type::Map(_) | Type::AnyObject => {
            if limits.min_count.is_some() || limits.max_count.is_some() {
                constraints.push(Constraint::Count(limits.min_count.unwrap_or(0), limits.max_count));
            }
            constraints.extend(limits.unique.then_some(Constraint::Unique));
        }
        _ => {}
    }
    constraints
}
