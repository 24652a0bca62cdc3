//! Giving every name of a scope to one thing only, by a rule that does not depend on order.
//!
//! 1. A natural name that one thing alone wants goes to it.
//! 2. Where several want it, the one that is written so in the description keeps it, if there is just one.
//! 3. The others are spelled out (`foo-bar` is `foo_minus_bar`, `ASC` is `AscUpper`).
//! 4. What still collides gets a mark made from its own key: four hexadecimal digits, the same whatever else there is.

use std::collections::{BTreeMap, HashMap, HashSet};

/// One thing that wants a name.
#[derive(Clone, Debug)]
pub(super) struct Contender {
    /// Where it stands in the description, in all of which it is the only one: what its name is remembered by.
    pub(super) place: String,
    /// What makes it different from all others in the scope: its wire name or its pointer.
    pub(super) key: String,
    /// The name it should have.
    pub(super) natural: String,
    /// The names it should have beside other things, none of which is another thing's: it keeps any of them.
    pub(super) others: Vec<String>,
    /// The name it gets where the natural one is contended.
    pub(super) spelled: String,
    /// Whether the description writes it like the natural name.
    pub(super) exact: bool,
}

/// The names of the contenders, in their order; `taken` names go to none of them.
pub(super) fn allocate(contenders: &[Contender], taken: &HashSet<String>) -> Vec<String> {
    let mut wanted: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (index, contender) in contenders.iter().enumerate() {
        wanted.entry(&contender.natural).or_default().push(index);
    }
    let mut names: Vec<Option<String>> = vec![None; contenders.len()];
    let mut given = Given { taken, names: HashSet::new() };
    let mut losers = Vec::new();
    for (natural, indexes) in wanted {
        let exact: Vec<usize> = indexes.iter().copied().filter(|index| contenders[*index].exact).collect();
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
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for index in &losers {
        *counts.entry(&contenders[*index].spelled).or_default() += 1;
    }
    for index in losers {
        let contender = &contenders[index];
        let free = counts.get(contender.spelled.as_str()) == Some(&1) && !given.contains(&contender.spelled);
        let name = if free { contender.spelled.clone() } else { marked(contender, &given) };
        given.names.insert(name.clone());
        names[index] = Some(name);
    }
    names.into_iter().flatten().collect()
}

/// The names that are not free: a scope may hold many, of which each one that is named later adds few.
struct Given<'t> {
    taken: &'t HashSet<String>,
    names: HashSet<String>,
}

impl Given<'_> {
    fn contains(&self, name: &str) -> bool {
        self.taken.contains(name) || self.names.contains(name)
    }
}

fn marked(contender: &Contender, given: &Given<'_>) -> String {
    let mut key = contender.key.clone();
    loop {
        let hash = digest(&key);
        let before = separated(&contender.spelled);
        let mut candidates = [format!("{before}{:04x}", hash & 0xffff), format!("{before}{hash:016x}")].into_iter();
        if let Some(free) = candidates.find(|candidate| !given.contains(candidate)) {
            return free;
        }
        // Two things with one key cannot be, but must not end as one name either.
        key.push('\'');
    }
}

/// Snake case separates the mark; camel case begins it with a letter.
fn separated(name: &str) -> String {
    if name.chars().next().is_some_and(char::is_uppercase) { format!("{name}X") } else { format!("{name}_x") }
}

/// FNV-1a: short, and the same on every machine and in every version.
fn digest(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{Contender, allocate};
    use crate::names::ident::{spelled, type_name};

    fn contender(wire: &str) -> Contender {
        let natural = type_name(wire);
        Contender {
            place: String::new(),
            key: wire.to_owned(),
            exact: natural == wire,
            spelled: type_name(&spelled(wire)),
            others: Vec::new(),
            natural,
        }
    }

    fn names(wires: &[&str]) -> Vec<String> {
        let contenders: Vec<_> = wires.iter().map(|wire| contender(wire)).collect();
        allocate(&contenders, &HashSet::from(["String".to_owned()]))
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
    fn taken_names_are_spelled_out_or_marked() {
        let name = names(&["string"]).remove(0);
        assert_ne!(name, "String");
        assert!(name.starts_with("String"), "{name}");
    }
}
