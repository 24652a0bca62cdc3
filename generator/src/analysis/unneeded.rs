//! Types that are never needed: enumerations of one value that no type contains, since references to them are
//! constants.

use super::containing_types::ContainingTypes;
use crate::model::{Api, Operation, Shape, Type, TypeId};

/// Returns for each type whether it is such an enumeration.
pub(super) fn unneeded(api: &Api) -> Vec<bool> {
    let holders = ContainingTypes::new(api.types.iter().map(|definition| contained_types(&definition.shape)));
    let mut is_held: Vec<bool> = api.definitions().map(|(id, _)| holders.has_any(id)).collect();
    let used = api.operations.iter().flat_map(Operation::types).flat_map(Type::named_types);
    used.for_each(|id| is_held[id.index()] = true);
    let is_single = |shape: &Shape| match shape {
        Shape::IntegerEnum(codes) => codes.codes.len() == 1,
        Shape::StringEnum(words) => words.words.len() == 1,
        _ => false,
    };
    api.definitions().map(|(id, definition)| is_single(&definition.shape) && !is_held[id.index()]).collect()
}

fn contained_types(shape: &Shape) -> Vec<TypeId> {
    shape.types(|field| field.constant.is_none()).into_iter().flat_map(Type::named_types).collect()
}
