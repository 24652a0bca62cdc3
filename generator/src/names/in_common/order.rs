//! In which order types at several places are looked at: what others stand in comes first.

use super::super::ways::shared_owner;
use super::places;
use crate::model::{Api, TypeId};

/// So many of them are named after each other.
const NESTED: usize = 6;

/// The types that stand at several places, from the outside in.
pub(in crate::names) fn from_outside(api: &Api) -> Vec<TypeId> {
    let common: Vec<(TypeId, Vec<TypeId>)> = api
        .definitions()
        .filter_map(|(id, definition)| {
            let owners = places(definition)?.into_iter().filter_map(|naming| shared_owner(api, naming));
            let mut owners: Vec<TypeId> = owners.filter(|owner| *owner != id).collect();
            owners.sort_unstable();
            owners.dedup();
            Some((id, owners))
        })
        .collect();
    let mut depths = vec![0_usize; api.types.len()];
    for _ in 0..NESTED {
        for (id, owners) in &common {
            let deepest = owners.iter().filter_map(|owner| depths.get(owner.index())).max();
            depths[id.index()] = deepest.map_or(0, |depth| depth + 1).min(NESTED);
        }
    }
    let mut ordered: Vec<TypeId> = common.into_iter().map(|(id, _)| id).collect();
    ordered.sort_by_key(|id| (depths.get(id.index()).copied(), *id));
    ordered
}
