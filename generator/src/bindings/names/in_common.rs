//! Names of types that stand at several places: what the places have in common.
//!
//! | places | name |
//! |---|---|
//! | `page` in the answers of `listOrders` and `listUsers` | `Page` |
//! | `status` of `OrderCreated` and of `OrderChanged` | `OrderStatus` |
//! | `type` of several things, an enumeration | `TypeKind` |
//! | under several names, with the title `range_query_specs` | `RangeQuerySpecs` |
//! | under `parent_page` and `page` | `Page` |
//! | answers of `getOrder` and `updateOrder` | `OrderResponse` |
//! | answers of many operations, with the member `ok` | `OkResponse` |
//! | answers of many operations, whose `result` is an `Order` | `OrderResponse` |
//! | a union of components, or of those and an id | see the module on references |
//! | bodies of errors | `ErrorBody` |
//! | a parameter of the components, called `sort`, and what is the same elsewhere | `Sort` |

use std::collections::BTreeSet;

use super::OperationNames;
use super::compound::{ending, is_message, joined, kind, words_of};
use super::operation::{is_noise, word_of};
use super::references::{one_of, or_id};
use crate::ident::type_name;
use crate::model::{Api, Definition, Field, Naming, Owner, Shape, Type};

/// Longer titles are sentences.
const LONGEST_TITLE: usize = 40;
/// Members that hold what an answer is about.
const CONTENTS: [&str; 9] = ["content", "data", "entity", "item", "items", "payload", "response", "result", "results"];
/// An answer of no more members can be called by them.
const FEW_MEMBERS: usize = 2;
/// So many of its places can name it.
const MOST_DIRECT: usize = 3;
/// So many words at the end of a way are looked at.
const MOST_WORDS: usize = 16;
/// What is read of the way to a place: words far outside tell little of what is there.
const NEAREST: usize = 6;
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
    definition: &Definition,
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
    names.extend(thing.title);
    let ways: Vec<Vec<String>> = places.iter().map(|naming| way(api, operations, component, naming)).collect();
    let common = common_words(&ways).concat();
    if !common.is_empty() {
        names.push(joined(&common, &thing.name, kind));
    }
    let one_of = one_of(api, component, definition);
    names.extend(one_of.clone().filter(|_| !thing.is_called_alike));
    names.extend(thing.alone);
    names.extend(one_of);
    if let Some(group) = only_group(api, places) {
        names.push(joined(&type_name(group), &thing.name, kind));
    }
    let is_general = thing.name.starts_with("Response") || thing.name.starts_with("Body");
    if !is_general && !thing.name.ends_with(kind) {
        names.push(format!("{}{kind}", thing.name));
    }
    names.extend(direct(api, places, &ways, &thing.name, kind).into_iter().take(MOST_DIRECT));
    names.iter_mut().for_each(|name| *name = ending(name));
    let mut seen: BTreeSet<String> = BTreeSet::new();
    names.retain(|name| seen.insert(name.clone()));
    names
}

