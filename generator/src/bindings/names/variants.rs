//! What the alternatives of a union are called.
//!
//! | what tells an alternative apart, in this order | example | variant |
//! |---|---|---|
//! | the value of the tag, or its only value | `type: dual_stack` | `DualStack` |
//! | the name of its schema, or its title, without words that all share or that the union has | `ChatUserMessage` in `ChatMessage` | `User` |
//! | the member that only it asks for | `required: [path]` | `Path` |
//! | its kind | `type: string` | `Text` |
//! | its position | the second one | `Second` |
//!
//! What several would be called goes to the one that has no other name, else to none of them. The order of the
//! alternatives decides nothing but positions.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::compound::words_of;
use crate::ident::{ordinal, spelled, symbols, type_name};
use crate::model::{Api, Candidate, Definition, Owner, Shape, TypeId, Union, Variant};

/// The variant for what is none of the alternatives.
const UNLISTED: &str = "Unlisted";

/// How often what is contended is looked at again: nothing has more names than this.
const ROUNDS: usize = 16;

/// Names of more words are not shortened in all ways that there are.
const MANY_WORDS: usize = 8;

/// The names of the variants that unions would have for themselves.
pub(super) type Naturals = HashMap<TypeId, Vec<String>>;

/// What the variants of a union are called.
pub(super) struct Variants {
    /// In the order of the alternatives.
    pub(super) names: Vec<String>,
    /// Those whose name only their position gives.
    pub(super) by_position: Vec<usize>,
}

/// The names of the variants of a union of this name.
pub(super) fn variants(union: &Union, owner: &str) -> Variants {
    let shared: Vec<Vec<String>> = union.variants.iter().filter_map(shared_name).map(|name| words_of(&name)).collect();
    let ends = if shared.len() > 1 { common_ends(&shared) } else { (0, 0) };
    let owner = words_of(owner);
    let own = common_own(union, &owner);
    let wanted: Vec<Vec<String>> =
        union.variants.iter().map(|variant| names_of(variant, (ends, own), &owner)).collect();
    let ranks = ranks(&wanted);
    let mut names: Vec<Option<String>> =
        wanted.iter().zip(&ranks).map(|(names, rank)| names.get((*rank)?).cloned()).collect();
    let mut given: HashSet<String> = names.iter().flatten().cloned().collect();
    spell_out(union, &mut names, &mut given);
    let by_position: Vec<usize> = (0..names.len()).filter(|index| names[*index].is_none()).collect();
    let positioned = names.into_iter().enumerate().map(|(index, name)| {
        name.unwrap_or_else(|| {
            let mut name = position(index);
            while name == UNLISTED || !given.insert(name.clone()) {
                name.push_str("Alternative");
            }
            name
        })
    });
    Variants { names: positioned.collect(), by_position }
}

/// Names those that have none yet after their first text with symbols, and then case, written out, where that is theirs alone.
fn spell_out(union: &Union, names: &mut [Option<String>], given: &mut HashSet<String>) {
    for spelling in [symbols, spelled] {
        let spell = |variant: &Variant| variant.candidates.first().map(|first| type_name(&spelling(first.text())));
        let unnamed = union.variants.iter().zip(names.iter()).map(|(variant, name)| match name {
            Some(_) => None,
            None => spell(variant).filter(|name| name != UNLISTED),
        });
        let spelled: Vec<Option<String>> = unnamed.collect();
        let mut counts: HashMap<&str, usize> = HashMap::new();
        spelled.iter().flatten().for_each(|name| *counts.entry(name).or_default() += 1);
        for (name, spelled) in names.iter_mut().zip(&spelled) {
            if let Some(own) = spelled.as_ref().filter(|own| counts.get(own.as_str()) == Some(&1))
                && given.insert(own.clone())
            {
                *name = Some(own.clone());
            }
        }
    }
}

/// All that a variant would be called beside whatever others.
pub(super) fn possible(variant: &Variant) -> Vec<String> {
    let mut possible: Vec<String> = (0..MANY_WORDS).map(position).collect();
    let hints = variant.other_hints.iter().map(String::as_str);
    possible.extend(hints.chain(variant.candidates.iter().map(Candidate::text)).map(type_name));
    let first = variant.candidates.first().map(|first| type_name(first.text()));
    let parted = shared_name(variant).into_iter().chain(first).map(|name| words_of(&name));
    for words in parted.filter(|words| words.len() <= MANY_WORDS) {
        let ranges = (0..words.len()).flat_map(|from| (from + 1..=words.len()).map(move |to| (from, to)));
        possible.extend(ranges.map(|(from, to)| words.get(from..to).unwrap_or_default().concat()));
    }
    possible
}

