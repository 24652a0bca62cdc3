//! Names of types that stand inside others: the owner's and what they are in it.
//!
//! | owner | is in it | name |
//! |---|---|---|
//! | `Story` | `state` | `StoryState` |
//! | `Story` | `StoryState` | `StoryState` |
//! | `AuditLogEventActor` | `actor_type` | `AuditLogEventActorType` |
//! | `GetStoryError` | `error`, an object | `GetStoryErrorObject` |
//! | `GetStoryResponse` | `state` | `GetStoryState` |
//! | more than 40 letters | | the outermost owner and the nearest ones, as few as make it clear |
//! | an owner of as many letters itself | | its first words, and the field: `CodespacesCreateSecretRepositoryId` |

use super::operation::is_preposition;
use crate::api::model::{Api, Definition, Owner, Role, Shape};
use crate::base::ident::type_name;

/// Longer names are shortened where something in between can be left out.
const LONG: usize = 40;
/// Maximum number of owners in a name.
const MAX_OWNERS: usize = 8;
/// No shortened name is longer.
pub(super) const MAX_LEN: usize = 60;

/// Joins the names of an owner and a part. Words in which they overlap are written once.
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

/// Returns shorter names for a type with a long one: those of the outermost owner and the nearest parts. `step` is the part of
/// the type itself.
pub(super) fn shortened(
    api: &Api,
    definition: &Definition,
    whole: &str,
    step: &str,
    called: &dyn Fn(&Owner) -> String,
) -> Vec<String> {
    if whole.len() <= LONG {
        return Vec::new();
    }
    let kind = kind(&definition.shape);
    let mut steps = vec![step.to_owned()];
    let mut owner = &definition.naming.owner;
    // Ids grow from the outside in, so that this ends.
    while let Owner::Type(id) = owner {
        let outer = api.definition(*id);
        if outer.naming.is_component() || !outer.occurrences.is_empty() || steps.len() >= MAX_OWNERS {
            break;
        }
        owner = &outer.naming.owner;
        if is_message(outer) {
            break;
        }
        steps.push(type_name(&outer.naming.words(&api.types)));
    }
    let nearest = |count: usize| {
        let steps = steps.get(..count).unwrap_or_default().iter();
        steps
            .fold(String::new(), |inner, step| if inner.is_empty() { step.clone() } else { joined(step, &inner, kind) })
    };
    let outermost = called(owner);
    let with = (1..=steps.len()).map(|count| joined(&outermost, &nearest(count), kind));
    let names: Vec<String> = with.filter(|name| name.len() <= MAX_LEN).collect();
    if names.is_empty() { truncated(&outermost, &nearest(1), kind) } else { names }
}

/// Two names of a long owner: its first words, or also its last one, which tells it from its siblings.
pub(super) fn truncated(owner: &str, step: &str, kind: &str) -> Vec<String> {
    let last = words(owner).last().map(|last| joined(last, step, kind)).unwrap_or_default();
    let mut names = vec![without_middle(owner, step, kind), without_middle(owner, &last, kind)];
    names.retain(|name| !name.is_empty());
    names
}

/// Returns `true` if a type is the whole body or response of an operation. Types inside need not repeat `Body` or `Response`.
pub(super) fn is_message(definition: &Definition) -> bool {
    let is_whole = matches!(definition.naming.own_role(), Some(Role::Response | Role::Body));
    is_whole && definition.occurrences.is_empty() && matches!(definition.naming.owner, Owner::Operation(_))
}

/// A name of a long owner: its first words, as many as there is room for, and what the type is in it.
pub(super) fn without_middle(owner: &str, step: &str, kind: &str) -> String {
    let whole = joined(owner, step, kind);
    if whole.len() <= MAX_LEN {
        return whole;
    }
    let step_words = words(step);
    let from = (0..step_words.len()).find(|from| length(step_words.get(*from..)) <= MAX_LEN / 2);
    let step = from.and_then(|from| step_words.get(from..)).unwrap_or_default();
    let owner_words = words(owner);
    let room = MAX_LEN - length(Some(step));
    let mut count = (1..=owner_words.len()).rev().find(|count| length(owner_words.get(..*count)) <= room).unwrap_or(1);
    // The name does not end with a preposition.
    while count > 1 && owner_words.get(count - 1).is_some_and(|last| is_preposition(&last.to_lowercase())) {
        count -= 1;
    }
    joined(&owner_words.get(..count).unwrap_or_default().concat(), &step.concat(), kind)
}

fn length(words: Option<&[&str]>) -> usize {
    words.unwrap_or_default().iter().map(|word| word.len()).sum()
}

/// Returns the word for the kind of a type, used if nothing else distinguishes it from its owner.
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
    use super::{joined, without_middle};

    #[test]
    fn a_long_name_loses_its_middle() {
        let name = |owner, step| without_middle(owner, step, "Object");
        assert_eq!(name("Order", "Lines"), "OrderLines");
        assert_eq!(
            name("CodespacesCreateOrUpdateSecretForAuthenticatedUser", "SelectedRepositoryId"),
            "CodespacesCreateOrUpdateSecretSelectedRepositoryId"
        );
        assert!(name(&"Word".repeat(40), &"Other".repeat(40)).len() <= 60);
    }

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
