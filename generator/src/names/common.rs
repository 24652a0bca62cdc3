//! Names of types at several places, and of unions of components.
//!
//! | rule, best first | places | name |
//! |---|---|---|
//! | a place is a component | a parameter `sort_order`, and the same elsewhere | `SortOrder` |
//! | a union of components and their ID | `Account`, or its ID | `AccountOrId` |
//! | the title, if the fields differ | `Range query` | `RangeQuery` |
//! | the first or last words of all owners, and the field | `status` of `OrderCreated` and `OrderChanged` | `OrderStatus` |
//! | a union of components, if the field says nothing | `Cat` or `Dog` | `CatOrDog` |
//! | a response by its content | a response with `data: Order` | `OrderResponse` |
//! | a body or response by its members | a body with `expand`; in one group | `ExpandBody`; `StoryExpandBody` |
//! | the field alone | `page` of `ListOrders` and `ListUsers` | `Page` |
//! | a place | `data` of `Order` and `Lamp` | `LampData` |
//! | the field and the kind | | `StatusKind` |

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::compound::{MAX_LEN, both_cut, joined, kind, words_of};
use super::item_names::OperationNames;
use super::operation::{is_leading, is_verb, singular};
use crate::ident::{made_title, type_name};
use crate::model::{
    Api, Candidate, Definition, Naming, Object, Owner, Payload, ROOT_GROUP, Shape, Type, TypeId, Union, Variant,
};

/// Words that say nothing of what they name.
const GENERAL: &str = "Attributes Body Choice Code Content Data Details Dto Element Entry Error Format Info Input Integer Item Key Kind \
    List Map Meta Model Name Number Object Output Params Payload Property Request Response Result Schema Text Type \
    Value Word";
/// Members that hold the content of a response.
const CONTENTS: [&str; 6] = ["content", "data", "item", "items", "result", "results"];
/// Maximum length of a title that is a name.
const MAX_TITLE_LEN: usize = 40;
/// Maximum number of members or components in a name.
const MAX_NAMED: usize = 3;
/// Maximum length of a name that consists of several components.
const MAX_UNION_LEN: usize = 48;
/// Maximum number of owners that are followed outward.
const MAX_OWNERS: usize = 8;
/// Maximum number of places that may name a type.
const MAX_PLACES: usize = 8;

/// The names that types at several places want, best first.
pub(super) type CommonNames = HashMap<TypeId, Vec<String>>;

/// The inputs of the naming policy.
#[derive(Clone, Copy)]
pub(super) struct Context<'a> {
    pub(super) api: &'a Api,
    pub(super) operations: &'a [OperationNames],
    /// Returns the name of a component.
    pub(super) component: &'a dyn Fn(&str) -> String,
}

/// Returns the names that all types at several places want.
pub(super) fn common_names(context: Context<'_>) -> CommonNames {
    let mut named = CommonNames::new();
    for (id, definition) in context.api.definitions() {
        if let Some(places) = places(definition) {
            let names = names(context, &named, definition, &places);
            named.insert(id, names);
        }
    }
    named
}

/// Returns the namings of all places of a type, or `None` if they are equal.
pub(super) fn places(definition: &Definition) -> Option<Vec<&Naming>> {
    let others = definition.occurrences.iter().map(|occurrence| &occurrence.naming);
    let all: Vec<&Naming> = std::iter::once(&definition.naming).chain(others).collect();
    all.iter().any(|naming| **naming != definition.naming).then_some(all)
}

/// Returns `true` if fields have a word in common that says what they are, so that they can share a type.
pub(crate) fn are_named_alike(fields: &[&str]) -> bool {
    let all: Vec<Vec<String>> =
        fields.iter().map(|field| words_of(type_name(field).trim_end_matches("Item"))).collect();
    let ends = shared_ends(&all);
    let is_kind = |word: &String| matches!(word.as_str(), "Type" | "Code" | "Format");
    ends.len() > 1 || ends.first().is_some_and(|word| !is_general(word) || is_kind(word))
}