/// What a type that stands in an alternative of a union is named after, beside that union: the variant.
pub(super) fn step(
    api: &Api,
    definition: &Definition,
    alternatives: &Alternatives,
    naturals: &Naturals,
) -> Option<String> {
    let Owner::Type(owner) = &definition.naming.owner else { return None };
    let Shape::Union(union) = &api.definition(*owner).shape else { return None };
    let index = alternatives.of(*owner, definition.origin.as_str())?;
    let (natural, variant) = (naturals.get(owner)?.get(index)?, union.variants.get(index)?);
    // What is named by what it is beside the others says nothing of its type.
    if variant.candidates.first().is_some_and(|first| first.text() != variant.hint) {
        return None;
    }
    match definition.naming.step.strip_prefix(&variant.hint) {
        Some(rest) => Some(format!("{natural}{}", if rest.is_empty() { String::new() } else { type_name(rest) })),
        None if *natural == type_name(&variant.hint) => None,
        None => Some(format!("{natural}Item")),
    }
}

/// The alternatives of all unions, by where they stand.
pub(super) struct Alternatives<'a>(HashMap<(TypeId, &'a str), usize>);

impl<'a> Alternatives<'a> {
    pub(super) fn of_all(api: &'a Api) -> Self {
        let mut all = HashMap::new();
        for (id, definition) in api.definitions() {
            if let Shape::Union(union) = &definition.shape {
                let places = union.variants.iter().enumerate();
                all.extend(places.map(|(index, variant)| ((id, variant.origin.as_str()), index)));
            }
        }
        Self(all)
    }

    /// The alternative of a union that a place is in.
    pub(super) fn of(&self, union: TypeId, place: &str) -> Option<usize> {
        let mut place = place;
        loop {
            if let Some(index) = self.0.get(&(union, place)) {
                return Some(*index);
            }
            place = place.rsplit_once('/')?.0;
        }
    }
}

/// The names that an alternative wants, the best first.
fn names_of(variant: &Variant, (ends, own): ((usize, usize), usize), owner: &[String]) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (index, candidate) in variant.candidates.iter().enumerate() {
        let whole = type_name(candidate.text());
        if index == 0 && own > 0 && matches!(candidate, Candidate::Own(_)) {
            names.push(words_of(&whole).get(own..).unwrap_or_default().concat());
        }
        if let Candidate::Shared(_) = candidate {
            names.push(shortened(&words_of(&whole), ends, owner));
        }
        names.push(whole);
    }
    let mut seen = HashSet::new();
    names.retain(|name| name != UNLISTED && name != "Self" && seen.insert(name.clone()));
    names
}

/// Which of its names each alternative gets; nothing where others want all of them.
fn ranks(wanted: &[Vec<String>]) -> Vec<Option<usize>> {
    let mut ranks: Vec<usize> = vec![0; wanted.len()];
    let name = |ranks: &[usize], index: usize| -> Option<&String> { wanted.get(index)?.get(*ranks.get(index)?) };
    for round in 0..=ROUNDS {
        let mut holders: BTreeMap<&String, Vec<usize>> = BTreeMap::new();
        for index in 0..wanted.len() {
            if let Some(name) = name(&ranks, index) {
                holders.entry(name).or_default().push(index);
            }
        }
        let contended: Vec<Vec<usize>> = holders.into_values().filter(|holders| holders.len() > 1).collect();
        if contended.is_empty() {
            break;
        }
        for holders in contended {
            let is_last = |index: &usize| wanted[*index].len() == ranks[*index] + 1;
            let last: Vec<usize> = holders.iter().copied().filter(is_last).collect();
            let keeper = if let [only] = last.as_slice() { Some(*only) } else { None };
            for index in holders.into_iter().filter(|index| Some(*index) != keeper) {
                ranks[index] = if round == ROUNDS { usize::MAX } else { ranks[index] + 1 };
            }
        }
    }
    ranks.into_iter().zip(wanted).map(|(rank, names)| (rank < names.len()).then_some(rank)).collect()
}

/// The name that other things have as well: that of a schema, or a title.
fn shared_name(variant: &Variant) -> Option<String> {
    variant.candidates.iter().find_map(|candidate| match candidate {
        Candidate::Shared(text) => Some(type_name(text)),
        Candidate::Own(_) => None,
    })
}

