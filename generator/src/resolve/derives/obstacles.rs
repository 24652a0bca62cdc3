//! Which types cannot have a trait of the language, in themselves or by what they hold: found once for each trait that is asked
//! for, so that patterns take no longer the deeper types hold each other.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::possible::Obstacle;
use crate::config::StandardTrait;
use crate::model::TypeId;
use crate::resolve::Resolver;

/// The types that cannot have a trait, and the types that each other type needs to have it.
pub(super) struct Obstacles {
    barred: BTreeMap<TypeId, Rc<Obstacle>>,
    held: BTreeMap<TypeId, Vec<TypeId>>,
}

impl Obstacles {
    pub(super) fn new(resolver: Resolver<'_>, wanted: StandardTrait) -> Self {
        let mut obstacles = Self { barred: BTreeMap::new(), held: BTreeMap::new() };
        for (id, _) in resolver.definitions() {
            match resolver.held_with(wanted, id) {
                Ok(held) => drop(obstacles.held.insert(id, held)),
                Err(obstacle) => drop(obstacles.barred.insert(id, Rc::new(obstacle))),
            }
        }
        obstacles.propagate();
        obstacles
    }

    /// Marks the types that contain a type without the trait.
    fn propagate(&mut self) {
        let mut holders: BTreeMap<TypeId, Vec<TypeId>> = BTreeMap::new();
        for (holder, held) in &self.held {
            held.iter().for_each(|id| holders.entry(*id).or_default().push(*holder));
        }
        let mut open: Vec<TypeId> = self.barred.keys().copied().collect();
        while let Some(id) = open.pop() {
            let obstacle = Rc::clone(&self.barred[&id]);
            for holder in holders.remove(&id).unwrap_or_default() {
                if let Entry::Vacant(entry) = self.barred.entry(holder) {
                    entry.insert(Rc::clone(&obstacle));
                    open.push(holder);
                }
            }
        }
    }

    /// Returns the reason why a type cannot have the trait.
    pub(super) fn barring(&self, id: TypeId) -> Option<&Rc<Obstacle>> {
        self.barred.get(&id)
    }

    /// The types that have to have the trait if one has it, without those that have it already.
    pub(super) fn closure(&self, id: TypeId, has_it: &dyn Fn(TypeId) -> bool) -> BTreeSet<TypeId> {
        let mut closure = BTreeSet::new();
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            if !has_it(id) && closure.insert(id) {
                open.extend(self.held.get(&id).into_iter().flatten());
            }
        }
        closure
    }
}
