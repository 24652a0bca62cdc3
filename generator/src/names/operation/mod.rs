//! Names of operations, inside their group.
//!
//! An `operationId` is the name, without what frameworks put around it and without the name of the group:
//!
//! | rule | group | ID | name |
//! |---|---|---|---|
//! | FastAPI: no path, no method | `items` | `update_item_items__item_id__put` | `update` |
//! | FastAPI: no modules | `batch` | `jobs_api_routes_batch_cancel_batch_job` | `cancel_job` |
//! | Spring: no method, no number | `owners` | `listUsingGET_1` | `list` |
//! | NestJS: no controller | `users` | `UsersController_getProfile` | `get_profile` |
//! | Django: no version, the verb first | `admin` | `api_v1_admin_keys_create` | `create_key` |
//! | Google: no package if all IDs have one | `files` | `drive.files.list` | `list` |
//! | possessives are one word | `users` | `Get User's Profile` | `get_profile` |
//! | joined words are split by those of the path and the summary | | `Getinputtokencounts` | `get_input_token_counts` |
//! | method and path that are joined are split | | `getstopWords` of `GET /stop-words` | `get_stop_words` |
//! | no group in front, behind the verb, or at the end | `tasks` | `addFollowersForTask` | `add_followers` |
//! | no last words of the group | `OpenMeter Customers` | `listCustomers` | `list` |
//! | `get` of several is `list` | `tasks` | `getTasks` | `list` |
//! | no `all` behind `list` | `tasks` | `getAllTasks` | `list` |
//!
//! The path names an operation without an ID, with a generated key, with an ID that is the method and the path, or with an
//! ID that other operations have too:
//!
//! | rule | group | operation | name |
//! |---|---|---|---|
//! | on the group, the verb of the method | `story` | `GET /project/{project}/story` (a list) | `list` |
//! | on a member | `story` | `DELETE /story/{id}` | `delete` |
//! | what is below, with the verb | `charges` | `GET /charges/{id}/refunds/{refund}` | `get_refund` |
//! | a literal and a parameter | `story` | `GET /story/uid/{uid}` | `get_by_uid` |
//! | a last segment that starts with a verb | `terminal` | `POST /terminal/readers/{id}/set_reader_display` | `set_reader_display` |
//! | `POST`: the verb of the summary | `labels` | `POST /labels`, "Search for labels" | `search` |
//! | `POST` to several | `charges` | `POST /charges/{id}/refunds` | `create_refund` |
//! | any other `POST` | `charges` | `POST /charges/{id}/capture` | `capture` |
//!
//! An extension of SDK generators, such as `x-fern-sdk-method-name`, names the function instead.
//!
//! If several operations want a name, the one with the shortest path gets it. The others get more of the group's name, then
//! the whole ID, then the name from the path, and finally the whole path.

mod context;
mod group;
mod id;
mod path;
mod words;

pub(super) use context::NamingContext;
use words::is_verb;
pub(super) use words::{is_preposition, singular, words};

use crate::model::Operation;
use id::IdWords;
use words::{is_complete, is_plural};

/// Verbs whose object is several: `sessions_list` is `list_sessions`, and `sessions_kick` is `kick_session`.
const PLURAL_VERBS: [&str; 7] = ["count", "export", "find", "import", "list", "query", "search"];

/// The words of an operation's name: of its function inside the group, and of its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OperationWords {
    pub(super) function: Vec<String>,
    /// The names of the function if others want the same, best first.
    pub(super) alternatives: Vec<Vec<String>>,
    pub(super) of_type: Vec<String>,
    /// Of several operations that want a name, the one with the lowest rank gets it.
    pub(super) rank: (usize, usize),
}

/// Returns what the description calls an operation, independent of all others.
pub(super) fn basis(operation: &Operation, group: &str) -> String {
    let name = operation.function.as_deref().or(operation.id.as_deref());
    words(group).into_iter().chain(name.into_iter().flat_map(words)).collect::<Vec<_>>().join(" ")
}

pub(super) fn operation_words(operation: &Operation, group: &str, context: &NamingContext) -> OperationWords {
    let group = words(group);
    let id = operation.id.as_deref().and_then(|id| id::id_words(id, operation, context));
    let mut found = match id {
        Some(id) => from_id(id, operation, &group, context),
        None => from_path(operation, &group, context),
    };
    if let Some(declared) = &operation.function {
        let by_rules = std::mem::replace(&mut found.function, words(declared));
        found.alternatives.insert(0, by_rules);
        found.rank.0 = 0;
    }
    found.alternatives.splice(0..0, told_apart(&found.function, operation, context));
    found.alternatives.push(path::whole(operation));
    if let Some(apart) = operation.apart {
        let names = found.alternatives.iter_mut().chain([&mut found.function, &mut found.of_type]);
        names.for_each(|name| name.push(apart.to_owned()));
    }
    found
}

