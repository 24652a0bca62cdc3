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

use super::common::is_general;
use super::ident::type_name;
use crate::model::{Api, Definition, Owner, Shape};

/// Longer names are shortened where something in between can be left out.
const LONG: usize = 40;
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

/// The names from the nearest owners, where the whole one is long: the shortest that says something first.
pub(super) fn shortened(api: &Api, definition: &Definition, whole: &str) -> Vec<String> {
    if whole.len() <= LONG {
        return Vec::new();
    }
    let mut name = type_name(&definition.naming.step);
    let mut names = Vec::new();
    let mut owner = &definition.naming.owner;
    // Ids grow from the outside in, so that this ends.
    while let Owner::Type(id) = owner {
        let outer = &api.definition(*id).naming;
        let step = match &outer.owner {
            Owner::Schema(name) | Owner::Component(name) if outer.step.is_empty() => type_name(name),
            _ => type_name(&outer.step),
        };
        name = joined(&step, &name, kind(&definition.shape));
        if name.len() > LONGEST {
            break;
        }
        // A name does not begin with what says nothing without more in front of it.
        if !is_general(&step) {
            names.push(name.clone());
        }
        owner = &outer.owner;
    }
    names
}

/// What a type is, where nothing else tells it from its owner.
pub(super) fn kind(shape: &Shape) -> &'static str {
    match shape {
        Shape::Alias(_) | Shape::Newtype(_) => "Value",
        Shape::Object(_) => "Object",
        Shape::Codes(_) => "Code",
        Shape::Words(_) => "Kind",
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
