//! Names that were given before, so that a thing keeps its name when the description gets new neighbours for it.
//!
//! A name is kept where what it is made from is the same: a thing that the description itself calls otherwise gets another
//! name. Names that a user chose are kept in any case.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::errors::error_place;
use super::scope::{Allocation, Contender, allocate};
use crate::facts::PreviousError;
use crate::ident::type_name;
use crate::model::{Api, Operation, path_shape};

/// Names that were given before, by where the things stand in the description.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    names: HashMap<String, Kept>,
    /// Where a thing stands but for the names of path parameters, which do not make it another one; nothing where two
    /// things would be one.
    shapes: HashMap<String, Option<String>>,
    chosen: BTreeMap<String, String>,
}

#[derive(Clone, Debug)]
struct Kept {
    name: String,
    /// The name that the rules want for it where nothing else does; unknown of names that come from a ledger.
    natural: Option<String>,
}

impl Memory {
    /// The names of a ledger, for the description that it was written for; and those that the user chose.
    #[must_use]
    pub fn of_ledger(names: &BTreeMap<String, String>, chosen: &BTreeMap<String, String>) -> Self {
        let kept = names.iter().map(|(place, name)| {
            // Functions stand there with their group.
            let name = name.rsplit('.').next().unwrap_or(name).to_owned();
            (place.clone(), Kept { name, natural: None })
        });
        Self { names: kept.collect(), shapes: HashMap::new(), chosen: chosen.clone() }
    }

    /// The names that the user chose.
    #[must_use]
    pub fn chosen(&self) -> &BTreeMap<String, String> {
        &self.chosen
    }

    fn remember(&mut self, place: &str, name: &str, natural: &str) {
        let shape = shape(place);
        if shape != place {
            let known = self.shapes.entry(shape).or_insert_with(|| Some(place.to_owned()));
            if known.as_deref() != Some(place) {
                *known = None;
            }
        }
        self.names.insert(place.to_owned(), Kept { name: name.to_owned(), natural: Some(natural.to_owned()) });
    }

    /// The name that a thing had, if the rules still want the same one for it, or would beside other things.
    fn recall(&self, contender: &Contender) -> Option<&str> {
        let Contender { place, natural, others, .. } = contender;
        let chosen = self.chosen.get(place).map(|name| name.rsplit('.').next().unwrap_or(name));
        let wanted = |was: &str| was == natural || others.iter().any(|other| other == was);
        let kept = self.kept(place).filter(|kept| kept.natural.as_deref().is_none_or(wanted));
        chosen.or(kept.map(|kept| kept.name.as_str()))
    }

    /// Has the thing at a place called by a name that the user chose.
    pub fn choose(&mut self, place: &str, name: &str) {
        self.chosen.insert(place.to_owned(), name.to_owned());
    }

    /// The name that the thing at a place was given.
    #[must_use]
    pub fn given(&self, place: &str) -> Option<&str> {
        self.kept(place).map(|kept| kept.name.as_str())
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
        self.chosen.get(place).map(String::as_str).or(self.kept(place).map(|kept| kept.name.as_str()))
    }

    /// What the name that the thing at a place had was made from.
    pub(super) fn natural(&self, place: &str) -> Option<&str> {
        self.kept(place)?.natural.as_deref()
    }

    fn kept(&self, place: &str) -> Option<&Kept> {
        if self.names.is_empty() {
            return None;
        }
        self.names.get(place).or_else(|| self.names.get(self.shapes.get(&shape(place))?.as_ref()?))
    }

    /// The error types that the operations of a description had, in their order.
    #[must_use]
    pub fn errors(&self, api: &Api) -> Vec<PreviousError> {
        if self.names.is_empty() {
            return Vec::new();
        }
        let previous = |operation: &Operation| {
            let place = api.stored_at(&operation.origin);
            match self.given(&error_place(&place)) {
                Some(name) if type_name(name) == name => PreviousError::Shared(name.to_owned()),
                Some(_) => PreviousError::Own,
                None if self.given(&place).is_some() => PreviousError::Main,
                None => PreviousError::Unknown,
            }
        };
        api.operations.iter().map(previous).collect()
    }

