//! Assignment of unique names in a scope, by rules that do not depend on order. Names that look like others are reported.
//!
//! | rule | example |
//! |---|---|
//! | a natural name that is requested once is assigned | `state` |
//! | of several requests, the one with this exact spelling in the description gets the name, if there is just one | `foo_bar` before `fooBar` |
//! | the others get their first unique alternative | `foo-bar` is `foo_minus_bar`, `ASC` is `AscUpper` |
//! | if no alternative is unique, the position is added, and the lock file records it | `ErrorSecond` |

use std::collections::{BTreeMap, HashMap, HashSet};

use super::items::ItemId;
use crate::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::ident::{spelled, symbols, type_name, value_name, without_underscore};

/// A request for the name of one item.
#[derive(Clone, Debug)]
pub(super) struct NameRequest {
    pub(super) id: ItemId,
    /// The preferred name.
    pub(super) natural: String,
    /// Its name in the description, regardless of its context. The recorded name is kept as long as this is the same;
    /// empty if the path alone determines the name.
    pub(super) basis: String,
    /// The names to use if the natural one is contended, the best first.
    pub(super) alternatives: Vec<String>,
    /// `true` if the description writes it like the natural name.
    pub(super) exact: bool,
}

impl NameRequest {
    /// Creates a request for a name that the path alone determines.
    pub(super) fn new(id: ItemId, natural: impl Into<String>) -> Self {
        Self { id, natural: natural.into(), basis: String::new(), alternatives: Vec::new(), exact: false }
    }

    /// Marks the natural name as the one in the description.
    pub(super) fn by_description(self) -> Self {
        Self { basis: self.natural.clone(), ..self }
    }

    /// Adds names to use if the better ones are contended.
    pub(super) fn or(mut self, alternatives: impl IntoIterator<Item = String>) -> Self {
        self.alternatives.extend(alternatives);
        self
    }

    /// Sets whether the description writes it like the natural name.
    pub(super) fn written_so(self, exact: bool) -> Self {
        Self { exact, ..self }
    }
}

pub(super) fn set(names: &[&str]) -> HashSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

pub(super) fn value_contender(id: ItemId, wire: &str) -> NameRequest {
    let natural = value_name(wire);
    let is_exact = without_underscore(&natural) == wire;
    NameRequest::new(id, natural).by_description().or([value_name(&spelled(wire))]).written_so(is_exact)
}

pub(super) fn type_contender(id: ItemId, wire: &str) -> NameRequest {
    let natural = type_name(wire);
    let (is_exact, others) = (natural == wire, [type_name(&symbols(wire)), type_name(&spelled(wire))]);
    NameRequest::new(id, natural).by_description().or(others).written_so(is_exact)
}

/// The names assigned to a list of requests.
#[derive(Debug, Default)]
pub(super) struct Allocation {
    /// The names, in the order of the requests.
    pub(super) names: Vec<String>,
    /// The requests whose name only comes from the position.
    pub(super) by_position: Vec<usize>,
}

/// Assigns names to the requests; `taken` names are not assigned.
pub(super) fn allocate(requests: &[NameRequest], taken: &HashSet<String>) -> Allocation {
    let mut wanted: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, request) in requests.iter().enumerate() {
        wanted.entry(&request.natural).or_default().push(index);
    }
    let mut names: Vec<Option<String>> = vec![None; requests.len()];
    let mut given = TakenNames { taken, names: HashSet::new() };
    let mut losers = Vec::new();
    for (natural, indexes) in wanted {
        let exact: Vec<usize> = indexes.iter().copied().filter(|index| requests[*index].exact).collect();
        let winner = match (indexes.as_slice(), exact.as_slice()) {
            _ if taken.contains(natural) => None,
            ([only], _) | (_, [only]) => Some(*only),
            _ => None,
        };
        for index in indexes {
            if Some(index) == winner {
                names[index] = Some(natural.to_owned());
                given.names.insert(natural.to_owned());
            } else {
                losers.push(index);
            }
        }
    }
    let rest = distinguish(requests, losers, &mut names, &mut given);
    let mut positions: HashMap<&str, usize> = HashMap::new();
    for index in &rest {
        let natural = requests[*index].natural.as_str();
        let name = positioned(natural, positions.entry(natural).or_insert(0), &given);
        given.names.insert(name.clone());
        names[*index] = Some(name);
    }
    Allocation { names: names.into_iter().flatten().collect(), by_position: rest }
}

