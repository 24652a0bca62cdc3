//! Names of types that are inside others: the owner's and what they are in it.
//!
//! | owner | is in it | name |
//! |---|---|---|
//! | `Story` | `state` | `StoryState` |
//! | `Story` | `StoryState` | `StoryState` |
//! | `AuditLogEventActor` | `actor_type` | `AuditLogEventActorType` |
//! | `GetStoryError` | `error`, an object | `GetStoryErrorObject` |
//! | `GetStoryResponse` | `state` | `GetStoryState` |
//! | more than 40 letters | | the outermost owner and the nearest ones, as few as make it clear |
//! | more than 60 letters | | the first words of the owner, and the field: `CodespacesCreateSecretRepositoryId` |

use crate::ident::type_name;
use crate::model::{Api, Definition, Owner, Shape};

/// Longer names are shortened if an owner in between can be left out.
pub(super) const MAX_WHOLE_LEN: usize = 40;
/// Maximum number of owners in a name.
const MAX_OWNERS: usize = 8;
/// No shortened name is longer.
pub(super) const MAX_LEN: usize = 60;

/// Returns a name for what is in an owner: no word follows itself where they meet.
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

/// Returns names of the outermost owner, which `called` returns the name of, and of the nearest ones, shortest first.
pub(super) fn shortened(api: &Api, definition: &Definition, called: &dyn Fn(&Owner) -> String) -> Vec<String> {
    let kind = kind(&definition.shape);
    let mut nearest = vec![type_name(&definition.naming.step)];
    let mut owner = &definition.naming.owner;
    // IDs grow from the outside in, so this ends.
    while let Owner::Type(id) = owner {
        let outer = api.definition(*id);
        if outer.naming.step.is_empty() || !outer.occurrences.is_empty() || nearest.len() >= MAX_OWNERS {
            break;
        }
        owner = &outer.naming.owner;
        nearest.extend(nearest.last().map(|inner| joined(&type_name(&outer.naming.step), inner, kind)));
    }
    let outermost = called(owner);
    nearest.iter().map(|inner| cut(&outermost, inner, kind)).collect()
}

/// Returns `true` if a type is the whole body or response of an operation, which what is in it does not repeat.
pub(super) fn is_message(definition: &Definition) -> bool {
    let is_whole = matches!(definition.naming.step.as_str(), "response" | "body") && definition.occurrences.is_empty();
    is_whole && matches!(definition.naming.owner, Owner::Operation(_))
}

/// Returns a name of an owner's first words, as many as there is room for, and of what the type is in it.
pub(super) fn cut(owner: &str, step: &str, kind: &str) -> String {
    let whole = joined(owner, step, kind);
    if whole.len() <= MAX_LEN {
        return whole;
    }
    let (owner, step) = (words(owner), words(step));
    let length = |words: &[&str]| words.iter().map(|word| word.len()).sum::<usize>();
    let step = (0..step.len()).filter_map(|from| step.get(from..)).find(|step| length(step) <= MAX_LEN / 2);
    let step = step.unwrap_or_default();
    let starts = (1..=owner.len()).rev().filter_map(|count| owner.get(..count));
    let mut fitting = starts.skip_while(|start| length(start) + length(step) > MAX_LEN);
    joined(&fitting.next().unwrap_or_default().concat(), &step.concat(), kind)
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

/// Maximum number of segments of a name; names with more are not shortened.
const MAX_SEGMENTS: usize = 16;
/// Minimum number of segments of a name with packages, if all start with a capital letter.
const MIN_SEGMENTS: usize = 3;

/// Returns the shortest name of a component.
pub(super) fn component_name(text: &str) -> String {
    component_names(text).swap_remove(0)
}

/// Returns the name of a component with all packages.
pub(super) fn whole_name(text: &str) -> String {
    component_names(text).pop().unwrap_or_default()
}

/// Returns the names of a component, shortest first: each has one package more.
pub(super) fn component_names(text: &str) -> Vec<String> {
    let parts: Vec<&str> = text.split('.').collect();
    let is_part = |part: &&str| {
        part.starts_with(char::is_alphabetic) && part.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    let is_lower = |part: &&&str| part.starts_with(char::is_lowercase);
    let packages = match parts.iter().take(parts.len() - 1).take_while(is_lower).count() {
        _ if parts.len() > MAX_SEGMENTS || !parts.iter().all(is_part) => return vec![type_name(text)],
        0 if parts.len() >= MIN_SEGMENTS && !parts.last().is_some_and(|last| is_lower(&last)) => parts.len() - 1,
        packages => packages,
    };
    let name = |from: usize| {
        let words = parts.get(from..).unwrap_or_default().iter().map(|part| type_name(part));
        words.reduce(|before, next| joined(&before, &next, "")).unwrap_or_default()
    };
    let mut names: Vec<String> = (0..=packages).rev().map(name).collect();
    names.dedup();
    names
}

#[cfg(test)]
mod tests {
    use super::{component_name, cut, joined};

    #[test]
    fn names_in_an_owner_match_the_table() {
        let rows = [
            ("Story", "State", "StoryState"),
            ("Story", "StoryState", "StoryState"),
            ("Story", "Storyboard", "StoryStoryboard"),
            ("AuditLogEventActor", "ActorType", "AuditLogEventActorType"),
            ("GetStoryError", "Error", "GetStoryErrorObject"),
            ("GetBlocks", "GetBlocksOrder", "GetBlocksOrder"),
        ];
        for (owner, step, expected) in rows {
            assert_eq!(joined(owner, step, "Object"), expected);
        }
        assert_eq!(
            cut("CodespacesCreateOrUpdateSecretForAuthenticatedUser", "SelectedRepositoryId", "Object"),
            "CodespacesCreateOrUpdateSecretForSelectedRepositoryId"
        );
        assert!(cut(&"Word".repeat(40), &"Other".repeat(40), "Object").len() <= 60);
    }

    #[test]
    fn packages_are_left_out() {
        let rows = [
            ("io.k8s.api.apps.v1.Deployment", "Deployment"),
            ("google.rpc.Status.Code", "StatusCode"),
            ("Contoso.Catalog.Items.Item", "Item"),
            ("Order.Item", "OrderItem"),
            ("Fireteam.FireteamSummary", "FireteamSummary"),
            ("a..b", "AB"),
            ("500Error", "N500error"),
        ];
        for (text, wanted) in rows {
            assert_eq!(component_name(text), wanted, "{text}");
        }
    }
}
