//! Names that were given before, so that a thing keeps its name when the description gets new neighbours for it.
//!
//! A name is kept as long as the description calls the thing the same, whatever is beside it. If the description itself
//! calls it something else, it gets another name. Names that a user chose are kept in any case.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use super::places::configured_place;
use super::scope::{Allocation, NameRequest, allocate};
use crate::diagnostic::{Code, Diagnostic};
use crate::model::path_shape;
use crate::pointer::Pointer;

/// Names that were given before, by where the things stand in the description.
#[derive(Clone, Debug, Default)]
pub struct NameHistory {
    names: HashMap<String, PreviousName>,
    /// The path of each item without the names of path parameters, which do not identify it; `None` if two items would
    /// have the same path.
    shapes: HashMap<String, Option<String>>,
    /// The functions of the groups of operations.
    groups: HashMap<String, String>,
    chosen: BTreeMap<String, String>,
    /// The places whose names are chosen now, and were not before: nothing gives way to these.
    requested: BTreeSet<String>,
    /// The hashes of the shapes of types without a name of their own, by place; unknown of those from a lock file.
    shape_hashes: HashMap<String, u64>,
    /// The names of what the previous description did not have any more.
    removed: BTreeMap<String, String>,
    /// The places of names that the rules alone would not give again.
    exceptions: BTreeSet<String>,
}

#[derive(Clone, Debug)]
struct PreviousName {
    name: String,
    /// The item's name in the description; empty if unknown, as in a lock file, or if the path contains it.
    basis: String,
}

impl NameHistory {
    /// The names of a lock file, for the description that it was written for; and those that the user chose.
    #[must_use]
    pub fn of_lock_file(names: &BTreeMap<String, String>, chosen: &BTreeMap<String, String>) -> Self {
        // Functions are recorded with their group.
        let own = |name: &str| name.rsplit('.').next().unwrap_or(name).to_owned();
        let names = names.iter().filter(|(at, _)| is_name(at));
        let kept = names.clone().map(|(at, name)| (at.clone(), PreviousName { name: own(name), basis: String::new() }));
        let groups = names.filter_map(|(at, name)| Some((at.clone(), name.split_once('.')?.0.to_owned())));
        Self { names: kept.collect(), groups: groups.collect(), chosen: chosen.clone(), ..Self::default() }
    }

    /// The same names by what the elements of arrays are: older lock files have their positions.
    #[must_use]
    pub fn with_element_keys(&self, keyed: impl for<'p> Fn(&'p str) -> Cow<'p, str>) -> Cow<'_, Self> {
        let mut places = self.names.keys().chain(self.chosen.keys()).chain(self.removed.keys());
        if places.all(|place| matches!(keyed(place), Cow::Borrowed(_))) {
            return Cow::Borrowed(self);
        }
        let place = |place: &String| keyed(place).into_owned();
        let mut history = self.clone();
        history.names = self.names.iter().map(|(at, name)| (place(at), name.clone())).collect();
        history.chosen = self.chosen.iter().map(|(at, name)| (place(at), name.clone())).collect();
        history.removed = self.removed.iter().map(|(at, name)| (place(at), name.clone())).collect();
        history.requested = self.requested.iter().map(place).collect();
        Cow::Owned(history)
    }