/// How many words of the union all alternatives begin with, whatever they are named after.
fn common_own(union: &Union, owner: &[String]) -> usize {
    let first: Option<Vec<Vec<String>>> =
        union.variants.iter().map(|variant| Some(words_of(&type_name(variant.candidates.first()?.text())))).collect();
    let Some(first) = first.filter(|first| first.len() > 1) else { return 0 };
    let (begin, _) = common_ends(&first);
    let own = (1..=begin)
        .rev()
        .find(|count| first.first().is_some_and(|name| owner.windows(*count).any(|own| name.starts_with(own))));
    own.unwrap_or(0)
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

/// A name without the words that all have, and without the name of the union in front or at the end.
fn shortened(name: &[String], (begin, end): (usize, usize), owner: &[String]) -> String {
    let own = name.get(begin..name.len().saturating_sub(end)).filter(|own| !own.is_empty()).unwrap_or(name);
    // A part of what the union is called may be a part of another word there: `CreditNote` is no `Credit`.
    let rest = own.strip_prefix(owner).filter(|rest| !rest.is_empty()).unwrap_or(own);
    let rest = rest.strip_suffix(owner).filter(|rest| !rest.is_empty()).unwrap_or(rest);
    rest.concat()
}

/// What is called by nothing but its position.
fn position(index: usize) -> String {
    ordinal(index).map_or_else(|| format!("Alternative{}", index + 1), type_name)
}

#[cfg(test)]
mod tests {
    use super::{possible, variants};
    use crate::model::{Candidate, Docs, Payload, Union, Variant};
    use crate::pointer::Pointer;

    fn variant(candidates: Vec<Candidate>) -> Variant {
        Variant {
            origin: Pointer::root(),
            hint: String::new(),
            candidates,
            other_hints: Vec::new(),
            payload: Payload::Unit,
            docs: Docs::default(),
        }
    }

    fn shared(text: &str) -> Vec<Candidate> {
        vec![Candidate::Shared(text.to_owned())]
    }

    fn own(texts: &[&str]) -> Vec<Candidate> {
        texts.iter().map(|text| Candidate::Own((*text).to_owned())).collect()
    }

    fn names(owner: &str, all: Vec<Vec<Candidate>>) -> Vec<String> {
        variants(&Union { variants: all.into_iter().map(variant).collect(), tag: None }, owner).names
    }

    #[test]
    fn words_of_all_and_of_the_union_are_left_out() {
        assert_eq!(
            names("ChatMessage", vec![shared("ChatUserMessage"), shared("ChatSystemMessage")]),
            ["User", "System"]
        );
        assert_eq!(names("Content", vec![shared("TextContent"), shared("Blob")]), ["Text", "Blob"]);
        assert_eq!(names("Animal", vec![shared("Pet"), shared("PetExtended")]), ["Pet", "PetExtended"]);
        assert_eq!(names("Foo", vec![shared("FooBar"), shared("Bar")]), ["FooBar", "Bar"]);
        let tags = |owner| names(owner, vec![own(&["ai_agent_ask"]), own(&["ai_agent_extract"])]);
        assert_eq!(tags("AiAgent"), ["Ask", "Extract"]);
        assert_eq!(tags("Task"), ["AiAgentAsk", "AiAgentExtract"]);
    }

    #[test]
    fn what_several_want_goes_to_none_and_the_position_is_last() {
        let objects = || own(&["object"]);
        assert_eq!(names("Any", vec![own(&["text"]), objects(), objects()]), ["Text", "Second", "Third"]);
        assert_eq!(
            names("Any", vec![own(&["second"]), objects(), objects()]),
            ["Second", "SecondAlternative", "Third"]
        );
        assert_eq!(names("Any", vec![own(&["path", "object"]), objects()]), ["Path", "Object"]);
        assert_eq!(names("Any", vec![own(&["unlisted"]), own(&["ASC"]), own(&["asc"])]), ["First", "AscUpper", "Asc"]);
        assert_eq!(names("Any", vec![own(&["-Infinity"]), own(&["Infinity"])]), ["MinusInfinity", "Infinity"]);
    }

    #[test]
    fn what_it_was_called_beside_others_is_known() {
        let possible = possible(&variant(shared("ChatUserMessage")));
        for name in ["User", "ChatUser", "UserMessage", "ChatUserMessage", "Second"] {
            assert!(possible.iter().any(|known| known == name), "{name}");
        }
    }
}