/// Returns names that tell an operation from others with the same words: by its method, and by the version in its path.
fn told_apart(function: &[String], operation: &Operation, context: &NamingContext) -> Vec<Vec<String>> {
    let Some((verb, rest)) = function.split_first() else { return Vec::new() };
    let is_general = matches!(verb.as_str(), "create" | "update") && context.is_written_otherwise(operation);
    let is_general = is_general && (!rest.is_empty() || operation.method == "PATCH");
    let by_method = [&[operation.method.to_ascii_lowercase()], rest].concat();
    let version = path::version(&operation.path).filter(|_| context.has_other_version(operation));
    let by_version = version.map(|version| [function, &[version.to_ascii_lowercase()]].concat());
    by_version.into_iter().chain(is_general.then_some(by_method)).collect()
}

/// Returns the number of the version in the path of an operation, or 0.
pub(super) fn version(operation: &Operation) -> u32 {
    let digits = path::version(&operation.path).unwrap_or_default().trim_start_matches(['v', 'V']);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    digits[..end].parse().unwrap_or(0)
}

fn from_path(operation: &Operation, group: &[String], context: &NamingContext) -> OperationWords {
    let found = path::from_path(operation, group, context);
    let mut alternatives = found.longer;
    alternatives.extend(found.distinct);
    alternatives.push(found.of_type.clone());
    alternatives.extend(operation.id.as_deref().map(words));
    OperationWords {
        function: found.function,
        alternatives,
        of_type: found.of_type,
        rank: (1 + usize::from(!found.has_group), path::depth(&operation.path)),
    }
}

fn from_id(id: IdWords, operation: &Operation, group: &[String], context: &NamingContext) -> OperationWords {
    let all = verb_first(words::without_articles(id.words), operation);
    let rest = group::without_group(&all, group, id.is_divided);
    let listed = listing(operation, &rest, context);
    let by_path = path::from_path(operation, group, context);
    let is_repeated = operation.id.as_deref().is_some_and(|id| context.is_repeated(id));
    let function = match listed {
        Some(listed) => listed,
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
    let is_worse = usize::from(id.is_counted)
        + usize::from(by_id.is_some())
        + usize::from(is_second)
        + 2 * usize::from(rest.is_plural);
    alternatives.splice(0..0, by_id);
    OperationWords { function, alternatives, of_type, rank: (is_worse, path::depth(&operation.path)) }
}

/// `getTasks` is `list`, and `getSubtasks` is `list_subtasks`, if the response is a list.
fn listing(operation: &Operation, rest: &group::Rest, context: &NamingContext) -> Option<Vec<String>> {
    let (verb, after) = rest.words.split_first()?;
    let object = after.iter().take_while(|word| !is_preposition(word)).last();
    let is_several = match object {
        Some(object) if !is_complete(object) => is_plural(object),
        _ => rest.is_plural,
    };
    let lists = context.lists(operation) || (rest.is_plural && !operation.path.ends_with('}'));
    let gets = operation.method == "GET" && matches!(verb.as_str(), "get" | "fetch" | "retrieve");
    (gets && is_several && lists).then(|| [&["list".to_owned()], after].concat())
}

/// Removes `all` behind `list`, and returns the words with it too.
fn without_all(words: Vec<String>) -> (Vec<String>, Option<Vec<String>>) {
    match words.as_slice() {
        [list, all, after @ ..] if list == "list" && all == "all" => {
            ([std::slice::from_ref(list), after].concat(), Some(words))
        }
        _ => (words, None),
    }
}

/// Removes `by_id` behind the verb, and returns the words with it too.
fn without_by_id(words: Vec<String>) -> (Vec<String>, Option<Vec<String>>) {
    match words.as_slice() {
        [verb, by, id] if by == "by" && id == "id" => (vec![verb.clone()], Some(words)),
        _ => (words, None),
    }
}

/// Moves the verb at the end to the start: `admin_api_keys_create` is `create_admin_api_key`.
fn verb_first(words: Vec<String>, operation: &Operation) -> Vec<String> {
    let Some((verb, objects)) = words.split_last() else { return words };
    let is_object =
        objects.last().is_some_and(|last| is_plural(last) || (fits_method(verb, operation) && !is_complete(last)));
    let starts_with_verb = objects.first().is_some_and(|first| is_verb(first));
    if !is_object || starts_with_verb || !is_verb(verb) {
        return words;
    }
    let is_several = PLURAL_VERBS.contains(&verb.as_str());
    let objects = if is_several { objects.to_vec() } else { words::in_singular(objects.to_vec()) };
    [vec![verb.clone()], objects].concat()
}

/// Returns `true` if a verb says what a method does, and cannot be a noun behind others.
fn fits_method(verb: &str, operation: &Operation) -> bool {
    let verbs: &[&str] = match operation.method.as_str() {
        "DELETE" => &["delete", "destroy", "remove"],
        "GET" | "HEAD" => &["fetch", "get", "retrieve"],
        "PATCH" | "PUT" => &["replace", "update"],
        "POST" => &["confirm", "create", "update"],
        _ => &[],
    };
    verbs.contains(&verb)
}

#[cfg(test)]
mod tests;
