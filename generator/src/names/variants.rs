//! Names of the alternatives of a union.
//!
//! | rule, the first that applies | example | variant |
//! |---|---|---|
//! | the value of the tag, or its only value | `type: dual_stack` | `DualStack` |
//! | without a first word of the union that half of the values have | `response.created` in `ResponseEvent` | `Created` |
//! | the name of its schema, or its title, without words that all others have | `ChatUserMessage`, `ChatToolMessage` | `User`, `Tool` |
//! | without first or last words that the union and another have | `EvalItemText`, `EvalItemImage`, `Blob` in `EvalItem` | `Text`, `Image`, `Blob` |
//! | without the name of the union | `TextContent` in `Content` | `Text` |
//! | without `Param` at the end | `ItemReferenceParam` | `ItemReference` |
//! | a member that only it has | `required: [path]` | `Path` |
//! | its kind | `type: string` | `Text` |
//! | its position, if nothing else distinguishes it | | `Second` |
//!
//! If several alternatives want a name, the one without another name gets it, or else none.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::common::is_general_word;
use super::compound::words_of;
use super::operation::singular;
use super::values::UNLISTED;
use crate::ident::{ordinal, spelled, symbols, type_name};
use crate::model::{Candidate, Union, Variant};

/// Maximum number of rounds in which alternatives give way to each other: none has more names.
const MAX_ROUNDS: usize = 16;

/// The names of a union's variants.
pub(super) struct Variants {
    /// In the order of the alternatives.
    pub(super) names: Vec<String>,
    /// The variants whose name only comes from the position.
    pub(super) by_position: Vec<usize>,
}

/// The names of the variants of a union of this name.
pub(super) fn variants(union: &Union, owner: &str) -> Variants {
    let family = Family::new(union, owner);
    let wanted: Vec<Vec<String>> = union.variants.iter().map(|variant| names_of(variant, &family)).collect();
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

/// Names the unnamed alternatives after their first candidate, with symbols and then case written out.
fn spell_out(union: &Union, names: &mut [Option<String>], given: &mut HashSet<String>) {
    for spelling in [symbols, spelled] {
        let spell = |variant: &Variant| variant.candidates.first().map(|first| type_name(&spelling(first.text())));
        name_unnamed(&union.variants.iter().map(spell).collect::<Vec<_>>(), names, given);
    }
}

/// Gives each unnamed alternative the name that only it wants.
fn name_unnamed(wanted: &[Option<String>], names: &mut [Option<String>], given: &mut HashSet<String>) {
    let unnamed: Vec<bool> = names.iter().map(Option::is_none).collect();
    let wanted =
        |at: usize| wanted.get(at)?.as_ref().filter(|name| unnamed.get(at) == Some(&true) && *name != UNLISTED);
    let mut counts: HashMap<&String, usize> = HashMap::new();
    (0..unnamed.len()).filter_map(wanted).for_each(|name| *counts.entry(name).or_default() += 1);
    for (at, name) in names.iter_mut().enumerate() {
        if let Some(own) = wanted(at).filter(|own| counts.get(own) == Some(&1))
            && given.insert(own.clone())
        {
            *name = Some(own.clone());
        }
    }
}

/// Returns the names that an alternative wants, best first.
fn names_of(variant: &Variant, family: &Family) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (index, candidate) in variant.candidates.iter().enumerate() {
        let whole = type_name(candidate.text());
        match candidate {
            Candidate::Shared(_) => names.push(family.shortened(&words_of(&whole))),
            _ if index == 0 => names.push(family.shortened_value(&words_of(&whole))),
            _ => {}
        }
        names.push(whole);
    }
    let mut seen = HashSet::new();
    names.retain(|name| name != UNLISTED && name != "Self" && seen.insert(name.clone()));
    names
}

/// Returns `true` if an alternative is named after a schema or a title.
fn is_shared(variant: &Variant) -> bool {
    matches!(variant.candidates.first(), Some(Candidate::Shared(_)))
}

/// The words that say nothing of a single alternative.
struct Family {
    owner: Vec<String>,
    /// The words that all names of schemas share.
    shared: SharedEnds,
    /// The first words of the union that several names of schemas share, and the last ones, longest first.
    of_union: (Vec<Vec<String>>, Vec<Vec<String>>),
    /// The words of the union that half of the values begin with.
    first: Vec<String>,
}

