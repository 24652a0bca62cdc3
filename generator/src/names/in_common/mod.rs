//! Names of types that stand at several places: what the places have in common.
//!
//! | places | name |
//! |---|---|
//! | `page` in the answers of `listOrders` and `listUsers` | `Page` |
//! | `status` of `OrderCreated` and of `OrderChanged` | `OrderStatus` |
//! | `type` of several things, an enumeration | `TypeKind` |
//! | under several names, with the title `range_query_specs` | `RangeQuerySpecs` |
//! | under `parent_page` and `page` | `Page` |
//! | under `card` and `bank` of several `payment_options` | `PaymentOption` |
//! | `active` and `open` of `account_capabilities`, enumerations of states | `AccountCapabilityStatus` |
//! | `cvc_check` and `zip_check` of `Card`, equal enumerations | `CardCheck` |
//! | elements of the lists `hate` and `violence` of `AppliedTypes`, equal enumerations | `AppliedType` |
//! | `preferences` of `UserCreate` and `UserUpdate`, only sent, where there is a component `UserPreferences` | `UserPreferencesInput` |
//! | `status` of `OrderCreated`, `OrderChanged` and `Lamp` | what most have: `OrderStatus` |
//! | `status` at places most of which are of one group | `StoryStatus` |
//! | `status` of `CheckRun`, `CheckSuite` and `Job`, where something else is the `Status` | what several owners have: `CheckStatus` |
//! | `state` of `Order`, `Lamp`, `Door` and more, an enumeration that no owner stands for | `State`, else what its values are: `ClosedOrOpenState` |
//! | `status` of `Response` and `CreateResponse`: general words that are a whole name | `ResponseStatus` |
//! | `reason` of several refunds, where something else is the `RefundReason` | `RefundReasonKind` |
//! | `cash` and `cheque` of several `PaymentOptions`, with nothing else in common | `PaymentOptionsCashOrCheque` |
//! | under several names, with the title `User`, of which there are several | `IssueUser` |
//! | answers of `getOrder` and `updateOrder` | `OrderResponse` |
//! | answers of many operations, with the member `ok` | `OkResponse` |
//! | bodies of several operations, most paths of which end with `assignees` | `AssigneesBody` |
//! | the same with `comments`, without a member `comments` | `CommentBody`, of the group `gists` also `GistCommentBody` |
//! | bodies of several operations of `issues`, with the only member `lock_reason` | `IssueLockReasonBody` |
//! | small bodies of many operations, with the members `expand` and `metadata` | `ExpandMetadataBody` |
//! | answers of many operations, whose `result` is an `Order` | `OrderResponse` |
//! | a union of components, or of those and an id | see the module on references |
//! | bodies of errors | `ErrorBody` |
//! | a parameter of the components, called `sort_order`, and what is the same elsewhere | `SortOrder` |
//! | parameters `sort` of one group, or of several | `StorySort`, `SortParameter` |

mod candidate;
mod group;
mod order;
mod thing;
mod titles;
mod values;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::compound::{both_cut, joined, kind, words_of};
use super::operation::word_of;
use super::references::{one_of, or_id};
use super::ways::{
    Landscape, Way, common_words, most_words, several_words, share, usual_words, value_of, way, whole_words,
};
use crate::ident::type_name;
use crate::model::{Api, Definition, Naming, Owner, Shape};
pub(super) use candidate::CommonName;
use candidate::{Candidate, Rank};
use group::thing_of_group;
pub(super) use group::{Senders, parameter, senders};
pub(super) use order::from_outside;
pub(crate) use thing::are_called_alike;
use thing::{Thing, by_members};
pub(super) use titles::Titles;

/// What stands at so many places stands everywhere: one word is enough for it, where it is no enumeration.
pub(super) const EVERYWHERE: usize = 10;
/// Of an enumeration, so many of a hundred owners are nearly all.
const NEARLY_ALL: usize = 75;
/// Of fewer places, one is about half of them.
const SEVERAL: usize = 3;
/// Of what is no enumeration, so many are enough.
const HALF: usize = 50;
/// Names of more words are not told apart by what they are.
const FEW_WORDS: usize = 3;
/// So many of its places can name it.
const MOST_DIRECT: usize = 4;

/// How a component is called.
type Component<'a> = &'a dyn Fn(&str) -> String;

/// The namings of all places at which a type stands, each once; nothing where it is the same everywhere.
pub(super) fn places(definition: &Definition) -> Option<Vec<&Naming>> {
    let others = definition.occurrences.iter().map(|occurrence| &occurrence.naming);
    let all: Vec<&Naming> = std::iter::once(&definition.naming).chain(others).collect();
    let differ = all.iter().any(|naming| **naming != definition.naming);
    differ.then_some(all)
}

