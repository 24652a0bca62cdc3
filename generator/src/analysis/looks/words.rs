//! What a text member is expected to say, where nothing lists values.
//!
//! | where | is read as | example |
//! |---|---|---|
//! | objects have to have the same members | a guess: it decides only where all else is the same | `{type: string}` of `WaitTimer` and `Reviewers` |
//! | the same, and their examples say what they are called or what only they have | a promise | `{type: string, example: wait_timer}` beside `wait_timer` |
//! | all objects are called after the member and what happened | a promise: who says something else is none of them | `{event: string}` of `LabeledIssueEvent` and `LockedIssueEvent` |
//!
//! In the last case an alternative that is called after nothing that happened (`StateChangeIssueEvent`) may say anything; it is told by
//! the members that only it has, and takes whatever is left where it has none. Where an alternative does not have the member, lists
//! its values, or is no plain object, nothing is promised. An example alone is an example: all but one have to be called
//! what theirs say, or to have a member that is, and that one has neither a name nor a member of its own.

mod names;

use std::collections::{HashMap, HashSet};

use self::names::{is_called, is_called_after, says_what_happened, snake_words};
use super::{Expectation, JsonShape, ObjectShape};
use crate::model::{Api, Candidate, Field, Object, Payload, SAYING_KIND, Shape, Text, Type, Union, Variant};

/// An alternative that is an object, with the member that says its kind.
struct Speaker<'a> {
    index: usize,
    variant: &'a Variant,
    field: &'a Field,
}

/// Sets what a member is expected to say.
pub(super) fn expect_words<'a>(api: &'a Api, union: &'a Union, shapes: &mut [Option<JsonShape<'a>>]) {
    if promise(api, union, shapes).is_none() {
        expect_of_groups(api, union, shapes);
    }
}

/// Sets what objects promise, where all alternatives that may be objects do.
fn promise<'a>(api: &'a Api, union: &'a Union, shapes: &mut [Option<JsonShape<'a>>]) -> Option<()> {
    let may_be_object =
        |shape: &JsonShape<'_>| matches!(shape, JsonShape::Object(_) | JsonShape::Union(_) | JsonShape::Any);
    let all = shapes.iter().enumerate().filter(|(_, shape)| shape.as_ref().is_some_and(may_be_object));
    let all: Vec<usize> = all.map(|(index, _)| index).collect();
    if all.len() < 2 {
        return None;
    }
    let speakers = SAYING_KIND.iter().find_map(|member| speakers(api, union, &all, member))?;
    let names = different(speakers.iter().map(|speaker| shared_name(speaker.variant).map(snake_words)))?;
    let member = &speakers.first()?.field.wire;
    let happened = names.iter().filter(|name| says_what_happened(name)).count();
    if happened * 2 < names.len() || !names.iter().all(|name| is_called_after(name, member)) {
        return None;
    }
    let own = own_members(shapes);
    for (Speaker { index, field, .. }, words) in speakers.iter().zip(names) {
        let Some(Some(JsonShape::Object(object))) = shapes.get_mut(*index) else { continue };
        let instead = if says_what_happened(&words) { Vec::new() } else { only_of(object, &own) };
        let member = field.wire.as_str();
        object.expected = Some(match says_what_happened(&words) || !instead.is_empty() {
            true => Expectation::Promise { member, words, instead },
            false => Expectation::Guess { member, words },
        });
    }
    Some(())
}

/// How many objects declare each member.
fn own_members<'a>(shapes: &[Option<JsonShape<'a>>]) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    let objects = shapes.iter().flatten().filter_map(|shape| match shape {
        JsonShape::Object(object) => Some(object),
        _ => None,
    });
    objects.flat_map(|object| &object.known).for_each(|member| *counts.entry(*member).or_default() += 1);
    counts
}

/// The members that only one object has.
fn only_of<'a>(object: &ObjectShape<'a>, counts: &HashMap<&'a str, usize>) -> Vec<&'a str> {
    object.known.iter().filter(|member| counts.get(*member) == Some(&1)).copied().collect()
}

/// Sets what a member is expected to say in objects that only it tells apart.
fn expect_of_groups<'a>(api: &'a Api, union: &'a Union, shapes: &mut [Option<JsonShape<'a>>]) {
    let mut groups: HashMap<Vec<&'a str>, Vec<usize>> = HashMap::new();
    for (index, shape) in shapes.iter().enumerate() {
        if let Some(JsonShape::Object(object)) = shape
            && object.constants.is_empty()
        {
            let mut required = object.required.clone();
            required.sort_unstable();
            groups.entry(required).or_default().push(index);
        }
    }
    let mut groups: Vec<Vec<usize>> = groups.into_values().filter(|group| group.len() > 1).collect();
    groups.sort_unstable();
    let own = own_members(shapes);
    for group in groups {
        let only = |index: usize| match shapes.get(index) {
            Some(Some(JsonShape::Object(object))) => only_of(object, &own),
            _ => Vec::new(),
        };
        for (index, expectation) in expectations(api, union, &group, only).into_iter().flatten() {
            if let Some(Some(JsonShape::Object(ObjectShape { expected, .. }))) = shapes.get_mut(index) {
                *expected = Some(expectation);
            }
        }
    }
}

