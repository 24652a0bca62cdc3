//! The words that alternatives of a union have in common with each other, or with the union: they say nothing of one of them.
//!
//! | words are left out | in | example |
//! |---|---|---|
//! | that all begin or end with | all | `ChatUserMessage`, `ChatSystemMessage`: `User`, `System` |
//! | none with a word without which the others say the contrary | all | `InvalidCursor`, `InvalidRequest` |
//! | none that the union and one of them go on after alike | all | `PaymentMethodOptions`, `PaymentIntentOptions` in `PaymentIntentPaymentMethod` |
//! | that the union has as well, and several others begin or end with | those that have them | in `ResponseStreamEvent`: `response.created`, `error`: `Created`, `Error` |
//! | that are the name of the union | each | `TextContent` in `Content`: `Text` |
//! | in a row, three or more that the union says as well | those that have them | `PaymentMethodOptionsCard` in `SetupIntentPaymentMethodOptions`: `Card` |
//! | `Param` at the end | each | `ItemReferenceParam` in `InputItem`: `ItemReference` |
//! | none at the end, where the others are kinds of one of them | all | `TaxId`, `DeletedTaxId` |

use std::collections::{HashMap, HashSet};

use super::shared_name;
use crate::ident::type_name;
use crate::model::{Candidate, Union, Variant};
use crate::names::compound::words_of;
use crate::names::operation::word_of;

/// Of a name so many words may be those of the union.
const MOST_WORDS: usize = 4;

/// So many words in a row are a phrase: fewer may well be said twice, of different things.
const PHRASE: usize = 3;

/// Words that belong to what follows.
const DENIALS: [&str; 6] = ["Invalid", "Missing", "No", "Not", "Unknown", "Unsupported"];

/// The words that say nothing of a single alternative.
pub(super) struct Family {
    owner: Vec<String>,
    /// How many words all shared names begin with, and how many they end with.
    common: (usize, usize),
    /// How many words the union and all shared names begin with.
    of_owner: usize,
    /// `true` if all end with the whole name of one of them, which is what they are.
    keeps_ends: bool,
    /// What several shared names begin with, and end with, beside that.
    begins: Vec<Vec<String>>,
    ends: Vec<Vec<String>>,
    /// What many names that are no shared ones begin with.
    own: Vec<Vec<String>>,
}

impl Family {
    pub(super) fn of(union: &Union, owner: &str) -> Self {
        let owner = words_of(owner);
        let shared = union.variants.iter().filter_map(shared_name).map(|name| words_of(&name));
        let shared: Vec<Vec<String>> = shared.collect();
        let common = if shared.len() > 1 { common_ends(&shared) } else { (0, 0) };
        let common = (whole_beginning(&shared, common.0, &owner), common.1);
        let of_owner = (0..common.0.min(owner.len()))
            .take_while(|at| shared.first().and_then(|name| name.get(*at)) == owner.get(*at))
            .count();
        let keeps_ends = are_kinds_of_one(&shared);
        let common = if keeps_ends { (common.0, 0) } else { common };
        let used = shared_in_use(union).map(|name| without_common(&words_of(&name), common).to_vec());
        let shared: Vec<Vec<String>> = used.collect();
        let first = union.variants.iter().filter_map(|variant| match variant.candidates.first()? {
            Candidate::Own(text) => Some(words_of(&type_name(text))),
            Candidate::Shared(_) => None,
        });
        let first: Vec<Vec<String>> = first.collect();
        // Words that a minority has may be words of their own.
        let several = (shared.len().div_ceil(3).max(2), shared.len().saturating_mul(3).div_ceil(4).max(3));
        // A value of a tag is a word of the server, which is left as it is unless the union says it.
        let many = (union.variants.len().div_ceil(2).max(2), usize::MAX);
        let reversed = |names: &[Vec<String>]| -> Vec<Vec<String>> {
            names.iter().map(|name| name.iter().rev().cloned().collect()).collect()
        };
        let backwards: Vec<String> = owner.iter().rev().cloned().collect();
        Self {
            begins: beginnings(&shared, &owner, several),
            ends: reversed(&beginnings(&reversed(&shared), &backwards, several)),
            own: beginnings(&first, &owner, many),
            common,
            of_owner,
            keeps_ends,
            owner,
        }
    }

