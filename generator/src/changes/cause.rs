//! Which change is the cause of a difference in the code that none accounts for: the nearest one, among what the type holds
//! and what uses it.

use std::collections::{HashMap, HashSet, VecDeque};

use super::finding::Finding;
use super::index::User;
use super::side::Side;
use crate::interface::Key;
use crate::model::TypeId;

/// So many types are looked at for the cause of one difference.
const MAX_VISITED: usize = 256;

/// The changes by the parts of the code that they account for.
pub(super) struct Causes<'f> {
    by_owner: HashMap<String, usize>,
    by_member: HashMap<Key, usize>,
    sides: [Parts<'f>; 2],
}

/// The parts of one description by the owners of their items.
struct Parts<'s> {
    side: Side<'s>,
    types: HashMap<String, TypeId>,
    operations: HashMap<String, usize>,
    functions: HashMap<Key, usize>,
}

impl<'f> Causes<'f> {
    pub(super) fn new(found: &[Finding], old: Side<'f>, new: Side<'f>) -> Self {
        let mut causes =
            Self { by_owner: HashMap::new(), by_member: HashMap::new(), sides: [old, new].map(Parts::new) };
        // Of several, the gravest is the cause.
        let mut order: Vec<usize> = (0..found.len()).collect();
        order.sort_by_key(|index| std::cmp::Reverse(found[*index].wire));
        for index in order {
            for claim in &found[index].claims {
                causes.by_owner.entry(claim.owner().to_owned()).or_insert(index);
                if let Some(key) = claim.key() {
                    causes.by_member.entry(key).or_insert(index);
                }
            }
        }
        causes
    }

    /// The position of the change that a difference belongs to.
    pub(super) fn of(&self, key: &Key) -> Option<usize> {
        let function = self.sides.iter().find_map(|parts| Some((parts, *parts.functions.get(key)?)));
        if function.is_none()
            && let Some(cause) = self.by_owner.get(&key.owner)
        {
            return Some(*cause);
        }
        self.sides.iter().find_map(|parts| {
            let operation = parts.functions.get(key).or_else(|| parts.operations.get(&key.owner));
            let types = operation.map(|operation| parts.types_of(*operation));
            let types = types.unwrap_or_else(|| parts.types.get(&key.owner).copied().into_iter().collect());
            self.nearest(parts, types)
        })
    }

    fn nearest(&self, parts: &Parts<'_>, start: Vec<TypeId>) -> Option<usize> {
        let mut known: HashSet<TypeId> = start.iter().copied().collect();
        let mut pending: VecDeque<TypeId> = start.into();
        while let Some(id) = pending.pop_front() {
            let side = parts.side;
            let users = side.index.users(id);
            let owners = side.owners(id);
            let own = owners.iter().find_map(|owner| self.by_owner.get(owner));
            if let Some(cause) = own.or_else(|| users.iter().find_map(|user| self.by_user(side, *user))) {
                return Some(*cause);
            }
            let outer = users.iter().filter_map(|user| match *user {
                User::Field(owner, _) | User::Variant(owner, _) | User::Type(owner) => Some(owner),
                User::Operation(_) => None,
            });
            let held = side.api.definition(id).shape.types(|_| true).into_iter().flat_map(|ty| ty.named());
            for next in held.chain(outer) {
                if known.len() < MAX_VISITED && known.insert(next) {
                    pending.push_back(next);
                }
            }
        }
        None
    }

    /// The change that accounts for what uses a type.
    fn by_user(&self, side: Side<'_>, user: User) -> Option<&usize> {
        let claims = match user {
            User::Field(owner, index) => side.field(owner, index),
            User::Variant(owner, index) => side.variant(owner, index),
            User::Type(_) => return None,
            User::Operation(index) => return self.by_owner.get(&side.operation_type(index, "")),
        };
        claims.iter().find_map(|claim| self.by_member.get(&claim.key()?))
    }
}

impl<'s> Parts<'s> {
    fn new(side: Side<'s>) -> Self {
        let ids = side.api.definitions().map(|(id, _)| id);
        let types = ids.flat_map(|id| side.owners(id).into_iter().map(move |owner| (owner, id))).collect();
        let operations = 0..side.api.operations.len();
        let functions = operations.clone().filter_map(|index| Some((side.function(index).key()?, index))).collect();
        let operations = operations.flat_map(|index| {
            side.own_items(index).into_iter().filter(|claim| claim.key().is_none()).map(move |claim| (claim, index))
        });
        let operations = operations.map(|(claim, index)| (claim.owner().to_owned(), index)).collect();
        Self { side, types, operations, functions }
    }

    fn types_of(&self, operation: usize) -> Vec<TypeId> {
        self.side.api.operations[operation].types().flat_map(|ty| ty.named()).collect()
    }
}
