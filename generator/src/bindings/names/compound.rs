//! Names of types that stand inside others: the owner's and what they are in it.
//!
//! | owner | is in it | name |
//! |---|---|---|
//! | `Story` | `state` | `StoryState` |
//! | `Story` | `StoryState` | `StoryState` |
//! | `AuditLogEventActor` | `actor_type` | `AuditLogEventActorType` |
//! | `GetStoryError` | `error`, an object | `GetStoryErrorObject` |
//! | `GetStoryResponse` | `state` | `GetStoryState` |
//! | more than 40 letters | | the nearest owners only, as many as make it clear |

use super::in_common::is_general;
use crate::ident::type_name;
use crate::model::{Api, Definition, Owner, Shape};

/// Longer names are shortened where something in between can be left out.
const LONG: usize = 40;
/// So many owners are named at most.
const NEAREST: usize = 8;
/// No shortened name is longer.
const LONGEST: usize = 60;

/// A name for what stands in an owner: no word follows itself where they meet.
pub(super) fn joined(owner: &str, step: &str, kind: &str) -> String {
    let (owner_words, step_words) = (words(owner), words(step));
    let longest = owner_words.len().min(step_words.len());
    let overlap =
        (1..=longest).rev().find(|count| owner_words.get(owner_words.len() - count..) == step_words.get(..*count));
    match overlap {
        Some(count) if count == step_words.len() => format!("{owner}{kind}"),
        Some(count) => format!("{owner}{}", step_words.get(count..).unwrap_or_default().concat()),
        None => format!("{owner}{step}"),
    }
}

/// Shorter names, where the whole one is long: from the nearest owners, the shortest that says something first; then from the
/// outermost one, which `called` tells the name of, and what is nearest.
pub(super) fn shortened(
    api: &Api,
    definition: &Definition,
    whole: &str,
    called: &dyn Fn(&Owner) -> String,
) -> Vec<String> {
    if whole.len() <= LONG {
        return Vec::new();
    }
    let kind = kind(&definition.shape);
    let mut steps = vec![type_name(&definition.naming.step)];
    let mut owner = &definition.naming.owner;
    // Ids grow from the outside in, so that this ends.
    while let Owner::Type(id) = owner {
        let outer = api.definition(*id);
        if outer.naming.step.is_empty() || !outer.occurrences.is_empty() || steps.len() >= NEAREST {
            break;
        }
        owner = &outer.naming.owner;
        if is_message(outer) {
            break;
        }
        steps.push(type_name(&outer.naming.step));
    }
    let nearest = |count: usize| {
        let steps = steps.get(..count).unwrap_or_default().iter();
        steps
            .fold(String::new(), |inner, step| if inner.is_empty() { step.clone() } else { joined(step, &inner, kind) })
    };
    // A name does not begin with what says nothing without more in front of it.
    let begins = |count: &usize| steps.get(count - 1).is_some_and(|step| !is_general(step));
    let outermost = called(owner);
    let without = (2..=steps.len()).filter(begins).map(nearest);
    let with = (1..=steps.len()).map(|count| joined(&outermost, &nearest(count), kind));
    let names: Vec<String> = without.chain(with).filter(|name| name.len() <= LONGEST).collect();
    if names.is_empty() { vec![ending(whole)] } else { names }
}

/// Whether a type is the whole body or answer of an operation, which what stands in it need not say.
pub(super) fn is_message(definition: &Definition) -> bool {
    let is_whole = matches!(definition.naming.step.as_str(), "response" | "body") && definition.occurrences.is_empty();
    is_whole && matches!(definition.naming.owner, Owner::Operation(_))
}

/// As many words at the end of a name as are not too long.
pub(super) fn ending(whole: &str) -> String {
    let mut words = words(whole);
    while words.len() > 1 && words.iter().map(|word| word.len()).sum::<usize>() > LONGEST {
        words.remove(0);
    }
    words.concat()
}

/// What a type is, where nothing else tells it from its owner.
pub(super) fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Alias(_) | Shape::Wrapper(_) => "Value",
        Shape::Object(_) => "Object",
        Shape::IntegerEnum(_) => "Code",
        Shape::StringEnum(_) => "Kind",
        Shape::Union(_) => "Choice",
    }
}

/// The words of a name in camel case.
pub(super) fn words(name: &str) -> Vec<&str> {
    let mut words = Vec::new();
    let mut start = 0;
    for (at, letter) in name.char_indices() {
        if letter.is_uppercase() && at > start {
            words.extend(name.get(start..at));
            start = at;
        }
    }
    words.extend(name.get(start..).filter(|rest| !rest.is_empty()));
    words
}

/// The same, as texts of their own.
pub(super) fn words_of(name: &str) -> Vec<String> {
    words(name).into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::joined;

    #[test]
    fn no_word_follows_itself() {
        let rows = [
            ("Story", "State", "StoryState"),
            ("Story", "StoryState", "StoryState"),
            ("Story", "Storyboard", "StoryStoryboard"),
            ("AuditLogEventActor", "ActorType", "AuditLogEventActorType"),
            ("GetStoryError", "Error", "GetStoryErrorObject"),
            ("GetBlocks", "GetBlocksOrder", "GetBlocksOrder"),
        ];
        for (owner, step, wanted) in rows {
            assert_eq!(joined(owner, step, "Object"), wanted);
        }
    }
}
