//! Attributes code differences that no change accounts for to a cause: the closest change among the contents and the
//! users of the type.

use std::collections::{HashMap, VecDeque};

use super::finding::Finding;
use super::index::DefinitionUser;
use super::version::{ApiVersion, Versions};
use crate::changes::interface::Key;
use crate::model::TypeId;

/// The changes by the items that they affect.
pub(super) struct Causes<'s> {
    by_owner: HashMap<String, usize>,
    versions: [OwnerIndex<'s>; 2],
}

/// The types and operations of one version by the owners of their items.
struct OwnerIndex<'s> {
    version: ApiVersion<'s>,
    types: HashMap<String, TypeId>,
    operations: HashMap<String, usize>,
    functions: HashMap<Key, usize>,
    /// The closest change of each type, by index.
    closest: Vec<Option<usize>>,
}

impl<'s> Causes<'s> {
    pub(super) fn new(found: &[Finding], versions: Versions<ApiVersion<'s>>) -> Self {
        let mut by_owner = HashMap::new();
        let mut by_member = HashMap::new();
        // If there are several, the most severe one is the cause.
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
        let versions = versions.into_array().map(|version| OwnerIndex::new(version, &by_owner, &by_member));
        Self { by_owner, versions }
    }

    /// Returns the position of the change that a difference belongs to.
    pub(super) fn get(&self, key: &Key) -> Option<usize> {
        let is_function = self.versions.iter().any(|version| version.functions.contains_key(key));
        let own = self.by_owner.get(&key.owner).filter(|_| !is_function).copied();
        own.or_else(|| self.versions.iter().find_map(|version| version.cause(key)))
    }
}

impl<'s> OwnerIndex<'s> {
    fn new(version: ApiVersion<'s>, by_owner: &HashMap<String, usize>, by_member: &HashMap<Key, usize>) -> Self {
        let ids = version.api.definitions().map(|(id, _)| id);
        let types = ids.flat_map(|id| version.owners(id).into_iter().map(move |owner| (owner, id))).collect();
        let indexes = 0..version.api.operations.len();
        let functions =
            indexes.clone().filter_map(|index| Some((version.function_claim(index).key()?, index))).collect();
        let whole = indexes.flat_map(|index| {
            let claims = version.own_item_claims(index).into_iter().filter(|claim| claim.key().is_none());
            claims.map(move |claim| (claim.owner().to_owned(), index))
        });
        Self { version, types, operations: whole.collect(), functions, closest: closest(version, by_owner, by_member) }
    }

    fn cause(&self, key: &Key) -> Option<usize> {
        let closest = |id: &TypeId| self.closest.get(id.index()).copied().flatten();
        match self.functions.get(key).or_else(|| self.operations.get(&key.owner)) {
            Some(index) => {
                self.version.api.operations[*index].types().flat_map(|ty| ty.named_types()).find_map(|id| closest(&id))
            }
            None => closest(self.types.get(&key.owner)?),
        }
    }
}

/// Returns the closest change of each type. The search starts at all changes at once, so that each type is visited once.
fn closest(
    version: ApiVersion<'_>,
    by_owner: &HashMap<String, usize>,
    by_member: &HashMap<Key, usize>,
) -> Vec<Option<usize>> {
    let by_user = |user: &DefinitionUser| {
        let claims = match *user {
            DefinitionUser::Field(owner, index) => version.field_claims(owner, index),
            DefinitionUser::Variant(owner, index) => version.variant_claims(owner, index),
            DefinitionUser::Type(_) => return None,
            DefinitionUser::Operation(index) => return by_owner.get(&version.operation_type(index, "")),
        };
        claims.iter().find_map(|claim| by_member.get(&claim.key()?))
    };
    let own = |id: TypeId| version.owners(id).iter().find_map(|owner| by_owner.get(owner));
    let ids = version.api.definitions().map(|(id, _)| id);
    let mut closest: Vec<Option<usize>> =
        ids.map(|id| own(id).or_else(|| version.index.users(id).iter().find_map(by_user)).copied()).collect();
    let mut pending: VecDeque<TypeId> =
        (0..closest.len()).filter(|index| closest[*index].is_some()).map(TypeId::new).collect();
    while let Some(id) = pending.pop_front() {
        let outer = version.index.users(id).iter().filter_map(|user| match *user {
            DefinitionUser::Field(owner, _) | DefinitionUser::Variant(owner, _) | DefinitionUser::Type(owner) => {
                Some(owner)
            }
            DefinitionUser::Operation(_) => None,
        });
        let contents = version.api.definition(id).shape.types(|_| true).into_iter().flat_map(|ty| ty.named_types());
        for next in contents.chain(outer) {
            if closest[next.index()].is_none() {
                closest[next.index()] = closest[id.index()];
                pending.push_back(next);
            }
        }
    }
    closest
}
