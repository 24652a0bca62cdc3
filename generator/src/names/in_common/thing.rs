//! What a type is at its places, whatever it stands in.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use super::super::compound::{joined, words_of};
use super::super::operation::word_of;
use super::super::ways::value_of;
use super::group::thing_of_group;
use super::titles::{Title, Titles};
use super::{Component, is_bare, step_of, values};
use crate::ident::type_name;
use crate::model::{Api, Definition, Field, Naming, Object, Owner, Shape, Type, TypeId};

/// Members that hold what an answer is about.
const CONTENTS: [&str; 9] = ["content", "data", "entity", "item", "items", "payload", "response", "result", "results"];
/// The last word of what is the value of something.
const VALUE: &str = "Value";
/// What is in a list: where that alone is common, nothing is.
const ELEMENT: &str = "Item";
/// So many names can stand in one.
const FEW_STEPS: usize = 2;
/// So many places are looked at for them at first.
const MOST_STEPS: usize = 16;
/// A body or an answer of no more members can be called by them.
const FEW_MEMBERS: usize = 2;
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

/// What a type is at its places.
pub(super) struct Thing {
    pub(super) name: String,
    /// What it is called at more than half of the places, where it is not called alike at all.
    usual: String,
    /// The names that it has, where it has few and they have nothing in common.
    pub(super) steps: Option<String>,
    /// `true` if it is called by the same words at all places.
    pub(super) is_called_alike: bool,
    /// The title, where it is called otherwise at each place.
    pub(super) title: Option<String>,
    /// The same, where it says little.
    pub(super) weak_title: Option<String>,
    /// What it is called where the places have nothing else in common.
    pub(super) alone: Vec<String>,
    /// What its values are, where nothing else says what it is.
    noun: &'static str,
}

impl Thing {
    pub(super) fn of(
        (api, component, titles): (&Api, Component<'_>, &Titles<'_>),
        definition: &Definition,
        places: &[&Naming],
    ) -> Self {
        let at_operation = |naming: &&Naming| matches!(naming.owner, Owner::Operation(_) | Owner::Component(_));
        let steps: Vec<Cow<'_, str>> = places.iter().map(|naming| step_of(api, naming)).collect();
        let outermost = places.iter().all(at_operation);
        let (title, weak_title) = match definition.docs.title.as_deref().and_then(|title| titles.read(title)) {
            Some(Title::Name(name)) => (Some(name), None),
            Some(Title::Weak(name)) => (None, Some(name)),
            None => (None, None),
        };
        let title = title.filter(|title| !is_general(title));
        let weak_title = weak_title.filter(|title| !is_general(title));
        let message = |name: &str, alone| Self {
            name: name.to_owned(),
            usual: String::new(),
            steps: None,
            is_called_alike: true,
            title: title.clone(),
            weak_title: weak_title.clone(),
            alone,
            noun: "",
        };
        if outermost && steps.iter().all(|step| step.starts_with("error")) {
            return message("ErrorBody", vec!["ErrorBody".to_owned()]);
        }
        if outermost && steps.iter().all(|step| step == "response") {
            let known = by_content(api, component, &definition.shape);
            return message(
                "Response",
                known.or_else(|| by_members(&definition.shape, "Response")).into_iter().collect(),
            );
        }
        if outermost && steps.iter().all(|step| step == "body") {
            return message("Body", body_names(api, &definition.shape, places));
        }
        let all: Vec<Vec<String>> = steps.iter().map(|step| words_of(&type_name(step))).collect();
        let same = all.iter().all(|words| Some(words) == all.first());
        let name = Some(common_ends(&all).concat()).filter(|name| name != ELEMENT).unwrap_or_default();
        let is_called_alike = !name.is_empty();
        let usual =
            if name.is_empty() { usual_step(&once(api, places, &all)).unwrap_or_default() } else { String::new() };
        let alone = if name.is_empty() || is_general(&name) { Vec::new() } else { vec![name.clone()] };
        let noun = values::noun(&definition.shape).unwrap_or_default();
        let steps = if name.is_empty() || name == VALUE { few_steps(&all) } else { None };
        Self { name, usual, steps, is_called_alike, title: title.filter(|_| !same), weak_title, alone, noun }
    }

    /// Returns `true` if nothing but a title says what it is.
    pub(super) fn says_nothing(&self) -> bool {
        self.name.is_empty() || is_general(&self.name)
    }

    /// Returns `true` if it is a whole body or answer.
    pub(super) fn is_message(&self) -> bool {
        matches!(self.name.as_str(), "Body" | "Response")
    }

    /// What it is called at more than half of the places, in several words.
    pub(super) fn usual_name(&self) -> Option<String> {
        Some(&self.usual).filter(|usual| !usual.is_empty() && !is_bare(usual)).cloned()
    }

    /// Its name in an owner of these words. What is called otherwise at each place is one of the owner's things.
    pub(super) fn in_owner(&self, owner: &[String], kind: &str) -> Option<String> {
        let name = if self.name.is_empty() { &self.usual } else { &self.name };
        if owner.is_empty() || (name.is_empty() && owner.len() < 2) {
            return None;
        }
        if !name.is_empty() {
            return Some(joined(&owner.concat(), name, kind));
        }
        let (last, first) = owner.split_last()?;
        let one = format!("{}{}", first.concat(), type_name(&word_of(last)));
        Some(if self.noun.is_empty() { one } else { joined(&one, self.noun, kind) })
    }

