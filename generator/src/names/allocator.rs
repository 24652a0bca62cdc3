//! Assignment of names in one scope after the other: chosen and recorded names first, then what the rules give.

use std::collections::{BTreeMap, HashMap, HashSet};

use indexmap::IndexMap;

use super::history::NameHistory;
use super::items::{ItemId, Items, configured_place};
use super::scope::{Allocation, NameRequest, allocate};

/// Assigns names, and records them.
pub(super) struct NameAllocator<'a> {
    pub(super) items: Items<'a>,
    pub(super) history: &'a NameHistory,
    /// The names that the configuration sets.
    configured: &'a HashMap<ItemId, String>,
    /// The names assigned so far with their basis, if they are recorded.
    given: Option<IndexMap<ItemId, (String, String)>>,
    /// Names that the rules alone would not have given.
    exceptions: IndexMap<ItemId, String>,
    /// Names that only come from the position of an item, and are neither recorded nor chosen.
    pub(super) ordinals: Vec<(ItemId, String)>,
    /// The items that have the name that was chosen for them.
    pub(super) applied: HashSet<ItemId>,
    /// Chosen names that could not be assigned.
    pub(super) declined: Vec<Declined>,
}

/// A chosen name that could not be assigned.
#[derive(Clone, Debug)]
pub(super) struct Declined {
    pub(super) id: ItemId,
    pub(super) name: String,
    /// The item that has the name, if it is in the description.
    pub(super) holder: Option<ItemId>,
}

/// The name that an item should have regardless of the rules.
#[derive(Clone, Copy, Debug)]
struct Recorded<'a> {
    name: Option<&'a str>,
    rank: Rank,
}

/// The precedence of a recorded name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// A user chose it in an earlier run.
    Chosen,
    /// It was given before.
    Previous,
    /// It was given before to a type of another shape: of types that were one, those that did not change go first.
    Changed,
    /// A user chooses it now: no existing name gives way to it.
    Requested,
}

impl<'a> NameAllocator<'a> {
    pub(super) fn new(
        items: Items<'a>,
        history: &'a NameHistory,
        configured: &'a HashMap<ItemId, String>,
        keeps_account: bool,
    ) -> Self {
        Self {
            items,
            history,
            configured,
            given: keeps_account.then(IndexMap::new),
            exceptions: IndexMap::new(),
            ordinals: Vec::new(),
            applied: HashSet::new(),
            declined: Vec::new(),
        }
    }

    /// Returns the names for the requests, in their order; `taken` names are not assigned.
    pub(super) fn allocate(&mut self, requests: &[NameRequest], taken: &HashSet<String>) -> Vec<String> {
        let recorded: Vec<Recorded<'_>> = if self.has_no_records() {
            Vec::new()
        } else {
            requests.iter().map(|request| self.recorded(request)).collect()
        };
        let by_rules = allocate(requests, taken);
        let is_recorded = |(recorded, name): (&Recorded<'_>, &String)| recorded.name.is_none_or(|own| own == name);
        let Allocation { names, by_position } = if recorded.iter().zip(&by_rules.names).all(is_recorded) {
            by_rules
        } else {
            self.allocate_recorded(requests, taken, &recorded, by_rules)
        };
        for index in by_position {
            let (request, name) = (&requests[index], &names[index]);
            if *name == request.natural { self.keep(request.id, name) } else { self.keep_ordinal(request, name) }
        }
        for ((request, name), recorded) in requests.iter().zip(&names).zip(&recorded) {
            let (Rank::Chosen | Rank::Requested, Some(chosen)) = (recorded.rank, recorded.name) else { continue };
            if name == chosen {
                self.note_applied(request.id, name);
            } else {
                let holder = requests.iter().zip(&names).find(|(_, name)| *name == chosen).map(|(holder, _)| holder.id);
                self.declined.push(Declined { id: request.id, name: chosen.to_owned(), holder });
            }
        }
        if let Some(given) = &mut self.given {
            let named = requests.iter().zip(&names);
            given.extend(named.map(|(request, name)| (request.id, (name.clone(), request.basis.clone()))));
        }
        names
    }

    /// Returns the name for the only request, which is taken then.
    pub(super) fn allocate_one(&mut self, request: NameRequest, taken: &mut HashSet<String>) -> String {
        let name = self.allocate(&[request], taken).pop().unwrap_or_default();
        taken.insert(name.clone());
        name
    }

