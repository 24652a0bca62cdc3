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
mod thing;
mod values;

use std::collections::BTreeSet;

use super::OperationNames;
use super::compound::{LONGEST, both_cut, joined, kind, words_of};
use super::operation::word_of;
use super::references::{one_of, or_id};
use super::ways::{Way, common_words, most_words, usual_words, way};
use crate::ident::type_name;
use crate::model::{Api, Definition, Naming, Owner, Shape};
pub(super) use group::{Senders, parameter, senders};
use thing::Thing;
pub(crate) use thing::are_called_alike;

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
    Title,
    /// All places have these words in common.
    Common,
    /// It is a union of components that each place calls otherwise.
    Union,
    /// It is called so wherever it stands.
    Alone,
    /// The same as a union, called alike.
    Parts,
    /// Two of three places have these words in common.
    Usual,
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
    /// What it is at one of its places.
    Direct,
    /// One word, where something else says more.
    Word,
    Kind,
}

/// The names for what stands at several places, the best first.
pub(super) fn names(
    api: &Api,
    operations: &[OperationNames],
    component: Component<'_>,
    (definition, senders): (&Definition, Option<&Senders>),
    places: &[&Naming],
) -> Vec<String> {
    let thing = Thing::of((api, component), definition, places);
    let ways: Vec<Way> = places.iter().map(|naming| way(api, operations, component, naming)).collect();
    let source = Source { api, component, definition, places, thing, ways, kind: kind(&definition.shape) };
    let mut candidates = source.of_all_places();
    candidates.extend(source.of_most_places());
    source.drop_silent(&mut candidates);
    candidates.extend(source.as_parameter(senders, &candidates));
    let says_more = candidates.iter().any(|(_, name)| !is_bare(name));
    for (rank, _) in candidates.iter_mut().filter(|(_, name)| is_bare(name)) {
        *rank = if says_more { Rank::Word } else { Rank::OnlyWord };
    }
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
            (Rank::Common, thing.in_owner(&common_words(&self.ways), self.kind)),
            (union, one_of(api, component, definition)),
        ];
        let one = one.into_iter().filter_map(|(rank, name)| Some((rank, name?)));
        one.chain(thing.alone.iter().map(|name| (Rank::Alone, name.clone()))).collect()
    }

    /// What is true of it at most of its places.
    fn of_most_places(&self) -> Vec<(Rank, String)> {
        let (thing, kind) = (&self.thing, self.kind);
        let group = group::usual_group(self.api, self.places).filter(|_| !thing.is_message());
        let most = most_words(&self.ways).filter(|_| is_bare(&thing.name));
        let names = [
            (Rank::Usual, thing.in_owner(&usual_words(&self.ways), kind)),
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
    fn as_parameter(&self, senders: Option<&Senders>, candidates: &[(Rank, String)]) -> Option<(Rank, String)> {
        let is_inside = |naming: &&Naming| matches!(naming.owner, Owner::Schema(_) | Owner::Type(_));
        let bare = candidates.iter().filter(|(rank, name)| *rank < Rank::Usual && is_bare(name)).min()?;
        let senders = senders.filter(|_| !self.places.iter().any(is_inside))?;
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
        let whole = self.places.iter().zip(&self.ways).flat_map(|(naming, way)| {
            // An enumeration that has another name at each place is called by none of these.
            let is_enumeration = matches!(self.definition.shape, Shape::StringEnum(_) | Shape::IntegerEnum(_));
            let is_nameless = thing.name.is_empty() && is_enumeration;
            let one = thing.in_owner(way.words(), self.kind).filter(|_| is_nameless);
            let own = || {
                let step = type_name(step_of(naming));
                both_cut(&way.words().concat(), if thing.name.is_empty() { &step } else { &thing.name }, self.kind)
            };
            let names = one.map_or_else(own, |one| vec![one]);
            names.into_iter().map(move |name| (rank(naming), name))
        });
        let mut whole: Vec<(usize, String)> = whole.collect();
        whole.sort_by(|(rank, name), (other, next)| (rank, name.len(), name).cmp(&(other, next.len(), next)));
        whole.into_iter().map(|(_, name)| name).take(MOST_DIRECT).collect()
    }
}

/// What a type is called in what it stands in: what is a component has a name of its own.
fn step_of(naming: &Naming) -> &str {
    match &naming.owner {
        Owner::Component(name) if naming.step.is_empty() => name,
        _ => &naming.step,
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