impl Family {
    fn new(union: &Union, owner: &str) -> Self {
        let owner = words_of(owner);
        let text = |variant: &Variant, is_wanted: fn(&Candidate) -> bool| {
            variant
                .candidates
                .iter()
                .find(|candidate| is_wanted(candidate))
                .map(|text| words_of(&type_name(text.text())))
        };
        let is_schema: fn(&Candidate) -> bool = |candidate| matches!(candidate, Candidate::Shared(_));
        let schemas: Vec<_> = union.variants.iter().filter_map(|variant| text(variant, is_schema)).collect();
        let values = union.variants.iter().filter(|variant| !is_shared(variant));
        let values: Vec<Vec<String>> = values.filter_map(|variant| text(variant, |_| true)).collect();
        let is_first = |run: &&[String]| {
            let count = values.iter().filter(|words| words.len() > run.len() && words.starts_with(run)).count();
            count > 1 && 2 * count >= union.variants.len()
        };
        let first = runs(&owner).find(is_first).unwrap_or_default().to_vec();
        let shared = shared_ends(&schemas);
        let own: Vec<Vec<String>> = schemas.iter().map(|name| shared.remove_from(name).to_vec()).collect();
        Self { shared, of_union: words_of_union(&own, &owner), first, owner }
    }

    /// Returns the value of a tag without words of the union.
    fn shortened_value(&self, name: &[String]) -> String {
        name.strip_prefix(self.first.as_slice()).filter(|rest| !rest.is_empty()).unwrap_or(name).concat()
    }

    /// Returns the name of a schema without what says nothing of it.
    fn shortened(&self, name: &[String]) -> String {
        let own = self.shared.remove_from(name);
        let own = own.strip_prefix(self.owner.as_slice()).filter(|rest| !rest.is_empty()).unwrap_or(own);
        let own = own.strip_suffix(self.owner.as_slice()).filter(|rest| !rest.is_empty()).unwrap_or(own);
        let (starts, ends) = &self.of_union;
        let own = starts
            .iter()
            .find_map(|start| own.strip_prefix(start.as_slice()).filter(|rest| !rest.is_empty()))
            .unwrap_or(own);
        let own =
            ends.iter().find_map(|end| own.strip_suffix(end.as_slice()).filter(|rest| !rest.is_empty())).unwrap_or(own);
        let role = own.split_last().filter(|(last, rest)| *last == "Param" && !rest.is_empty());
        role.map_or(own, |(_, rest)| rest).concat()
    }
}

/// The number of words that names share at the start and at the end.
#[derive(Clone, Copy)]
struct SharedEnds {
    start: usize,
    end: usize,
}

impl SharedEnds {
    /// Returns the other words of a name, or all of them if there are no others.
    fn remove_from(self, name: &[String]) -> &[String] {
        name.get(self.start..name.len().saturating_sub(self.end)).filter(|own| !own.is_empty()).unwrap_or(name)
    }
}

/// Returns the runs of consecutive words, longest first.
fn runs(words: &[String]) -> impl Iterator<Item = &[String]> {
    (1..=words.len()).rev().flat_map(|length| words.windows(length))
}

/// Returns the runs of words of the union that at least two names begin with, and those that they end with, whether the
/// union has them in the singular or the plural.
fn words_of_union(names: &[Vec<String>], owner: &[String]) -> (Vec<Vec<String>>, Vec<Vec<String>>) {
    let one: Vec<String> = owner.iter().map(|word| type_name(&singular(&word.to_lowercase()))).collect();
    let several = |is_shared: &dyn Fn(&[String], &[String]) -> bool| -> Vec<Vec<String>> {
        let count = |run: &[String]| names.iter().filter(|name| name.len() > run.len() && is_shared(name, run)).count();
        let mut found: Vec<&[String]> = runs(owner).chain(runs(&one)).filter(|run| count(run) > 1).collect();
        found.sort_by_key(|run| std::cmp::Reverse(run.len()));
        found.into_iter().map(<[String]>::to_vec).collect()
    };
    let starts = several(&|name, run| name.starts_with(run));
    let ends = if are_kinds_of_one(names) { Vec::new() } else { several(&|name, run| name.ends_with(run)) };
    (starts, ends)
}