    /// Its name in one of several owners that have these words: also by its title, which says what it is.
    pub(super) fn in_several(&self, owner: &[String], kind: &str) -> Option<String> {
        match &self.title {
            Some(title) if self.name.is_empty() => Some(joined(&owner.concat(), title, kind)),
            _ => self.in_owner(owner, kind),
        }
    }
}

/// Returns `true` if a name says nothing of what is meant.
fn is_general(name: &str) -> bool {
    GENERAL.contains(&name) || name.strip_suffix("Item").is_some_and(|rest| GENERAL.contains(&rest))
}

/// Returns `true` if things that are called so have a word in common that says what they are.
pub(crate) fn are_called_alike(steps: &[&str]) -> bool {
    let own = |step: &&str| words_of(type_name(step).trim_end_matches("Item"));
    let ends = common_ends(&steps.iter().map(own).collect::<Vec<_>>()).concat();
    !ends.is_empty() && (!is_bare(&ends) || !is_general(&ends) || matches!(ends.as_str(), "Type" | "Code" | "Format"))
}

/// What bodies hold, beside the one group that they belong to.
fn body_names(api: &Api, shape: &Shape, places: &[&Naming]) -> Vec<String> {
    let Some(own) = by_members(shape, "Body") else { return Vec::new() };
    let of_group = thing_of_group(api, places).map(|group| joined(&group, &own, "Object"));
    of_group.into_iter().chain([own]).collect()
}

/// What the member holds that an answer is about: `OrderResponse`, `OrderListResponse`.
fn by_content(api: &Api, component: Component<'_>, shape: &Shape) -> Option<String> {
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
pub(super) fn by_members(shape: &Shape, thing: &str) -> Option<String> {
    let Shape::Object(Object { fields, .. }) = shape else { return None };
    let names: Vec<String> = fields.iter().take(FEW_MEMBERS + 1).map(|field| type_name(&field.wire)).collect();
    let are_few = (1..=FEW_MEMBERS).contains(&names.len());
    // The `body` of a body says nothing.
    let says_something = !names.iter().any(|name| name == thing);
    (are_few && says_something).then(|| joined(&names.concat(), thing, "Object"))
}

/// What something is called at its places, where the value of what stands at several places itself has one place.
fn once<'a>(api: &Api, places: &[&'a Naming], all: &'a [Vec<String>]) -> Vec<&'a [String]> {
    let mut seen: BTreeSet<TypeId> = BTreeSet::new();
    let mut is_first = |naming: &Naming| match &naming.owner {
        Owner::Type(id) if value_of(api, naming).is_some() => seen.insert(*id),
        _ => true,
    };
    places.iter().zip(all).filter(|(naming, _)| is_first(naming)).map(|(_, words)| words.as_slice()).collect()
}

/// What something is called at its places, where these are few names: `CashOrCheque`.
fn few_steps(all: &[Vec<String>]) -> Option<String> {
    let own = |words: &[String]| words.strip_suffix(&[VALUE.to_owned()]).unwrap_or(words).concat();
    let different: BTreeSet<String> = all.iter().map(|words| own(words)).take(MOST_STEPS + 1).collect();
    let more = all.iter().skip(MOST_STEPS + 1).any(|words| !different.contains(&own(words)));
    let are_names = !different.iter().any(|step| step.is_empty() || is_general(step));
    (are_names && !more && different.len() == FEW_STEPS).then(|| Vec::from_iter(different).join("Or"))
}

/// What more than half of all are called, where that says something.
fn usual_step(all: &[&[String]]) -> Option<String> {
    let mut counts: BTreeMap<&[String], usize> = BTreeMap::new();
    all.iter().for_each(|words| *counts.entry(words).or_default() += 1);
    let (words, _) = counts.into_iter().find(|(_, count)| 2 * count > all.len())?;
    Some(words.concat()).filter(|name| !is_general(name))
}

/// The words at the end that all have, else those at the beginning.
fn common_ends(all: &[Vec<String>]) -> Vec<String> {
    let Some(least) = all.iter().min_by_key(|words| words.len()) else { return Vec::new() };
    let ends = |from: &usize| least.get(*from..).is_some_and(|end| all.iter().all(|words| words.ends_with(end)));
    let begins = |to: &usize| least.get(..*to).is_some_and(|start| all.iter().all(|words| words.starts_with(start)));
    let from = (0..=least.len()).find(ends).unwrap_or(least.len());
    match least.get(from..) {
        Some(end) if !end.is_empty() => end.to_vec(),
        _ => (0..=least.len()).rev().find(begins).and_then(|to| least.get(..to)).unwrap_or_default().to_vec(),
    }
}

#[cfg(test)]
mod tests {
    use super::{are_called_alike, common_ends, words_of};

    fn all(names: &[&str]) -> Vec<Vec<String>> {
        names.iter().map(|name| words_of(name)).collect()
    }

    #[test]
    fn words_that_all_end_or_begin_with() {
        assert_eq!(common_ends(&all(&["ParentPage", "Page"])).concat(), "Page");
        assert_eq!(common_ends(&all(&["ColorFirst", "ColorSecond"])).concat(), "Color");
        assert_eq!(common_ends(&all(&["Created", "Changed"])).concat(), "");
    }

    #[test]
    fn what_says_nothing_of_a_thing_is_not_in_common() {
        assert!(are_called_alike(&["cvc_check", "address_check"]));
        assert!(are_called_alike(&["card_type", "bank_type"]));
        assert!(!are_called_alike(&["cardsItem", "banksItem"]));
        assert!(!are_called_alike(&["card_data", "bank_data"]));
    }
}
