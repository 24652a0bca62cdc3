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
//! | `status` of `OrderCreated`, `OrderChanged` and `Lamp` | what most have: `OrderStatus` |
//! | `status` at places most of which are of one group | `StoryStatus` |
//! | answers of `getOrder` and `updateOrder` | `OrderResponse` |
//! | answers of many operations, with the member `ok` | `OkResponse` |
//! | bodies of several operations, whose paths end with `assignees` | `AssigneesBody` |
//! | bodies of several operations, with the only member `lock_reason` | `LockReasonBody` |
//! | answers of many operations, whose `result` is an `Order` | `OrderResponse` |
//! | a union of components, or of those and an id | see the module on references |
//! | bodies of errors | `ErrorBody` |
//! | a parameter of the components, called `sort_order`, and what is the same elsewhere | `SortOrder` |
//! | parameters `sort` of one group, or of several | `StorySort`, `SortParameter` |

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::OperationNames;
use super::compound::{LONGEST, both_cut, joined, kind, words_of};
use super::operation::word_of;
use super::references::{one_of, or_id};
use super::ways::{Way, common_words, usual_words, way};
use crate::ident::type_name;
use crate::model::{Api, Definition, Field, Naming, Owner, Shape, Type};

/// Longer titles are sentences.
const LONGEST_TITLE: usize = 40;
/// Members that hold what an answer is about.
const CONTENTS: [&str; 9] = ["content", "data", "entity", "item", "items", "payload", "response", "result", "results"];
/// An answer of no more members can be called by them.
const FEW_MEMBERS: usize = 2;
/// Of what stands deeper inside, nobody says which operation it belongs to.
const MOST_OWNERS: usize = 8;
/// So many of its places can name it.
const MOST_DIRECT: usize = 4;
/// Words that say nothing of what is meant where they stand alone.
const GENERAL: [&str; 36] = [
    "Attribute",
    "Attributes",
    "Body",
    "BodyItem",
    "Choice",
    "Code",
    "Content",
    "Data",
    "Detail",
    "Details",
    "Element",
    "Entry",
    "Format",
    "Info",
    "Integer",
    "Item",
    "Items",
    "Key",
    "Kind",
    "List",
    "Map",
    "Meta",
    "Name",
    "Number",
    "Object",
    "Property",
    "Response",
    "ResponseItem",
    "Result",
    "Results",
    "Text",
    "Type",
    "Types",
    "Value",
    "Values",
    "Word",
];

/// The namings of all places at which a type stands, each once; nothing where it is the same everywhere.
pub(super) fn places(definition: &Definition) -> Option<Vec<&Naming>> {
    let others = definition.occurrences.iter().map(|occurrence| &occurrence.naming);
    let all: Vec<&Naming> = std::iter::once(&definition.naming).chain(others).collect();
    let differ = all.iter().any(|naming| **naming != definition.naming);
    differ.then_some(all)
}