    fn is_empty(&self) -> bool {
        self.names.is_empty() && self.chosen.is_empty()
    }
}

/// Gives the names of one scope after the other, and keeps account of them.
pub(super) struct Book<'m> {
    pub(super) memory: &'m Memory,
    /// What is given, for those who come after.
    given: Option<Memory>,
    /// Names that the rules alone would not have given.
    exceptions: BTreeMap<String, String>,
    /// The place of what is named now, and the other places where the same stands.
    mirrored: (String, Vec<String>),
}

impl<'m> Book<'m> {
    pub(super) fn new(memory: &'m Memory, keeps_account: bool) -> Self {
        let given = keeps_account.then(|| Memory { chosen: memory.chosen.clone(), ..Memory::default() });
        Self { memory, given, exceptions: BTreeMap::new(), mirrored: Default::default() }
    }

    pub(super) fn close(self) -> (Option<Memory>, BTreeMap<String, String>) {
        let given = self.given.map(|mut given| {
            // What the user named and is gone needs no name, nor does what has it without being told.
            let needed = |place: &String| given.names.contains_key(place) && self.exceptions.contains_key(place);
            given.chosen.retain(|place, _| needed(place));
            given
        });
        (given, self.exceptions)
    }

    /// The names of the contenders, in their order: those that they had, then what the rules give.
    pub(super) fn allocate(&mut self, contenders: &[Contender], taken: &HashSet<String>) -> Vec<String> {
        let Allocation { names, by_position } =
            if self.memory.is_empty() { allocate(contenders, taken) } else { self.kept(contenders, taken) };
        for index in by_position {
            self.keep(&contenders[index].place, &names[index]);
        }
        let kept = if self.given.is_some() { contenders } else { &[] };
        for (contender, name) in kept.iter().zip(&names) {
            for other in self.mirrors(&contender.place) {
                self.remember_at(&other, name, &contender.natural);
            }
            self.remember_at(&contender.place, name, &contender.natural);
        }
        names
    }

    /// Whether a thing has a name that the rules alone would not have given.
    pub(super) fn is_exception(&self, place: &str) -> bool {
        self.exceptions.contains_key(place)
    }

    /// Remembers a name that is not allocated.
    pub(super) fn remember(&mut self, place: &str, name: &str) {
        if let Some(given) = &mut self.given {
            given.remember(place, name, name);
        }
    }

    /// Remembers the name of a thing that stands at other places too, each with what it would be made from there.
    pub(super) fn remember_at(&mut self, place: &str, name: &str, natural: &str) {
        if let Some(given) = &mut self.given {
            given.remember(place, name, natural);
        }
    }

    /// Has what is named next remembered at other places too, where the same stands: all is, until these are none.
    pub(super) fn mirror(&mut self, own: String, others: Vec<String>) {
        self.mirrored = (own, others);
    }

    /// Has a name written down that the rules alone would not give again.
    pub(super) fn keep(&mut self, place: &str, name: &str) {
        for other in self.mirrors(place) {
            self.exceptions.insert(other, name.to_owned());
        }
        self.exceptions.insert(place.to_owned(), name.to_owned());
    }

    /// The other places of what stands at a place.
    fn mirrors(&self, place: &str) -> Vec<String> {
        let (own, others) = &self.mirrored;
        let below = if others.is_empty() { None } else { place.strip_prefix(own.as_str()) };
        below.map(|below| others.iter().map(|other| format!("{other}{below}")).collect()).unwrap_or_default()
    }

