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
//! Names that other things have as well are shortened alike: where one of them would be another's, all keep the words at
//! their beginning (`InputText` and `InputImage` beside `Text`), or none is shortened.
//!
//! What several would be called goes to the one that has no other name, else to none of them. The order of the
//! alternatives decides nothing but positions.

mod family;
mod ranks;
mod step;

use std::collections::{HashMap, HashSet};

use self::family::Family;
use self::ranks::ranks;
pub(super) use self::step::{Alternatives, step};
use super::compound::words_of;
use super::values::UNLISTED;
use crate::ident::{ordinal, spelled, symbols, type_name};
use crate::model::{Candidate, TypeId, Union, Variant};

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
    let family = Family::of(union, owner);
    let wanted: Vec<Vec<String>> = union.variants.iter().map(|variant| names_of(variant, &family)).collect();
    let wanted = evenly(union, &family, wanted);
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

/// The names that an alternative wants, the best first.
fn names_of(variant: &Variant, family: &Family) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (index, candidate) in variant.candidates.iter().enumerate() {
        let whole = type_name(candidate.text());
        match candidate {
            Candidate::Own(_) if index == 0 => names.extend(family.shortened_own(&words_of(&whole))),
            Candidate::Own(_) => {}
            Candidate::Shared(_) => names.push(family.shortened(&words_of(&whole))),
        }
        names.push(whole);
    }
    let mut seen = HashSet::new();
    names.retain(|name| name != UNLISTED && name != "Self" && seen.insert(name.clone()));
    names
}

/// The names that alternatives want, where those that are named after other things are shortened alike.
fn evenly(union: &Union, family: &Family, wanted: Vec<Vec<String>>) -> Vec<Vec<String>> {
    let shared: Vec<usize> = (0..wanted.len()).filter(|index| is_shared(union, *index)).collect();
    let firsts = |wanted: &[Vec<String>]| -> HashMap<String, usize> {
        let mut counts = HashMap::new();
        wanted.iter().filter_map(|names| names.first()).for_each(|name| *counts.entry(name.clone()).or_default() += 1);
        counts
    };
    let are_apart = |wanted: &[Vec<String>]| {
        let counts = firsts(wanted);
        let mut own = shared.iter().filter_map(|index| wanted.get(*index)?.first());
        own.all(|name| counts.get(name) == Some(&1))
    };
    if shared.len() < 2 || are_apart(&wanted) {
        return wanted;
    }
    for longer in [Family::without_owner, Family::with_beginning, |_: &Family, name: &[String]| name.concat()] {
        let mut other = wanted.clone();
        for (variant, names) in union.variants.iter().zip(&mut other) {
            if let Some(Candidate::Shared(text)) = variant.candidates.first() {
                let name = longer(family, &words_of(&type_name(text)));
                names.retain(|own| *own != name);
                names.insert(0, name);
            }
        }
        if are_apart(&other) {
            return other;
        }
    }
    wanted
}

/// Returns `true` if an alternative is named after something else before all.
fn is_shared(union: &Union, index: usize) -> bool {
    let first = union.variants.get(index).and_then(|variant| variant.candidates.first());
    matches!(first, Some(Candidate::Shared(_)))
}

/// The name that other things have as well: that of a schema, or a title.
fn shared_name(variant: &Variant) -> Option<String> {
    variant.candidates.iter().find_map(|candidate| match candidate {
        Candidate::Shared(text) => Some(type_name(text)),
        Candidate::Own(_) => None,
    })
}

/// What is called by nothing but its position.
fn position(index: usize) -> String {
    ordinal(index).map_or_else(|| format!("Alternative{}", index + 1), type_name)
}

#[cfg(test)]
mod tests {
    use super::variants;
    use crate::model::{Candidate, Docs, Payload, Union, Variant};
    use crate::pointer::Pointer;

    fn variant(candidates: Vec<Candidate>) -> Variant {
        Variant {
            origin: Pointer::root(),
            hint: String::new(),
            candidates,
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
    fn no_phrase_is_cut_in_its_middle() {
        let rows = [
            (
                "PaymentIntentPaymentMethodOptions",
                ["PaymentMethodOptions", "PaymentIntentOptions"],
                ["PaymentMethod", "PaymentIntent"],
            ),
            ("SessionError", ["InvalidCursorError", "InvalidRequestError"], ["InvalidCursor", "InvalidRequest"]),
            ("WalletAlertResponse", ["WalletAlert", "WalletAlerts"], ["Alert", "Alerts"]),
        ];
        for (owner, all, wanted) in rows {
            assert_eq!(names(owner, all.map(shared).to_vec()), wanted, "{owner}");
        }
    }

    #[test]
    fn a_phrase_of_the_union_is_not_said_again() {
        let card = ["SetupIntentPaymentMethodOptionsCard", "SetupIntentTypeSpecificPaymentMethodOptionsClient"];
        assert_eq!(
            names("SetupIntentPaymentMethodOptionsCardChoice", card.map(shared).to_vec()),
            ["Card", "TypeSpecificClient"]
        );
        let affirm = ["PaymentMethodOptionsAffirm", "PaymentIntentTypeSpecificPaymentMethodOptionsClient"];
        let names = names("PaymentIntentPaymentMethodOptionsAffirm", affirm.map(shared).to_vec());
        assert_eq!(names, ["Affirm", "TypeSpecificClient"]);
    }

    #[test]
    fn where_a_value_goes_is_not_said() {
        let all = ["ItemReferenceParam", "Message", "ProgramParam"].map(shared);
        assert_eq!(names("InputItem", all.to_vec()), ["ItemReference", "Message", "Program"]);
        assert_eq!(names("InputItem", ["Program", "ProgramParam"].map(shared).to_vec()), ["Program", "ProgramParam"]);
    }

    #[test]
    fn a_family_is_shortened_evenly() {
        let input = ["InputTextContent", "InputImageContent", "InputFileContent"].map(shared);
        let beside = |other: &[&str]| names("Variable", std::iter::once(own(other)).chain(input.clone()).collect());
        assert_eq!(beside(&["number"]), ["Number", "Text", "Image", "File"]);
        assert_eq!(beside(&["text"]), ["Text", "InputText", "InputImage", "InputFile"]);
        let beta = ["BetaInputTextContent", "BetaInputImageContent"].map(shared);
        let beside_text = std::iter::once(own(&["text"])).chain(beta).collect();
        assert_eq!(names("BetaVariable", beside_text), ["Text", "InputText", "InputImage"]);
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