/// What it is called at its places alone, the nearest to a name of the description first.
fn direct(api: &Api, places: &[&Naming], ways: &[Vec<String>], thing: &str, kind: &str) -> Vec<String> {
    let rank = |naming: &Naming| match naming.owner {
        _ if is_of_schema(api, naming) => 0,
        Owner::Schema(_) | Owner::Component(_) | Owner::Operation(_) => 1,
        Owner::Type(_) => 2,
    };
    let whole = places.iter().zip(ways).map(|(naming, way)| (rank(naming), joined(&way.concat(), thing, kind)));
    let mut whole: Vec<(usize, String)> = whole.collect();
    whole.sort_by(|(rank, name), (other, next)| (rank, name.len(), name).cmp(&(other, next.len(), next)));
    whole.into_iter().map(|(_, name)| name).collect()
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
        let steps: Vec<&str> = places.iter().map(|naming| naming.step.as_str()).collect();
        let outermost = places.iter().all(at_operation);
        let title = definition.docs.title.as_ref().filter(|title| title.len() <= LONGEST_TITLE);
        let title = title.map(|title| type_name(title)).filter(|title| !is_general(title));
        if outermost && steps.iter().all(|step| step.starts_with("error")) {
            let name = "ErrorBody".to_owned();
            return Self { alone: vec![name.clone()], is_called_alike: true, title, name };
        }
        if outermost && steps.iter().all(|step| *step == "response") {
            let known = by_content(api, component, &definition.shape).or_else(|| by_members(&definition.shape));
            let alone = known.into_iter().chain(["CommonResponse".to_owned()]).collect();
            return Self { name: "Response".to_owned(), is_called_alike: true, title, alone };
        }
        let all: Vec<Vec<String>> = steps.iter().map(|step| words_of(&type_name(step))).collect();
        let same = all.iter().all(|words| Some(words) == all.first());
        let name = common_ending(&all).concat();
        let is_called_alike = !name.is_empty();
        let name = if name.is_empty() { all.into_iter().min().unwrap_or_default().concat() } else { name };
        let alone = if is_general(&name) { Vec::new() } else { vec![name.clone()] };
        Self { name, is_called_alike, title: title.filter(|_| !same), alone }
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
fn by_members(shape: &Shape) -> Option<String> {
    let Shape::Object(object) = shape else { return None };
    let few = (1..=FEW_MEMBERS).contains(&object.fields.len());
    let words = object.fields.iter().map(|field| type_name(&field.wire)).collect::<String>();
    few.then(|| joined(&words, "Response", "Object"))
}

/// The words on the way to a place, from the outside in.
fn way(api: &Api, operations: &[OperationNames], component: &dyn Fn(&str) -> String, naming: &Naming) -> Vec<String> {
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
                let is_silent = own.step.is_empty() || is_message(outer);
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
    let mut words: Vec<String> = Vec::new();
    for step in steps.iter().rev() {
        // Where the next step begins with the words that are there, it says them.
        let next = words_of(step);
        let repeated = (0..=words.len().min(next.len()))
            .rev()
            .find(|count| next.get(..*count).is_some_and(|start| words.ends_with(start)));
        // `rules` and one `rule` of them are one.
        let one = |word: &String| Some(word_of(word)) == next.first().map(|first| word_of(first));
        if repeated.is_none_or(|count| count == 0) && words.last().is_some_and(one) {
            words.pop();
        }
        words.extend(next.into_iter().skip(repeated.unwrap_or(0)));
    }
    words.drain(..words.len().saturating_sub(MOST_WORDS));
    words
}

/// The longest run of words that all ways have, without those that say nothing of what is there.
fn common_words(ways: &[Vec<String>]) -> Vec<String> {
    let Some(least) = ways.iter().min_by_key(|way| (way.len(), (*way).clone())) else { return Vec::new() };
    let compared: Vec<Vec<String>> = ways.iter().map(|way| way.iter().map(|word| word_of(word)).collect()).collect();
    let own: Vec<String> = least.iter().map(|word| word_of(word)).collect();
    let runs =
        (1..=own.len().min(NEAREST)).rev().flat_map(|length| (0..=own.len() - length).map(move |at| (at, length)));
    let is_common = |run: &&[String]| {
        !run.iter().any(|word| is_noise(word)) && compared.iter().all(|way| way.windows(run.len()).any(|at| at == *run))
    };
    let mut runs = runs.filter(|(at, length)| own.get(*at..at + length).as_ref().is_some_and(is_common));
    let found = runs.next().and_then(|(at, length)| least.get(at..at + length));
    found.map(<[String]>::to_vec).unwrap_or_default()
}

/// The words at the end that all have.
fn common_ending(all: &[Vec<String>]) -> Vec<String> {
    let Some(least) = all.iter().min_by_key(|words| words.len()) else { return Vec::new() };
    let ending = |from: &usize| least.get(*from..).is_some_and(|end| all.iter().all(|words| words.ends_with(end)));
    let from = (0..=least.len()).find(ending).unwrap_or(least.len());
    least.get(from..).unwrap_or_default().to_vec()
}

/// The group of all operations that the places belong to.
fn only_group<'a>(api: &'a Api, places: &[&Naming]) -> Option<&'a str> {
    let groups: BTreeSet<Option<usize>> = places
        .iter()
        .map(|naming| match &naming.owner {
            Owner::Operation(id) => api.operations.get(id.0).map(|operation| operation.group),
            _ => None,
        })
        .collect();
    match (groups.first(), groups.len()) {
        (Some(Some(group)), 1) => api.groups.get(*group).map(|group| group.wire.as_str()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{common_ending, common_words, words_of};

    fn all(names: &[&str]) -> Vec<Vec<String>> {
        names.iter().map(|name| words_of(name)).collect()
    }

    #[test]
    fn words_that_all_have() {
        let rows: [(&[&str], &str); 5] = [
            (&["ListOrdersResponse", "ListUsersResponse"], ""),
            (&["OrderCreated", "OrderChanged"], "Order"),
            (&["ListOrderLines", "CreateOrderLine"], "OrderLine"),
            (&["CreateUserRequest", "UpdateUserRequest"], "User"),
            (&["GetUser", "UserSettings", "ListUsers"], "User"),
        ];
        for (names, wanted) in rows {
            assert_eq!(common_words(&all(names)).concat(), wanted, "{names:?}");
        }
    }

    #[test]
    fn endings_that_all_have() {
        assert_eq!(common_ending(&all(&["ParentPage", "Page"])).concat(), "Page");
        assert_eq!(common_ending(&all(&["Created", "Changed"])).concat(), "");
    }
}
