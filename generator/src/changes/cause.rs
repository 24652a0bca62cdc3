//! Attributes code differences that no change accounts for to a cause: the closest change among the contents and the
//! users of the type.

use std::collections::{HashMap, VecDeque};

use super::finding::Finding;
use super::index::User;
use super::side::Side;
use crate::interface::Key;
use crate::model::TypeId;

/// The changes by what they are the cause of.
pub(super) struct Causes<'s> {
    by_owner: HashMap<String, usize>,
    sides: [Parts<'s>; 2],
}

/// The parts of one description by the owners of their items.
struct Parts<'s> {
    side: Side<'s>,
    types: HashMap<String, TypeId>,
    operations: HashMap<String, usize>,
    functions: HashMap<Key, usize>,
    /// The nearest change of each type, by index.
    nearest: Vec<Option<usize>>,
}

impl<'s> Causes<'s> {
    pub(super) fn new(found: &[Finding], old: Side<'s>, new: Side<'s>) -> Self {
        let mut by_owner = HashMap::new();
        let mut by_member = HashMap::new();
        // Of several, the gravest is the cause.
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(found[*index].wire));
        for index in order {
            for claim in &found[index].claims {
                by_owner.entry(claim.owner().to_owned()).or_insert(index);
                if let Some(key) = claim.key() {
                    by_member.entry(key).or_insert(index);
                }
            }
        }
        let sides = [old, new].map(|side| Parts::new(side, &by_owner, &by_member));
        Self { by_owner, sides }
    }

    /// Returns the position of the change that a difference belongs to.
    pub(super) fn get(&self, key: &Key) -> Option<usize> {
        let is_function = self.sides.iter().any(|parts| parts.functions.contains_key(key));
        let own = self.by_owner.get(&key.owner).filter(|_| !is_function).copied();
        own.or_else(|| self.sides.iter().find_map(|parts| parts.cause(key)))
    }
}

impl<'s> Parts<'s> {
    fn new(side: Side<'s>, by_owner: &HashMap<String, usize>, by_member: &HashMap<Key, usize>) -> Self {
        let ids = side.api.definitions().map(|(id, _)| id);
        let types = ids.flat_map(|id| side.owners(id).into_iter().map(move |owner| (owner, id))).collect();
        let indexes = 0..side.api.operations.len();
        let functions = indexes.clone().filter_map(|index| Some((side.function(index).key()?, index))).collect();
        let whole = indexes.flat_map(|index| {
            let claims = side.own_items(index).into_iter().filter(|claim| claim.key().is_none());
            claims.map(move |claim| (claim.owner().to_owned(), index))
        });
        Self { side, types, operations: whole.collect(), functions, nearest: nearest(side, by_owner, by_member) }
    }

    fn cause(&self, key: &Key) -> Option<usize> {
        let nearest = |id: &TypeId| self.nearest.get(id.index()).copied().flatten();
        match self.functions.get(key).or_else(|| self.operations.get(&key.owner)) {
            Some(index) => {
                self.side.api.operations[*index].types().flat_map(|ty| ty.named_types()).find_map(|id| nearest(&id))
            }
            None => nearest(self.types.get(&key.owner)?),
        }
    }
}

/// The nearest change of each type. All are looked for at once, from the changes outwards, so that each type is looked at once.
fn nearest(side: Side<'_>, by_owner: &HashMap<String, usize>, by_member: &HashMap<Key, usize>) -> Vec<Option<usize>> {
    let by_user = |user: &User| {
        let claims = match *user {
            User::Field(owner, index) => side.field(owner, index),
            User::Variant(owner, index) => side.variant(owner, index),
            User::Type(_) => return None,
            User::Operation(index) => return by_owner.get(&side.operation_type(index, "")),
        };
        claims.iter().find_map(|claim| by_member.get(&claim.key()?))
    };
    let own = |id: TypeId| side.owners(id).iter().find_map(|owner| by_owner.get(owner));
    let ids = side.api.definitions().map(|(id, _)| id);
    let mut nearest: Vec<Option<usize>> =
        ids.map(|id| own(id).or_else(|| side.index.users(id).iter().find_map(by_user)).copied()).collect();
    let mut pending: VecDeque<TypeId> =
        (0..nearest.len()).filter(|index| nearest[*index].is_some()).map(TypeId::new).collect();
    while let Some(id) = pending.pop_front() {
        let outer = side.index.users(id).iter().filter_map(|user| match *user {
            User::Field(owner, _) | User::Variant(owner, _) | User::Type(owner) => Some(owner),
            User::Operation(_) => None,
        });
        let held = side.api.definition(id).shape.types(|_| true).into_iter().flat_map(|ty| ty.named_types());
        for next in held.chain(outer) {
            if nearest[next.index()].is_none() {
                nearest[next.index()] = nearest[id.index()];
                pending.push_back(next);
            }
        }
    }
    nearest
}
