//! The words on the way to what stands inside something, and which of them several ways have.
//!
//! | ways | in common |
//! |---|---|
//! | `OrderCreated`, `OrderChanged` | `Order` |
//! | `ListOrderLines`, `CreateOrderLine` | `OrderLine` |
//! | `PaymentIntent`, `SetupIntent`: where it begins nowhere, it is a part of a compound | |
//! | `Reasoning`, `BetaReasoning` | `Reasoning` |
//! | `FineTuneMethod`, `FineTuningJob`: the same | |

use super::OperationNames;
use super::compound::words_of;
use super::operation::{is_link, is_noise, word_of};
use crate::ident::type_name;
use crate::model::{Api, Naming, Owner};

/// So many words at the end of a way are looked at.
const MOST_WORDS: usize = 16;
/// What is read of the way to a place: words far outside tell little of what is there.
const NEAREST: usize = 6;
/// Words that begin with so many of the same letters are forms of one word.
const STEM: usize = 3;
/// Of so many ways, what most of them have is what they have in common.
const FEWEST: usize = 3;

/// The words on the way to a place, from the outside in.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    words: Vec<String>,
    /// Whether a name of the description begins at a word, by index.
    begins: Vec<bool>,
}

impl Way {
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// Adds a name of the description, but not the words that are there already.
    fn push(&mut self, name: &str) {
        // Where a name begins with the words that are there, it says them.
        let next = words_of(name);
        let repeated = (0..=self.words.len().min(next.len()))
            .rev()
            .find(|count| next.get(..*count).is_some_and(|start| self.words.ends_with(start)))
            .unwrap_or(0);
        // `rules` and one `rule` of them are one.
        let one = |word: &String| Some(word_of(word)) == next.first().map(|first| word_of(first));
        if repeated == 0 && self.words.last().is_some_and(one) {
            self.words.pop();
            self.begins.pop();
        }
        let mut leads = true;
        for (at, word) in next.into_iter().enumerate() {
            // What stands before the thing that is meant is no part of it: `ListOrders`.
            let begins = leads;
            leads = leads && is_noise(&word_of(&word));
            if at >= repeated {
                self.words.push(word);
                self.begins.push(begins);
            }
        }
    }

    /// The words in small letters and in singular.
    fn compared(&self) -> Vec<String> {
        self.words.iter().map(|word| word_of(word)).collect()
    }
}

pub(super) fn way(
    api: &Api,
    operations: &[OperationNames],
    component: &dyn Fn(&str) -> String,
    naming: &Naming,
) -> Way {
    let mut steps: Vec<String> = Vec::new();
    let mut owner = &naming.owner;
    loop {
        match owner {
            Owner::Schema(name) | Owner::Component(name) => {
                steps.push(component(name));
                break;
            }
            Owner::Operation(id) => {
                steps.push(operations.get(id.0).map(|names| names.type_name.clone()).unwrap_or_default());
                break;
            }
            Owner::Type(id) => {
                let outer = api.definition(*id);
                let own = &outer.naming;
                let is_silent = own.step.is_empty() || matches!(own.step.as_str(), "body" | "response");
                steps.push(if is_silent { String::new() } else { type_name(&own.step) });
                if own.step.is_empty()
                    && let Owner::Schema(name) | Owner::Component(name) = &own.owner
                {
                    steps.pop();
                    steps.push(component(name));
                    break;
                }
                // What stands at several places itself is reached from any of them.
                if !outer.occurrences.is_empty() || steps.len() >= NEAREST {
                    break;
                }
                owner = &own.owner;
            }
        }
    }
    let mut way = Way::default();
    steps.iter().rev().for_each(|step| way.push(step));
    let left = way.words.len().saturating_sub(MOST_WORDS);
    way.words.drain(..left);
    way.begins.drain(..left);
    way
}

/// Which runs of words are looked for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Runs {
    /// Those that say something, and begin where a name of the description does.
    Named,
    /// The same with words at the end that say little: `PaymentMethodData`.
    NamedLoosely,
    /// Several words inside a name: `NamedToolChoice` of `AssistantsNamedToolChoice`.
    Inside,
}

/// The longest run of words that all ways have, without those that say nothing of what is there.
pub(super) fn common_words(ways: &[Way]) -> Vec<String> {
    let named = shared_words(ways, ways.len(), Runs::Named);
    if named.is_empty() { shared_words(ways, ways.len(), Runs::Inside) } else { named }
}

/// The same of most ways, where there are several, and less strictly.
pub(super) fn usual_words(ways: &[Way]) -> Vec<String> {
    let wanted = if ways.len() < FEWEST { ways.len() } else { (2 * ways.len()).div_ceil(3) };
    shared_words(ways, wanted, Runs::NamedLoosely)
}

/// The same of more than half of them, where there are several.
pub(super) fn most_words(ways: &[Way]) -> Option<Vec<String>> {
    let wanted = Some(ways.len() / 2 + 1).filter(|_| ways.len() >= FEWEST)?;
    let words = shared_words(ways, wanted, Runs::NamedLoosely);
    (!words.is_empty()).then_some(words)
}

