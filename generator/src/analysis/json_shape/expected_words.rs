//! The expected words of a string member without listed values.
//!
//! | if | it is read as | example |
//! |---|---|---|
//! | objects have the same required members | a guess: it decides only if everything else is the same | `{type: string}` of `WaitTimer` and `Reviewers` |
//! | the same, and their examples match their names or their unique members | a promise | `{type: string, example: wait_timer}` next to `wait_timer` |
//! | all objects are named after the member and a past participle | a promise: other words match none of them | `{event: string}` of `LabeledIssueEvent` and `LockedIssueEvent` |
//!
//! In the last case an alternative whose name has no past participle (`StateChangeIssueEvent`) may have any words; it
//! is identified by its unique members, or is the fallback if it has none. If an alternative lacks the member, lists
//! its values, or is not a plain object, nothing is promised. Examples alone do not suffice: all objects but one must
//! have a name or a member that matches their example, and that one has neither a matching name nor a unique member.

use std::collections::{HashMap, HashSet};

use super::shape::{Expectation, JsonShape, ObjectShape};
use crate::ident::{value_name, without_underscore};
use crate::model::{Api, Candidate, Field, KIND_MEMBERS, Object, Payload, Shape, Text, Type, Union, Variant};

/// Words of a member's name without information about the subject: `event_type` is about an event.
const OF_KIND: [&str; 3] = ["type", "kind", "name"];

/// An alternative that is an object, with the member that identifies its kind.
struct KindMember<'a> {
    index: usize,
    variant: &'a Variant,
    field: &'a Field,
}

/// Sets the expected words of members.
pub(super) fn expect_words<'a>(api: &'a Api, union: &'a Union, shapes: &mut [Option<JsonShape<'a>>]) {
    if promise(api, union, shapes).is_none() {
        expect_of_groups(api, union, shapes);
    }
}

/// Sets the promises of objects, if all alternatives that may be objects have one.
fn promise<'a>(api: &'a Api, union: &'a Union, shapes: &mut [Option<JsonShape<'a>>]) -> Option<()> {
    let may_be_object =
        |shape: &JsonShape<'_>| matches!(shape, JsonShape::Object(_) | JsonShape::Union(_) | JsonShape::Any);
    let all = shapes.iter().enumerate().filter(|(_, shape)| shape.as_ref().is_some_and(may_be_object));
    let all: Vec<usize> = all.map(|(index, _)| index).collect();
    if all.len() < 2 {
        return None;
    }
    let speakers = KIND_MEMBERS.iter().find_map(|member| speakers(api, union, &all, member))?;
    let names = different(speakers.iter().map(|speaker| shared_name(speaker.variant).map(snake_words)))?;
    let member = &speakers.first()?.field.wire;
    let happened = names.iter().filter(|name| says_what_happened(name)).count();
    if happened * 2 < names.len() || !names.iter().all(|name| is_called_after(name, member)) {
        return None;
    }
    let own = own_members(shapes);
    for (KindMember { index, field, .. }, words) in speakers.iter().zip(names) {
        let Some(Some(JsonShape::Object(object))) = shapes.get_mut(*index) else { continue };
        let instead = if says_what_happened(&words) { Vec::new() } else { only_of(object, &own) };
        let member = field.wire.as_str();
        object.expected = Some(if says_what_happened(&words) || !instead.is_empty() {
            Expectation::Promise { member, words, instead }
        } else {
            Expectation::Guess { member, words }
        });
    }
    Some(())
}

/// Returns the number of objects that declare each member.
fn own_members<'a>(shapes: &[Option<JsonShape<'a>>]) -> HashMap<&'a str, usize> {
    let mut counts = HashMap::new();
    let objects = shapes.iter().flatten().filter_map(|shape| match shape {
        JsonShape::Object(object) => Some(object),
        _ => None,
    });
    objects.flat_map(|object| &object.known).for_each(|member| *counts.entry(*member).or_default() += 1);
    counts
}

/// Returns the members that only one object has.
fn only_of<'a>(object: &ObjectShape<'a>, counts: &HashMap<&'a str, usize>) -> Vec<&'a str> {
    object.known.iter().filter(|member| counts.get(*member) == Some(&1)).copied().collect()
}

/// Sets the expected words of members in objects that nothing else distinguishes.
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

/// Returns the expected words of the first such member in each object; some objects have unique members.
fn expectations<'a>(
    api: &'a Api,
    union: &'a Union,
    group: &[usize],
    only: impl Fn(usize) -> Vec<&'a str>,
) -> Option<Vec<(usize, Expectation<'a>)>> {
    KIND_MEMBERS.iter().find_map(|member| {
        let speakers = speakers(api, union, group, member)?;
        let examples = speakers.iter().map(|speaker| speaker.field.docs.sample.as_ref()?.as_str().map(snake_words));
        let names = speakers.iter().map(|speaker| shared_name(speaker.variant).map(snake_words));
        if let Some(said) = different(examples) {
            let own = speakers.iter().map(|speaker| only(speaker.index)).collect();
            return Some(by_examples(&speakers, said, own));
        }
        let guess = |speaker: &KindMember<'a>, words| Expectation::Guess { member: speaker.field.wire.as_str(), words };
        Some(
            speakers
                .iter()
                .zip(different(names)?)
                .map(|(speaker, words)| (speaker.index, guess(speaker, words)))
                .collect(),
        )
    })
}