    /// A name of an alternative alone without words of the union that many begin with.
    pub(super) fn shortened_own(&self, name: &[String]) -> Option<String> {
        let rest = without_first(name, &self.own);
        (rest.len() < name.len()).then(|| rest.concat())
    }

    /// A name without the words alone that the union and all the others begin with, and those at its end.
    pub(super) fn without_owner(&self, name: &[String]) -> String {
        let rest = name.get(self.of_owner..).filter(|rest| !rest.is_empty()).unwrap_or(name);
        self.with_beginning(rest)
    }

    /// The same with the words at its beginning, where it is one of a family that are told apart by these.
    pub(super) fn with_beginning(&self, name: &[String]) -> String {
        let (_, end) = self.common;
        let rest = without_common(name, (0, end));
        if self.keeps_ends { rest.concat() } else { without_last(rest, &self.ends).concat() }
    }

    /// A name that other things have as well, without what says nothing beside the others.
    pub(super) fn shortened(&self, name: &[String]) -> String {
        let own = without_common(name, self.common);
        // A part of what the union is called may be a part of another word there: `CreditNote` is no `Credit`.
        let rest = own.strip_prefix(self.owner.as_slice()).filter(|rest| !rest.is_empty()).unwrap_or(own);
        if self.keeps_ends {
            return without_first(rest, &self.begins).concat();
        }
        let rest = rest.strip_suffix(self.owner.as_slice()).filter(|rest| !rest.is_empty()).unwrap_or(rest);
        let rest = without_last(without_first(rest, &self.begins), &self.ends);
        self.without_phrase(
            rest.split_last().filter(|(last, rest)| is_role(last) && !rest.is_empty()).map_or(rest, |(_, rest)| rest),
        )
    }
}

impl Family {
    /// A name without the longest phrase of it that the union says as well; the last word of it stays where nothing else would.
    fn without_phrase(&self, name: &[String]) -> String {
        let says = |phrase: &[String]| self.owner.windows(phrase.len()).any(|own| own == phrase);
        let ranges =
            (PHRASE..=name.len()).rev().flat_map(|length| (0..=name.len() - length).map(move |at| (at, at + length)));
        let said = ranges.into_iter().find(|(from, to)| name.get(*from..*to).is_some_and(says));
        let Some((from, to)) = said else { return name.concat() };
        let (before, after) = (name.get(..from).unwrap_or_default(), name.get(to..).unwrap_or_default());
        // With the phrase goes what the union begins with as well.
        let before = before.strip_prefix(beginning(before, &self.owner)).unwrap_or(before);
        let rest = [before, after].concat();
        if rest.is_empty() { name.last().cloned().unwrap_or_default() } else { rest.concat() }
    }
}

/// Returns `true` if all names end with the shortest of them, of several words: its last one alone does not say what they are.
fn are_kinds_of_one(names: &[Vec<String>]) -> bool {
    let shortest = names.iter().min_by_key(|name| name.len()).filter(|name| name.len() > 1 && names.len() > 1);
    shortest.is_some_and(|shortest| names.iter().all(|name| name.ends_with(shortest)))
}

/// The shared names of the alternatives that have no name of their own, or one that others have too.
fn shared_in_use(union: &Union) -> impl Iterator<Item = String> {
    let own = |variant: &Variant| match variant.candidates.first() {
        Some(Candidate::Own(text)) => Some(type_name(text)),
        _ => None,
    };
    let mut counts: HashMap<String, usize> = HashMap::new();
    union.variants.iter().filter_map(own).for_each(|name| *counts.entry(name).or_default() += 1);
    let in_use =
        union.variants.iter().filter(move |variant| own(variant).is_none_or(|own| counts.get(&own) != Some(&1)));
    in_use.filter_map(shared_name)
}

/// Returns `true` if a word says where a value goes, and not what it is.
fn is_role(word: &str) -> bool {
    matches!(word, "Param" | "Params")
}

/// Returns `true` if a word of the union is the one of an alternative, or several of them: `Responses` is of `Response`.
fn is_word_of(own: &str, word: &str) -> bool {
    own.strip_prefix(word).is_some_and(|rest| matches!(rest, "" | "s"))
}

