//! Which types have rules for their values, so that they are checked before they are sent.

use super::{Form, Forms, travels};
use crate::model::{Api, Definition, Field, Limits, Shape, Type, TypeId};

/// Whether each type has rules, in itself or in a type that it holds: repeated until nothing is added.
pub(super) fn ruled(api: &Api, forms: &Forms) -> Vec<bool> {
    let mut ruled = vec![false; api.types.len()];
    loop {
        let add: Vec<TypeId> = api
            .definitions()
            .filter(|(id, _)| !ruled[id.index()] && forms.is_sent(*id))
            .filter(|(_, definition)| has_rules(api, definition, &ruled))
            .map(|(id, _)| id)
            .collect();
        if add.is_empty() {
            return ruled;
        }
        add.into_iter().for_each(|id| ruled[id.index()] = true);
    }
}

fn has_rules(api: &Api, definition: &Definition, ruled: &[bool]) -> bool {
    let inside = |ty: &Type| ty.named().into_iter().any(|id| ruled[id.index()]);
    match &definition.shape {
        Shape::Object(object) => {
            let has = |field: &Field| is_limited(api, &field.ty, &field.limits) || inside(&field.ty);
            object.fields.iter().any(|field| travels(field, Form::Sent) && has(field))
        }
        Shape::Alias(ty) => is_limited(api, ty, &definition.limits) || inside(ty),
        Shape::Union(union) => union.tag.is_some() && union.payloads().any(inside),
        Shape::Newtype(_) | Shape::Codes(_) | Shape::Words(_) => false,
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
