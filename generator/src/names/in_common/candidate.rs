//! The names that a type at several places may have, and what speaks for each of them.

use std::collections::HashMap;

use super::super::compound::LONGEST;

/// What speaks for a name, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// One of the places is a component.
    Component,
    /// It is a union of components.
    Pair,
    /// Its title, where that is a name.
    Title,
    /// All places have these words in common.
    Common,
    /// It is a union of components that each place calls otherwise.
    Union,
    /// It is called so wherever it stands.
    Alone,
    /// All owners end with these words, which are the whole name of one of them.
    Whole,
    /// The same as a union, called alike.
    Parts,
    /// A title that says what it is like, and not what it is.
    WeakTitle,
    /// All owners begin or end with these words.
    Ends,
    /// Two of three places have these words in common.
    Usual,
    /// It is called so at more than half of its places.
    UsuallyAlone,
    /// All places are of this category.
    Category,
    /// The paths of most of the operations end with it.
    Segment,
    /// Two of three places are of this group.
    Group,
    Parameter,
    /// More than half of the places have these words in common.
    Most,
    /// One word, where nothing else says more.
    OnlyWord,
    /// What all places have in common, where something else is called so.
    OfKind,
    /// What its values are.
    Values,
    /// Several owners have these words in common, and no others more.
    Several,
    /// What the few members of an object are.
    Members,
    /// One word of an enumeration, where something else says more, but not of nearly all places.
    Word,
    /// The same, with what its values are.
    WordOfValues,
    /// Words of a few of the places alone: at the others it would be called after a stranger.
    Few,
    /// What it is at one of its places.
    Direct,
    /// One word of anything else, where something else says more.
    LastWord,
    Kind,
}

/// A name that a type may have.
#[derive(Clone, Debug)]
pub(super) struct Candidate {
    pub(super) rank: Rank,
    pub(super) name: String,
    /// At how many of a hundred places it is true.
    true_at: usize,
}

impl Candidate {
    pub(super) fn new(rank: Rank, name: String) -> Self {
        let true_at = match rank {
            Rank::OnlyWord | Rank::Word | Rank::LastWord | Rank::Direct | Rank::Kind => 0,
            _ => 100,
        };
        Self { rank, name, true_at }
    }

    /// A name that says something of so many of a hundred places alone.
    pub(super) fn of_some(rank: Rank, name: String, true_at: usize) -> Self {
        Self { rank, name, true_at }
    }
}

/// What a type at several places is called.
#[derive(Clone, Debug, Default)]
pub(in crate::names) struct CommonName {
    /// The names that it would have, the best first.
    pub(in crate::names) names: Vec<String>,
    /// At how many of a hundred places each of them is true.
    true_at: HashMap<String, usize>,
    /// How many places there are.
    places: usize,
}

impl CommonName {
    pub(super) fn new(mut candidates: Vec<Candidate>, kind: &str, places: usize) -> Self {
        candidates.sort_by_key(|candidate| candidate.rank);
        let mut true_at = HashMap::new();
        let mut names = Vec::new();
        candidates.retain(|candidate| !candidate.name.is_empty() && candidate.name.len() <= LONGEST);
        for candidate in candidates {
            let most: &mut usize = true_at.entry(candidate.name.clone()).or_default();
            *most = (*most).max(candidate.true_at);
            if !names.contains(&candidate.name) {
                names.push(candidate.name);
            }
        }
        if names.is_empty() {
            names.push(kind.to_owned());
        }
        Self { names, true_at, places }
    }

    /// At how many of a hundred places the best of its other names is true, without those that are names of others as well.
    pub(in crate::names) fn others_true_at(&self, others: &[&Self]) -> usize {
        let is_free = |name: &&String| !others.iter().any(|other| other.names.contains(name));
        let own = self.names.iter().skip(1).filter(is_free).filter_map(|name| self.true_at.get(name));
        own.max().copied().unwrap_or(0)
    }

    pub(in crate::names) fn places(&self) -> usize {
        self.places
    }
}