/// The names for what stands at several places.
pub(super) fn names(
    land: Landscape<'_>,
    titles: &Titles,
    (definition, senders): (&Definition, Option<&Senders>),
    places: &[&Naming],
) -> CommonName {
    let Landscape { api, component, .. } = land;
    let thing = Thing::of((api, component, titles), definition, places);
    let ways: Vec<Way> = places.iter().map(|naming| way(land, naming)).collect();
    let source = Source { api, component, definition, places, thing, ways, senders, kind: kind(&definition.shape) };
    let mut candidates = source.of_all_places();
    candidates.extend(source.of_most_places());
    let (of_all, of_some): (Vec<_>, Vec<_>) =
        source.of_several().into_iter().partition(|candidate| candidate.rank == Rank::Ends);
    candidates.extend(of_all);
    source.drop_silent(&mut candidates);
    candidates.extend(source.as_parameter(&candidates));
    let is_enumeration = source.is_enumeration();
    let is_everywhere = places.len() >= EVERYWHERE && !is_enumeration;
    let others = of_some.iter().filter(|_| !is_everywhere);
    let says_more = candidates.iter().chain(others).any(|candidate| !is_bare(&candidate.name));
    let word = match says_more {
        false => Rank::OnlyWord,
        true if is_enumeration => Rank::Word,
        true => Rank::LastWord,
    };
    for candidate in candidates.iter_mut().filter(|candidate| is_bare(&candidate.name)) {
        *candidate = Candidate::new(word, std::mem::take(&mut candidate.name));
    }
    candidates.extend(of_some);
    candidates.extend(source.of_one_place());
    CommonName::new(candidates, source.kind, places.len())
}

/// What names are made from.
struct Source<'a> {
    api: &'a Api,
    component: Component<'a>,
    definition: &'a Definition,
    places: &'a [&'a Naming],
    thing: Thing,
    ways: Vec<Way>,
    senders: Option<&'a Senders>,
    kind: &'static str,
}

