//! Names of operations in their group.
//!
//! | rule | group | operation | name |
//! |---|---|---|---|
//! | the ID without the additions of frameworks, see `id` | `owners` | `listUsingGET_1` | `list` |
//! | no name of the group, see `group` | `tasks` | `addFollowersForTask` | `add_followers` |
//! | `list` for a list | `tasks` | `getAllTasks` | `list` |
//! | without a unique ID: the verb, see `verb`, and the path, see `path` | `charges` | `GET /charges/{id}/refunds/{refund}` | `get_refund` |
//!
//! An extension of SDK generators, such as `x-fern-sdk-method-name`, takes precedence. Several operations with the same name
//! get what tells them apart, see `names_by_path`, then more of the group's name, the whole ID, or the whole path.

mod context;
mod group;
mod id;
mod path;
mod verb;
mod words;

pub(super) use context::NamingContext;
use words::is_verb;
pub(super) use words::{is_preposition, singular, split_words};

use crate::api::model::{Operation, is_general_segment};
use id::IdWords;
use words::{is_complete, is_plural};

/// Verbs with a plural object: `sessions_list` is `list_sessions`, and `sessions_kick` is `kick_session`.
const PLURAL_VERBS: [&str; 7] = ["count", "export", "find", "import", "list", "query", "search"];

/// Words before a verb that belong to it: `assets_partial_update` is `partial_update_asset`.
const ADVERBS: [&str; 2] = ["bulk", "partial"];

/// The words of the names of an operation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OperationWords {
    /// The function in the group.
    pub(super) function: Vec<String>,
    /// The names of the function if other operations request the same one, best first.
    pub(super) alternatives: Vec<Vec<String>>,
    /// The type of the operation.
    pub(super) of_type: Vec<String>,
    /// `true` if the path names the function, because the ID is missing or not usable.
    pub(super) is_by_path: bool,
    /// The precedence among operations that request the same name, lowest first.
    pub(super) rank: usize,
}

/// Returns the basis of a name request: the group and the ID, which do not depend on other operations.
pub(super) fn basis(operation: &Operation, group: &str) -> String {
    let name = operation.function.as_deref().or(operation.id.as_deref());
    split_words(group).into_iter().chain(name.into_iter().flat_map(split_words)).collect::<Vec<_>>().join(" ")
}

/// Returns the words of the names of an operation.
pub(super) fn operation_words(operation: &Operation, group: &str, context: &NamingContext) -> OperationWords {
    let group = split_words(group);
    let id = operation.id.as_deref().and_then(|id| id::id_words(id, operation, context));
    let says_more = |id: &IdWords| {
        let own: Vec<&String> = id.words.iter().filter(|word| !is_general_segment(word)).collect();
        own.iter().any(|word| is_verb(word) || !group.contains(word)) || (1 < own.len() && own.len() < group.len())
    };
    let mut names = match id.filter(says_more) {
        Some(id) => from_id(id, operation, &group, context),
        None => from_path(operation, &group, context),
    };
    if let Some(declared) = &operation.function {
        let by_rules = std::mem::replace(&mut names.function, split_words(declared));
        names.alternatives.insert(0, by_rules);
        names.rank = 0;
    }
    names.alternatives.splice(0..0, distinct_names(&names.function, operation, context));
    names.alternatives.push(path::whole(operation));
    if let Some(suffix) = operation.apart {
        let all = names.alternatives.iter_mut().chain([&mut names.function, &mut names.of_type]);
        all.for_each(|name| name.push(suffix.to_owned()));
    }
    names
}

/// Returns names that distinguish operations with the same words: by the version in the path, and by the method. A `POST` that
/// gets what a `GET` gets is `get_by_post`.
fn distinct_names(function: &[String], operation: &Operation, context: &NamingContext) -> Vec<Vec<String>> {
    let Some((verb, rest)) = function.split_first() else { return Vec::new() };
    let is_general = matches!(verb.as_str(), "create" | "update") && context.has_other_write(operation);
    let is_general = is_general && (!rest.is_empty() || operation.method == "PATCH");
    let method = operation.method.to_ascii_lowercase();
    let by_method = [std::slice::from_ref(&method), rest].concat();
    let is_of_method = operation.function.is_some() || verb::is_of_method(verb, &operation.method);
    let twin = (!is_of_method).then(|| [function, &["by".to_owned(), method]].concat());
    let version = path::version(&operation.path).filter(|_| context.has_other_version(operation));
    let by_version = version.map(|version| [function, &[version.to_ascii_lowercase()]].concat());
    by_version.into_iter().chain(is_general.then_some(by_method)).chain(twin).collect()
}

