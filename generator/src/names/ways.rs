//! The words on the way to what stands inside something, and which of them several ways have.
//!
//! | ways | in common |
//! |---|---|
//! | `OrderCreated`, `OrderChanged` | `Order` |
//! | `ListOrderLines`, `CreateOrderLine` | `OrderLine` |
//! | `PaymentIntent`, `SetupIntent`: where it begins nowhere, it is a part of a compound | |
//! | `Reasoning`, `BetaReasoning` | `Reasoning` |
//! | `FineTuneMethod`, `FineTuningJob`: the same | |
//! | `CheckRun`, `CheckSuite`, `Job`: of more owners than any other | `Check` |
//! | `PullRequestClosed`, `PullRequestOpened`, where components are called `PullRequestReview` and `PullRequestLink` | `PullRequest` |
//!
//! What many components begin with, such as `Webhook`, says where a thing belongs and not what it is: it names what all places
//! of it begin with, and nothing else.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::OperationNames;
use super::compound::words_of;
use super::habits::Habits;
use super::in_common::CommonName;
use super::operation::{is_general, is_link, is_noise, is_noun_too, is_verb, word_of};
use crate::ident::type_name;
use crate::model::{Api, Naming, Owner, Shape, TypeId};

/// So many words at the end of a way are looked at.
const MOST_WORDS: usize = 16;
/// What is read of the way to a place: words far outside tell little of what is there.
const NEAREST: usize = 6;
/// Words that begin with so many of the same letters are forms of one word.
const STEM: usize = 3;
/// Of so many ways, what most of them have is what they have in common.
const FEWEST: usize = 3;

/// Words of so many owners name something that is called otherwise elsewhere.
const FEWEST_OWNERS: usize = 2;
/// So many runs of words name what most owners have no words for.
const MOST_RUNS: usize = 3;
/// Such a run has no more words.
const LONGEST_RUN: usize = 4;
/// The names that types at several places would have.
pub(super) type CommonNames = HashMap<TypeId, CommonName>;

/// What the words on ways are taken from.
#[derive(Clone, Copy)]
pub(super) struct Landscape<'a> {
    pub(super) api: &'a Api,
    pub(super) operations: &'a [OperationNames],
    /// How a component is called.
    pub(super) component: &'a dyn Fn(&str) -> String,
    /// What other types would be called that stand at several places.
    pub(super) named: &'a CommonNames,
    pub(super) habits: &'a Habits,
}

/// The words on the way to a place, from the outside in.
#[derive(Clone, Debug, Default)]
pub(super) struct Way {
    words: Vec<String>,
    /// `true` if a name of the description begins at a word, by index.
    begins: Vec<bool>,
    /// `true` if the first word is a category.
    has_category: bool,
    /// The general words that are a part of what they follow, by index.
    belonging: BTreeSet<usize>,
}

impl Way {
    pub(super) fn words(&self) -> &[String] {
        &self.words
    }

    /// The words without the category.
    pub(super) fn own_words(&self) -> &[String] {
        self.words.get(usize::from(self.has_category)..).unwrap_or_default()
    }

    pub(super) fn has_category(&self) -> bool {
        self.has_category
    }

    /// A way of these words alone.
    pub(super) fn of_name(name: &str) -> Self {
        let mut way = Self::default();
        way.push(name);
        way
    }

    fn note_habits(&mut self, habits: &Habits) {
        let first = self.words.first().filter(|_| self.words.len() > 1);
        self.has_category = first.is_some_and(|first| habits.categories.contains(first));
        let compared = self.compared();
        let pairs = compared.windows(2).enumerate();
        let belong = pairs
            .filter(|(_, pair)| matches!(pair, [one, two] if habits.compounds.contains(&[one.clone(), two.clone()])));
        self.belonging = belong.map(|(at, _)| at + 1).collect();
    }

    /// Returns `true` if a word says something of the thing that is meant.
    fn says_something(&self, at: usize, word: &str) -> bool {
        !is_noise(word) || self.belonging.contains(&at)
    }

