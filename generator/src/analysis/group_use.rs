//! Which groups of operations reach each type, for crates in which every group is a feature.
//!
//! | reached by | compiled with |
//! |---|---|
//! | one group | the feature of the group |
//! | up to three groups | any of their features, in a module of these types |
//! | more groups | always: what so many use is small beside them, and a list of so many features says nothing |
//! | no operation, or an event | the feature for such types, which counts as a group here |
//!
//! What a type holds is there whenever the type is. So a set only grows on its way from the operations inwards.

use std::collections::BTreeSet;

use super::{Errors, Module};
use crate::model::{Api, Type, TypeId};

/// So many groups may share a module of types.
const FEW: usize = 3;

/// Which groups of operations reach what they share.
#[derive(Clone, Debug, Default)]
pub struct GroupUse {
    /// The module of each type, by index.
    pub modules: Vec<Module>,
    /// The groups of each module that has several, by index. One beyond the last group stands for what no operation uses.
    pub sets: Vec<BTreeSet<usize>>,
    /// The groups whose operations have an error type that is shared, by its index; empty where it is always there.
    pub errors: Vec<BTreeSet<usize>>,
}

/// Those who reach a type.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Users {
    Few(BTreeSet<usize>),
    Many,
}

impl Users {
    fn none() -> Self {
        Self::Few(BTreeSet::new())
    }

    fn of(groups: impl IntoIterator<Item = usize>) -> Self {
        let groups: BTreeSet<usize> = groups.into_iter().collect();
        if groups.len() > FEW { Self::Many } else { Self::Few(groups) }
    }

    fn with(&self, others: &Self) -> Self {
        match (self, others) {
            (Self::Few(one), Self::Few(other)) => Self::of(one | other),
            _ => Self::Many,
        }
    }
}

impl GroupUse {
    /// Who reaches what; `homes` are the modules by the names of types.
    pub(super) fn of(api: &Api, errors: &Errors, homes: &[Module]) -> Self {
        let unused = api.groups.len();
        let mut reached = vec![Users::none(); api.types.len()];
        for operation in &api.operations {
            let own = operation.types().flat_map(|ty| named(api, ty));
            spread(api, &mut reached, own.map(|id| (id, Users::of([operation.group]))).collect());
        }
        let events = api.events.iter().flat_map(|event| named(api, &event.ty));
        let homeless = api.definitions().map(|(id, _)| id).filter(|id| homes.get(id.index()) == Some(&Module::Unused));
        spread(api, &mut reached, events.chain(homeless).map(|id| (id, Users::of([unused]))).collect());
        // An error type has what any of its operations answers.
        let groups = |operations: &[usize]| Users::of(operations.iter().map(|index| api.operations[*index].group));
        let users: Vec<Users> = errors.shared.iter().map(|error| groups(&error.operations)).collect();
        for (error, users) in errors.shared.iter().zip(&users) {
            let bodies = error.variants.iter().filter_map(|variant| variant.body(api));
            spread(api, &mut reached, bodies.flat_map(|body| named(api, body)).map(|id| (id, users.clone())).collect());
        }
        let rest = (0..reached.len()).filter(|index| reached[*index] == Users::none()).map(TypeId::new);
        let rest: Vec<(TypeId, Users)> = rest.map(|id| (id, Users::Many)).collect();
        spread(api, &mut reached, rest);
        let (modules, sets) = modules(&reached, unused);
        let few = |users: Users| match users {
            Users::Few(groups) => groups,
            Users::Many => BTreeSet::new(),
        };
        Self { modules, sets, errors: users.into_iter().map(few).collect() }
    }
}

fn named(api: &Api, ty: &Type) -> Vec<TypeId> {
    ty.named().into_iter().chain(api.held_by_own(ty)).collect()
}

/// Adds who reaches some types to these and to all that they hold. What is known of a type grows a few times at most.
fn spread(api: &Api, reached: &mut [Users], mut next: Vec<(TypeId, Users)>) {
    while let Some((id, users)) = next.pop() {
        let Some(known) = reached.get_mut(id.index()) else { continue };
        let now = known.with(&users);
        if now == *known {
            continue;
        }
        known.clone_from(&now);
        let inner = api.definition(id).shape.types(|_| true).into_iter().flat_map(|ty| named(api, ty));
        next.extend(inner.map(|id| (id, now.clone())));
    }
}

/// The module of each type, and the sets of groups that have one together.
fn modules(reached: &[Users], unused: usize) -> (Vec<Module>, Vec<BTreeSet<usize>>) {
    let several = reached.iter().filter_map(|users| match users {
        Users::Few(groups) if groups.len() > 1 => Some(groups.clone()),
        _ => None,
    });
    let sets: BTreeSet<BTreeSet<usize>> = several.collect();
    let sets: Vec<BTreeSet<usize>> = sets.into_iter().collect();
    let module = |users: &Users| match users {
        Users::Many => Module::Shared,
        Users::Few(groups) => match groups.first() {
            Some(first) if groups.len() == 1 && *first == unused => Module::Unused,
            Some(first) if groups.len() == 1 => Module::Group(*first),
            _ => sets.binary_search(groups).map_or(Module::Shared, Module::Several),
        },
    };
    (reached.iter().map(module).collect(), sets)
}