/// Returns `true` if all names end with one of them, as `TaxId` and `DeletedTaxId` do: it says what they are.
fn are_kinds_of_one(names: &[Vec<String>]) -> bool {
    let shortest = names.iter().min_by_key(|name| name.len()).filter(|name| name.len() > 1 && names.len() > 1);
    shortest.is_some_and(|shortest| names.iter().all(|name| name.ends_with(shortest)))
}

/// Returns the first and the last words that all names share. General words at the end go first.
fn shared_ends(names: &[Vec<String>]) -> SharedEnds {
    let Some(shortest) = names.iter().min_by_key(|name| name.len()).filter(|_| names.len() > 1) else {
        return SharedEnds { start: 0, end: 0 };
    };
    let most = shortest.len().saturating_sub(1);
    let ends = |at: &usize| names.iter().all(|name| name.iter().rev().nth(*at) == shortest.iter().rev().nth(*at));
    let starts = |at: &usize| names.iter().all(|name| name.get(*at) == shortest.get(*at));
    let general = usize::from(most > 0 && ends(&0) && shortest.last().is_some_and(|last| is_general_word(last)));
    let start = (0..most - general).take_while(starts).count();
    let end = (0..most - start).take_while(ends).count();
    SharedEnds { start, end: if are_kinds_of_one(names) { 0 } else { end } }
}

/// Returns the name for a position.
fn position(index: usize) -> String {
    ordinal(index).map_or_else(|| format!("Alternative{}", index + 1), type_name)
}

/// Returns which of its names each alternative gets, or `None` if others want all of them.
fn ranks(wanted: &[Vec<String>]) -> Vec<Option<usize>> {
    let mut ranks: Vec<usize> = vec![0; wanted.len()];
    let name = |ranks: &[usize], index: usize| -> Option<&String> { wanted.get(index)?.get(*ranks.get(index)?) };
    for round in 0..=MAX_ROUNDS {
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
                ranks[index] = if round == MAX_ROUNDS { usize::MAX } else { ranks[index] + 1 };
            }
        }
    }
    ranks.into_iter().zip(wanted).map(|(rank, names)| (rank < names.len()).then_some(rank)).collect()
}

#[cfg(test)]
mod tests {
    use super::variants;
    use crate::model::{Candidate, Constraints, Docs, Payload, Union, Variant};
    use crate::pointer::Pointer;

    fn variant(candidates: Vec<Candidate>) -> Variant {
        Variant {
            origin: Pointer::root(),
            candidates,
            payload: Payload::Unit,
            constraints: Constraints::default(),
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
        assert_eq!(
            names("ResponseStreamEvent", vec![own(&["response.created"]), own(&["error"]), own(&["response.done"])]),
            ["Created", "Error", "Done"]
        );
        assert_eq!(
            names("EvalItemContent", vec![shared("EvalItemContentText"), shared("InputText"), shared("EvalItemImage")]),
            ["Text", "InputText", "Image"]
        );
        let tags = |owner| names(owner, vec![own(&["ai_agent_ask"]), own(&["ai_agent_extract"])]);
        assert_eq!(tags("AiAgent"), ["Ask", "Extract"]);
        assert_eq!(tags("Task"), ["AiAgentAsk", "AiAgentExtract"]);
    }

    #[test]
    fn what_is_left_says_what_it_is() {
        let rows = [
            ("TaxIdOrDeletedOrId", ["TaxId", "DeletedTaxId"]),
            ("TerminalLocationResponse", ["TerminalLocation", "DeletedTerminalLocation"]),
            ("PaymentSourceOrDeleted", ["PaymentSource", "DeletedPaymentSource"]),
        ];
        for (owner, all) in rows {
            assert_eq!(names(owner, all.map(shared).to_vec()), all, "{owner}");
        }
    }

    #[test]
    fn where_a_value_goes_is_not_said() {
        let all = ["ItemReferenceParam", "Message", "ProgramParam"].map(shared);
        assert_eq!(names("InputItem", all.to_vec()), ["ItemReference", "Message", "Program"]);
        assert_eq!(names("InputItem", ["Program", "ProgramParam"].map(shared).to_vec()), ["Program", "ProgramParam"]);
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
}
