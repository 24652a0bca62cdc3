//! Merge patches (RFC 7396): null removes an entry of a map, as it removes a member.

use std::collections::HashSet;

use super::schemas::Schemas;
use crate::api::model::{Operation, Shape, Type, TypeId};

impl Schemas<'_> {
    /// Lets the values of maps in merge patches be null. A list is replaced as a whole, so its elements are not patches.
    pub(super) fn allow_removed_entries(&mut self, operations: &mut [Operation]) {
        let mut pending: Vec<TypeId> = Vec::new();
        let bodies = operations.iter_mut().filter_map(|operation| operation.body.as_mut());
        for body in bodies.filter(|body| body.is_merge_patch) {
            let types = body.alternatives.iter_mut().filter_map(|content| content.kind.ty_mut());
            types.for_each(|ty| allow_null_values(ty, &mut pending));
        }
        let mut seen: HashSet<TypeId> = HashSet::new();
        while let Some(id) = pending.pop() {
            if !seen.insert(id) {
                continue;
            }
            match &mut self.types[id.index()].shape {
                Shape::Object(object) => {
                    let sent = object.fields.iter_mut().filter(|field| !field.read_only);
                    sent.for_each(|field| allow_null_values(&mut field.ty, &mut pending));
                    if let Some(others) = &mut object.others {
                        allow_null(others, &mut pending);
                    }
                }
                Shape::Alias(ty) | Shape::Wrapper(ty) => allow_null_values(ty, &mut pending),
                Shape::Union(union) => {
                    let payloads = union.variants.iter_mut().filter_map(|variant| variant.payload.ty_mut());
                    payloads.for_each(|ty| allow_null_values(ty, &mut pending));
                }
                Shape::IntegerEnum(_) | Shape::StringEnum(_) => {}
            }
        }
    }
}

fn allow_null_values(ty: &mut Type, pending: &mut Vec<TypeId>) {
    match ty {
        Type::Map(value) => allow_null(value, pending),
        Type::Nullable(inner) => allow_null_values(inner, pending),
        Type::Named(id) => pending.push(*id),
        _ => {}
    }
}

fn allow_null(ty: &mut Type, pending: &mut Vec<TypeId>) {
    allow_null_values(ty, pending);
    if *ty != Type::Any {
        *ty = std::mem::replace(ty, Type::Any).or_null();
    }
}
