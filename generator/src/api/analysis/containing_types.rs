//! Properties that a type inherits from the types it contains, and types that no type contains.

use crate::api::model::{Api, Operation, Shape, Type, TypeId};

/// The types that contain each type, by index.
pub(crate) struct ContainingTypes(Vec<Vec<TypeId>>);

impl ContainingTypes {
    /// Creates the table from the types that each type contains, in the order of the arena.
    pub(crate) fn new<I: IntoIterator<Item = TypeId>>(held: impl ExactSizeIterator<Item = I>) -> Self {
        let mut holders = vec![Vec::new(); held.len()];
        for (index, held) in held.enumerate() {
            held.into_iter().for_each(|inner| holders[inner.index()].push(TypeId::new(index)));
        }
        Self(holders)
    }

    /// Returns `true` if any type contains this one.
    pub(crate) fn has_any(&self, id: TypeId) -> bool {
        !self.0[id.index()].is_empty()
    }

    /// Marks all types that contain a marked type, directly or indirectly, and may be marked. Each type is visited once
    /// for each type that it contains, regardless of the length of the path.
    pub(crate) fn mark_containing(&self, marked: &mut [bool], may_be: impl Fn(TypeId) -> bool) {
        let mut pending: Vec<usize> = (0..marked.len()).filter(|index| marked[*index]).collect();
        while let Some(index) = pending.pop() {
            for holder in &self.0[index] {
                if !marked[holder.index()] && may_be(*holder) {
                    marked[holder.index()] = true;
                    pending.push(holder.index());
                }
            }
        }
    }
}

/// Returns for each type `true` if it is an enumeration with one value, which is a constant wherever it is used.
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

#[cfg(test)]
mod tests {
    use super::ContainingTypes;
    use crate::api::model::TypeId;

    #[test]
    fn what_holds_is_marked_where_it_may_be() {
        // 0 contains 1, 1 contains 2 and itself, 3 contains 2 and may not be marked, 4 contains 3.
        let held = [vec![1], vec![2, 1], vec![], vec![2], vec![3]];
        let holders = ContainingTypes::new(held.iter().map(|held| held.iter().map(|index| TypeId::new(*index))));
        let mut marked = [false, false, true, false, false];
        holders.mark_containing(&mut marked, |id| id.index() != 3);
        assert_eq!(marked, [true, true, true, false, false]);
    }
}