fn names(context: Context<'_>, named: &CommonNames, definition: &Definition, places: &[&Naming]) -> Vec<String> {
    let kind = kind(&definition.shape);
    let fields: Vec<Vec<String>> = places.iter().map(|naming| words_of(&type_name(&field(naming)))).collect();
    let owners: Vec<Vec<String>> = places.iter().map(|naming| owner_words(context, named, naming)).collect();
    let shared = shared_owner(&owners);
    let field = Some(shared_ends(&fields).concat()).filter(|field| field != "Item").unwrap_or_default();
    let mut names: Vec<String> = Vec::new();
    names.extend(places.iter().filter_map(|naming| component_name(context, naming)).min());
    names.extend(or_id(context, definition));
    let are_different = fields.iter().any(|words| Some(words) != fields.first());
    let title = title(definition).filter(|title| !is_general(title));
    names.extend(title.filter(|_| are_different || is_general(&field) || field.is_empty()));
    names.extend(in_owner(&shared, &field, kind));
    let is_bare = is_general(&field) || field.is_empty();
    names.extend(one_of(context, definition).filter(|_| is_bare));
    match field.as_str() {
        _ if fields.iter().all(|words| words.first().is_some_and(|first| first == "Error")) => {
            names.push("ErrorBody".to_owned());
        }
        "Response" => {
            names.extend(by_content(context, &definition.shape));
            names.extend(by_members(&definition.shape, &field));
        }
        "Body" => {
            let own = by_members(&definition.shape, &field);
            let group = own.as_ref().and_then(|_| group(context, places));
            names.extend(group.zip(own.as_ref()).map(|(group, own)| joined(&group, own, kind)));
            names.extend(own);
        }
        _ => names.extend(Some(field.clone()).filter(|_| !is_bare)),
    }
    names.extend(at_places(places, &owners, kind));
    names.push(if field.ends_with(kind) { field } else { format!("{field}{kind}") });
    let mut seen = HashSet::new();
    names.retain(|name| !name.is_empty() && name.len() <= MAX_LEN && seen.insert(name.clone()));
    if names.is_empty() { vec![kind.to_owned()] } else { names }
}

/// Returns the group of all operations at the places, in the singular.
fn group(context: Context<'_>, places: &[&Naming]) -> Option<String> {
    let group = |naming: &&Naming| match &naming.owner {
        Owner::Operation(id) => context.api.operations.get(id.0).map(|operation| operation.group),
        _ => None,
    };
    let first = group(places.first()?)?;
    let name = context.api.groups.get(first).filter(|group| group.wire != ROOT_GROUP)?.title();
    let mut words = words_of(&type_name(name));
    let last = words.pop()?;
    words.push(type_name(&singular(&last.to_lowercase())));
    places.iter().all(|naming| group(naming) == Some(first)).then(|| words.concat())
}

/// Returns what a type is called in its owner.
fn field(naming: &Naming) -> Cow<'_, str> {
    match &naming.owner {
        Owner::Component(name) if naming.step.is_empty() => Cow::Borrowed(name),
        _ => Cow::Borrowed(&naming.step),
    }
}

/// Returns the name of a component that is not a schema. One word does not say that it is a parameter.
pub(super) fn component_name(context: Context<'_>, naming: &Naming) -> Option<String> {
    let Owner::Component(name) = &naming.owner else { return None };
    let own = (context.component)(name);
    let is_word = words_of(&own).len() < 2;
    naming.step.is_empty().then(|| if is_word { joined(&own, "Parameter", "") } else { own })
}

/// Returns the words of the owner of a place. A body or a response adds none.
fn owner_words(context: Context<'_>, named: &CommonNames, naming: &Naming) -> Vec<String> {
    let mut inner: Vec<Vec<String>> = Vec::new();
    let mut owner = &naming.owner;
    let outermost = loop {
        let id = match owner {
            Owner::Schema(name) | Owner::Component(name) => break (context.component)(name),
            Owner::Operation(id) => {
                let name = context.operations.get(id.0).map_or("", |names| names.type_name.as_str());
                break words_of(name).into_iter().take_while(|word| word != "By").collect();
            }
            Owner::Type(id) => id,
        };
        let outer = context.api.definition(*id);
        if let Some(name) = named.get(id).and_then(|names| names.first()) {
            break name.clone();
        }
        if inner.len() >= MAX_OWNERS {
            break String::new();
        }
        if !matches!(outer.naming.step.as_str(), "" | "body" | "response") {
            inner.push(words_of(&type_name(&outer.naming.step)));
        }
        owner = &outer.naming.owner;
    };
    let name = inner.iter().rev().fold(outermost, |name, step| joined(&name, &step.concat(), ""));
    words_of(&name)
}