/// The words that so many names begin with and go on, and that are of the union or nearly all have, the longest first.
fn beginnings(names: &[Vec<String>], owner: &[String], (least, most): (usize, usize)) -> Vec<Vec<String>> {
    let mut counts: HashMap<&[String], usize> = HashMap::new();
    for name in names {
        for length in 1..name.len().min(MOST_WORDS + 1) {
            *counts.entry(name.get(..length).unwrap_or_default()).or_default() += 1;
        }
    }
    let is_owned = |words: &[String]| {
        owner.windows(words.len()).any(|own| own.iter().zip(words).all(|(own, word)| is_word_of(own, word)))
    };
    let is_common = |words: &[String], count: usize| {
        (count >= most || (count >= least && is_owned(words))) && !is_cut(names, words, owner)
    };
    let common = counts.into_iter().filter(|(words, count)| is_common(words, *count));
    let mut common: Vec<Vec<String>> = common.map(|(words, _)| words.to_vec()).collect();
    common.sort_unstable_by(|one, other| other.len().cmp(&one.len()).then_with(|| one.cmp(other)));
    common
}

/// As many of the words that all begin with as say nothing of one of them.
fn whole_beginning(names: &[Vec<String>], count: usize, owner: &[String]) -> usize {
    let words = names.first().and_then(|first| first.get(..count)).unwrap_or_default();
    if is_cut(names, words, owner) { 0 } else { count }
}

/// Returns `true` if words that all names begin with are a part of what follows in some of them: they deny it, or the union goes on
/// after them as these do. What most go on with is left out with them.
fn is_cut(names: &[Vec<String>], words: &[String], owner: &[String]) -> bool {
    let Some(last) = words.last() else { return false };
    if !names.iter().all(|name| name.starts_with(words)) {
        return false;
    }
    let next = |name: &[String]| name.strip_prefix(words).and_then(|rest| rest.first()).map(|word| word_of(word));
    let follow: HashSet<String> = (0..owner.len()).filter_map(|at| next(owner.get(at..)?)).collect();
    let is_owner = |name: &[String]| name.starts_with(owner) || owner.starts_with(name);
    let mut counts: HashMap<String, usize> = HashMap::new();
    names.iter().filter_map(|name| next(name)).for_each(|next| *counts.entry(next).or_default() += 1);
    let is_rare = |next: &String| counts.get(next).is_some_and(|count| 2 * count <= names.len());
    let goes_on =
        |name: &Vec<String>| !is_owner(name) && next(name).is_some_and(|next| follow.contains(&next) && is_rare(&next));
    DENIALS.contains(&last.as_str()) || names.iter().any(goes_on)
}

/// The words that two names begin with.
fn beginning<'n>(one: &'n [String], other: &[String]) -> &'n [String] {
    let common = one.iter().zip(other).take_while(|(one, other)| one == other).count();
    one.get(..common).unwrap_or_default()
}

fn without_first<'n>(name: &'n [String], all: &[Vec<String>]) -> &'n [String] {
    let rest = all.iter().find_map(|words| name.strip_prefix(words.as_slice()).filter(|rest| !rest.is_empty()));
    rest.unwrap_or(name)
}

fn without_last<'n>(name: &'n [String], all: &[Vec<String>]) -> &'n [String] {
    let rest = all.iter().find_map(|words| name.strip_suffix(words.as_slice()).filter(|rest| !rest.is_empty()));
    rest.unwrap_or(name)
}

fn without_common(name: &[String], (begin, end): (usize, usize)) -> &[String] {
    name.get(begin..name.len().saturating_sub(end)).filter(|own| !own.is_empty()).unwrap_or(name)
}

/// How many words all names begin with, and how many they end with; each has one left.
fn common_ends(names: &[Vec<String>]) -> (usize, usize) {
    let Some(first) = names.first() else { return (0, 0) };
    let most = names.iter().map(Vec::len).min().unwrap_or(0).saturating_sub(1);
    let common = |at: &dyn Fn(&[String], usize) -> Option<String>, most: usize| {
        (0..most).take_while(|index| names.iter().all(|name| at(name, *index) == at(first, *index))).count()
    };
    let begin = common(&|name, index| name.get(index).cloned(), most);
    let end = common(&|name, index| name.iter().rev().nth(index).cloned(), most - begin);
    (begin, end)
}
