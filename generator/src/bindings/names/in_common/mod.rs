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
//! | `preferences` of `UserCreate` and `UserUpdate`, only sent, where there is a component `UserPreferences` | `UserPreferencesInput` |
//! | `status` of `OrderCreated`, `OrderChanged` and `Lamp` | what most have: `OrderStatus` |
//! | `status` at places most of which are of one group | `StoryStatus` |
//! | `status` of `CheckRun`, `CheckSuite` and `Job`, where something else is the `Status` | what several owners have: `CheckStatus` |
//! | under several names, with the title `User`, of which there are several | `IssueUser` |
//! | answers of `getOrder` and `updateOrder` | `OrderResponse` |
//! | answers of many operations, with the member `ok` | `OkResponse` |
//! | bodies of several operations, whose paths end with `assignees` | `AssigneesBody` |
//! | bodies of several operations of `issues`, with the only member `lock_reason` | `IssueLockReasonBody` |
//! | small bodies of many operations, with the members `expand` and `metadata` | `ExpandMetadataBody` |
//! | answers of many operations, whose `result` is an `Order` | `OrderResponse` |
//! | a union of components, or of those and an id | see the module on references |
//! | bodies of errors | `ErrorBody` |
//! | a parameter of the components, called `sort_order`, and what is the same elsewhere | `SortOrder` |
//! | parameters `sort` of one group, or of several | `StorySort`, `SortParameter` |

mod group;
mod order;
mod thing;
mod titles;
mod values;

use std::borrow::Cow;
use std::collections::BTreeSet;

use super::compound::{LONGEST, both_cut, joined, kind, words_of};
use super::operation::word_of;
use super::references::{one_of, or_id};
use super::ways::{Landscape, Way, common_words, most_words, several_words, usual_words, way};
use crate::ident::type_name;
use crate::model::{Api, Definition, Naming, Owner, Shape};
pub(super) use group::{Senders, parameter, senders};
pub(super) use order::from_outside;
use thing::Thing;
pub(crate) use thing::are_called_alike;
pub(super) use titles::Titles;

/// One word is enough for what is no enumeration and stands at so many places.
const EVERYWHERE: usize = 10;
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

/// What speaks for a name, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
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
    /// The same as a union, called alike.
    Parts,
    /// A title that says what it is like, and not what it is.
    WeakTitle,
    /// All owners begin or end with these words.
    Ends,
    /// Two of three places have these words in common.
    Usual,
    /// All places are of this category.
    Category,
    /// The paths of the operations end with it.
    Segment,
    /// Two of three places are of this group.
    Group,
    Parameter,
    /// More than half of the places have these words in common.
    Most,
    /// One word, where nothing else says more.
    OnlyWord,
    /// What its values are.
    Values,
    /// Several owners have these words in common, and no others more.
    Several,
    /// What it is at one of its places.
    Direct,
    /// One word, where something else says more.
    Word,
    Kind,
}

/// The names for what stands at several places, the best first.
pub(super) fn names(
    land: Landscape<'_>,
    titles: &Titles,
    (definition, senders): (&Definition, Option<&Senders>),
    places: &[&Naming],
) -> Vec<String> {
    let Landscape { api, component, .. } = land;
    let thing = Thing::of((api, component, titles), definition, places);
    let ways: Vec<Way> = places.iter().map(|naming| way(land, naming)).collect();
    let source = Source { api, component, definition, places, thing, ways, senders, kind: kind(&definition.shape) };
    let mut candidates = source.of_all_places();
    candidates.extend(source.of_most_places());
    let (of_all, of_some): (Vec<_>, Vec<_>) =
        source.of_several().into_iter().partition(|(rank, _)| *rank == Rank::Ends);
    candidates.extend(of_all);
    source.drop_silent(&mut candidates);
    candidates.extend(source.as_parameter(&candidates));
    let is_enumeration = matches!(definition.shape, Shape::StringEnum(_) | Shape::IntegerEnum(_));
    let is_everywhere = places.len() >= EVERYWHERE && !is_enumeration;
    let says_more = candidates.iter().chain(of_some.iter().filter(|_| !is_everywhere)).any(|(_, name)| !is_bare(name));
    for (rank, _) in candidates.iter_mut().filter(|(_, name)| is_bare(name)) {
        *rank = if says_more { Rank::Word } else { Rank::OnlyWord };
    }
    candidates.extend(of_some);
    candidates.extend(source.of_one_place());
    candidates.sort_by_key(|(rank, _)| *rank);
    chosen(candidates, source.kind)
}