/// What the first member that says something says in each of the objects, of which some have members that only they have.
fn expectations<'a>(
    api: &'a Api,
    union: &'a Union,
    group: &[usize],
    only: impl Fn(usize) -> Vec<&'a str>,
) -> Option<Vec<(usize, Expectation<'a>)>> {
    SAYING_KIND.iter().find_map(|member| {
        let speakers = speakers(api, union, group, member)?;
        let examples = speakers.iter().map(|speaker| speaker.field.docs.sample.as_ref()?.as_str().map(snake_words));
        let names = speakers.iter().map(|speaker| shared_name(speaker.variant).map(snake_words));
        if let Some(said) = different(examples) {
            let own = speakers.iter().map(|speaker| only(speaker.index)).collect();
            return Some(by_examples(&speakers, said, own));
        }
        let guess = |speaker: &Speaker<'a>, words| Expectation::Guess { member: speaker.field.wire.as_str(), words };
        Some(
            speakers
                .iter()
                .zip(different(names)?)
                .map(|(speaker, words)| (speaker.index, guess(speaker, words)))
                .collect(),
        )
    })
}

/// What objects say by their examples: a promise where these are borne out by the names, or by what only one object has. One
/// object at most may have neither.
fn by_examples<'a>(
    speakers: &[Speaker<'a>],
    said: Vec<String>,
    own: Vec<Vec<&'a str>>,
) -> Vec<(usize, Expectation<'a>)> {
    let callings = |speaker: &Speaker<'a>, own: &[&'a str]| -> Vec<String> {
        shared_name(speaker.variant).into_iter().chain(own.iter().copied()).map(snake_words).collect()
    };
    let called: Vec<Vec<String>> = speakers.iter().zip(&own).map(|(speaker, own)| callings(speaker, own)).collect();
    let silent = called.iter().filter(|names| names.is_empty()).count();
    let is_borne_out =
        |(names, words): (&Vec<String>, &String)| names.is_empty() || names.iter().any(|name| is_called(name, words));
    let is_promise = silent < 2 && called.iter().zip(&said).all(is_borne_out);
    let expected = speakers.iter().zip(said).zip(own).map(|((speaker, words), instead)| {
        let member = speaker.field.wire.as_str();
        let expected = match is_promise {
            true => Expectation::Promise { member, words, instead },
            false => Expectation::Guess { member, words },
        };
        (speaker.index, expected)
    });
    expected.collect()
}

/// The objects of a group, where each has a member of this name that may be any text.
fn speakers<'a>(api: &'a Api, union: &'a Union, group: &[usize], member: &str) -> Option<Vec<Speaker<'a>>> {
    let speaker = |index: &usize| {
        let variant = union.variants.get(*index)?;
        Some(Speaker { index: *index, variant, field: plain_text(api, object(api, variant)?, member)? })
    };
    group.iter().map(speaker).collect()
}

/// The words of all, where all have some and no two have the same.
fn different(words: impl Iterator<Item = Option<String>>) -> Option<Vec<String>> {
    let words: Vec<String> = words.map(|words| words.filter(|words| !words.is_empty())).collect::<Option<_>>()?;
    let different: HashSet<&String> = words.iter().collect();
    (different.len() == words.len()).then_some(words)
}

fn object<'a>(api: &'a Api, variant: &'a Variant) -> Option<&'a Object> {
    let Payload::Type(ty) = &variant.payload else { return None };
    let Type::Named(id) = api.unaliased(ty) else { return None };
    match &api.definition(*id).shape {
        Shape::Object(object) => Some(object),
        _ => None,
    }
}

/// The member of a name, where it is any text.
fn plain_text<'a>(api: &'a Api, object: &'a Object, name: &str) -> Option<&'a Field> {
    let field = object.fields.iter().find(|field| field.wire == name)?;
    let is_text = *api.unaliased(field.ty.split_null().0) == Type::Text(Text::Plain);
    (is_text && field.constant.is_none()).then_some(field)
}

fn shared_name(variant: &Variant) -> Option<&str> {
    variant.candidates.iter().find_map(|candidate| match candidate {
        Candidate::Shared(text) => Some(text.as_str()),
        Candidate::Own(_) => None,
    })
}