/// Returns the words that all owners begin or end with, without verbs in front and general words at the end.
fn shared_owner(owners: &[Vec<String>]) -> Vec<String> {
    let lower = |word: &String| word.to_lowercase();
    let own = |words: &Vec<String>| {
        let verbs = words.iter().take_while(|word| is_leading(&lower(word))).count();
        let end = words.iter().rposition(|word| !is_general_word(word)).map_or(0, |at| at + 1);
        words.get(verbs..end).unwrap_or_default().to_vec()
    };
    let all: Vec<Vec<String>> = owners.iter().map(own).collect();
    let shared = shared_ends(&all);
    let is_noun = |word: &String| !is_leading(&lower(word)) && !is_general_word(word);
    let is_link = |word: &&String| !is_noun(word) && !is_verb(&lower(word));
    let links = shared.iter().rev().take_while(is_link).count();
    let own = shared.get(..shared.len() - links).unwrap_or_default();
    if own.iter().any(is_noun) { own.to_vec() } else { Vec::new() }
}

/// Returns the last words that all names share, in the singular or the plural, or else the first ones.
fn shared_ends(all: &[Vec<String>]) -> Vec<String> {
    let Some(shortest) = all.iter().min_by_key(|words| (words.len(), words.concat())) else { return Vec::new() };
    let is_same =
        |one: &String, other: &String| one == other || singular(&one.to_lowercase()) == singular(&other.to_lowercase());
    let matches = |words: &[String], part: &[String]| words.iter().zip(part).all(|(one, other)| is_same(one, other));
    let is_end = |part: &[String]| {
        all.iter().all(|words| words.get(words.len() - part.len()..).is_some_and(|end| matches(end, part)))
    };
    let is_start = |part: &[String]| all.iter().all(|words| matches(words, part));
    let mut ends = (0..shortest.len()).filter_map(|from| shortest.get(from..));
    let mut starts = (1..=shortest.len()).rev().filter_map(|to| shortest.get(..to));
    let found = ends.find(|part| is_end(part)).or_else(|| starts.find(|part| is_start(part)));
    found.map(<[String]>::to_vec).unwrap_or_default()
}

/// Returns the name of a field in an owner. A type with another field at each place is one of the owner's things.
fn in_owner(owner: &[String], field: &str, kind: &str) -> Option<String> {
    let (last, before) = owner.split_last()?;
    let one = format!("{}{}", before.concat(), type_name(&singular(&last.to_lowercase())));
    match words_of(field).first() {
        None => (!before.is_empty()).then_some(one),
        // `CardChecks` and `Check` are `CardCheck`.
        Some(first) if !before.is_empty() && one.ends_with(first.as_str()) => Some(joined(&one, field, kind)),
        Some(_) => Some(joined(&owner.concat(), field, kind)),
    }
}

/// Returns the names of a type at its places, shortest first.
fn at_places(places: &[&Naming], owners: &[Vec<String>], kind: &str) -> Vec<String> {
    let mut names: Vec<(bool, String)> = places
        .iter()
        .zip(owners)
        .flat_map(|(naming, owner)| {
            let is_inside = matches!(naming.owner, Owner::Type(_));
            let names = both_cut(&owner.concat(), &type_name(&field(naming)), kind);
            names.into_iter().map(move |name| (is_inside, name))
        })
        .collect();
    names.sort_by(|(inside, name), (other, next)| (inside, name.len(), name).cmp(&(other, next.len(), next)));
    names.into_iter().map(|(_, name)| name).take(MAX_PLACES).collect()
}

/// Returns the title if it is a name, without the suffix of a tool.
fn title(definition: &Definition) -> Option<String> {
    let title = definition.docs.title.as_deref().filter(|title| title.len() <= MAX_TITLE_LEN)?;
    Some(type_name(made_title(title).unwrap_or(title)))
}

/// Returns `true` if a word says nothing of what it names.
pub(super) fn is_general_word(word: &str) -> bool {
    GENERAL.split(' ').any(|general| general == word)
}

/// Returns `true` if a name is a general word, or a plural of one.
fn is_general(name: &str) -> bool {
    let one = type_name(&singular(&name.to_lowercase()));
    [name, &one, name.strip_suffix("Item").unwrap_or(name)].into_iter().any(is_general_word)
}

/// Names a response by the only member that holds its content: `OrderResponse`, `OrderListResponse`.
fn by_content(context: Context<'_>, shape: &Shape) -> Option<String> {
    let Shape::Object(object) = shape else { return None };
    let mut contents =
        object.fields.iter().filter(|field| CONTENTS.contains(&field.wire.to_ascii_lowercase().as_str()));
    let (Some(content), None) = (contents.next(), contents.next()) else { return None };
    let (ty, list) = match content.ty.split_null().0 {
        Type::List(element) => (element.as_ref(), "List"),
        other => (other, ""),
    };
    let Type::Named(id) = ty else { return None };
    let name = (context.component)(context.api.definition(*id).naming.schema()?);
    Some(joined(&format!("{name}{list}"), "Response", "Object"))
}