/// Returns, for operations that request the same name, names with what only the path of each contains: `get_admin_session`
/// and `get_customer_session`. `None` if it contains nothing else.
pub(super) fn names_by_path(function: &[String], paths: &[&str]) -> Vec<Option<Vec<String>>> {
    let words: Vec<Vec<String>> = paths.iter().map(|path| path::literal_words(path)).collect();
    let is_in_all = |word: &String| words.iter().all(|other| other.contains(word));
    let Some((verb, objects)) = function.split_first() else { return vec![None; paths.len()] };
    let by_own_words = |words: &Vec<String>| {
        let own: Vec<String> =
            words.iter().filter(|word| !is_in_all(word) && !function.contains(word)).cloned().collect();
        let last = || words.last().map(|last| if verb == "list" { words::plural(last) } else { last.clone() });
        let objects = if objects.is_empty() { last().into_iter().collect() } else { objects.to_vec() };
        let own = own.into_iter().filter(|word| !objects.contains(word)).collect::<Vec<_>>();
        (!own.is_empty()).then(|| [vec![verb.clone()], own, objects].concat())
    };
    words.iter().map(by_own_words).collect()
}

/// Returns the number of the version in the path of an operation, or 0.
pub(super) fn version(operation: &Operation) -> u32 {
    let digits = path::version(&operation.path).unwrap_or_default().trim_start_matches(['v', 'V']);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(0)
}

fn from_path(operation: &Operation, group: &[String], context: &NamingContext) -> OperationWords {
    let by_path = path::from_path(operation, group, context);
    let mut alternatives = by_path.longer;
    alternatives.extend(by_path.distinct);
    alternatives.push(by_path.of_type.clone());
    alternatives.extend(operation.id.as_deref().map(split_words));
    OperationWords {
        function: by_path.function,
        alternatives,
        of_type: by_path.of_type,
        is_by_path: true,
        rank: 1 + usize::from(!by_path.has_group),
    }
}

fn from_id(id: IdWords, operation: &Operation, group: &[String], context: &NamingContext) -> OperationWords {
    let all = verb_first(without_owner(words::without_articles(id.words), group), operation, group);
    let rest = group::without_group(&all, group, id.is_separated);
    let list_words = list_words(operation, &rest, context);
    let by_path = path::from_path(operation, group, context);
    let is_repeated = operation.id.as_deref().is_some_and(|id| context.is_repeated(id));
    let function = match list_words {
        Some(words) => words,
        None if rest.words == ["post"] => vec!["create".to_owned()],
        None => rest.words,
    };
    let (function, with_all) = without_all(function);
    let mut alternatives = rest.longer;
    alternatives.splice(0..0, with_all);
    alternatives.push(all.clone());
    alternatives.insert(if is_repeated { 0 } else { alternatives.len() }, by_path.function);
    alternatives.extend(by_path.distinct);
    let is_second = all.first().is_some_and(|first| first == "create") && matches!(&*operation.method, "PUT" | "PATCH");
    let of_type = if all.len() == 1 { path::with_group(&all, group) } else { all };
    let (function, by_id) = without_by_id(function);
    let by_method = [function.as_slice(), &["by".to_owned(), operation.method.to_ascii_lowercase()]].concat();
    alternatives.splice(0..0, id.has_method.then_some(by_method));
    let is_worse = usize::from(id.has_counter)
        + usize::from(id.has_method && operation.method == "GET")
        + usize::from(by_id.is_some())
        + usize::from(is_second)
        + 2 * usize::from(rest.is_plural);
    alternatives.splice(0..0, by_id);
    OperationWords { function, alternatives, of_type, is_by_path: is_repeated, rank: is_worse }
}