/// Assigns each loser its best alternative that no other loser requests, and returns those without one.
fn distinguish(
    requests: &[NameRequest],
    losers: Vec<usize>,
    names: &mut [Option<String>],
    given: &mut TakenNames<'_>,
) -> Vec<usize> {
    let most = losers.iter().map(|index| requests[*index].alternatives.len()).max().unwrap_or(0);
    let mut rest = losers;
    for rank in 0..most {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for name in rest.iter().filter_map(|index| requests[*index].alternatives.get(rank)) {
            *counts.entry(name).or_default() += 1;
        }
        rest.retain(|index| {
            let Some(name) = requests[*index].alternatives.get(rank) else { return true };
            let is_free = counts.get(name.as_str()) == Some(&1) && !given.contains(name);
            if is_free {
                given.names.insert(name.clone());
                names[*index] = Some(name.clone());
            }
            !is_free
        });
    }
    rest.sort_unstable();
    rest
}

/// The names that are taken. They are in two sets, because a scope has many and each allocation adds few.
struct TakenNames<'t> {
    taken: &'t HashSet<String>,
    names: HashSet<String>,
}

impl TakenNames<'_> {
    fn contains(&self, name: &str) -> bool {
        self.taken.contains(name) || self.names.contains(name)
    }
}

const POSITIONS: [&str; 11] =
    ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh", "twelfth"];

/// The name with the next position that is free: the first one needs none.
fn positioned(natural: &str, last: &mut usize, given: &TakenNames<'_>) -> String {
    loop {
        *last += 1;
        let name = match (*last, POSITIONS.get(last.wrapping_sub(2))) {
            (1, _) => natural.to_owned(),
            (_, Some(word)) => appended(natural, word),
            (position, None) => appended(natural, &format!("number{position}")),
        };
        if !given.contains(&name) {
            return name;
        }
    }
}

/// A word after a name, in the case of the name.
pub(super) fn appended(name: &str, word: &str) -> String {
    let name = without_underscore(name);
    if name.chars().next().is_some_and(char::is_uppercase) {
        format!("{name}{}", type_name(word))
    } else {
        format!("{name}_{word}")
    }
}

/// Warns about a name that only comes from the position of an item.
pub(super) fn warn_ordinal(place: &str, pointer: String, name: &str, source: &str, sink: &mut Sink) {
    let message = format!("the description has no distinct name for this item; it is named `{name}`");
    let warning = Diagnostic::warning(Code::NameCollision, message);
    sink.push(warning.at(source, Location::Pointer(pointer)).help(names_entry(place)));
}

/// Returns the help for setting the name of an item.
pub(super) fn names_entry(place: &str) -> String {
    let key = place.replace('\\', "\\\\").replace('"', "\\\"");
    format!("choose a name in bindery.toml, in `[names]`: \"{key}\" = \"..\"")
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{ItemId, NameRequest, allocate};
    use crate::ident::{spelled, type_name};

    fn request(wire: &str) -> NameRequest {
        let natural = type_name(wire);
        let is_exact = natural == wire;
        NameRequest::new(ItemId::Function(0), natural)
            .by_description()
            .or([type_name(&spelled(wire))])
            .written_so(is_exact)
    }

    fn names(wires: &[&str]) -> Vec<String> {
        let requests: Vec<_> = wires.iter().map(|wire| request(wire)).collect();
        allocate(&requests, &HashSet::from(["String".to_owned()])).names
    }

    #[test]
    fn nobody_is_merged_and_order_does_not_matter() {
        assert_eq!(names(&["FooBar", "foo_bar", "foo-bar"]), ["FooBar", "FooUnderscoreBar", "FooMinusBar"]);
        assert_eq!(names(&["foo-bar", "FooBar", "foo_bar"]), ["FooMinusBar", "FooBar", "FooUnderscoreBar"]);
        assert_eq!(names(&["ASC", "asc"])[0], "AscUpper");
        let unique: HashSet<String> = names(&["a b", "a-b", "a.b", "A_B", "aB"]).into_iter().collect();
        assert_eq!(unique.len(), 5);
    }

    #[test]
    fn taken_names_are_distinguished_by_words() {
        assert_eq!(names(&["string"]), ["StringSecond"]);
    }

    #[test]
    fn positions_come_last_and_are_known() {
        let requests = ["a", "b", "c"].map(|key| NameRequest {
            natural: "get".to_owned(),
            alternatives: if key == "b" { vec!["list".to_owned()] } else { vec!["get_task".to_owned()] },
            ..request(key)
        });
        let given = allocate(&requests, &HashSet::new());
        assert_eq!(given.names, ["get", "list", "get_second"]);
        assert_eq!(given.by_position, [0, 2]);
    }
}
