//! How the names of the components of a description are made: what many begin with, and which general words belong to others.

use std::collections::{BTreeSet, HashMap, HashSet};

use super::compound::words_of;
use super::operation::{is_general, word_of};

/// So many words may follow a general word that is a part of what stands before it.
const FEWEST_AFTER: usize = 3;
/// What so many components begin with, and one of so many of all, is a category.
const FEWEST_OF_CATEGORY: usize = 12;
const PART_OF_ALL: usize = 8;
/// One word follows a category in no more than one of so many.
const PART_OF_CATEGORY: usize = 4;

/// How the names of components are made.
#[derive(Debug, Default)]
pub(super) struct Habits {
    /// What many begin with, and then go on in many ways.
    pub(super) categories: HashSet<String>,
    /// Words with a general one after them, after which several others may follow: `PullRequest`.
    pub(super) compounds: HashSet<[String; 2]>,
}

impl Habits {
    pub(super) fn of(names: impl Iterator<Item = String>) -> Self {
        let mut all = 0_usize;
        let mut followers: HashMap<String, HashMap<String, usize>> = HashMap::new();
        let mut inside: HashMap<[String; 2], BTreeSet<String>> = HashMap::new();
        for name in names {
            all += 1;
            let words = words_of(&name);
            if let [first, next, ..] = words.as_slice() {
                *followers.entry(first.clone()).or_default().entry(next.clone()).or_default() += 1;
            }
            for window in words.windows(3) {
                let [first, general, next] = window else { continue };
                let general = word_of(general);
                if is_general(&general) {
                    inside.entry([word_of(first), general]).or_default().insert(next.clone());
                }
            }
        }
        let is_category = |next: &HashMap<String, usize>| {
            let count: usize = next.values().sum();
            let most = next.values().max().copied().unwrap_or(0);
            count >= FEWEST_OF_CATEGORY && PART_OF_ALL * count >= all && PART_OF_CATEGORY * most <= count
        };
        let categories = followers.into_iter().filter(|(_, next)| is_category(next)).map(|(first, _)| first);
        let compounds = inside.into_iter().filter(|(_, next)| next.len() >= FEWEST_AFTER).map(|(words, _)| words);
        Self { categories: categories.collect(), compounds: compounds.collect() }
    }
}