    /// Adds the name of a type, the end of which says what it is in its owner.
    fn push_named(&mut self, name: &str, step: &str) {
        self.push(name);
        let (all, own) = (self.words.len(), words_of(step));
        if self.words.ends_with(&own)
            && let Some(begins) = self.begins.get_mut(all - own.len())
        {
            *begins = true;
        }
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

pub(super) fn way(land: Landscape<'_>, naming: &Naming) -> Way {
    let mut steps: Vec<String> = Vec::new();
    let mut way = Way::default();
    // The value of something is called by that already.
    let mut owner = &value_of(land.api, naming).unwrap_or(naming).owner;
    loop {
        match owner {
            Owner::Schema(name) | Owner::Component(name) => {
                steps.push((land.component)(name));
                break;
            }
            Owner::Operation(id) => {
                steps.push(land.operations.get(id.0).map(|names| names.type_name.clone()).unwrap_or_default());
                break;
            }
            Owner::Type(id) => match outer_step(land, *id, steps.len()) {
                Step::Named(name, step) => {
                    way.push_named(name, &step);
                    break;
                }
                Step::Last(step) => {
                    steps.push(step);
                    break;
                }
                Step::Inside(step, next) => {
                    steps.push(step);
                    owner = next;
                }
            },
        }
    }
    steps.iter().rev().for_each(|step| way.push(step));
    let left = way.words.len().saturating_sub(MOST_WORDS);
    way.words.drain(..left);
    way.begins.drain(..left);
    way.note_habits(land.habits);
    way
}

/// What a type is called that something stands in, and where that stands.
enum Step<'a> {
    /// What stands at several places has a name of its own.
    Named(&'a str, String),
    Last(String),
    Inside(String, &'a Owner),
}

fn outer_step(land: Landscape<'_>, id: TypeId, count: usize) -> Step<'_> {
    let outer = land.api.definition(id);
    let own = &outer.naming;
    if own.step.is_empty()
        && let Owner::Schema(name) | Owner::Component(name) = &own.owner
    {
        return Step::Last((land.component)(name));
    }
    if let Some(name) = land.named.get(&id).and_then(|own| own.names.first()) {
        return Step::Named(name, type_name(&own.step));
    }
    let is_silent = value_of(land.api, own).is_some() || matches!(own.step.as_str(), "" | "body" | "response");
    let step = if is_silent { String::new() } else { type_name(&own.step) };
    if !outer.occurrences.is_empty() || count + 1 >= NEAREST {
        return Step::Last(step);
    }
    Step::Inside(step, &own.owner)
}

/// What something is the value of: that has other alternatives, and the name.
pub(super) fn value_of<'a>(api: &'a Api, naming: &Naming) -> Option<&'a Naming> {
    let Owner::Type(id) = &naming.owner else { return None };
    let outer = api.definition(*id);
    (naming.step == "value" && matches!(outer.shape, Shape::Union(_))).then_some(&outer.naming)
}

/// The nearest type around a place that stands at several places itself.
pub(super) fn shared_owner(api: &Api, naming: &Naming) -> Option<TypeId> {
    let mut owner = &naming.owner;
    for _ in 0..NEAREST {
        let Owner::Type(id) = owner else { return None };
        let outer = api.definition(*id);
        if !outer.occurrences.is_empty() {
            return outer.naming.schema().is_none().then_some(*id);
        }
        owner = &outer.naming.owner;
    }
    None
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

/// The words that all ways end with, where they are the whole of one of them: `Response` of that and `CreateResponse`.
pub(super) fn whole_words(ways: &[Way]) -> Vec<String> {
    let Some(least) = ways.iter().min_by_key(|way| (way.words.len(), &way.words)) else { return Vec::new() };
    let compared = least.compared();
    let says_something = compared.last().is_some_and(|last| !is_link(last) && !is_verb(last));
    let is_end = |way: &Way| way.compared().ends_with(&compared);
    if says_something && ways.iter().all(is_end) { least.words.clone() } else { Vec::new() }
}

/// How many of a hundred ways have a run of words: of all of them, or of those that differ.
pub(super) fn share(ways: &[Way], run: &[String]) -> usize {
    let run: Vec<String> = run.iter().map(|word| word_of(word)).collect();
    let all: Vec<Vec<String>> = ways.iter().map(Way::compared).collect();
    let different: BTreeSet<&Vec<String>> = all.iter().collect();
    let has_run = |way: &&Vec<String>| way.windows(run.len().max(1)).any(|own| own == run);
    let share = |count: usize, all: usize| (100 * count).checked_div(all).unwrap_or(0);
    let of_different = different.iter().copied().filter(has_run).count();
    share(all.iter().filter(has_run).count(), all.len()).max(share(of_different, different.len()))
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
            let is_category = way.has_category && *at == 0 && wanted < ways.len();
            !is_category && is_wanted(way, run, *at, which, wanted < ways.len()) && is_in_most(&compared, run, wanted)
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

/// Returns `true` if a run is one of those that are looked for, of all ways or of some; words inside it belong to what they stand
/// between.
fn is_wanted(way: &Way, run: &[String], at: usize, which: Runs, of_some: bool) -> bool {
    let (Some(first), Some(last)) = (run.first(), run.last()) else { return false };
    let after_category = of_some && way.has_category && at == 1;
    let begins = after_category || way.begins.get(at).copied().unwrap_or(false);
    let says_something = way.says_something(at + run.len() - 1, last);
    // A category alone says nothing.
    let is_category = way.has_category && at == 0 && run.len() == 1;
    match which {
        _ if is_noise(first) || is_category => false,
        Runs::Named => begins && says_something,
        Runs::NamedLoosely => begins && !is_link(last),
        Runs::Inside => {
            let inner = way.begins.get(at..at + run.len()).unwrap_or_default();
            run.len() > 1 && says_something && !inner.iter().any(|begins| *begins)
        }
    }
}

/// The runs of words that a name begins or ends with in most of the owners, and in how many.
pub(super) fn several_words<O: Ord>(ways: &[(O, &Way)]) -> Vec<(Vec<String>, usize)> {
    let mut runs: BTreeMap<Vec<String>, (BTreeSet<&O>, &[String])> = BTreeMap::new();
    for (owner, way) in ways {
        let compared = way.compared();
        for (at, end) in whole_runs(way, &compared) {
            let (Some(run), Some(words)) = (compared.get(at..end), way.words.get(at..end)) else { continue };
            let (owners, spelled) = runs.entry(run.to_vec()).or_insert_with(|| (BTreeSet::new(), words));
            owners.insert(owner);
            // One of several spellings, whatever the order.
            *spelled = (*spelled).min(words);
        }
    }
    let several = runs.into_values().filter(|(owners, _)| owners.len() >= FEWEST_OWNERS);
    let mut several: Vec<(usize, &[String])> = several.map(|(owners, words)| (owners.len(), words)).collect();
    // A part of a run that is always a part of it says less.
    let wholes: Vec<(usize, &[String])> = several.clone();
    several.retain(|(count, words)| {
        let is_part = |(other, whole): &(usize, &[String])| {
            other == count && whole.len() > words.len() && (whole.starts_with(words) || whole.ends_with(words))
        };
        !wholes.iter().any(is_part)
    });
    // Of nearly as many owners, more words say more.
    let most = several.iter().map(|(count, _)| *count).max().unwrap_or(0);
    let worth = |(count, words): &(usize, &[String])| {
        let are_nearly_most = 4 * count >= 3 * most;
        (are_nearly_most, if are_nearly_most { words.len() } else { 0 }, *count, words.len())
    };
    several.sort_by(|one, other| worth(other).cmp(&worth(one)).then_with(|| one.1.cmp(other.1)));
    several.into_iter().take(MOST_RUNS).map(|(count, words)| (words.to_vec(), count)).collect()
}

/// The runs of words that begin or end where a name does, and say something.
fn whole_runs<'w>(way: &'w Way, compared: &'w [String]) -> impl Iterator<Item = (usize, usize)> + 'w {
    let count = compared.len();
    let all = (0..count).flat_map(move |at| (at + 1..=count.min(at + LONGEST_RUN)).map(move |end| (at, end)));
    all.filter(move |(at, end)| {
        let begins = |at: usize| way.begins.get(at).copied().unwrap_or(true);
        let is_category = way.has_category && *at == 0;
        // The verb of an operation that is a noun as well: `CheckRun`.
        let says = |at: usize| compared.get(at).is_some_and(|word| way.says_something(at, word) || is_noun_too(word));
        let ends_before = |end: usize| compared.get(end).is_some_and(|word| is_general(word));
        let begins_here = begins(*at) || (way.has_category && *at == 1);
        let begins_with_noun = !way.belonging.contains(at);
        !is_category
            && begins_with_noun
            && (*at..*end).all(says)
            && (begins_here || begins(*end) || (end - at > 1 && ends_before(*end)))
    })
}

/// Returns `true` if so many ways have a run of words, none of them as a part of a compound.
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

/// Returns `true` if what follows are forms of one word, which belongs to what they follow: `FineTune`, `FineTuning`.
fn is_cut(after: &[Option<&String>]) -> bool {
    let stem = |word: &String| word.chars().take(STEM).collect::<String>();
    let Some(Some(first)) = after.first() else { return false };
    let differ = after.iter().any(|next| *next != Some(*first));
    differ && after.iter().all(|next| next.is_some_and(|next| stem(next) == stem(first)))
}

#[cfg(test)]
mod tests {
    use super::{Habits, Way, common_words, several_words, usual_words};

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
    fn words_of_more_owners_than_any_others() {
        let several = |names: &[&[&str]]| {
            let ways = all(names);
            let owned: Vec<(usize, &Way)> = ways.iter().enumerate().collect();
            several_words(&owned).first().map(|(words, _)| words.concat()).unwrap_or_default()
        };
        assert_eq!(several(&[&["CheckRun"], &["CheckSuite"], &["Job"], &["Status"]]), "Check");
        assert_eq!(
            several(&[&["CodespacesOrgSecret"], &["ActionsSecret"], &["ActionsVariable"], &["OrgSecret"]]),
            "Secret"
        );
        assert_eq!(several(&[&["CreateAssistantRequest"], &["AssistantObject"], &["RunObject"]]), "Assistant");
        assert_eq!(several(&[&["Order"], &["User"]]), "");
    }

    #[test]
    fn a_category_names_what_is_of_it_alone() {
        let things =
            ["Check", "Fork", "Issue", "Label", "Member", "Page", "Ping", "Push", "Star", "Team", "Watch", "Wiki"];
        let names: Vec<String> = things.iter().map(|thing| format!("Webhook{thing}")).collect();
        let requests = ["Review", "Simple", "Minimal"].map(|kind| format!("PullRequest{kind}"));
        let habits = Habits::of(names.into_iter().chain(requests));
        let mut ways = all(&[&["WebhookPullRequestClosed"], &["WebhookPullRequestOpened"], &["Branch"]]);
        ways.iter_mut().for_each(|way| way.note_habits(&habits));
        assert_eq!(usual_words(&ways).concat(), "PullRequest");
        assert_eq!(common_words(ways.get(..2).unwrap()).concat(), "WebhookPullRequest");
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