/// The longest run of words that so many ways have.
fn shared_words(ways: &[Way], wanted: usize, which: Runs) -> Vec<String> {
    let mut compared: Vec<(&Way, Vec<String>)> = ways.iter().map(|way| (way, way.compared())).collect();
    compared.sort_by(|(way, own), (other, theirs)| (own.len(), &way.words).cmp(&(theirs.len(), &other.words)));
    // What so many have is in one of the others and one more.
    let candidates = compared.iter().take((ways.len() + 1).saturating_sub(wanted).min(NEAREST));
    let found = candidates.filter_map(|(way, own)| {
        let longest = own.len().min(NEAREST);
        let runs = (1..=longest).rev().flat_map(|length| (0..=own.len() - length).map(move |at| (at, length)));
        let mut runs = runs.filter(|(at, length)| {
            let Some(run) = own.get(*at..at + length) else { return false };
            is_wanted(way, run, *at, which) && is_in_most(&compared, run, wanted)
        });
        let (at, length) = runs.next()?;
        way.words.get(at..at + length)
    });
    let mut best: &[String] = &[];
    for run in found {
        if run.len() > best.len() {
            best = run;
        }
    }
    best.to_vec()
}

/// Whether a run is one of those that are looked for; words inside it belong to what they stand between.
fn is_wanted(way: &Way, run: &[String], at: usize, which: Runs) -> bool {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return false };
    let begins = way.begins.get(at).copied().unwrap_or(false);
    match which {
        _ if is_noise(first) => false,
        Runs::Named => begins && !is_noise(last),
        Runs::NamedLoosely => begins && !is_link(last),
        Runs::Inside => {
            let inner = way.begins.get(at..at + run.len()).unwrap_or_default();
            run.len() > 1 && !is_noise(last) && !inner.iter().any(|begins| *begins)
        }
    }
}

/// Whether so many ways have a run of words, none of them as a part of a compound.
fn is_in_most(ways: &[(&Way, Vec<String>)], run: &[String], wanted: usize) -> bool {
    let mut after: Vec<Option<&String>> = Vec::new();
    for (way, own) in ways {
        let mut places = 0..(own.len() + 1).saturating_sub(run.len());
        let Some(at) = places.find(|at| own.get(*at..at + run.len()) == Some(run)) else { continue };
        let end = at + run.len();
        let goes_on = way.begins.get(end).is_some_and(|begins| !begins);
        after.push(own.get(end).filter(|_| goes_on));
    }
    after.len() >= wanted && !is_cut(&after)
}

/// Whether what follows are forms of one word, which belongs to what they follow: `FineTune`, `FineTuning`.
fn is_cut(after: &[Option<&String>]) -> bool {
    let stem = |word: &String| word.chars().take(STEM).collect::<String>();
    let Some(Some(first)) = after.first() else { return false };
    let differ = after.iter().any(|next| *next != Some(*first));
    differ && after.iter().all(|next| next.is_some_and(|next| stem(next) == stem(first)))
}

#[cfg(test)]
mod tests {
    use super::{Way, common_words, usual_words};

    fn all(names: &[&[&str]]) -> Vec<Way> {
        let way = |names: &&[&str]| {
            let mut way = Way::default();
            names.iter().for_each(|name| way.push(name));
            way
        };
        names.iter().map(way).collect()
    }

    #[test]
    fn words_that_all_have() {
        let rows: [(&[&[&str]], &str); 12] = [
            (&[&["ListOrdersResponse"], &["ListUsersResponse"]], ""),
            (&[&["OrderCreated"], &["OrderChanged"]], "Order"),
            (&[&["ListOrderLines"], &["CreateOrderLine"]], "OrderLine"),
            (&[&["CreateUserRequest"], &["UpdateUserRequest"]], "User"),
            (&[&["GetUser"], &["UserSettings"], &["ListUsers"]], "User"),
            (&[&["CreatePaymentIntent"], &["CreateSetupIntent"]], ""),
            (&[&["Reasoning"], &["BetaReasoning"]], "Reasoning"),
            (&[&["AssistantsNamedToolChoice"], &["ChatNamedToolChoice"]], "NamedToolChoice"),
            (&[&["FileSearchToolCall"], &["BetaFileSearchToolCall"]], "FileSearchToolCall"),
            (&[&["FineTuneMethod"], &["FineTuningJob"]], ""),
            (&[&["CreateOrder", "Address"], &["UpdateUser", "Address"]], "Address"),
            (&[&["Order", "OrderLine"], &["OrderLine"]], "OrderLine"),
        ];
        for (names, wanted) in rows {
            assert_eq!(common_words(&all(names)).concat(), wanted, "{names:?}");
        }
    }

    #[test]
    fn words_that_most_have() {
        let ways = all(&[&["CreateOrder", "Method"], &["UpdateOrder", "Method"], &["CreateMethod"], &["Other"]]);
        assert_eq!(common_words(&ways).concat(), "");
        assert_eq!(usual_words(&all(&[&["CreateOrder"], &["UpdateOrder"], &["Other"]])).concat(), "Order");
        assert_eq!(usual_words(&all(&[&["CreateOrder"], &["Other"]])).concat(), "");
        let data = all(&[&["CreateOrder", "PaymentData"], &["UpdateUser", "PaymentData"], &["CreatePayment"]]);
        assert_eq!(
            (common_words(&data).concat(), usual_words(&data).concat()),
            ("Payment".into(), "PaymentData".into())
        );
    }
}