    /// Returns the name that was chosen for an item, and whether that was in this run.
    pub(super) fn choice(&self, id: ItemId) -> Option<(&'a str, bool)> {
        if self.configured.is_empty() && self.history.chosen.is_empty() {
            return None;
        }
        let places = self.items.places(id);
        match self.configured.get(&id) {
            Some(name) => {
                let is_known = places.iter().any(|place| self.history.configured(place) == Some(name));
                Some((name, !is_known))
            }
            None => self.history.choice(&places),
        }
    }

    /// Returns the chosen or else the previous name of an item.
    pub(super) fn recorded_name(&self, id: ItemId) -> Option<&'a str> {
        if self.has_no_records() {
            return None;
        }
        let previous = || self.items.places(id).iter().find_map(|place| self.history.previous_name(place));
        self.choice(id).map(|(name, _)| name).or_else(previous)
    }

    /// Returns the names that an item had and may keep: those of all its places.
    pub(super) fn settled(&self, id: ItemId) -> Vec<String> {
        if self.has_no_records() {
            return Vec::new();
        }
        let own = self.choice(id).filter(|(_, is_new)| !is_new).map(|(name, _)| name.to_owned());
        let places = self.items.places(id);
        own.into_iter()
            .chain(places.iter().filter_map(|place| self.history.settled(place)).map(str::to_owned))
            .collect()
    }

    /// Returns the names that an item had at the places where its type has the same shape as before.
    pub(super) fn settled_unchanged(&self, id: ItemId) -> Vec<String> {
        let Some(hash) = self.items.shape_hash(id).filter(|_| !self.history.is_empty()) else { return Vec::new() };
        let places = self.items.places(id).into_iter().filter(|place| self.history.is_same_shape(place, hash));
        places.filter_map(|place| self.history.settled(&place).map(str::to_owned)).collect()
    }

    /// Returns `true` if an item has a name that the rules alone would not have given.
    pub(super) fn is_exception(&self, id: ItemId) -> bool {
        self.exceptions.contains_key(&id) || self.applied.contains(&id)
    }

    /// Records a name as one that the rules alone would not give again.
    pub(super) fn keep(&mut self, id: ItemId, name: &str) {
        self.exceptions.insert(id, name.to_owned());
    }

    /// Records the name of an item that is not allocated.
    pub(super) fn record(&mut self, id: ItemId, name: &str) {
        if let Some(given) = &mut self.given {
            given.insert(id, (name.to_owned(), String::new()));
        }
    }

    /// Keeps a name that only comes from the position. It is reported unless it was recorded or chosen.
    pub(super) fn keep_ordinal(&mut self, request: &NameRequest, name: &str) {
        self.keep(request.id, name);
        if self.has_no_records() || self.recorded(request).name.is_none() {
            self.ordinals.push((request.id, name.to_owned()));
        }
    }

    /// Returns the names for the next run, and those of them that the rules alone would not give again.
    pub(super) fn close(self) -> (Option<NameHistory>, BTreeMap<String, String>) {
        let (items, configured) = (self.items, self.configured);
        let places = |id: ItemId| {
            let is_configured = configured.contains_key(&id);
            let places = items.places(id).into_iter();
            places.map(move |place| if is_configured { configured_place(&place) } else { place })
        };
        let exceptions =
            self.exceptions.iter().flat_map(|(id, name)| places(*id).map(move |place| (place, name.clone())));
        let exceptions: BTreeMap<String, String> = exceptions.collect();
        let history = self.given.map(|given| {
            let mut history = NameHistory::default();
            for (id, (name, basis)) in &given {
                places(*id).for_each(|place| history.record(&place, name, basis));
            }
            for (id, definition) in items.api.definitions() {
                let hash = definition.shape_hash.into_iter();
                hash.for_each(|hash| {
                    items.places(ItemId::Type(id)).into_iter().for_each(|place| history.record_shape(place, hash))
                });
            }
            for (index, operation) in items.api.operations.iter().enumerate() {
                let group = given.get(&ItemId::Group(operation.group)).map(|(name, _)| name);
                group.into_iter().for_each(|group| history.record_group(&items.place(ItemId::Function(index)), group));
            }
            history.close(self.history, &exceptions)
        });
        (history, exceptions)
    }

    fn has_no_records(&self) -> bool {
        self.history.is_empty() && self.configured.is_empty()
    }

    fn recorded(&self, request: &NameRequest) -> Recorded<'a> {
        if let Some((name, is_new)) = self.choice(request.id) {
            // A function may have been chosen with its group.
            let name = name.rsplit('.').next();
            return Recorded { name, rank: if is_new { Rank::Requested } else { Rank::Chosen } };
        }
        let places = self.items.places(request.id);
        let has_other_shape = self
            .items
            .shape_hash(request.id)
            .is_some_and(|hash| !places.iter().any(|place| self.history.is_same_shape(place, hash)));
        let rank = if has_other_shape { Rank::Changed } else { Rank::Previous };
        Recorded { name: self.history.recall(&places, &request.basis), rank }
    }

    /// Notes that an item has the name that was chosen for it.
    fn note_applied(&mut self, id: ItemId, name: &str) {
        self.applied.insert(id);
        if self.configured.contains_key(&id) {
            self.keep(id, name);
        }
    }

    /// Assigns recorded names by their rank, and others by the rules among the names that are left.
    fn allocate_recorded(
        &mut self,
        requests: &[NameRequest],
        taken: &HashSet<String>,
        recorded: &[Recorded<'_>],
        by_rules: Allocation,
    ) -> Allocation {
        let mut occupied = taken.clone();
        let mut names: Vec<Option<String>> = vec![None; requests.len()];
        let usual = recorded.iter().zip(&by_rules.names);
        let usual = usual.filter(|(recorded, _)| matches!(recorded.rank, Rank::Previous | Rank::Changed));
        let usual: HashSet<&str> = usual.map(|(recorded, by_rules)| recorded.name.unwrap_or(by_rules)).collect();
        for rank in [Rank::Chosen, Rank::Previous, Rank::Changed, Rank::Requested] {
            for (name, recorded) in names.iter_mut().zip(recorded).filter(|(_, recorded)| recorded.rank == rank) {
                let own = recorded.name.filter(|name| rank != Rank::Requested || !usual.contains(name));
                *name = own.filter(|name| occupied.insert((*name).to_owned())).map(str::to_owned);
            }
        }
        let others = requests.iter().zip(&names).filter(|(_, name)| name.is_none()).map(|(other, _)| other.clone());
        let mut others = allocate(&others.collect::<Vec<_>>(), &occupied).names.into_iter();
        let names: Vec<String> = names.into_iter().filter_map(|name| name.or_else(|| others.next())).collect();
        for ((request, name), by_rules) in requests.iter().zip(&names).zip(&by_rules.names) {
            if name != by_rules {
                self.keep(request.id, name);
            }
        }
        Allocation { names, by_position: by_rules.by_position }
    }
}