/// Returns the words from examples: a promise if they are confirmed by the names, or by unique members. At most one
/// object may have neither.
fn by_examples<'a>(
    speakers: &[KindMember<'a>],
    said: Vec<String>,
    own: Vec<Vec<&'a str>>,
) -> Vec<(usize, Expectation<'a>)> {
    let callings = |speaker: &KindMember<'a>, own: &[&'a str]| -> Vec<String> {
        shared_name(speaker.variant).into_iter().chain(own.iter().copied()).map(snake_words).collect()
    };
    let called: Vec<Vec<String>> = speakers.iter().zip(&own).map(|(speaker, own)| callings(speaker, own)).collect();
    let silent = called.iter().filter(|names| names.is_empty()).count();
    let is_borne_out =
        |(names, words): (&Vec<String>, &String)| names.is_empty() || names.iter().any(|name| is_called(name, words));
    let is_promise = silent < 2 && called.iter().zip(&said).all(is_borne_out);
    let expected = speakers.iter().zip(said).zip(own).map(|((speaker, words), instead)| {
        let member = speaker.field.wire.as_str();
        let expected = if is_promise {
            Expectation::Promise { member, words, instead }
        } else {
            Expectation::Guess { member, words }
        };
        (speaker.index, expected)
    });
    expected.collect()
}

/// Returns the objects of a group, if each has a member of this name that may be any string.
fn speakers<'a>(api: &'a Api, union: &'a Union, group: &[usize], member: &str) -> Option<Vec<KindMember<'a>>> {
    let speaker = |index: &usize| {
        let variant = union.variants.get(*index)?;
        Some(KindMember { index: *index, variant, field: plain_text(api, object(api, variant)?, member)? })
    };
    group.iter().map(speaker).collect()
}

/// Returns the words of all objects, if all are present and distinct.
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

/// Returns the member with this name, if it is any string.
fn plain_text<'a>(api: &'a Api, object: &'a Object, name: &str) -> Option<&'a Field> {
    let field = object.fields.iter().find(|field| field.wire == name)?;
    let is_text = *api.unaliased(field.ty.split_null().0) == Type::Text(Text::Plain);
    (is_text && field.constant.is_none()).then_some(field)
}

fn shared_name(variant: &Variant) -> Option<&str> {
    variant.candidates.iter().find_map(|candidate| match candidate {
        Candidate::Shared(text) => Some(text.as_str()),
        Candidate::Own(_) | Candidate::Fallback(_) => None,
    })
}

/// Returns the words of a string, separated by `_`.
fn snake_words(text: &str) -> String {
    without_underscore(&value_name(text)).to_owned()
}

/// Returns `true` if a name contains the words of a member: `labeled_issue_event` contains those of `event` and
/// `event_type`.
fn is_called_after(name: &str, member: &str) -> bool {
    let member = snake_words(member);
    let mut of = member.split('_').filter(|word| !OF_KIND.contains(word)).peekable();
    of.peek().is_some() && of.all(|word| name.split('_').any(|own| own == word))
}

/// Returns `true` if the words are the name or its beginning or end, or a more specific form, as `required_reviewers`
/// for `reviewers`. A name followed by further words, as in `custom_greeting`, does not count, since these may vary.
fn is_called(name: &str, said: &str) -> bool {
    let ends = |whole: &str, part: &str| {
        whole.strip_suffix(part).is_some_and(|before| before.is_empty() || before.ends_with('_'))
    };
    let begins = name.strip_prefix(said).is_some_and(|after| after.starts_with('_'));
    !name.is_empty() && !said.is_empty() && (begins || ends(name, said) || ends(said, name))
}

/// Returns `true` if one of the words of a name is a past participle: `labeled`, `added`.
fn says_what_happened(name: &str) -> bool {
    name.split('_').any(|word| word.len() > "ed".len() + 1 && word.ends_with("ed"))
}

#[cfg(test)]
mod tests {
    use super::{is_called, is_called_after, says_what_happened, snake_words};

    #[test]
    fn a_name_is_called_after_a_member() {
        assert!(is_called_after("labeled_issue_event", "event") && is_called_after("labeled_event", "eventType"));
        assert!(!is_called_after("labeled_issue", "event") && !is_called_after("labeled_type", "type"));
    }

    #[test]
    fn a_name_is_part_of_another() {
        assert!(is_called("reviewers", "required_reviewers") && is_called("wait_timer", "wait_timer"));
        assert!(is_called("user_summary", "user") && !is_called("custom", "custom_greeting"));
        assert!(!is_called("viewers", "reviewers") && !is_called("", "a"));
    }

    #[test]
    fn what_happened_is_a_participle() {
        assert!(says_what_happened(&snake_words("Added to Project Issue Event")));
        assert!(!says_what_happened("state_change_event") && !says_what_happened("red_event"));
    }
}
