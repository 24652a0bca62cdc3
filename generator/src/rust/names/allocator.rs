//! Assignment of names, scope by scope: configured and recorded names first, then names by the rules.

use std::collections::{BTreeMap, HashMap, HashSet};

use indexmap::IndexMap;

use super::history::{NameHistory, PreviousName};
use super::items::{ItemId, Items, configured_place};
use super::scope::{Allocation, NameRequest, allocate};
use crate::api::analysis::Direction;
use crate::api::model::TypeId;

/// An allocator that assigns and records the names of an API.
pub(super) struct NameAllocator<'a> {
    pub(super) items: Items<'a>,
    pub(super) history: &'a NameHistory,
    /// The names in the configuration.
    configured: &'a HashMap<ItemId, String>,
    /// The names assigned so far.
    pub(super) named: NamedItems,
    /// Configured names that could not be assigned.
    pub(super) rejected: Vec<RejectedName>,
}

/// The names of items, in the order of their assignment.
pub(super) type NamedItems = IndexMap<ItemId, Named>;

/// The name of an item.
#[derive(Clone, Debug)]
pub(super) struct Named {
    pub(super) name: String,
    /// The item's name in the description, see [`NameRequest`].
    basis: String,
    pub(super) origin: Origin,
}

/// The origin of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Origin {
    /// The rules, which assign it again.
    Rule,
    /// A record. The rules alone would not assign it.
    Recorded,
    /// The configuration.
    Chosen,
    /// The position of the item. It is recorded from now on.
    Position,
}

/// Returns the name of the request or response type of a type.
pub(super) fn form_name(named: &NamedItems, id: TypeId, direction: Direction) -> &str {
    let named = named.get(&ItemId::Form(id, direction)).or_else(|| named.get(&ItemId::Type(id)));
    named.map_or("", |named| &named.name)
}

/// A configured name that could not be assigned.
#[derive(Clone, Debug)]
pub(super) struct RejectedName {
    pub(super) id: ItemId,
    pub(super) name: String,
    /// The item that has the name, if it is in the same scope.
    pub(super) holder: Option<ItemId>,
}

/// The recorded or configured name of an item, which takes precedence over the rules.
#[derive(Clone, Copy, Debug)]
struct Recorded<'a> {
    name: Option<&'a str>,
    rank: Rank,
}

impl Recorded<'_> {
    /// Returns the precedence of the name for an item that the rules give this name.
    fn rank_beside(&self, by_rules: &str) -> Rank {
        match self.rank {
            Rank::Previous if self.name == Some(by_rules) => Rank::ByRules,
            rank => rank,
        }
    }
}

/// The precedence of a recorded name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    /// The name is in the configuration, as it was before.
    Configured,
    /// The name was assigned in the previous run, and the rules assign it again. If a type is split, the part that the name
    /// fits keeps it.
    ByRules,
    /// The name was assigned in the previous run.
    Previous,
    /// The name is new in the configuration. It replaces no existing name.
    NewlyConfigured,
}

impl<'a> NameAllocator<'a> {
    pub(super) fn new(items: Items<'a>, history: &'a NameHistory, configured: &'a HashMap<ItemId, String>) -> Self {
        Self { items, history, configured, named: NamedItems::new(), rejected: Vec::new() }
    }

    /// Assigns a name to each request, in their order. Names in `taken` are not assigned.
    pub(super) fn allocate(&mut self, requests: &[NameRequest], taken: &HashSet<String>) -> Vec<String> {
        let recorded: Vec<Recorded<'_>> = if self.has_no_records() {
            Vec::new()
        } else {
            requests.iter().map(|request| self.recorded(request)).collect()
        };
        let by_rules = allocate(requests, taken);
        let differs = |(recorded, name): (&Recorded<'_>, &String)| recorded.name.is_some_and(|own| own != name);
        let has_others = recorded.iter().zip(&by_rules.names).any(differs);
        let others = has_others.then(|| allocate_recorded(requests, taken, &recorded, &by_rules));
        let assigned = others.as_ref().unwrap_or(&by_rules);
        for (index, (request, name)) in requests.iter().zip(&assigned.names).enumerate() {
            let own = recorded.get(index).and_then(|recorded| recorded.name);
            let is_by_position = assigned.by_position.contains(&index);
            let is_configured = self.configured.contains_key(&request.id);
            let origin = match own {
                Some(own) if is_configured && own == name => Origin::Chosen,
                None if is_by_position && *name != request.natural => Origin::Position,
                _ if is_by_position || *name != by_rules.names[index] => Origin::Recorded,
                _ => Origin::Rule,
            };
            if let Some(own) = own.filter(|own| is_configured && own != name) {
                let holder = requests.iter().zip(&assigned.names).find(|(_, name)| *name == own);
                let holder = holder.map(|(holder, _)| holder.id);
                self.rejected.push(RejectedName { id: request.id, name: own.to_owned(), holder });
            }
            let named = Named { name: name.clone(), basis: request.basis.clone(), origin };
            self.named.insert(request.id, named);
        }
        others.unwrap_or(by_rules).names
    }

