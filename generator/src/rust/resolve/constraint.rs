//! Checks of a value before it is sent, from the validation vocabulary of JSON Schema.

use serde_json::Value;

use super::Resolver;
use crate::api::analysis::Direction;
use crate::api::model::{Bound, Constraints, Shape, Type};
use crate::rust::ir::Constraint;

impl<'a> Resolver<'a> {
    /// Returns the checks of a value of a type.
    pub(crate) fn constraints(&self, ty: &'a Type, declared: &'a Constraints) -> Vec<Constraint> {
        if !self.options.validate {
            return Vec::new();
        }
        let (current, declared) = self.with_aliases(ty, declared);
        let mut constraints: Vec<Constraint> = declared.iter().flat_map(|declared| own(current, declared)).collect();
        match current {
            Type::List(inner) | Type::Map(inner) => {
                let each = self.of_elements(inner, &declared);
                constraints.extend((!each.is_empty()).then_some(Constraint::Each(each)));
            }
            Type::Named(id) if self.is_checked(*id) => {
                constraints.push(Constraint::Of(self.names.of_type(*id, Direction::Request).to_owned()));
            }
            _ => {}
        }
        constraints.dedup();
        constraints
    }

    /// Returns the type that aliases lead to, and the limits of each of them besides the declared ones.
    pub(super) fn with_aliases(&self, ty: &'a Type, declared: &'a Constraints) -> (&'a Type, Vec<&'a Constraints>) {
        let mut declared = vec![declared];
        let mut current = ty.split_null().0;
        while let Type::Named(id) = current
            && let definition = self.api.definition(*id)
            && let Shape::Alias(target) = &definition.shape
            && declared.len() <= self.api.types.len()
        {
            declared.push(&definition.constraints);
            current = target.split_null().0;
        }
        (current, declared)
    }

    fn of_elements(&self, inner: &'a Type, declared: &[&'a Constraints]) -> Vec<Constraint> {
        let elements: Vec<&Constraints> = declared.iter().filter_map(|declared| declared.element.as_deref()).collect();
        let mut each = Vec::new();
        for declared in elements.iter().copied().chain(elements.is_empty().then_some(Constraints::NONE)) {
            let more = self.constraints(inner, declared).into_iter().filter(|constraint| !each.contains(constraint));
            let more: Vec<Constraint> = more.collect();
            each.extend(more);
        }
        each
    }
}

fn one_of(values: &[Value]) -> Option<Constraint> {
    (!values.is_empty()).then(|| Constraint::OneOf(values.to_vec()))
}

/// Returns the limits that apply to a value of this kind.
pub(super) fn own(ty: &Type, declared: &Constraints) -> Vec<Constraint> {
    let mut constraints = Vec::new();
    match ty {
        Type::Text(_) => {
            if declared.min_length.is_some() || declared.max_length.is_some() {
                constraints.push(Constraint::Length(declared.min_length.unwrap_or(0), declared.max_length));
            }
            let pattern = declared.pattern.as_ref();
            constraints.extend(
                pattern.map(|pattern| Constraint::Pattern(pattern.expression.clone(), pattern.written.clone())),
            );
        }
        Type::Boolean => constraints.extend(one_of(&declared.values)),
        Type::Integer(_) | Type::Number(_) => {
            constraints.extend(one_of(&declared.values));
            let minimum = |bound: Bound| {
                if bound.exclusive { Constraint::MoreThan(bound.value) } else { Constraint::Min(bound.value) }
            };
            let maximum = |bound: Bound| {
                if bound.exclusive { Constraint::LessThan(bound.value) } else { Constraint::Max(bound.value) }
            };
            constraints.extend(declared.minimum.map(minimum));
            constraints.extend(declared.maximum.map(maximum));
            constraints.extend(declared.multiple_of.map(Constraint::MultipleOf));
        }
        Type::List(_) | Type::Map(_) | Type::AnyObject => {
            if declared.min_count.is_some() || declared.max_count.is_some() {
                constraints.push(Constraint::Count(declared.min_count.unwrap_or(0), declared.max_count));
            }
            constraints.extend(declared.unique.then_some(Constraint::Unique));
        }
        _ => {}
    }
    constraints
}
