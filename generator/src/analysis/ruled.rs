//! Which types have rules for their values, so that they are checked before they are sent.

use super::spread::Holders;
use super::{Form, Forms, travels};
use crate::model::{Api, Definition, Limits, Shape, Type, TypeId};

/// Whether each type has rules, in itself or in a type that it holds.
pub(super) fn ruled(api: &Api, forms: &Forms) -> Vec<bool> {
    let has_own = |(id, definition): (TypeId, &Definition)| forms.is_sent(id) && has_own_rules(api, definition);
    let mut ruled: Vec<bool> = api.definitions().map(has_own).collect();
    let holders = Holders::of(api.types.iter().map(|definition| checked(&definition.shape)));
    holders.spread(&mut ruled, |id| forms.is_sent(id));
    ruled
}

fn has_own_rules(api: &Api, definition: &Definition) -> bool {
    match &definition.shape {
        Shape::Object(object) => {
            let sent = object.fields.iter().filter(|field| travels(field, Form::Sent));
            sent.into_iter().any(|field| is_limited(api, &field.ty, &field.limits))
        }
        Shape::Alias(ty) => is_limited(api, ty, &definition.limits),
        Shape::Union(_) | Shape::Newtype(_) | Shape::Codes(_) | Shape::Words(_) => false,
    }
}

/// The types whose rules are checked with those of a shape.
fn checked(shape: &Shape) -> Vec<TypeId> {
    match shape {
        Shape::Object(object) => {
            let sent = object.fields.iter().filter(|field| travels(field, Form::Sent));
            sent.flat_map(|field| field.ty.named()).collect()
        }
        Shape::Alias(ty) => ty.named(),
        Shape::Union(union) if union.tag.is_some() => union.payloads().flat_map(Type::named).collect(),
        Shape::Union(_) | Shape::Newtype(_) | Shape::Codes(_) | Shape::Words(_) => Vec::new(),
    }
}

/// Whether limits say something about a value of a type, or about an element of it.
fn is_limited(api: &Api, ty: &Type, limits: &Limits) -> bool {
    let ty = api.unaliased(ty.split_null().0).split_null().0;
    let of_elements = || match (ty, &limits.element) {
        (Type::List(inner) | Type::Set(inner) | Type::Map(inner), Some(limits)) => is_limited(api, inner, limits),
        _ => false,
    };
    limits.apply_to(ty) || of_elements()
}
