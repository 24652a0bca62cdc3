//! One type for one shape: what has no name of its own and is the same at several places is one type.
//!
//! | places | become |
//! |---|---|
//! | `listOrders` and `listUsers` answer with the same object `page` | `Page` |
//! | `Order` and `User` have the same enumeration `status` | `Status` |
//! | the same object under properties with other names | a type each: that they are alike may be chance |
//! | the same, under one title | one type |
//! | the same body of `createTag` and `createFolder` | a type each, see the module on groups |
//! | what had different names before | a type each: nothing that is there is renamed |
//!
//! Two shapes are the same where they have the same members in the same order, of the same types, with the same rules and
//! defaults; enumerations, where they have the same values in any order. What is said of them makes no difference. Shapes are
//! compared from the inside out, each once, so that the cost does not depend on how deep they stand.

mod canonical;
mod docs;
mod groups;
mod replace;

use std::collections::HashMap;

use crate::config::Config;
use crate::model::{Api, Definition, Owner, Type, TypeId};
use crate::names::Memory;
use canonical::canonical;
use groups::Groups;

/// Makes one type of each group of equal ones.
pub(crate) fn share(api: &mut Api, config: &Config, memory: &Memory) {
    let mut same: Vec<TypeId> = api.definitions().map(|(id, _)| id).collect();
    for level in levels(api) {
        let mut alike: HashMap<String, Vec<TypeId>> = HashMap::with_capacity(level.len());
        for id in level {
            alike.entry(canonical(api.definition(id), &same)).or_default().push(id);
        }
        for members in alike.into_values().filter(|members| members.len() > 1) {
            for group in Groups::new(api, config, memory).of(&members) {
                let Some(first) = group.first().copied() else { continue };
                group.iter().for_each(|member| same[member.index()] = first);
            }
        }
    }
    if same.iter().enumerate().any(|(index, first)| first.index() != index) {
        docs::agree(api, &same);
        replace::replace(api, &same);
    }
}

/// Whether a type is called by a name that the description gives a schema, which nothing else is called by.
fn has_own_name(definition: &Definition) -> bool {
    matches!(definition.naming.owner, Owner::Schema(_)) && definition.naming.step.is_empty()
}

/// The types without a name of their own by how many such types stand inside each other, from the inside out. Those that
/// hold themselves are left out, as is what holds them.
fn levels(api: &Api) -> Vec<Vec<TypeId>> {
    let count = api.types.len();
    let mut waiting = vec![0_usize; count];
    let mut holders: Vec<Vec<TypeId>> = vec![Vec::new(); count];
    for (id, definition) in api.definitions().filter(|(_, definition)| !has_own_name(definition)) {
        let held = definition.shape.types(|_| true).into_iter().flat_map(Type::named);
        for inner in held.filter(|inner| !has_own_name(api.definition(*inner))) {
            waiting[id.index()] += 1;
            holders[inner.index()].push(id);
        }
    }
    let free =
        |(id, definition): (TypeId, &Definition)| (waiting[id.index()] == 0 && !has_own_name(definition)).then_some(id);
    let mut level: Vec<TypeId> = api.definitions().filter_map(free).collect();
    let mut levels = Vec::new();
    while !level.is_empty() {
        let mut next = Vec::new();
        for holder in level.iter().flat_map(|id| &holders[id.index()]) {
            waiting[holder.index()] -= 1;
            if waiting[holder.index()] == 0 {
                next.push(*holder);
            }
        }
        next.sort_unstable();
        levels.push(std::mem::replace(&mut level, next));
    }
    levels
}
