//! Types that nobody could use: enumerations of one value that nothing holds, since what refers to them is a constant.

use super::spread::Holders;
use crate::model::{Api, Operation, Shape, Type, TypeId};

/// Returns `true` if each type is such an enumeration.
pub(super) fn left_out(api: &Api) -> Vec<bool> {
    let holders = Holders::of(api.types.iter().map(|definition| held(&definition.shape)));
    let mut is_held: Vec<bool> = api.definitions().map(|(id, _)| holders.has_any(id)).collect();
    let used = api.operations.iter().flat_map(Operation::types).flat_map(Type::named);
    used.for_each(|id| is_held[id.index()] = true);
    let is_single = |shape: &Shape| match shape {
        Shape::IntegerEnum(codes) => codes.codes.len() == 1,
        Shape::StringEnum(words) => words.words.len() == 1,
        _ => false,
    };
    api.definitions().map(|(id, definition)| is_single(&definition.shape) && !is_held[id.index()]).collect()
}

fn held(shape: &Shape) -> Vec<TypeId> {
    shape.types(|field| field.constant.is_none()).into_iter().flat_map(Type::named).collect()
}
