//! Assignment of unique names in a scope, by rules that do not depend on the order.
//!
//! | rule | example |
//! |---|---|
//! | a natural name that is requested once is assigned | `state` |
//! | of several requests, the only one with the exact spelling gets the name | `foo_bar` before `fooBar` |
//! | the others get their first unique alternative | `foo-bar` is `foo_minus_bar`, `ASC` is `AscUpper` |
//! | if no alternative is unique, the position is appended, and the lock file records the name | `ErrorSecond` |

use std::collections::{BTreeMap, HashMap, HashSet};

use super::items::ItemId;
use crate::base::diagnostic::{Code, Diagnostic, Location, Sink};
use crate::base::ident::{spelled, symbols, type_name, value_name, without_underscore};
use crate::base::pointer::Pointer;

/// A request for the name of one item.
#[derive(Clone, Debug)]
pub(super) struct NameRequest {
    pub(super) id: ItemId,
    /// The preferred name.
    pub(super) natural: String,
    /// The item's name in the description, without its context. If it changes, the recorded name is not used. Empty if the path
    /// alone determines the name.
    pub(super) basis: String,
    /// The names to use if the natural one is requested several times or taken, best first.
    pub(super) alternatives: Vec<String>,
    /// `true` if the spelling in the description is that of the natural name.
    pub(super) exact: bool,
}

impl NameRequest {
    /// Creates a request for a name that the path alone determines.
    pub(super) fn new(id: ItemId, natural: impl Into<String>) -> Self {
        Self { id, natural: natural.into(), basis: String::new(), alternatives: Vec::new(), exact: false }
    }

    /// Sets the basis to the natural name.
    pub(super) fn with_natural_basis(self) -> Self {
        Self { basis: self.natural.clone(), ..self }
    }

    pub(super) fn or(mut self, alternatives: impl IntoIterator<Item = String>) -> Self {
        self.alternatives.extend(alternatives);
        self
    }

    pub(super) fn with_exact(self, exact: bool) -> Self {
        Self { exact, ..self }
    }
}

pub(super) fn set(names: &[&str]) -> HashSet<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

/// Creates a request for the name of a field, function or module.
pub(super) fn value_request(id: ItemId, wire: &str) -> NameRequest {
    let natural = value_name(wire);
    let is_exact = without_underscore(&natural) == wire;
    NameRequest::new(id, natural).with_natural_basis().or([value_name(&spelled(wire))]).with_exact(is_exact)
}

/// Creates a request for the name of a type or variant.
pub(super) fn type_request(id: ItemId, wire: &str) -> NameRequest {
    let natural = type_name(wire);
    let (is_exact, alternatives) = (natural == wire, [type_name(&symbols(wire)), type_name(&spelled(wire))]);
    NameRequest::new(id, natural).with_natural_basis().or(alternatives).with_exact(is_exact)
}

/// The names assigned to a list of requests.
#[derive(Debug, Default)]
pub(super) struct Allocation {
    /// The names, in the order of the requests.
    pub(super) names: Vec<String>,
    /// The indexes of requests whose name only comes from the position.
    pub(super) by_position: Vec<usize>,
}

/// Assigns names to the requests. Names in `taken` are not assigned.
pub(super) fn allocate(requests: &[NameRequest], taken: &HashSet<String>) -> Allocation {
    let mut by_natural: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, request) in requests.iter().enumerate() {
        by_natural.entry(&request.natural).or_default().push(index);
    }
    let mut names: Vec<Option<String>> = vec![None; requests.len()];
    let mut taken_names = TakenNames { taken, names: HashSet::new() };
    let mut unresolved = Vec::new();
    for (natural, indexes) in by_natural {
        let exact: Vec<usize> = indexes.iter().copied().filter(|index| requests[*index].exact).collect();
        let preferred = match (indexes.as_slice(), exact.as_slice()) {
            _ if taken.contains(natural) => None,
            ([only], _) | (_, [only]) => Some(*only),
            _ => None,
        };
        for index in indexes {
            if Some(index) == preferred {
                names[index] = Some(natural.to_owned());
                taken_names.names.insert(natural.to_owned());
            } else {
                unresolved.push(index);
            }
        }
    }
    let by_position = assign_alternatives(requests, unresolved, &mut names, &mut taken_names);
    let mut positions: HashMap<&str, usize> = HashMap::new();
    for index in &by_position {
        let natural = requests[*index].natural.as_str();
        let name = append_position(natural, positions.entry(natural).or_insert(0), &taken_names);
        taken_names.names.insert(name.clone());
        names[*index] = Some(name);
    }
    Allocation { names: names.into_iter().flatten().collect(), by_position }
}