#[cfg(test)]
mod tests {
    use crate::model::TypeId;
    use crate::names::NameHistory;
    use crate::pipeline::Emission;

    /// Returns the names of the fields of a schema with these properties.
    fn fields(wires: &[&str], history: &NameHistory) -> (Vec<String>, Emission) {
        let properties: Vec<String> = wires.iter().map(|wire| format!(r#""{wire}": {{ "type": "string" }}"#)).collect();
        let schema = format!(r#""A": {{ "type": "object", "properties": {{ {} }} }}"#, properties.join(", "));
        let emission = Emission::from_schemas(&schema, history);
        let names = (0..wires.len()).map(|index| emission.names.field(TypeId::new(0), index).to_owned()).collect();
        (names, emission)
    }

    #[test]
    fn a_new_neighbour_takes_no_name_away() {
        let (before, emission) = fields(&["fooBar"], &NameHistory::default());
        assert_eq!(before, ["foo_bar"]);
        assert_ne!(fields(&["fooBar", "foo_bar"], &NameHistory::default()).0[0], "foo_bar");
        let (after, emission) = fields(&["fooBar", "foo_bar"], &emission.recorded_names);
        assert_eq!(after[0], "foo_bar");
        assert_ne!(after[1], "foo_bar");
        // Names that the rules would not give again are in the lock file.
        assert_eq!(fields(&["fooBar", "foo_bar"], &emission.lock_file()).0, after);
        let swapped = [after[1].clone(), after[0].clone()];
        assert_eq!(fields(&["foo_bar", "fooBar"], &emission.recorded_names).0, swapped);
    }
}