/// The candidates in their order, each once, without those that are no names.
fn chosen(candidates: Vec<(Rank, String)>, kind: &str) -> Vec<String> {
    let mut seen: BTreeSet<String> = BTreeSet::new();
    let names = candidates.into_iter().map(|(_, name)| name).filter(|name| !name.is_empty() && name.len() <= LONGEST);
    let names: Vec<String> = names.filter(|name| seen.insert(name.clone())).collect();
    if names.is_empty() { vec![kind.to_owned()] } else { names }
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
    fn of_all_places(&self) -> Vec<(Rank, String)> {
        let (api, component, definition, thing) = (self.api, self.component, self.definition, &self.thing);
        let named = self.places.iter().filter_map(|naming| match &naming.owner {
            Owner::Component(name) if naming.step.is_empty() => Some(component(name)),
            _ => None,
        });
        let union = if thing.is_called_alike { Rank::Parts } else { Rank::Union };
        let one = [
            (Rank::Component, named.min()),
            (Rank::Pair, or_id(api, component, definition)),
            (Rank::Title, thing.title.clone()),
            (Rank::Common, self.in_owner(&common_words(&self.ways))),
            (union, one_of(api, component, definition)),
            (if thing.says_nothing() { Rank::Title } else { Rank::WeakTitle }, thing.weak_title.clone()),
        ];
        let one = one.into_iter().filter_map(|(rank, name)| Some((rank, name?)));
        one.chain(thing.alone.iter().map(|name| (Rank::Alone, name.clone()))).collect()
    }

    /// What is true of it at most of its places.
    fn of_most_places(&self) -> Vec<(Rank, String)> {
        let (thing, kind) = (&self.thing, self.kind);
        let group = group::usual_group(self.api, self.places).filter(|_| !thing.is_message());
        let most = most_words(&self.ways).filter(|_| is_bare(&thing.name));
        let category = self.ways.first().and_then(|way| way.words().first());
        let category = category.filter(|_| self.ways.iter().all(Way::has_category));
        let names = [
            (Rank::Category, category.and_then(|category| thing.in_owner(std::slice::from_ref(category), kind))),
            (Rank::Usual, self.in_owner(&usual_words(&self.ways))),
            (Rank::Segment, self.by_segment().filter(|_| thing.is_message())),
            (Rank::Group, group.and_then(|group| thing.in_owner(&group, kind))),
            (Rank::Most, most.and_then(|words| thing.in_owner(&words, kind))),
        ];
        names.into_iter().filter_map(|(rank, name)| Some((rank, name?))).collect()
    }

    /// What it is at one of its places, or as one of its kind.
    fn of_one_place(&self) -> Vec<(Rank, String)> {
        let (thing, kind) = (&self.thing, self.kind);
        let mut names: Vec<(Rank, String)> = self.direct().into_iter().map(|name| (Rank::Direct, name)).collect();
        if !is_bare(&thing.name)
            && let Some(values) = values::all_of(&self.definition.shape)
        {
            names.push((Rank::Values, joined(&thing.name, &values, kind)));
        }
        if !thing.is_message() && !thing.name.is_empty() && !thing.name.ends_with(kind) {
            names.push((Rank::Kind, format!("{}{kind}", thing.name)));
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
    fn of_several(&self) -> Vec<(Rank, String)> {
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
        let rank = |count: usize| if count == all.len() { Rank::Ends } else { Rank::Several };
        let runs = several_words(&owned).into_iter();
        runs.filter_map(|(words, count)| Some((rank(count), thing.in_several(&words, self.kind)?))).collect()
    }

    /// What a whole group sends or gets says nothing of what it is.
    fn drop_silent(&self, candidates: &mut Vec<(Rank, String)>) {
        if !self.thing.is_message() {
            return;
        }
        let group = group::usual_group(self.api, self.places).unwrap_or_default();
        let said = |words: &[String]| words.iter().map(|word| word_of(word)).collect::<Vec<_>>();
        let mut own = said(&group);
        own.push(word_of(&self.thing.name));
        candidates.retain(|(_, name)| said(&words_of(name)) != own);
    }

    /// One word, as the name of a parameter.
    fn as_parameter(&self, candidates: &[(Rank, String)]) -> Option<(Rank, String)> {
        let is_inside = |naming: &&Naming| matches!(naming.owner, Owner::Schema(_) | Owner::Type(_));
        let bare = candidates.iter().filter(|(rank, name)| *rank < Rank::Usual && is_bare(name)).min()?;
        let senders = self.senders.filter(|_| !self.places.iter().any(is_inside))?;
        Some((Rank::Parameter, parameter(self.api, senders, &bare.1)))
    }

    /// What the paths of the operations end with, in one or all of which a body or an answer is: `AssigneesBody`.
    fn by_segment(&self) -> Option<String> {
        let segment = |naming: &&Naming| {
            let Owner::Operation(id) = &naming.owner else { return None };
            let path = &self.api.operations.get(id.0)?.path;
            path.rsplit('/').find(|segment| !segment.is_empty() && !segment.contains('{'))
        };
        let segments: BTreeSet<&str> = self.places.iter().map(segment).collect::<Option<_>>()?;
        let segment = segments.first().filter(|_| segments.len() == 1)?;
        Some(joined(&type_name(segment), &self.thing.name, self.kind))
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
            let is_enumeration = matches!(self.definition.shape, Shape::StringEnum(_) | Shape::IntegerEnum(_));
            let is_nameless = thing.name.is_empty() && is_enumeration;
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

/// What a type is called in what it stands in: what is a component has a name of its own, and what is nothing but the value of
/// something is called by that.
fn step_of<'a>(api: &'a Api, naming: &'a Naming) -> Cow<'a, str> {
    match &naming.owner {
        Owner::Component(name) if naming.step.is_empty() => Cow::Borrowed(name),
        Owner::Type(id) if naming.step == "value" && matches!(api.definition(*id).shape, Shape::Union(_)) => {
            Cow::Owned(format!("{}Value", type_name(&api.definition(*id).naming.step)))
        }
        _ => Cow::Borrowed(&naming.step),
    }
}

/// Whether a name is one word.
pub(super) fn is_bare(name: &str) -> bool {
    words_of(name).len() < 2
}

/// Whether it is a member of a schema of the components, and not deep inside.
fn is_of_schema(api: &Api, naming: &Naming) -> bool {
    match &naming.owner {
        Owner::Schema(_) => true,
        Owner::Type(id) => api.definition(*id).naming.schema().is_some(),
        Owner::Component(_) | Owner::Operation(_) => false,
    }
}