    /// Returns the assigned name of an item, or an empty string.
    pub(super) fn name(&self, id: ItemId) -> &str {
        self.named.get(&id).map_or("", |named| &named.name)
    }

    /// Assigns a name to a single request, and adds it to `taken`.
    pub(super) fn allocate_one(&mut self, request: NameRequest, taken: &mut HashSet<String>) -> String {
        let name = self.allocate(&[request], taken).pop().unwrap_or_default();
        taken.insert(name.clone());
        name
    }

    /// Returns the configured name of an item, and `true` if it is new in the configuration.
    pub(super) fn configured_name(&self, id: ItemId) -> Option<(&'a str, bool)> {
        let name = self.configured.get(&id)?;
        let is_known = self.items.places(id).iter().any(|place| self.history.configured(place) == Some(name));
        Some((name, !is_known))
    }

    /// Returns the configured or else the previous name of an item.
    pub(super) fn recorded_name(&self, id: ItemId) -> Option<&'a str> {
        if self.has_no_records() {
            return None;
        }
        let previous = || self.items.places(id).iter().find_map(|place| self.history.previous_name(place));
        self.configured_name(id).map(|(name, _)| name).or_else(previous)
    }

    /// Returns the names that an item had in earlier runs, one for each of its places.
    pub(super) fn earlier_names(&self, id: ItemId) -> Vec<String> {
        if self.has_no_records() {
            return Vec::new();
        }
        let own = self.configured_name(id).filter(|(_, is_new)| !is_new).map(|(name, _)| name.to_owned());
        let places = self.items.places(id);
        own.into_iter()
            .chain(places.iter().filter_map(|place| self.history.previous_name(place)).map(str::to_owned))
            .collect()
    }

    /// Returns `true` if an item has a name that the rules alone would not assign.
    pub(super) fn is_exception(&self, id: ItemId) -> bool {
        self.named.get(&id).is_some_and(|named| named.origin != Origin::Rule)
    }

    /// Records that the rules alone would not assign the name of an item.
    pub(super) fn record_exception(&mut self, id: ItemId) {
        if let Some(named) = self.named.get_mut(&id).filter(|named| named.origin == Origin::Rule) {
            named.origin = Origin::Recorded;
        }
    }

    /// Records a name that was not assigned by a request.
    pub(super) fn record_name(&mut self, id: ItemId, name: String) {
        self.named.insert(id, Named { name, basis: String::new(), origin: Origin::Rule });
    }

    /// Returns the names for the next run, and the names that the rules alone would not assign again.
    pub(super) fn history(&self) -> (NameHistory, BTreeMap<String, String>) {
        let mut history = NameHistory::default();
        let mut exceptions = BTreeMap::new();
        for (id, named) in &self.named {
            let group = match id {
                ItemId::Function(index) => self.named.get(&ItemId::Group(self.items.api.operations[*index].group)),
                _ => None,
            };
            let previous = PreviousName {
                name: named.name.clone(),
                basis: named.basis.clone(),
                group: group.map(|group| group.name.clone()),
                is_exception: named.origin != Origin::Rule,
            };
            for place in self.items.places(*id) {
                let place = if named.origin == Origin::Chosen { configured_place(&place) } else { place };
                history.record_name(&place, previous.clone());
                exceptions.extend(previous.is_exception.then(|| (place, named.name.clone())));
            }
        }
        (history.finish(self.history), exceptions)
    }

    fn has_no_records(&self) -> bool {
        self.history.is_empty() && self.configured.is_empty()
    }

    fn recorded(&self, request: &NameRequest) -> Recorded<'a> {
        if let Some((name, is_new)) = self.configured_name(request.id) {
            // The configured name of a function may include its group.
            let name = name.rsplit('.').next();
            return Recorded { name, rank: if is_new { Rank::NewlyConfigured } else { Rank::Configured } };
        }
        let places = self.items.places(request.id);
        Recorded { name: self.history.recall(&places, &request.basis), rank: Rank::Previous }
    }
}

