//! Names of the variants of a union.
//!
//! | a variant is named by, best first | alternatives | variants |
//! |---|---|---|
//! | its value of the tag, or its only value | `type: dual_stack` | `DualStack` |
//! | its schema or title, without the first and last words that all have | `ChatUserMessage`, `ChatToolMessage` | `User`, `Tool` |
//! | and without words of the union that several have | `EvalItemText`, `EvalItemImage` and `Blob` in `EvalItem` | `Text`, `Image`, `Blob` |
//! | a member that only it has | `required: [path]` | `Path` |
//! | its kind | `type: string` | `Text` |
//!
//! The rules in `scope` decide if several variants request a name.

use std::collections::HashSet;

use super::compound::words_of;
use super::items::ItemId;
use super::scope::{NameRequest, set, type_request};
use super::values::{UNLISTED, with_value_suffix};
use crate::api::model::{Candidate, TypeId, Union, Variant};
use crate::base::ident::type_name;

/// Returns the names that are not assigned to any variant of a union.
pub(super) fn reserved() -> HashSet<String> {
    set(&[UNLISTED, "Self"])
}

/// Returns the requests for the names of the variants of a union with this name.
pub(super) fn variant_requests(ty: TypeId, union: &Union, owner: &str) -> Vec<NameRequest> {
    let common = CommonWords::new(union, owner);
    let variants = union.variants.iter().enumerate();
    variants.map(|(index, variant)| variant_request(ItemId::Member(ty, index), variant, &common)).collect()
}

fn variant_request(id: ItemId, variant: &Variant, common: &CommonWords) -> NameRequest {
    let first = variant.candidates.first().map_or("", Candidate::text);
    let plain = type_request(id, first);
    let names = variant.candidates.iter().flat_map(|candidate| {
        let whole = type_name(candidate.text());
        let shortened = is_shared(&candidate).then(|| common.remove_from(&words_of(&whole)).concat());
        shortened.into_iter().chain([whole])
    });
    let mut alternatives: Vec<String> = names.chain(plain.alternatives).collect();
    let natural = if alternatives.is_empty() { plain.natural } else { alternatives.remove(0) };
    alternatives.push(with_value_suffix(&natural));
    NameRequest { exact: natural == first, natural, alternatives, ..NameRequest::new(id, "") }
}

fn is_shared(candidate: &&Candidate) -> bool {
    matches!(candidate, Candidate::Shared(_))
}

/// The words that do not distinguish the schemas of a union.
#[derive(Default)]
struct CommonWords {
    /// The number of words that all names start with.
    start: usize,
    /// The number of words that all names end with.
    end: usize,
    /// The words of the union's name that several names start with, longest first.
    prefixes: Vec<Vec<String>>,
    /// The words of the union's name that several names end with, longest first.
    suffixes: Vec<Vec<String>>,
}

impl CommonWords {
    fn new(union: &Union, owner: &str) -> Self {
        let schemas = union.variants.iter().filter_map(|variant| variant.candidates.iter().find(is_shared));
        let names: Vec<Vec<String>> = schemas.map(|schema| words_of(&type_name(schema.text()))).collect();
        let mut common = Self::default();
        common.find_shared(&names);
        let names: Vec<&[String]> = names.iter().map(|name| common.without_shared(name)).collect();
        let owner = words_of(owner);
        let runs = (1..=owner.len()).rev().flat_map(|length| owner.windows(length));
        let of_several = |has: &dyn Fn(&[String], &[String]) -> bool| {
            let count = |run: &&[String]| names.iter().filter(|name| name.len() > run.len() && has(name, run)).count();
            runs.clone().filter(|run| count(run) > 1).map(<[String]>::to_vec).collect::<Vec<_>>()
        };
        let prefixes = of_several(&|name, run| name.starts_with(run));
        let suffixes = of_several(&|name, run| name.ends_with(run));
        let suffixes = if are_kinds_of_one(&names) { Vec::new() } else { suffixes };
        Self { prefixes, suffixes, ..common }
    }

