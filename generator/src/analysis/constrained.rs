//! Types with constraints on their values, which are checked before sending.

use super::containing_types::ContainingTypes;
use super::{Direction, Directions, travels};
use crate::model::{Api, Constraints, Definition, Shape, Type, TypeId};

/// Returns for each type whether it has constraints, itself or in a type that it contains.
pub(super) fn constrained(api: &Api, directions: &Directions) -> Vec<bool> {
    let has_own = |(id, definition): (TypeId, &Definition)| directions.is_sent(id) && has_own_rules(api, definition);
    let mut constrained: Vec<bool> = api.definitions().map(has_own).collect();
    let holders = ContainingTypes::new(api.types.iter().map(|definition| checked(&definition.shape)));
    holders.mark_containing(&mut constrained, |id| directions.is_sent(id));
    constrained
}

fn has_own_rules(api: &Api, definition: &Definition) -> bool {
    match &definition.shape {
        Shape::Object(object) => {
            let sent = object.fields.iter().filter(|field| travels(field, Direction::Request));
            sent.into_iter().any(|field| is_limited(api, &field.ty, &field.constraints))
        }
        Shape::Alias(ty) => is_limited(api, ty, &definition.constraints),
        Shape::Union(_) | Shape::Wrapper(_) | Shape::IntegerEnum(_) | Shape::StringEnum(_) => false,
    }
}

/// Returns the types whose constraints are checked together with those of a shape.
fn checked(shape: &Shape) -> Vec<TypeId> {
    match shape {
        Shape::Object(object) => {
            let sent = object.fields.iter().filter(|field| travels(field, Direction::Request));
            sent.flat_map(|field| field.ty.named_types()).collect()
        }
        Shape::Alias(ty) => ty.named_types(),
        Shape::Union(union) if union.tag.is_some() => union.payloads().flat_map(Type::named_types).collect(),
        Shape::Union(_) | Shape::Wrapper(_) | Shape::IntegerEnum(_) | Shape::StringEnum(_) => Vec::new(),
    }
}

/// Returns `true` if constraints apply to a value of a type, or to one of its elements.
fn is_limited(api: &Api, ty: &Type, constraints: &Constraints) -> bool {
    let ty = api.unaliased(ty.split_null().0).split_null().0;
    let of_elements = || match (ty, &constraints.element) {
        (Type::List(inner) | Type::Set(inner) | Type::Map(inner), Some(constraints)) => {
            is_limited(api, inner, constraints)
        }
        _ => false,
    };
    constraints.apply_to(ty) || of_elements()
}