/// The names for what stands at several places, the best first.
pub(super) fn names(
    api: &Api,
    operations: &[OperationNames],
    component: &dyn Fn(&str) -> String,
    (definition, senders): (&Definition, Option<&Senders>),
    places: &[&Naming],
) -> Vec<String> {
    let kind = kind(&definition.shape);
    let named = places.iter().filter_map(|naming| match &naming.owner {
        Owner::Component(name) if naming.step.is_empty() => Some(component(name)),
        _ => None,
    });
    let mut names: Vec<String> = named.min().into_iter().collect();
    names.extend(or_id(api, component, definition));
    let thing = Thing::of((api, component), definition, places);
    names.extend(thing.title.clone());
    let ways: Vec<Way> = places.iter().map(|naming| way(api, operations, component, naming)).collect();
    names.extend(thing.in_owner(&common_words(&ways), kind));
    let one_of = one_of(api, component, definition);
    names.extend(one_of.clone().filter(|_| !thing.is_called_alike));
    names.extend(thing.alone.iter().cloned());
    names.extend(one_of);
    // One word says nothing of what is meant beside all else that there is.
    let (clear, vague): (Vec<String>, Vec<String>) = names.into_iter().partition(|name| !is_bare(name));
    let mut names = clear;
    names.extend(thing.in_owner(&usual_words(&ways), kind));
    let group = usual_group(api, places).map(|group| words_of(&type_name(group)));
    if thing.is_message() {
        names.extend(by_segment(api, places, &thing.name, kind));
        // What a whole group sends or gets says nothing of what it is.
        let own = group.iter().flatten().map(|word| word_of(word)).chain([word_of(&thing.name)]).collect::<Vec<_>>();
        names.retain(|name| words_of(name).iter().map(|word| word_of(word)).collect::<Vec<_>>() != own);
    } else if let Some(group) = group {
        names.extend(thing.in_owner(&group, kind));
    }
    let is_inside = |naming: &&Naming| matches!(naming.owner, Owner::Schema(_) | Owner::Type(_));
    if let (Some(senders), Some(bare), false) = (senders, vague.first(), places.iter().any(is_inside)) {
        names.push(parameter(api, senders, bare));
    }
    let mut direct = direct(api, places, &ways, &thing.name, kind);
    direct.truncate(MOST_DIRECT);
    // Where they have something in common, but others are called so, more words of one of them are better than fewer.
    let (first, then) = if names.is_empty() { (vague, direct) } else { (direct, vague) };
    names.extend(first.into_iter().chain(then));
    if !thing.is_message() && !thing.name.is_empty() && !thing.name.ends_with(kind) {
        names.push(format!("{}{kind}", thing.name));
    }
    names.retain(|name| !name.is_empty() && name.len() <= LONGEST);
    if names.is_empty() {
        names.push(kind.to_owned());
    }
    let mut seen: BTreeSet<String> = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// What the paths of the operations end with, in one or all of which a body or an answer is: `AssigneesBody`.
fn by_segment(api: &Api, places: &[&Naming], thing: &str, kind: &str) -> Option<String> {
    let segments: Option<BTreeSet<&str>> = places
        .iter()
        .map(|naming| {
            let Owner::Operation(id) = &naming.owner else { return None };
            let path = &api.operations.get(id.0)?.path;
            path.rsplit('/').find(|segment| !segment.is_empty() && !segment.contains('{'))
        })
        .collect();
    let segments = segments?;
    let segment = segments.first().filter(|_| segments.len() == 1)?;
    Some(joined(&type_name(segment), thing, kind))
}

/// The groups of the operations that take a parameter of a type.
pub(super) type Senders = BTreeSet<usize>;

/// The types of parameters, by where they stand.
pub(super) fn senders(api: &Api) -> HashMap<&str, Senders> {
    let mut senders: HashMap<&str, Senders> = HashMap::new();
    for operation in &api.operations {
        for parameter in &operation.parameters {
            let inner = match parameter.ty.split_null().0 {
                Type::List(element) | Type::Set(element) => element.as_ref(),
                other => other,
            };
            if let Type::Named(id) = inner {
                senders.entry(api.definition(*id).origin.as_str()).or_default().insert(operation.group);
            }
        }
    }
    senders
}

/// What a parameter is called that has a name of one word: its group's, or what it is.
pub(super) fn parameter(api: &Api, senders: &Senders, name: &str) -> String {
    match (senders.first(), senders.len()) {
        (Some(group), 1) => {
            joined(&api.groups.get(*group).map(|group| type_name(&group.wire)).unwrap_or_default(), name, "Parameter")
        }
        _ => format!("{name}Parameter"),
    }
}

/// What it is called at its places alone, the nearest to a name of the description first.
fn direct(api: &Api, places: &[&Naming], ways: &[Way], thing: &str, kind: &str) -> Vec<String> {
    let rank = |naming: &Naming| match naming.owner {
        _ if is_of_schema(api, naming) => 0,
        Owner::Schema(_) | Owner::Component(_) | Owner::Operation(_) => 1,
        Owner::Type(_) => 2,
    };
    let whole = places.iter().zip(ways).flat_map(|(naming, way)| {
        let own = type_name(step_of(naming));
        let names = both_cut(&way.concat(), if thing.is_empty() { &own } else { thing }, kind);
        names.into_iter().map(move |name| (rank(naming), name))
    });
    let mut whole: Vec<(usize, String)> = whole.collect();
    whole.sort_by(|(rank, name), (other, next)| (rank, name.len(), name).cmp(&(other, next.len(), next)));
    whole.into_iter().map(|(_, name)| name).collect()
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

/// What a type is at its places.
struct Thing {
    name: String,
    /// Whether it is called by the same words at all places.
    is_called_alike: bool,
    /// The title, where it is called otherwise at each place.
    title: Option<String>,
    /// What it is called where the places have nothing else in common.
    alone: Vec<String>,
}

impl Thing {
    fn of((api, component): (&Api, &dyn Fn(&str) -> String), definition: &Definition, places: &[&Naming]) -> Self {
        let at_operation = |naming: &&Naming| matches!(naming.owner, Owner::Operation(_) | Owner::Component(_));
        let steps: Vec<&str> = places.iter().map(|naming| step_of(naming)).collect();
        let outermost = places.iter().all(at_operation);
        let title = definition.docs.title.as_ref().filter(|title| title.len() <= LONGEST_TITLE);
        let title = title.map(|title| type_name(title)).filter(|title| !is_general(title));
        if outermost && steps.iter().all(|step| step.starts_with("error")) {
            let name = "ErrorBody".to_owned();
            return Self { alone: vec![name.clone()], is_called_alike: true, title, name };
        }
        if outermost && steps.iter().all(|step| *step == "response") {
            let known = by_content(api, component, &definition.shape);
            let alone = known.or_else(|| by_members(&definition.shape, "Response", FEW_MEMBERS)).into_iter().collect();
            return Self { name: "Response".to_owned(), is_called_alike: true, title, alone };
        }
        if outermost && steps.iter().all(|step| *step == "body") {
            let alone = by_members(&definition.shape, "Body", 1).into_iter().collect();
            return Self { name: "Body".to_owned(), is_called_alike: true, title, alone };
        }
        let all: Vec<Vec<String>> = steps.iter().map(|step| words_of(&type_name(step))).collect();
        let same = all.iter().all(|words| Some(words) == all.first());
        let name = common_ending(&all).concat();
        let is_called_alike = !name.is_empty();
        let alone = if name.is_empty() || is_general(&name) { Vec::new() } else { vec![name.clone()] };
        Self { name, is_called_alike, title: title.filter(|_| !same), alone }
    }

    /// Whether it is a whole body or answer.
    fn is_message(&self) -> bool {
        matches!(self.name.as_str(), "Body" | "Response")
    }

    /// Its name in an owner of these words. What is called otherwise at each place is one of the owner's things.
    fn in_owner(&self, owner: &[String], kind: &str) -> Option<String> {
        if owner.is_empty() || (self.name.is_empty() && owner.len() < 2) {
            return None;
        }
        let one = || {
            owner.iter().enumerate().map(
                |(at, word)| {
                    if at + 1 == owner.len() { type_name(&word_of(word)) } else { word.clone() }
                },
            )
        };
        Some(if self.name.is_empty() { one().collect() } else { joined(&owner.concat(), &self.name, kind) })
    }
}

/// Whether it is a member of a schema of the components, and not deep inside.
fn is_of_schema(api: &Api, naming: &Naming) -> bool {
    match &naming.owner {
        Owner::Schema(_) => true,
        Owner::Type(id) => api.definition(*id).naming.schema().is_some(),
        Owner::Component(_) | Owner::Operation(_) => false,
    }
}

/// Whether a name says nothing of what is meant.
pub(super) fn is_general(name: &str) -> bool {
    GENERAL.contains(&name) || name.strip_suffix("Item").is_some_and(|rest| GENERAL.contains(&rest))
}

/// What the member holds that an answer is about: `OrderResponse`, `OrderListResponse`.
fn by_content(api: &Api, component: &dyn Fn(&str) -> String, shape: &Shape) -> Option<String> {
    let Shape::Object(object) = shape else { return None };
    let is_content = |field: &&Field| CONTENTS.contains(&field.wire.to_ascii_lowercase().as_str());
    let mut contents = object.fields.iter().filter(is_content);
    let (Some(content), None) = (contents.next(), contents.next()) else { return None };
    let (what, is_list) = match content.ty.split_null().0 {
        Type::List(element) | Type::Set(element) => (element.as_ref(), true),
        other => (other, false),
    };
    let name = match what {
        Type::Named(id) => component(api.definition(*id).naming.schema()?),
        Type::Boolean => "Boolean".to_owned(),
        Type::Text(_) => "Text".to_owned(),
        Type::Integer(_) | Type::Number(_) => "Number".to_owned(),
        _ => return None,
    };
    Some(joined(&format!("{name}{}", if is_list { "List" } else { "" }), "Response", "Object"))
}

/// `OkResponse`, `CodeMessageResponse`.
fn by_members(shape: &Shape, thing: &str, most: usize) -> Option<String> {
    let Shape::Object(object) = shape else { return None };
    let few = (1..=most).contains(&object.fields.len());
    let words = object.fields.iter().map(|field| type_name(&field.wire)).collect::<String>();
    few.then(|| joined(&words, thing, "Object"))
}

/// The words at the end that all have.
fn common_ending(all: &[Vec<String>]) -> Vec<String> {
    let Some(least) = all.iter().min_by_key(|words| words.len()) else { return Vec::new() };
    let ending = |from: &usize| least.get(*from..).is_some_and(|end| all.iter().all(|words| words.ends_with(end)));
    let from = (0..=least.len()).find(ending).unwrap_or(least.len());
    least.get(from..).unwrap_or_default().to_vec()
}

/// The group of most of the operations that the places belong to, two of three at least.
fn usual_group<'a>(api: &'a Api, places: &[&Naming]) -> Option<&'a str> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for naming in places {
        if let Some(group) = group_of(api, naming) {
            *counts.entry(group).or_default() += 1;
        }
    }
    let (group, _) = counts.into_iter().find(|(_, count)| 3 * count >= 2 * places.len())?;
    api.groups.get(group).map(|group| group.wire.as_str())
}

/// The group of the operation that a place belongs to: of what stands at several places, the first one's.
fn group_of(api: &Api, naming: &Naming) -> Option<usize> {
    let mut owner = &naming.owner;
    // Ids grow from the outside in, so that this ends.
    for _ in 0..MOST_OWNERS {
        match owner {
            Owner::Operation(id) => return api.operations.get(id.0).map(|operation| operation.group),
            Owner::Type(id) => owner = &api.definition(*id).naming.owner,
            Owner::Schema(_) | Owner::Component(_) => return None,
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{common_ending, words_of};

    fn all(names: &[&str]) -> Vec<Vec<String>> {
        names.iter().map(|name| words_of(name)).collect()
    }

    #[test]
    fn endings_that_all_have() {
        assert_eq!(common_ending(&all(&["ParentPage", "Page"])).concat(), "Page");
        assert_eq!(common_ending(&all(&["Created", "Changed"])).concat(), "");
    }
}