impl Source<'_> {
    /// What is true of it wherever it stands.
    fn of_all_places(&self) -> Vec<Candidate> {
        let (api, component, definition, thing) = (self.api, self.component, self.definition, &self.thing);
        let named = self.places.iter().filter_map(|naming| match &naming.owner {
            Owner::Component(name) if naming.step.is_empty() => Some(component(name)),
            _ => None,
        });
        let union = if thing.is_called_alike { Rank::Parts } else { Rank::Union };
        let words = common_words(&self.ways);
        let whole = Some(whole_words(&self.ways)).filter(|_| words.is_empty() && !thing.name.is_empty());
        let common = self.in_owner(&words);
        let names = [
            (Rank::Component, named.min()),
            (Rank::Pair, or_id(api, component, definition)),
            (Rank::Title, thing.title.clone()),
            (Rank::OfKind, common.as_deref().and_then(|name| self.of_kind(name))),
            (Rank::Title, self.one_of_only_owner()),
            (Rank::OfKind, thing.steps.as_ref().map(|steps| joined(&words.concat(), steps, self.kind))),
            (Rank::Common, common),
            (Rank::Whole, whole.and_then(|words| self.in_owner(&words))),
            (union, one_of(api, component, definition)),
            (if thing.says_nothing() { Rank::Title } else { Rank::WeakTitle }, thing.weak_title.clone()),
        ];
        let alone = thing.alone.iter().map(|name| Candidate::new(Rank::Alone, name.clone()));
        candidates(names).chain(alone).collect()
    }

    /// An enumeration that is called otherwise at each place is one of the things of its only owner, where that is called after several.
    fn one_of_only_owner(&self) -> Option<String> {
        let (first, others) =
            self.ways.split_first().filter(|_| self.thing.name.is_empty() && self.is_enumeration())?;
        let are_several = first.own_words().last().is_some_and(|last| type_name(&word_of(last)) != *last);
        let is_only = are_several && others.iter().all(|way| way.words() == first.words());
        self.thing.in_owner(first.own_words(), self.kind).filter(|_| is_only)
    }

    fn is_enumeration(&self) -> bool {
        matches!(self.definition.shape, Shape::StringEnum(_) | Shape::IntegerEnum(_))
    }

    /// An enumeration beside something else of its name.
    fn of_kind(&self, name: &str) -> Option<String> {
        let says_enough = !self.thing.says_nothing() && words_of(name).len() <= FEW_WORDS;
        (self.is_enumeration() && says_enough).then(|| format!("{name}{}", self.kind))
    }

    /// A name with words that some owners have, who have to be nearly all of those of an enumeration, and half of others'.
    fn of_owners(&self, rank: Rank, words: &[String], name: Option<String>) -> Option<Candidate> {
        let share = share(&self.ways, words);
        let least = if self.is_enumeration() { NEARLY_ALL } else { HALF };
        let rank = if share < least { Rank::Few } else { rank };
        Some(Candidate::of_some(rank, name?, share))
    }

    /// What is true of it at most of its places.
    fn of_most_places(&self) -> Vec<Candidate> {
        let (thing, kind) = (&self.thing, self.kind);
        let group = group::usual_group(self.api, self.places).filter(|_| !thing.is_message());
        let category = self.ways.first().and_then(|way| way.words().first());
        let category = category.filter(|_| self.ways.iter().all(Way::has_category));
        let segment = self.by_segment().filter(|_| thing.is_message());
        let names = [
            (Rank::Category, category.and_then(|category| thing.in_owner(std::slice::from_ref(category), kind))),
            (Rank::UsuallyAlone, thing.usual_name()),
            (Rank::Segment, segment.clone()),
            (
                Rank::Segment,
                segment.and_then(|name| Some(joined(&thing_of_group(self.api, self.places)?, &name, kind))),
            ),
            (Rank::Group, group.and_then(|group| thing.in_owner(&group, kind))),
        ];
        let usual = usual_words(&self.ways);
        let most = most_words(&self.ways).filter(|_| is_bare(&thing.name)).unwrap_or_default();
        let of_owners = [
            self.of_owners(Rank::Usual, &usual, self.in_owner(&usual)),
            self.of_owners(Rank::Most, &most, thing.in_owner(&most, kind)),
        ];
        of_owners.into_iter().flatten().chain(candidates(names)).collect()
    }

    /// What it is at one of its places, or as one of its kind.
    fn of_one_place(&self) -> Vec<Candidate> {
        let (thing, kind) = (&self.thing, self.kind);
        let mut names: Vec<Candidate> =
            self.direct().into_iter().map(|name| Candidate::new(Rank::Direct, name)).collect();
        if let Some(values) = values::all_of(&self.definition.shape).filter(|_| !thing.name.is_empty()) {
            names.push(match is_bare(&thing.name) {
                false => Candidate::new(Rank::Values, joined(&thing.name, &values, kind)),
                true => Candidate::new(Rank::WordOfValues, joined(&values, &thing.name, kind)),
            });
        }
        if !thing.is_message() && is_bare(&thing.name) && !thing.name.is_empty() && self.places.len() >= SEVERAL {
            let members = by_members(&self.definition.shape, &thing.name);
            names.extend(members.map(|name| Candidate::new(Rank::Members, name)));
        }
        if !thing.is_message() && !thing.name.is_empty() && !thing.name.ends_with(kind) {
            names.push(Candidate::new(Rank::Kind, format!("{}{kind}", thing.name)));
        }
        names
    }

    /// Its name in owners that have these words; those that end with its name say it already.
    fn in_owner(&self, words: &[String]) -> Option<String> {
        let own = words_of(&self.thing.name);
        let is_said = !own.is_empty() && words.len() > own.len() && words.ends_with(&own);
        // What is called as its owner is needs more.
        let is_owner = self.ways.iter().any(|way| way.words() == words || way.own_words() == words);
        if is_said && !is_owner { Some(words.concat()) } else { self.thing.in_owner(words, self.kind) }
    }

    /// What it is in several of its owners, and in the group of a parameter.
    fn of_several(&self) -> Vec<Candidate> {
        let thing = &self.thing;
        if thing.is_message() {
            return Vec::new();
        }
        let group = self.senders.filter(|senders| senders.len() == 1).and_then(|senders| senders.first());
        let group = group.and_then(|group| self.api.groups.get(*group));
        let group = group.map(|group| Way::of_name(&type_name(&group.wire)));
        let owned = self.places.iter().zip(&self.ways).filter_map(|(naming, way)| match &naming.owner {
            Owner::Component(_) if naming.step.is_empty() => None,
            _ => Some((way.words().concat(), way)),
        });
        let mut owned: Vec<(String, &Way)> = owned.collect();
        owned.extend(group.as_ref().map(|group| (String::new(), group)));
        let all: BTreeSet<&String> = owned.iter().map(|(owner, _)| owner).collect();
        let runs = several_words(&owned).into_iter();
        let candidate = |(words, count): (Vec<String>, usize)| {
            let name = thing.in_several(&words, self.kind)?;
            if count == all.len() {
                return Some(Candidate::new(Rank::Ends, name));
            }
            self.of_owners(Rank::Several, &words, Some(name))
        };
        runs.filter_map(candidate).collect()
    }

    /// What a whole group sends or gets says nothing of what it is.
    fn drop_silent(&self, candidates: &mut Vec<Candidate>) {
        if !self.thing.is_message() {
            return;
        }
        let group = group::usual_group(self.api, self.places).unwrap_or_default();
        let said = |words: &[String]| words.iter().map(|word| word_of(word)).collect::<Vec<_>>();
        let mut own = said(&group);
        own.push(word_of(&self.thing.name));
        candidates.retain(|candidate| said(&words_of(&candidate.name)) != own);
    }

    /// One word, as the name of a parameter.
    fn as_parameter(&self, candidates: &[Candidate]) -> Option<Candidate> {
        let is_inside = |naming: &&Naming| matches!(naming.owner, Owner::Schema(_) | Owner::Type(_));
        let bare = candidates.iter().filter(|candidate| candidate.rank < Rank::Usual && is_bare(&candidate.name));
        let bare = bare.min_by_key(|candidate| (candidate.rank, candidate.name.clone()))?;
        let senders = self.senders.filter(|_| !self.places.iter().any(is_inside))?;
        Some(Candidate::new(Rank::Parameter, parameter(self.api, senders, &bare.name)))
    }

    /// What the paths of most of the operations end with, in which a body or an answer is: `AssigneesBody`. What holds no
    /// several of them is of one: `CommentBody`.
    fn by_segment(&self) -> Option<String> {
        let segment = |naming: &&Naming| {
            let Owner::Operation(id) = &naming.owner else { return None };
            let path = &self.api.operations.get(id.0)?.path;
            path.rsplit('/').find(|segment| !segment.is_empty() && !segment.contains('{'))
        };
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for naming in self.places {
            *counts.entry(segment(naming)?).or_default() += 1;
        }
        let (segment, _) = counts.into_iter().find(|(_, count)| 4 * count >= 3 * self.places.len())?;
        let mut words = words_of(&type_name(segment));
        if self.thing.name == "Body" && holds_one(&self.definition.shape, segment) {
            words = in_singular(words);
        }
        Some(joined(&words.concat(), &self.thing.name, self.kind))
    }

    /// What it is called at its places alone, the nearest to a name of the description first.
    fn direct(&self) -> Vec<String> {
        let rank = |naming: &Naming| match naming.owner {
            _ if is_of_schema(self.api, naming) => 0,
            Owner::Schema(_) | Owner::Component(_) | Owner::Operation(_) => 1,
            Owner::Type(_) => 2,
        };
        let thing = &self.thing;
        let are_of_category = self.ways.iter().all(Way::has_category);
        let whole = self.places.iter().zip(&self.ways).flat_map(|(naming, way)| {
            let words = if are_of_category { way.words() } else { way.own_words() };
            // An enumeration that has another name at each place is called by none of these.
            let is_nameless = thing.name.is_empty() && self.is_enumeration();
            let one = thing.in_owner(words, self.kind).filter(|_| is_nameless);
            let own = || {
                let step = type_name(&step_of(self.api, naming));
                both_cut(&words.concat(), if thing.name.is_empty() { &step } else { &thing.name }, self.kind)
            };
            let names = one.map_or_else(own, |one| vec![one]);
            names.into_iter().map(move |name| (rank(naming), name))
        });
        let mut whole: Vec<(usize, String)> = whole.collect();
        whole.sort_by(|(rank, name), (other, next)| (rank, name.len(), name).cmp(&(other, next.len(), next)));
        whole.into_iter().map(|(_, name)| name).take(MOST_DIRECT).collect()
    }
}