    /// Finds the words that all names start or end with. Each name keeps at least one word.
    fn find_shared(&mut self, names: &[Vec<String>]) {
        let Some(shortest) = names.iter().min_by_key(|name| name.len()).filter(|_| names.len() > 1) else { return };
        let most = shortest.len().saturating_sub(1);
        let starts = |at: &usize| names.iter().all(|name| name.get(*at) == shortest.get(*at));
        self.start = (0..most).take_while(starts).count();
        let ends = |at: &usize| names.iter().all(|name| name.iter().rev().nth(*at) == shortest.iter().rev().nth(*at));
        if !are_kinds_of_one(names) {
            self.end = (0..most - self.start).take_while(ends).count();
        }
    }

    fn without_shared<'n>(&self, name: &'n [String]) -> &'n [String] {
        name.get(self.start..name.len().saturating_sub(self.end)).filter(|own| !own.is_empty()).unwrap_or(name)
    }

    /// Returns the other words of a name, or all of them if there are no others.
    fn remove_from<'n>(&self, name: &'n [String]) -> &'n [String] {
        let own = self.without_shared(name);
        let is_rest = |rest: &&[String]| !rest.is_empty();
        let prefix = |words: &Vec<String>| own.strip_prefix(words.as_slice()).filter(is_rest);
        let own = self.prefixes.iter().find_map(prefix).unwrap_or(own);
        let suffix = |words: &Vec<String>| own.strip_suffix(words.as_slice()).filter(is_rest);
        self.suffixes.iter().find_map(suffix).unwrap_or(own)
    }
}

/// Returns `true` if all names end with one of them, as `TaxId` and `DeletedTaxId` do: it says what they are.
fn are_kinds_of_one<N: AsRef<[String]>>(names: &[N]) -> bool {
    let mut names = names.iter().map(AsRef::as_ref);
    let shortest = names.clone().min_by_key(|name| name.len()).filter(|name| name.len() > 1 && names.len() > 1);
    shortest.is_some_and(|shortest| names.all(|name| name.ends_with(shortest)))
}

#[cfg(test)]
mod tests {
    use super::{reserved, variant_requests};
    use crate::api::model::{Candidate, Constraints, Docs, Payload, TypeId, Union, Variant};
    use crate::base::pointer::Pointer;
    use crate::rust::names::scope::allocate;

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
        let union = Union { variants: all.into_iter().map(variant).collect(), tag: None };
        allocate(&variant_requests(TypeId::new(0), &union, owner), &reserved()).names
    }

    #[test]
    fn words_of_all_and_of_the_union_are_left_out() {
        let rows: [(&str, &[&str], &[&str]); 5] = [
            ("ChatMessage", &["ChatUserMessage", "ChatSystemMessage"], &["User", "System"]),
            ("Content", &["TextContent", "Blob"], &["TextContent", "Blob"]),
            ("Animal", &["Pet", "PetExtended"], &["Pet", "PetExtended"]),
            ("EvalItemContent", &["EvalItemText", "Input", "EvalItemImage"], &["Text", "Input", "Image"]),
            ("LogsStep", &["LogsMapStep", "LogsUser", "PlainStep"], &["Map", "User", "Plain"]),
        ];
        for (owner, schemas, expected) in rows {
            assert_eq!(names(owner, schemas.iter().map(|schema| shared(schema)).collect()), expected);
        }
    }

    #[test]
    fn schemas_that_end_with_another_one_keep_their_words() {
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
    fn variants_with_equal_candidates_have_distinct_names() {
        let objects = || own(&["object"]);
        assert_eq!(names("Any", vec![own(&["text"]), objects(), objects()]), ["Text", "Object", "ObjectSecond"]);
        assert_eq!(names("Any", vec![own(&["path", "object"]), objects()]), ["Path", "Object"]);
        assert_eq!(names("Any", vec![own(&["object", "path"]), objects()]), ["Path", "Object"]);
        assert_eq!(names("Any", vec![own(&["unlisted"]), shared("Self")]), ["UnlistedValue", "SelfValue"]);
        assert_eq!(names("Any", vec![own(&["ASC"]), own(&["asc"])]), ["AscUpper", "Asc"]);
        assert_eq!(names("Any", vec![own(&["-Infinity"]), own(&["Infinity"])]), ["MinusInfinity", "Infinity"]);
    }
}