/// Removes words of the group's name before a phrase that starts with a verb: `StatusReportService_AddStatusReport`.
fn without_owner(mut words: Vec<String>, group: &[String]) -> Vec<String> {
    let owner = words.iter().take_while(|word| group.contains(word)).count();
    if words.get(owner).is_some_and(|next| is_verb(next)) {
        words.drain(..owner);
    }
    words
}

/// Replaces `get` by `list` if the response is a list: `getTasks` is `list`, and `getSubtasks` is `list_subtasks`. The
/// `listZone` of one zone is `get`.
fn list_words(operation: &Operation, rest: &group::Rest, context: &NamingContext) -> Option<Vec<String>> {
    let (verb, after) = rest.words.split_first()?;
    let object = after.iter().take_while(|word| !is_preposition(word)).last();
    let is_plural_object = match object {
        Some(object) if !is_complete(object) => is_plural(object),
        _ => rest.is_plural,
    };
    let lists = context.lists(operation) || (rest.is_plural && !operation.path.ends_with('}'));
    let is_item = operation.path.ends_with('}') && !context.lists(operation);
    if is_item && verb == "list" && after.is_empty() && !rest.is_plural {
        return Some(vec!["get".to_owned()]);
    }
    let gets = operation.method == "GET" && matches!(verb.as_str(), "get" | "fetch" | "retrieve");
    (gets && is_plural_object && lists).then(|| [&["list".to_owned()], after].concat())
}

/// Removes `all` after `list`. Also returns the original words if they have changed.
fn without_all(words: Vec<String>) -> (Vec<String>, Option<Vec<String>>) {
    match words.as_slice() {
        [list, all, after @ ..] if list == "list" && all == "all" => {
            ([std::slice::from_ref(list), after].concat(), Some(words))
        }
        _ => (words, None),
    }
}

/// Removes `by_id` after the verb. Also returns the original words if they have changed.
fn without_by_id(words: Vec<String>) -> (Vec<String>, Option<Vec<String>>) {
    match words.as_slice() {
        [verb, by, id] if by == "by" && id == "id" => (vec![verb.clone()], Some(words)),
        _ => (words, None),
    }
}

/// Moves a verb from the end to the start: `admin_api_keys_create` is `create_admin_api_key`. A `GET` reads, and a word of the
/// group's name is a noun: `locate_export` in `exports`.
fn verb_first(words: Vec<String>, operation: &Operation, group: &[String]) -> Vec<String> {
    let Some((verb, objects)) = words.split_last() else { return words };
    if group.iter().any(|word| singular(word) == *verb) {
        return words;
    }
    let (adverb, objects) = match objects {
        [objects @ .., adverb] if ADVERBS.contains(&adverb.as_str()) => (Some(adverb), objects),
        _ => (None, objects),
    };
    let has_other_verb = || objects.iter().any(|word| is_verb(word));
    let is_of_method = match (operation.method.as_str(), verb.as_str()) {
        // Frameworks add the method.
        (_, "patch" | "post" | "put") => !has_other_verb(),
        ("GET" | "HEAD", _) => verb::is_reading(verb),
        ("DELETE", _) => matches!(verb.as_str(), "cancel" | "clear" | "delete" | "destroy" | "remove" | "revoke"),
        _ => true,
    };
    let is_object = objects.last().is_some_and(|last| is_plural(last) || (is_of_method && !is_complete(last)));
    let starts_with_verb = objects.first().is_some_and(|first| verb::is_action(first) || verb::is_reading(first));
    if !is_object || starts_with_verb || !is_verb(verb) {
        return words;
    }
    let takes_plural = PLURAL_VERBS.contains(&verb.as_str()) || adverb.is_some_and(|adverb| adverb == "bulk");
    let mut objects = if takes_plural { objects.to_vec() } else { words::in_singular(objects.to_vec()) };
    if let Some(last) = objects.last_mut().filter(|last| verb == "list" && !is_complete(last)) {
        *last = words::plural(last);
    }
    adverb.into_iter().chain([verb]).cloned().chain(objects).collect()
}

#[cfg(test)]
mod tests;