    /// The same names, with those of schemas that were split by direction at the schema that is received: FastAPI makes
    /// `Item-Input` and `Item-Output` of `Item`. Programs that read an `Item` go on to do so.
    pub(crate) fn with_splits<'s>(&self, schemas: impl Iterator<Item = &'s str>) -> Cow<'_, Self> {
        let schemas: HashSet<&str> = if self.is_empty() { HashSet::new() } else { schemas.collect() };
        let place = |schema: &str| Pointer::component("schemas", schema).to_string();
        let splits = schemas.iter().filter_map(|received| {
            let name = received.strip_suffix("-Output")?;
            let is_split = schemas.contains(format!("{name}-Input").as_str()) && !schemas.contains(name);
            let (old, new) = (place(name), place(received));
            (is_split && self.had(&old).is_some() && self.had(&new).is_none()).then_some((old, new))
        });
        let splits: HashMap<String, String> = splits.collect();
        self.with_element_keys(|place| {
            // How a schema was used is not carried over: it is only received now.
            let below = place.strip_prefix("/components/schemas/").and_then(|name| name.find('/'));
            let (schema, rest) = place.split_at(below.map_or(place.len(), |end| end + "/components/schemas/".len()));
            splits.get(schema).map_or(Cow::Borrowed(place), |new| Cow::Owned(format!("{new}{rest}")))
        })
    }

    /// The same names, with those of what is not in the description.
    #[must_use]
    pub fn with_removed(self, removed: &BTreeMap<String, String>) -> Self {
        let removed = removed.iter().filter(|(at, _)| is_name(at));
        Self { removed: removed.map(|(at, name)| (at.clone(), name.clone())).collect(), ..self }
    }

    /// The names of what was in an earlier description, and may come back.
    #[must_use]
    pub fn removed(&self) -> &BTreeMap<String, String> {
        &self.removed
    }

    /// The names that the user chose.
    #[must_use]
    pub fn chosen_names(&self) -> &BTreeMap<String, String> {
        &self.chosen
    }

    fn remember(&mut self, place: &str, name: &str, basis: &str) {
        let shape = shape(place);
        if shape != place {
            let known = self.shapes.entry(shape).or_insert_with(|| Some(place.to_owned()));
            if known.as_deref() != Some(place) {
                *known = None;
            }
        }
        self.names.insert(place.to_owned(), PreviousName { name: name.to_owned(), basis: basis.to_owned() });
    }

    /// The name that a thing had, if the description still calls it the same.
    fn recall(&self, request: &NameRequest) -> Option<&str> {
        let NameRequest { place, basis, .. } = request;
        let chosen = self.chosen.get(place).map(|name| name.rsplit('.').next().unwrap_or(name));
        let removed = self.removed.get(place).map(String::as_str);
        let is_same = |was: &str| was.is_empty() || basis.is_empty() || was == basis;
        let kept = self.previous(place).filter(|kept| is_same(&kept.basis));
        chosen.or(kept.map(|kept| kept.name.as_str())).or(removed)
    }

    /// Returns `true` if the shape of a type is the same as before.
    pub(super) fn is_same_shape(&self, place: &str, hash: u64) -> bool {
        self.shape_hashes.get(place).is_some_and(|before| *before == hash)
    }

    /// Has the thing at a place called by a name that the user chose.
    pub fn choose(&mut self, place: &str, name: &str) {
        self.chosen.insert(place.to_owned(), name.to_owned());
        self.requested.insert(place.to_owned());
    }

    /// Refuses a name that was chosen now and cannot be given.
    pub(super) fn check(&self, declined: &[Declined]) -> Result<(), Box<Diagnostic>> {
        let Some(declined) = declined.iter().find(|declined| self.requested.contains(&declined.place)) else {
            return Ok(());
        };
        let (message, help) = declined.warning(&declined.place);
        Err(Box::new(Diagnostic::error(Code::ConfigurationInvalid, message).help(help)))
    }

    /// The same memory with the names of a configuration, which go before all others.
    pub(super) fn with(&self, configured: BTreeMap<String, String>) -> Self {
        let mut memory = self.clone();
        for (place, name) in configured {
            if self.configured(&place) == Some(name.as_str()) {
                memory.requested.remove(&place);
            } else {
                memory.requested.insert(place.clone());
            }
            memory.chosen.insert(place, name);
        }
        memory
    }

    /// Returns the recorded function of the group of an operation.
    pub(super) fn group(&self, operation: &str) -> Option<&str> {
        self.groups.get(operation).map(String::as_str)
    }

    /// The name that the thing at a place was given.
    #[must_use]
    pub fn previous_name(&self, place: &str) -> Option<&str> {
        self.previous(place).map(|kept| kept.name.as_str())
    }

    /// The name that the configuration gives the thing at a place.
    #[must_use]
    pub fn configured(&self, place: &str) -> Option<&str> {
        self.previous_name(&configured_place(place))
    }

    /// The place of several that a name was remembered by, else the first.
    pub(super) fn known_place(&self, places: impl IntoIterator<Item = String>) -> String {
        let mut places = places.into_iter();
        let first = places.next().unwrap_or_default();
        if self.is_empty() || self.had(&first).is_some() {
            return first;
        }
        places.find(|place| self.had(place).is_some()).unwrap_or(first)
    }

    /// The name that the thing at a place is to have, whatever the rules want now.
    pub(crate) fn had(&self, place: &str) -> Option<&str> {
        self.chosen.get(place).map(String::as_str).or(self.previous(place).map(|kept| kept.name.as_str()))
    }

    /// The same, but for names that are chosen now and may yet turn out to be impossible.
    pub(super) fn settled(&self, place: &str) -> Option<&str> {
        let chosen = self.chosen.get(place).filter(|_| !self.requested.contains(place));
        chosen.map(String::as_str).or(self.previous(place).map(|kept| kept.name.as_str()))
    }

    fn previous(&self, place: &str) -> Option<&PreviousName> {
        if self.names.is_empty() {
            return None;
        }
        self.names.get(place).or_else(|| self.names.get(self.shapes.get(&shape(place))?.as_ref()?))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.chosen.is_empty() && self.removed.is_empty()
    }
}