    fn kept(&mut self, contenders: &[Contender], taken: &HashSet<String>) -> Allocation {
        let ruled = allocate(contenders, taken);
        let recalled: Vec<Option<&str>> = contenders.iter().map(|contender| self.memory.recall(contender)).collect();
        if recalled.iter().zip(&ruled.names).all(|(recalled, ruled)| recalled.is_none_or(|name| name == ruled)) {
            return ruled;
        }
        let mut occupied = taken.clone();
        let mut names: Vec<Option<String>> = Vec::with_capacity(contenders.len());
        for recalled in recalled {
            names.push(recalled.filter(|name| occupied.insert((*name).to_owned())).map(str::to_owned));
        }
        let others = contenders.iter().zip(&names).filter(|(_, name)| name.is_none()).map(|(other, _)| other.clone());
        let mut others = allocate(&others.collect::<Vec<_>>(), &occupied).names.into_iter();
        let names: Vec<String> = names.into_iter().filter_map(|name| name.or_else(|| others.next())).collect();
        for ((contender, name), ruled) in contenders.iter().zip(&names).zip(&ruled.names) {
            if name != ruled {
                self.keep(&contender.place, name);
            }
        }
        // What is named so by its position is so for the last time that anybody can tell.
        let by_position = (0..names.len()).filter(|index| ruled.by_position.contains(index)).collect();
        Allocation { names, by_position }
    }
}

/// A place without the names of the parameters in a path.
fn shape(place: &str) -> String {
    let Some(rest) = place.strip_prefix("/paths/") else { return place.to_owned() };
    let (path, below) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
    format!("/paths/{}{below}", path_shape(path))
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, HashSet};

    use super::{Book, Memory};
    use crate::ident::{spelled, value_name};
    use crate::names::scope::Contender;

    fn contender(wire: &str) -> Contender {
        let natural = value_name(wire);
        Contender {
            place: format!("/paths/~1a~1{{x}}/get#query {wire}"),
            exact: natural == wire,
            alternatives: vec![value_name(&spelled(wire))],
            others: Vec::new(),
            natural,
        }
    }

    fn give(memory: &Memory, wires: &[&str]) -> (Vec<String>, Memory, BTreeMap<String, String>) {
        let mut book = Book::new(memory, true);
        let contenders: Vec<Contender> = wires.iter().map(|wire| contender(wire)).collect();
        let names = book.allocate(&contenders, &HashSet::new());
        let (given, exceptions) = book.close();
        (names, given.unwrap_or_default(), exceptions)
    }

    #[test]
    fn a_neighbour_takes_no_name_away() {
        let (before, memory, _) = give(&Memory::default(), &["fooBar"]);
        assert_eq!(before, ["foo_bar"]);
        assert_ne!(give(&Memory::default(), &["fooBar", "foo_bar"]).0[0], "foo_bar");
        let (after, memory, exceptions) = give(&memory, &["fooBar", "foo_bar"]);
        assert_eq!(after[0], "foo_bar");
        assert_ne!(after[1], "foo_bar");
        // What the rules would not give again has to be written down, and is enough the next time.
        assert_eq!(exceptions.len(), 2);
        let ledger = Memory::of_ledger(&exceptions, &BTreeMap::new());
        assert_eq!(give(&ledger, &["fooBar", "foo_bar"]).0, after);
        assert_eq!(give(&memory, &["foo_bar", "fooBar"]).0, [after[1].clone(), after[0].clone()]);
    }

    #[test]
    fn what_is_called_otherwise_gets_another_name() {
        let (_, mut memory, _) = give(&Memory::default(), &["a"]);
        memory.names.values_mut().for_each(|kept| kept.natural = Some("b".to_owned()));
        assert_eq!(give(&memory, &["a"]).0, ["a"]);
        memory.chosen.insert(contender("a").place, "mine".to_owned());
        assert_eq!(give(&memory, &["a"]).0, ["mine"]);
    }

    #[test]
    fn what_would_be_called_so_beside_others_keeps_its_name() {
        let (_, memory, _) = give(&Memory::default(), &["fooBar"]);
        let other = Contender { natural: "exact_foo_bar".to_owned(), ..contender("fooBar") };
        assert!(memory.recall(&other).is_none());
        assert_eq!(memory.recall(&Contender { others: vec!["foo_bar".to_owned()], ..other }), Some("foo_bar"));
    }

    #[test]
    fn a_path_parameter_with_another_name_makes_no_other_thing() {
        let (_, memory, _) = give(&Memory::default(), &["fooBar"]);
        let at = |place: &str| Contender { place: place.to_owned(), ..contender("fooBar") };
        assert!(memory.recall(&at("/paths/~1a~1{other}/get#query fooBar")).is_some());
        assert!(memory.recall(&at("/paths/~1b~1{x}/get#query fooBar")).is_none());
    }
}
