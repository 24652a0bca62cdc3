//! Facts about what is sent: types that are created from other types when passed as arguments, and types whose values
//! have constraints.

use crate::api::analysis::{ContainingTypes, Direction, Directions, contained_types, travels};
use crate::api::model::{Api, Constraints, Definition, Shape, Type, TypeId};

/// The types that are created from others.
#[derive(Clone, Debug)]
pub(in crate::rust::resolve) struct Conversions {
    becomes_sent: Vec<bool>,
    holds_payload: Vec<bool>,
}

impl Conversions {
    pub(super) fn new(api: &Api, directions: &Directions) -> Self {
        // If the request requires a member that is never received, a received value cannot be converted.
        let lacks = |shape: &Shape| requires_more(shape) || is_converted_by_nobody(shape, directions);
        let mut lacks: Vec<bool> = api.definitions().map(|(_, definition)| lacks(&definition.shape)).collect();
        let holders = ContainingTypes::new(
            api.types.iter().map(|definition| contained_types(&definition.shape, Direction::Request)),
        );
        holders.mark_containing(&mut lacks, |id| directions.is_split(id));
        let holds_payload = api.types.iter().map(|definition| match &definition.shape {
            Shape::Union(union) => union.payloads().next().is_some(),
            _ => false,
        });
        Self {
            becomes_sent: api.definitions().map(|(id, _)| directions.is_split(id) && !lacks[id.index()]).collect(),
            holds_payload: holds_payload.collect(),
        }
    }

    /// Returns `true` if the received form of a type converts to its sent form, when these are two types.
    pub(in crate::rust::resolve) fn becomes_sent(&self, id: TypeId) -> bool {
        self.becomes_sent[id.index()]
    }

    /// Returns `true` if a type is a union that is created from the payload of one variant.
    pub(in crate::rust::resolve) fn holds_payload(&self, id: TypeId) -> bool {
        self.holds_payload[id.index()]
    }
}

/// Returns `true` if a user's type contains a type with different sent and received forms.
fn is_converted_by_nobody(shape: &Shape, directions: &Directions) -> bool {
    let is_such =
        |ty: &Type| matches!(ty, Type::Own(..)) && ty.named_types().into_iter().any(|id| directions.is_split(id));
    shape.types(|_| true).into_iter().any(|ty| ty.any(&is_such))
}

fn requires_more(shape: &Shape) -> bool {
    matches!(shape, Shape::Object(object) if object.fields.iter().any(|field| field.is_loosened() || (field.write_only && field.required)))
}

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
        Shape::Union(union) if union.tag.is_none() => union
            .variants
            .iter()
            .any(|variant| variant.payload.ty().is_some_and(|ty| is_limited(api, ty, &variant.constraints))),
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
        Shape::Union(union) => union.payloads().flat_map(Type::named_types).collect(),
        Shape::Wrapper(_) | Shape::IntegerEnum(_) | Shape::StringEnum(_) => Vec::new(),
    }
}

/// Returns `true` if constraints apply to a value of a type, or to one of its elements.
fn is_limited(api: &Api, ty: &Type, constraints: &Constraints) -> bool {
    let ty = api.unaliased(ty.split_null().0).split_null().0;
    let of_elements = || match (ty, &constraints.element) {
        (Type::List(inner) | Type::Map(inner), Some(constraints)) => is_limited(api, inner, constraints),
        _ => false,
    };
    constraints.apply_to(ty) || of_elements()
}