/// Gives the names of one scope after the other, and keeps account of them.
pub(super) struct NameAllocator<'m> {
    pub(super) memory: &'m NameHistory,
    /// The places that the configuration names.
    configured: BTreeSet<String>,
    /// Names that were chosen and could not be given, and those that were.
    declined: Vec<Declined>,
    ordinals: BTreeMap<String, String>,
    chosen: BTreeSet<String>,
    /// The names assigned so far, for later runs.
    given: Option<NameHistory>,
    /// Names that the rules alone would not have given.
    exceptions: BTreeMap<String, String>,
    /// The hashes of the shapes of types without a name of their own, by place.
    shape_hashes: HashMap<String, u64>,
    /// The place of what is named now, and the other places where the same stands.
    mirrored: (String, Vec<String>),
}

impl<'m> NameAllocator<'m> {
    pub(super) fn new(memory: &'m NameHistory, configured: BTreeSet<String>, keeps_account: bool) -> Self {
        let given = keeps_account.then(|| NameHistory { chosen: memory.chosen.clone(), ..NameHistory::default() });
        Self {
            memory,
            configured,
            declined: Vec::new(),
            ordinals: BTreeMap::new(),
            chosen: BTreeSet::new(),
            given,
            exceptions: BTreeMap::new(),
            shape_hashes: HashMap::new(),
            mirrored: Default::default(),
        }
    }

    /// The chosen names that could not be given, and the places of those that were.
    pub(super) fn choices(&self) -> (&[Declined], &BTreeSet<String>) {
        (&self.declined, &self.chosen)
    }