/// Names an object by its members: `ExpandBody`, `CodeMessageResponse`.
fn by_members(shape: &Shape, field: &str) -> Option<String> {
    let Shape::Object(Object { fields, .. }) = shape else { return None };
    let names: Vec<String> = fields.iter().take(MAX_NAMED).map(|field| type_name(&field.wire)).collect();
    let are_few = (1..MAX_NAMED).contains(&names.len()) && !names.iter().any(|name| name == field);
    are_few.then(|| joined(&names.concat(), field, "Object"))
}

/// Names a union of components and the ID of one: `CustomerOrId`.
pub(super) fn or_id(context: Context<'_>, definition: &Definition) -> Option<String> {
    let is_id = |variant: &&Variant| {
        let is_text = matches!(variant.payload, Payload::Type(Type::Text(_)));
        is_text && matches!(variant.candidates.first(), Some(Candidate::Own(name)) if name == "id")
    };
    let (ids, others): (Vec<&Variant>, Vec<&Variant>) = inline_union(definition)?.variants.iter().partition(is_id);
    let name = format!("{}OrId", components(context, &others)?);
    (ids.len() == 1 && name.len() <= MAX_UNION_LEN).then_some(name)
}

/// Names a union of few components and plain values: `CatOrDog`.
fn one_of(context: Context<'_>, definition: &Definition) -> Option<String> {
    let union = inline_union(definition).filter(|union| union.variants.len() > 1)?;
    components(context, &union.variants.iter().collect::<Vec<_>>()).filter(|name| name.len() <= MAX_UNION_LEN)
}

fn inline_union(definition: &Definition) -> Option<&Union> {
    match &definition.shape {
        Shape::Union(union) if definition.naming.schema().is_none() => Some(union),
        _ => None,
    }
}

/// Joins the names of components; the words that the first one ends with are left out of the others.
fn components(context: Context<'_>, variants: &[&Variant]) -> Option<String> {
    let name = |variant: &&Variant| match &variant.payload {
        Payload::Type(Type::Named(id)) => context.api.definition(*id).naming.schema().map(context.component),
        Payload::Type(Type::Text(_) | Type::Integer(_) | Type::UnixTime | Type::Number(_) | Type::Boolean) => {
            variant.candidates.first().map(|kind| type_name(kind.text()))
        }
        _ => None,
    };
    let names: Vec<String> = variants.iter().take(MAX_NAMED + 1).map(name).collect::<Option<_>>()?;
    let first = words_of(names.first().filter(|_| names.len() <= MAX_NAMED)?);
    let rest = names.iter().skip(1).map(|name| {
        let words = words_of(name);
        words.strip_suffix(first.as_slice()).filter(|own| !own.is_empty()).unwrap_or(&words).concat()
    });
    Some(std::iter::once(first.concat()).chain(rest).collect::<Vec<_>>().join("Or"))
}

#[cfg(test)]
mod tests {
    use super::{are_named_alike, shared_ends, shared_owner, words_of};

    fn all(names: &[&str]) -> Vec<Vec<String>> {
        names.iter().map(|name| words_of(name)).collect()
    }

    #[test]
    fn words_that_names_share() {
        let rows =
            [(["ParentPage", "Page"], "Page"), (["ColorFirst", "ColorSecond"], "Color"), (["Created", "Changed"], "")];
        for (names, wanted) in rows {
            assert_eq!(shared_ends(&all(&names)).concat(), wanted);
        }
    }

    #[test]
    fn words_that_owners_share() {
        let rows = [
            (["ListOrdersResponse", "ListUsersResponse"], ""),
            (["OrderCreated", "OrderChanged"], "Order"),
            (["CreateUserRequest", "UpdateUserRequest"], "User"),
            (["Reasoning", "BetaReasoning"], "Reasoning"),
            (["ListOrderLines", "CreateOrderLine"], "OrderLine"),
        ];
        for (names, wanted) in rows {
            assert_eq!(shared_owner(&all(&names)).concat(), wanted, "{names:?}");
        }
    }

    #[test]
    fn general_words_are_not_shared() {
        assert!(are_named_alike(&["cvc_check", "address_check"]));
        assert!(are_named_alike(&["card_type", "bank_type"]));
        assert!(!are_named_alike(&["cardsItem", "banksItem"]));
        assert!(!are_named_alike(&["card_data", "bank_data"]));
    }
}