/// The names that there are, with what speaks for each.
fn candidates<const N: usize>(names: [(Rank, Option<String>); N]) -> impl Iterator<Item = Candidate> {
    names.into_iter().filter_map(|(rank, name)| Some(Candidate::new(rank, name?)))
}

/// What a type is called in what it stands in: what is a component has a name of its own, and what is nothing but the value of
/// something is called by that.
fn step_of<'a>(api: &'a Api, naming: &'a Naming) -> Cow<'a, str> {
    match &naming.owner {
        Owner::Component(name) if naming.step.is_empty() => Cow::Borrowed(name),
        _ => match value_of(api, naming) {
            Some(outer) => Cow::Owned(format!("{}Value", type_name(&outer.step))),
            None => Cow::Borrowed(&naming.step),
        },
    }
}

/// Returns `true` if an object has no member that is called so.
fn holds_one(shape: &Shape, name: &str) -> bool {
    matches!(shape, Shape::Object(object) if object.fields.iter().all(|field| type_name(&field.wire) != type_name(name)))
}

/// Words with the last one in singular.
fn in_singular(mut words: Vec<String>) -> Vec<String> {
    if let Some(last) = words.last_mut() {
        *last = type_name(&word_of(last));
    }
    words
}

/// Returns `true` if a name is one word.
pub(super) fn is_bare(name: &str) -> bool {
    words_of(name).len() < 2
}

/// Returns `true` if it is a member of a schema of the components, and not deep inside.
fn is_of_schema(api: &Api, naming: &Naming) -> bool {
    match &naming.owner {
        Owner::Schema(_) => true,
        Owner::Type(id) => api.definition(*id).naming.schema().is_some(),
        Owner::Component(_) | Owner::Operation(_) => false,
    }
}