    /// The name that was chosen for what stands at any of some places.
    pub(super) fn chosen_name<'p>(&self, places: impl IntoIterator<Item = &'p String>) -> Option<(&'p str, &'m str)> {
        let memory = self.memory;
        places.into_iter().find_map(|place| Some((place.as_str(), memory.chosen.get(place)?.as_str())))
    }

    pub(super) fn close(self) -> (Option<NameHistory>, BTreeMap<String, String>) {
        let given = self.given.map(|mut given| {
            // What has its name by the rules needs no choice; what is removed may come back.
            let is_removed = |place: &String| !given.names.contains_key(place) && !self.configured.contains(place);
            let needed = |place: &String| is_removed(place) || self.exceptions.contains_key(place);
            given.chosen.retain(|place, _| needed(place));
            let exceptional =
                self.memory.exceptions.iter().filter_map(|at| Some((at, &self.memory.names.get(at)?.name)));
            let known = exceptional.chain(&self.memory.removed).filter(|(place, _)| is_removed(place));
            given.removed = known.map(|(place, name)| (place.clone(), name.clone())).collect();
            given.exceptions = self.exceptions.keys().cloned().collect();
            given.shape_hashes = self.shape_hashes;
            given
        });
        (given, self.exceptions)
    }

    /// The names of the contenders, in their order: those that they had, then what the rules give.
    pub(super) fn allocate(&mut self, requests: &[NameRequest], taken: &HashSet<String>) -> Vec<String> {
        let Allocation { names, by_position } =
            if self.memory.is_empty() { allocate(requests, taken) } else { self.allocate_recorded(requests, taken) };
        for index in by_position {
            let (request, name) = (&requests[index], &names[index]);
            if *name == request.natural {
                self.keep(&request.place, name);
            } else {
                self.keep_ordinal(request, name);
            }
        }
        if !self.memory.chosen.is_empty() {
            self.note_choices(requests, &names);
        }
        let kept = if self.given.is_some() { requests } else { &[] };
        for (request, name) in kept.iter().zip(&names) {
            for other in self.mirrors(&request.place) {
                self.remember_at(&other, name, &request.basis);
            }
            self.remember_at(&request.place, name, &request.basis);
        }
        names
    }

    /// The name of the only contender, which is taken then.
    pub(super) fn allocate_one(&mut self, request: NameRequest, taken: &mut HashSet<String>) -> String {
        let name = self.allocate(&[request], taken).pop().unwrap_or_default();
        taken.insert(name.clone());
        name
    }

    /// Keeps account of the names that were chosen: given or not. A name is that of another thing which has it, or would.
    fn note_choices(&mut self, requests: &[NameRequest], names: &[String]) {
        for (request, name) in requests.iter().zip(names) {
            let Some(chosen) = self.memory.chosen.get(&request.place) else { continue };
            if name != chosen {
                let holder = requests.iter().zip(names).find(|(_, name)| *name == chosen);
                let holder = holder.map(|(holder, _)| holder.place.clone());
                self.decline(&request.place, chosen, holder);
                continue;
            }
            for other in self.mirrors(&request.place) {
                self.chosen.insert(other);
            }
            self.chosen.insert(request.place.clone());
            if self.configured.contains(&request.place) {
                self.exceptions.insert(configured_place(&request.place), name.clone());
            }
        }
    }

    pub(super) fn decline(&mut self, place: &str, name: &str, holder: Option<String>) {
        self.declined.push(Declined { place: place.to_owned(), name: name.to_owned(), holder });
    }

    /// Returns `true` if a thing has a name that the rules alone would not have given.
    pub(super) fn is_exception(&self, place: &str) -> bool {
        self.exceptions.contains_key(place) || self.chosen.contains(place)
    }

    /// Remembers a name that is not allocated.
    pub(super) fn remember(&mut self, place: &str, name: &str) {
        self.remember_at(place, name, "");
    }

    /// Records the name of the thing at a place, and what the description calls it there.
    pub(super) fn remember_at(&mut self, place: &str, name: &str, basis: &str) {
        let Some(given) = &mut self.given else { return };
        if self.configured.contains(place) {
            given.remember(&configured_place(place), name, basis);
        } else {
            given.remember(place, name, basis);
        }
    }

    /// Has what is named next remembered at other places too, where the same stands: all is, until these are none.
    pub(super) fn mirror(&mut self, own: String, others: Vec<String>) {
        self.mirrored = (own, others);
    }

    /// Has a name written down that the rules alone would not give again.
    pub(super) fn keep(&mut self, place: &str, name: &str) {
        let mut places = self.mirrors(place);
        places.push(place.to_owned());
        for place in places {
            let place = if self.configured.contains(&place) { configured_place(&place) } else { place };
            self.exceptions.insert(place, name.to_owned());
        }
    }

    /// Keeps a name that only comes from the position. It is reported unless it was recorded or chosen.
    pub(super) fn keep_ordinal(&mut self, request: &NameRequest, name: &str) {
        self.keep(&request.place, name);
        if self.memory.recall(request).is_none() {
            self.ordinals.insert(request.place.clone(), name.to_owned());
        }
    }

    /// The names that only come from the position, by place.
    pub(super) fn ordinals(&self) -> &BTreeMap<String, String> {
        &self.ordinals
    }

    /// The other places of what stands at a place.
    fn mirrors(&self, place: &str) -> Vec<String> {
        let (own, others) = &self.mirrored;
        let below = if others.is_empty() { None } else { place.strip_prefix(own.as_str()) };
        below.map(|below| others.iter().map(|other| format!("{other}{below}")).collect()).unwrap_or_default()
    }

    /// Records the group of an operation.
    pub(super) fn remember_group(&mut self, operation: &str, group: &str) {
        if let Some(given) = &mut self.given {
            given.groups.insert(operation.to_owned(), group.to_owned());
        }
    }

    /// Records the shape of a type without a name of its own.
    pub(super) fn remember_shape(&mut self, place: String, hash: u64) {
        self.shape_hashes.insert(place, hash);
    }

    fn has_other_shape(&self, place: &str) -> bool {
        self.shape_hashes.get(place).is_some_and(|hash| !self.memory.is_same_shape(place, *hash))
    }

    fn allocate_recorded(&mut self, requests: &[NameRequest], taken: &HashSet<String>) -> Allocation {
        let constrained = allocate(requests, taken);
        let memory = self.memory;
        let recalled: Vec<Option<&str>> = requests.iter().map(|request| memory.recall(request)).collect();
        if recalled
            .iter()
            .zip(&constrained.names)
            .all(|(recalled, constrained)| recalled.is_none_or(|name| name == constrained))
        {
            return constrained;
        }
        let mut occupied = taken.clone();
        let mut names: Vec<Option<String>> = vec![None; requests.len()];
        // What is chosen goes before what was, and that before what is wanted only now. Of types that were one, those that did not
        // change go first.
        let rank = |request: &NameRequest| {
            if !memory.chosen.contains_key(&request.place) {
                1 + u8::from(self.has_other_shape(&request.place))
            } else if memory.requested.contains(&request.place) {
                3
            } else {
                0
            }
        };
        let ranks: Vec<u8> = requests.iter().map(rank).collect();
        let usual =
            recalled.iter().zip(&constrained.names).map(|(recalled, constrained)| recalled.unwrap_or(constrained));
        let usual: HashSet<&str> =
            usual.zip(&ranks).filter(|(_, rank)| matches!(**rank, 1 | 2)).map(|(name, _)| name).collect();
        for rank in 0..=3 {
            for ((name, recalled), own) in names.iter_mut().zip(&recalled).zip(&ranks) {
                if *own == rank {
                    let free = recalled
                        .filter(|name| (rank < 3 || !usual.contains(name)) && occupied.insert((*name).to_owned()));
                    *name = free.map(str::to_owned);
                }
            }
        }
        let others = requests.iter().zip(&names).filter(|(_, name)| name.is_none()).map(|(other, _)| other.clone());
        let mut others = allocate(&others.collect::<Vec<_>>(), &occupied).names.into_iter();
        let names: Vec<String> = names.into_iter().filter_map(|name| name.or_else(|| others.next())).collect();
        for ((request, name), constrained) in requests.iter().zip(&names).zip(&constrained.names) {
            if name != constrained {
                self.keep(&request.place, name);
            }
        }
        // What is named so by its position is so for the last time that anybody can tell.
        let by_position = (0..names.len()).filter(|index| constrained.by_position.contains(index)).collect();
        Allocation { names, by_position }
    }
}