/// Assigns each unresolved request its best unique alternative, and returns the requests without one.
fn assign_alternatives(
    requests: &[NameRequest],
    mut unresolved: Vec<usize>,
    names: &mut [Option<String>],
    taken: &mut TakenNames<'_>,
) -> Vec<usize> {
    let most = unresolved.iter().map(|index| requests[*index].alternatives.len()).max().unwrap_or(0);
    for rank in 0..most {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for name in unresolved.iter().filter_map(|index| requests[*index].alternatives.get(rank)) {
            *counts.entry(name).or_default() += 1;
        }
        unresolved.retain(|index| {
            let Some(name) = requests[*index].alternatives.get(rank) else { return true };
            let is_free = counts.get(name.as_str()) == Some(&1) && !taken.contains(name);
            if is_free {
                taken.names.insert(name.clone());
                names[*index] = Some(name.clone());
            }
            !is_free
        });
    }
    unresolved.sort_unstable();
    unresolved
}

/// The names that are taken: in two sets, so that the large one is not copied for each allocation.
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

/// Appends the next position that makes the name unique, if needed.
fn append_position(natural: &str, last: &mut usize, taken: &TakenNames<'_>) -> String {
    loop {
        *last += 1;
        let name = match (*last, POSITIONS.get(last.wrapping_sub(2))) {
            (1, _) => natural.to_owned(),
            (_, Some(word)) => append_word(natural, word),
            (position, None) => append_word(natural, &format!("number{position}")),
        };
        if !taken.contains(&name) {
            return name;
        }
    }
}

/// Appends a word to a name, in the case of the name.
pub(super) fn append_word(name: &str, word: &str) -> String {
    let name = without_underscore(name);
    if name.chars().next().is_some_and(char::is_uppercase) {
        format!("{name}{}", type_name(word))
    } else {
        format!("{name}_{word}")
    }
}

/// Warns about a name that only comes from the position of an item.
pub(super) fn warn_ordinal(place: &str, origin: &Pointer, name: &str, source: &str, sink: &mut Sink) {
    let message = format!("the description has no distinct name for this item; it is named `{name}`");
    let warning = Diagnostic::warning(Code::NameCollision, message);
    sink.push(warning.at(source, Location::Pointer(origin.clone())).help(names_entry(place)));
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
    use crate::base::ident::{spelled, type_name};

    fn request(wire: &str) -> NameRequest {
        let natural = type_name(wire);
        let is_exact = natural == wire;
        NameRequest::new(ItemId::Function(0), natural)
            .with_natural_basis()
            .or([type_name(&spelled(wire))])
            .with_exact(is_exact)
    }

    fn names(wires: &[&str]) -> Vec<String> {
        let requests: Vec<_> = wires.iter().map(|wire| request(wire)).collect();
        allocate(&requests, &HashSet::from(["String".to_owned()])).names
    }

    #[test]
    fn names_are_unique_and_do_not_depend_on_the_order() {
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
    fn names_by_position_are_returned() {
        let requests = ["a", "b", "c"].map(|key| NameRequest {
            natural: "get".to_owned(),
            alternatives: if key == "b" { vec!["list".to_owned()] } else { vec!["get_task".to_owned()] },
            ..request(key)
        });
        let allocation = allocate(&requests, &HashSet::new());
        assert_eq!(allocation.names, ["get", "list", "get_second"]);
        assert_eq!(allocation.by_position, [0, 2]);
    }
}