/// Assigns recorded names by rank, then the remaining names by the rules.
fn allocate_recorded(
    requests: &[NameRequest],
    taken: &HashSet<String>,
    recorded: &[Recorded<'_>],
    by_rules: &Allocation,
) -> Allocation {
    let mut occupied = taken.clone();
    let mut names: Vec<Option<String>> = vec![None; requests.len()];
    let existing = recorded.iter().zip(&by_rules.names);
    let existing = existing.filter(|(recorded, _)| recorded.rank == Rank::Previous);
    let existing: HashSet<&str> = existing.map(|(recorded, by_rules)| recorded.name.unwrap_or(by_rules)).collect();
    for rank in [Rank::Configured, Rank::ByRules, Rank::Previous, Rank::NewlyConfigured] {
        for ((name, recorded), by_rules) in names.iter_mut().zip(recorded).zip(&by_rules.names) {
            if recorded.rank_beside(by_rules) != rank {
                continue;
            }
            let own = recorded.name.filter(|name| rank != Rank::NewlyConfigured || !existing.contains(name));
            *name = own.filter(|name| occupied.insert((*name).to_owned())).map(str::to_owned);
        }
    }
    // The others are named as if nothing was recorded, as far as those names are free.
    for (index, (name, natural)) in names.iter_mut().zip(&by_rules.names).enumerate() {
        if name.is_none() && !by_rules.by_position.contains(&index) && occupied.insert(natural.clone()) {
            *name = Some(natural.clone());
        }
    }
    let unnamed: Vec<usize> = (0..names.len()).filter(|index| names[*index].is_none()).collect();
    let remaining: Vec<NameRequest> = unnamed.iter().map(|index| requests[*index].clone()).collect();
    let remaining = allocate(&remaining, &occupied);
    // A recorded name that the rules would assign by position is recorded again.
    let by_position = by_rules.by_position.iter().copied().filter(|index| names[*index].is_some());
    let by_position = by_position.chain(remaining.by_position.into_iter().map(|at| unnamed[at])).collect();
    let mut remaining = remaining.names.into_iter();
    let names: Vec<String> = names.into_iter().filter_map(|name| name.or_else(|| remaining.next())).collect();
    Allocation { names, by_position }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashMap, HashSet};

    use super::{ItemId, Items, NameAllocator, NameRequest, Origin};
    use crate::api::model::TypeId;
    use crate::pipeline::Emission;
    use crate::rust::names::NameHistory;

    /// Returns the field names of a schema with these properties.
    fn fields(wires: &[&str], history: &NameHistory) -> (Vec<String>, Emission) {
        let properties: Vec<String> = wires.iter().map(|wire| format!(r#""{wire}": {{ "type": "string" }}"#)).collect();
        let schema = format!(r#""A": {{ "type": "object", "properties": {{ {} }} }}"#, properties.join(", "));
        let emission = Emission::from_schemas(&schema, history);
        let names = (0..wires.len()).map(|index| emission.names.field(TypeId::new(0), index).to_owned()).collect();
        (names, emission)
    }

    #[test]
    fn a_recorded_name_can_leave_only_a_position_to_another_item() {
        let emission = fields(&["x", "y"], &NameHistory::default()).1;
        let recorded = BTreeMap::from([("/components/schemas/A#field x".to_owned(), "bar".to_owned())]);
        let history = NameHistory::of_lock_file(&recorded);
        let configured = HashMap::new();
        let items = Items::new(&emission.api, &emission.analysis);
        let mut allocator = NameAllocator::new(items, &history, &configured);
        let [one, other] = [0, 1].map(|index| ItemId::Member(TypeId::new(0), index));
        let requests = [NameRequest::new(one, "foo"), NameRequest::new(other, "bar")];
        assert_eq!(allocator.allocate(&requests, &HashSet::new()), ["bar", "bar_second"]);
        assert_eq!(allocator.named[&other].origin, Origin::Position);
    }

    #[test]
    fn a_new_field_does_not_rename_another() {
        let (before, emission) = fields(&["fooBar"], &NameHistory::default());
        assert_eq!(before, ["foo_bar"]);
        assert_ne!(fields(&["fooBar", "foo_bar"], &NameHistory::default()).0[0], "foo_bar");
        let (after, emission) = fields(&["fooBar", "foo_bar"], &emission.recorded_names);
        assert_eq!(after[0], "foo_bar");
        assert_ne!(after[1], "foo_bar");
        assert_eq!(fields(&["fooBar", "foo_bar"], &emission.lock_file()).0, after);
        let swapped = [after[1].clone(), after[0].clone()];
        assert_eq!(fields(&["foo_bar", "fooBar"], &emission.recorded_names).0, swapped);
    }
}
