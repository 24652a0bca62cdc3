//! The selection of a sample, for checks that compile many crates.
//!
//! A check runs on a few items that together cover everything that matters to it. If the environment variable
//! `BINDERY_EXHAUSTIVE` is set, as in CI, it runs on all items.

use std::collections::{BTreeMap, BTreeSet};

/// The environment variable that makes the checks exhaustive.
pub const EXHAUSTIVE: &str = "BINDERY_EXHAUSTIVE";

/// Returns `true` if checks run on all items.
#[must_use]
pub fn is_exhaustive() -> bool {
    std::env::var_os(EXHAUSTIVE).is_some()
}

/// The features that a check of an item covers, and its cost.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    /// The names of the features.
    pub features: BTreeSet<String>,
    /// The cost, in a unit that is the same for all items.
    pub cost: usize,
}

impl Coverage {
    /// Returns the coverage of a crate by the paths and texts of its files: the items of the runtime crate that it names, at
    /// the cost of compiling all its code.
    #[must_use]
    pub fn of_crate(files: &BTreeMap<String, String>) -> Self {
        Self::of_code(files, &["src/"])
    }

    /// Returns the coverage of a crate whose types are compiled without a client.
    #[must_use]
    pub fn of_types(files: &BTreeMap<String, String>) -> Self {
        Self::of_code(files, &["src/types", "src/wire"])
    }

    fn of_code(files: &BTreeMap<String, String>, folders: &[&str]) -> Self {
        let code = files.iter().filter(|(path, _)| folders.iter().any(|folder| path.starts_with(folder)));
        code.fold(Self::default(), |mut coverage, (_, text)| {
            coverage.features.extend(imported_names(text).map(str::to_owned));
            coverage.cost += text.len();
            coverage
        })
    }
}

/// Returns the names behind `bindery_runtime::` in a text, in imports and in paths.
fn imported_names(text: &str) -> impl Iterator<Item = &str> {
    text.split("bindery_runtime::").skip(1).flat_map(|rest| {
        let end = rest.find([';', '(', '<', '!', ' ']).filter(|_| !rest.starts_with('{')).or_else(|| rest.find('}'));
        let words = rest[..end.unwrap_or(rest.len())].split(|c: char| !c.is_alphanumeric() && c != '_');
        words.filter(|word| !word.is_empty())
    })
}

/// Returns all items if the checks are exhaustive, and otherwise a sample that covers the same features at a low cost.
pub fn select<T>(items: Vec<T>, coverage: impl Fn(&T) -> Coverage) -> Vec<T> {
    if is_exhaustive() { items } else { cover(items, coverage) }
}

/// Repeatedly chooses the item with the lowest cost for each feature that is not covered yet. Keeps the order.
fn cover<T>(items: Vec<T>, coverage: impl Fn(&T) -> Coverage) -> Vec<T> {
    let mut left: Vec<(usize, Coverage)> = items.iter().map(coverage).enumerate().collect();
    let mut chosen = BTreeSet::new();
    loop {
        left.retain(|(_, item)| !item.features.is_empty());
        let cheapest = left
            .iter()
            .min_by(|(_, one), (_, other)| (one.cost * other.features.len()).cmp(&(other.cost * one.features.len())));
        let Some((index, covered)) = cheapest.cloned() else { break };
        chosen.insert(index);
        for (_, item) in &mut left {
            item.features.retain(|feature| !covered.features.contains(feature));
        }
    }
    items.into_iter().enumerate().filter(|(index, _)| chosen.contains(index)).map(|(_, item)| item).collect()
}

#[cfg(test)]
mod tests {
    use super::{Coverage, cover};

    #[test]
    fn a_sample_has_each_feature_at_a_low_cost() {
        let coverage = |(features, cost): &(&str, usize)| Coverage {
            features: features.chars().map(String::from).collect(),
            cost: *cost,
        };
        let items = vec![("abcd", 10), ("ab", 2), ("cd", 2), ("b", 2), ("", 0), ("de", 3)];
        assert_eq!(cover(items, coverage), [("ab", 2), ("cd", 2), ("de", 3)]);
    }
}