/// Returns `true` if a place is that of a name. Earlier versions also recorded decisions, which are ignored.
pub(crate) fn is_name(place: &str) -> bool {
    let decisions = ["#error", "#members", "#only received", "#usage"];
    !decisions.iter().any(|decision| place.strip_suffix(decision).is_some_and(|before| !before.contains('#')))
}

/// A place without the names of the parameters in a path.
fn shape(place: &str) -> String {
    let Some(rest) = place.strip_prefix("/paths/") else { return place.to_owned() };
    let (path, below) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("/paths/{}{below}", path_shape(path))
}

/// A requested name that could not be assigned.
#[derive(Clone, Debug)]
pub(super) struct Declined {
    pub(super) place: String,
    pub(super) name: String,
    /// The item that has the name, if it is in the description.
    pub(super) holder: Option<String>,
}

impl Declined {
    /// Returns the message and the help.
    pub(super) fn warning(&self, key: &str) -> (String, String) {
        let name = &self.name;
        match &self.holder {
            Some(holder) => (
                format!("cannot rename `{key}` to `{name}`: that is the name of `{holder}`"),
                format!("choose another name, or rename `{holder}` too"),
            ),
            None => (
                format!("cannot rename `{key}` to `{name}`: the name is taken"),
                "choose another name; this one is used by another item of the scope, by Rust or by the emitted code"
                    .to_owned(),
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::{NameAllocator, NameHistory};
    use crate::ident::{spelled, value_name};
    use crate::names::scope::NameRequest;

    fn request(wire: &str) -> NameRequest {
        let natural = value_name(wire);
        let is_exact = natural == wire;
        let request = NameRequest::new(format!("/paths/~1a~1{{x}}/get#query {wire}"), natural).by_description();
        request.or([value_name(&spelled(wire))]).written_so(is_exact)
    }

    fn give(memory: &NameHistory, wires: &[&str]) -> (Vec<String>, NameHistory, BTreeMap<String, String>) {
        let mut allocator = NameAllocator::new(memory, Default::default(), true);
        let requests: Vec<NameRequest> = wires.iter().map(|wire| request(wire)).collect();
        let names = allocator.allocate(&requests, &HashSet::new());
        let (given, exceptions) = allocator.close();
        (names, given.unwrap_or_default(), exceptions)
    }

    #[test]
    fn a_neighbour_takes_no_name_away() {
        let (before, memory, _) = give(&NameHistory::default(), &["fooBar"]);
        assert_eq!(before, ["foo_bar"]);
        assert_ne!(give(&NameHistory::default(), &["fooBar", "foo_bar"]).0[0], "foo_bar");
        let (after, memory, exceptions) = give(&memory, &["fooBar", "foo_bar"]);
        assert_eq!(after[0], "foo_bar");
        assert_ne!(after[1], "foo_bar");
        // What the rules would not give again has to be written down, and is enough the next time.
        assert_eq!(exceptions.len(), 2);
        let lock_file = NameHistory::of_lock_file(&exceptions, &BTreeMap::new());
        assert_eq!(give(&lock_file, &["fooBar", "foo_bar"]).0, after);
        assert_eq!(give(&memory, &["foo_bar", "fooBar"]).0, [after[1].clone(), after[0].clone()]);
    }

    #[test]
    fn decisions_that_earlier_versions_recorded_are_ignored() {
        let records =
            ["#error", "#members", "#only received", "#usage", ""].map(|record| format!("/paths/~1a/get{record}"));
        let records: BTreeMap<String, String> = records.into_iter().map(|place| (place, "own".to_owned())).collect();
        let history = NameHistory::of_lock_file(&records, &BTreeMap::new()).with_removed(&records);
        assert_eq!((history.names.len(), history.removed.len()), (1, 1));
    }

    #[test]
    fn what_is_called_otherwise_gets_another_name() {
        let (_, mut memory, _) = give(&NameHistory::default(), &["a"]);
        memory.names.values_mut().for_each(|kept| kept.basis = "b".to_owned());
        assert_eq!(give(&memory, &["a"]).0, ["a"]);
        memory.chosen.insert(request("a").place, "mine".to_owned());
        assert_eq!(give(&memory, &["a"]).0, ["mine"]);
    }

    #[test]
    fn what_would_be_called_so_beside_others_keeps_its_name() {
        let (_, memory, _) = give(&NameHistory::default(), &["fooBar"]);
        let beside = NameRequest { natural: "exact_foo_bar".to_owned(), ..request("fooBar") };
        assert_eq!(memory.recall(&beside), Some("foo_bar"));
        assert!(memory.recall(&NameRequest { basis: "exact".to_owned(), ..beside }).is_none());
    }

    #[test]
    fn a_path_parameter_with_another_name_makes_no_other_thing() {
        let (_, memory, _) = give(&NameHistory::default(), &["fooBar"]);
        let at = |place: &str| NameRequest { place: place.to_owned(), ..request("fooBar") };
        assert!(memory.recall(&at("/paths/~1a~1{other}/get#query fooBar")).is_some());
        assert!(memory.recall(&at("/paths/~1b~1{x}/get#query fooBar")).is_none());
    }
}
