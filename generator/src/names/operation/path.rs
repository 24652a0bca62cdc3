//! The name of an operation from its method, path and summary.

use heck::ToSnakeCase as _;

use super::context::{NamingContext, summary_words};
use super::group::without_group;
use super::words::{in_singular, is_plural, is_preposition, is_verb, plural, singular, split_words};
use crate::model::{Operation, is_general_segment};

/// Synonyms of `create` in summaries.
const CREATES: [&str; 5] = ["add", "create", "insert", "post", "register"];
/// Synonyms of `update` in summaries.
const UPDATES: [&str; 7] = ["edit", "modify", "patch", "put", "replace", "set", "update"];

/// The names of an operation by its path.
pub(super) struct PathName {
    /// The function in the group.
    pub(super) function: Vec<String>,
    /// The function with more of the group's name, shortest first.
    pub(super) longer: Vec<Vec<String>>,
    /// The operation's type: the function with the group's name.
    pub(super) of_type: Vec<String>,
    /// The function with the words before the group, and with all parameters.
    pub(super) distinct: [Vec<String>; 2],
    /// `true` if the path contains the group's name.
    pub(super) has_group: bool,
}

/// The segments of a path, split at the group's name.
struct Segments {
    /// The words of each literal after the group, or of the last literal without a group.
    literals: Vec<Vec<String>>,
    /// The parameters after the last literal.
    parameters: Vec<Vec<String>>,
    /// The words before these literals, in the singular.
    outer: Vec<String>,
    all_parameters: Vec<Vec<String>>,
    has_group: bool,
    /// `true` if the segment of the group is a plural.
    is_plural_group: bool,
}

/// Returns the names of an operation by its method, path and summary.
pub(super) fn from_path(operation: &Operation, group: &[String], context: &NamingContext) -> PathName {
    let path = Segments::new(operation, group, context);
    let words = if path.literals.is_empty() {
        on_group(operation, &path, group, context)
    } else {
        below_group(operation, &path, context)
    };
    let rest = without_group(&words, group, false);
    let of_type = if path.has_group { with_group(&rest.words, group) } else { rest.words.clone() };
    let (verb, after) = rest.words.split_at(rest.words.len().min(1));
    let mut outer = path.outer.clone();
    if let Some(last) = outer.last_mut().filter(|_| after.is_empty() && verb == ["list"]) {
        *last = plural(last);
    }
    let below = [verb, &outer, after].concat();
    let by = if path.all_parameters.is_empty() { Vec::new() } else { by(&path.all_parameters) };
    let distinct = [below, [rest.words.clone(), by].concat()];
    PathName { function: rest.words, longer: rest.longer, of_type, distinct, has_group: path.has_group }
}

/// Returns the number of segments of a path, without `api` and versions.
pub(super) fn depth(path: &str) -> usize {
    path.split('/').filter(|segment| !is_general_segment(segment)).count()
}

/// Returns the first version in a path: `v2` in `/api/v2/boxes`.
pub(super) fn version(path: &str) -> Option<&str> {
    path.split('/').find(|segment| segment.starts_with(['v', 'V']) && is_general_segment(segment))
}

/// Returns the words of the method and the whole path, which are unique.
pub(super) fn whole(operation: &Operation) -> Vec<String> {
    let mut parameters = operation.path.split('/').filter(|segment| segment.contains('{'));
    let literals = operation.path.split('/').filter(|segment| !segment.contains('{')).flat_map(split_words);
    let mut all: Vec<String> = std::iter::once(verb(operation)).chain(literals).collect();
    if all.len() == 1 {
        all.push("root".to_owned());
    }
    if let Some(first) = parameters.next() {
        all.push("by".to_owned());
        all.extend(split_words(first));
        parameters.for_each(|next| all.extend(std::iter::once("and".to_owned()).chain(split_words(next))));
    }
    all
}

impl Segments {
    fn new(operation: &Operation, group: &[String], context: &NamingContext) -> Self {
        let mut all: Vec<(bool, Vec<String>)> = Vec::new();
        for part in operation.path.split('/').filter(|part| !part.is_empty() && !is_general_segment(part)) {
            let (before, rest) = part.split_once('{').unwrap_or((part, ""));
            match rest.split_once('}') {
                // `/move_to_top{extension}`
                _ if before.contains(char::is_alphabetic) => {
                    all.push((false, context.split_joined_words(before, operation)))
                }
                Some((name, after)) => {
                    all.push((true, split_words(name)));
                    // `/tasks/{id}:start`
                    let action = after.strip_prefix(':').filter(|action| !action.contains('{'));
                    all.extend(action.map(|action| (false, context.split_joined_words(action, operation))));
                }
                None => all.push((false, context.split_joined_words(part, operation))),
            }
        }
        let last_literal = all.iter().rposition(|(is_parameter, _)| !is_parameter);
        let group_at = all.iter().rposition(|(is_parameter, words)| !is_parameter && is_same_noun(words, group));
        let group_words = group_at.and_then(|at| all.get(at)).map(|(_, words)| words);
        let start = group_at.map_or(last_literal.unwrap_or(0), |at| at + 1);
        let rest = all.get(start..).unwrap_or_default();
        let end = rest.iter().rposition(|(is_parameter, _)| !is_parameter).map_or(0, |at| at + 1);
        let (before, parameters) = rest.split_at(end);
        let is_item = |at: usize| before.get(at + 1).is_some_and(|(is_parameter, _)| *is_parameter);
        let literals = before.iter().enumerate().filter(|(_, (is_parameter, _))| !is_parameter);
        let literals =
            literals.map(|(at, (_, words))| if is_item(at) { in_singular(words.clone()) } else { words.clone() });
        let outer = all.iter().take(start).filter(|(is_parameter, _)| !is_parameter);
        let all_parameters = all.iter().filter(|(is_parameter, _)| *is_parameter);
        Self {
            outer: outer.flat_map(|(_, words)| in_singular(words.clone())).collect(),
            all_parameters: all_parameters.map(|(_, words)| words.clone()).collect(),
            literals: literals.collect(),
            parameters: parameters.iter().map(|(_, words)| words.clone()).collect(),
            has_group: group_at.is_some(),
            is_plural_group: group_words.is_some_and(|words| words.last().is_some_and(|last| is_plural(last))),
        }
    }

    fn literal_words(&self) -> Vec<String> {
        self.literals.concat()
    }
}

/// Returns `true` if the words are the group's name or its last words, in the singular or the plural.
fn is_same_noun(words: &[String], group: &[String]) -> bool {
    let own = words.concat();
    let is_name = |name: String| own == name || own == plural(&name) || plural(&own) == name;
    (0..group.len()).filter_map(|from| group.get(from..)).any(|end| is_name(end.concat()))
}

/// Returns the name of an operation on the group or on a member of it: `list`, `create`, `get`, `update`, `delete`.
fn on_group(operation: &Operation, path: &Segments, group: &[String], context: &NamingContext) -> Vec<String> {
    let is_item = !path.parameters.is_empty();
    let is_collection = if path.has_group {
        path.is_plural_group || context.has_items(&operation.path)
    } else {
        group.last().is_some_and(|last| is_plural(last))
    };
    let lists = operation.lists || (!is_item && (is_collection || context.lists(operation)));
    let mut function = match operation.method.as_str() {
        "GET" if lists => vec!["list".to_owned()],
        "POST" => {
            return vec![summary_verb(operation).unwrap_or(if is_item { "update".into() } else { "create".into() })];
        }
        _ => vec![verb(operation)],
    };
    if is_item && (operation.lists || path.parameters.len() > 1) {
        function.extend(by(&path.parameters));
    }
    function
}

/// Returns the name of an operation with segments after the group: `accept`, `get_burndown`, `list_refunds`, `get_by_uid`.
fn below_group(operation: &Operation, path: &Segments, context: &NamingContext) -> Vec<String> {
    let (own, is_item) = (path.literal_words(), !path.parameters.is_empty());
    let Some((last, before)) = path.literals.split_last() else { return own };
    let is_several = last.last().is_some_and(|last| is_plural(last)) && !last.iter().any(|word| is_preposition(word));
    let is_action = is_action(operation, last, is_several, is_item, context);
    let one = || if is_several { in_singular(own.clone()) } else { own.clone() };
    match operation.method.as_str() {
        "GET" if is_action && is_item => [own, by(&path.parameters)].concat(),
        "GET" if is_action => own,
        _ if is_action => {
            let is_verb = last.first().is_some_and(|first| is_verb(first));
            let follows_item = operation.path.rsplit_once('/').is_some_and(|(parent, _)| parent.ends_with('}'));
            if is_verb || follows_item { action_name(last, before) } else { own }
        }
        "GET" if is_item && path.has_group && !is_several => by_segment(operation, path),
        "GET" if is_item && !operation.lists => with_verb("get", one()),
        "GET" if operation.lists || operation.pagination.is_some() => with_verb("list", own),
        "GET" if is_several && (context.lists(operation) || context.has_items(&operation.path)) => {
            with_verb("list", own)
        }
        "POST" => post_name(operation, last, own, (is_several, is_item), context),
        // `PUT /sprint/{id}/autoPlan/{velocity}`, `DELETE /user/{id}/replaceBy/{other}`
        "PUT" | "PATCH" if is_item && !is_several && !context.is_resource(&operation.path) => own,
        _ if is_item && last.last().is_some_and(|last| is_preposition(last)) => own,
        _ => with_verb(&verb(operation), if is_item { one() } else { own }),
    }
}

/// Returns the name of a `POST` by the verb of its summary, by the kind of its path, or else by the words of the path.
fn post_name(
    operation: &Operation,
    last: &[String],
    own: Vec<String>,
    (is_several, is_item): (bool, bool),
    context: &NamingContext,
) -> Vec<String> {
    let one = |own: Vec<String>| if is_several { in_singular(own) } else { own };
    let starts_with_verb = last.iter().any(|word| is_verb(word));
    let is_collection = is_several || context.has_items(&operation.path);
    let is_named = context.has_items(&operation.path) || !starts_with_verb;
    let summary = summary_words(operation);
    let is_about_one = |verb: &str| {
        verb != "update" && own.last().is_some_and(|last| !summary.contains(last) && summary.contains(&singular(last)))
    };
    match summary_verb(operation) {
        Some(verb) if own.contains(&verb) => own,
        // `POST /orders/{id}/cancellation`, "Cancel an order"
        Some(verb) if own.first().is_some_and(|first| first.starts_with(&verb)) => {
            std::iter::once(verb).chain(own.into_iter().skip(1)).collect()
        }
        Some(verb) if is_about_one(&verb) => with_verb(&verb, one(own)),
        Some(verb) if is_item || (is_several && verb == "create") => with_verb(&verb, one(own)),
        Some(verb) => with_verb(&verb, own),
        None if is_item && is_several => with_verb("update", one(own)),
        None if is_collection && !is_item && is_named => with_verb("create", one(own)),
        None if context.is_resource(&operation.path) && !starts_with_verb => with_verb("update", own),
        None => own,
    }
}

/// Returns `true` if the last segment is an action: it starts with a verb, or it is the target of a write and not a resource.
fn is_action(operation: &Operation, last: &[String], is_several: bool, is_item: bool, context: &NamingContext) -> bool {
    let is_read = matches!(operation.method.as_str(), "GET" | "HEAD");
    let is_resource = !is_read && context.is_resource(&operation.path);
    let mut collection = operation.path.as_str();
    while let Some((before, _)) = collection.rsplit_once('/').filter(|(_, segment)| segment.contains('{')) {
        collection = before;
    }
    let is_collection = is_several && context.has_items(collection);
    if last.first().is_some_and(|first| is_verb(first)) {
        return !(is_collection || is_resource && last.len() > 1);
    }
    let is_write = matches!(operation.method.as_str(), "PUT" | "POST" | "PATCH");
    is_write
        && !is_item
        && !is_several
        && !is_resource
        && !context.has_items(&operation.path)
        && summary_verb(operation).is_none_or(|verb| operation.method != "POST" && verb != "update")
}

/// Returns the name of an action: `set_reader_display`, `expire_session`, `create_transaction_from_calculation`.
fn action_name(last: &[String], before: &[Vec<String>]) -> Vec<String> {
    let (verb, rest) = last.split_at(last.len().min(1));
    let has_object = rest.first().is_some_and(|next| !is_preposition(next));
    let objects = if has_object { Vec::new() } else { in_singular(before.concat()) };
    [verb, &objects, rest].concat()
}

/// Returns a name by the last segment and its parameter: `uid/{uid}` is `get_by_uid`.
fn by_segment(operation: &Operation, path: &Segments) -> Vec<String> {
    let verb = if operation.lists { "list" } else { "get" };
    let before = path.literals.split_last().map_or(Vec::new(), |(_, before)| before.concat());
    let last = path.literals.last().cloned().unwrap_or_default();
    let more = path.parameters.iter().skip(1).cloned();
    let by = by(&std::iter::once(last).chain(more).collect::<Vec<_>>());
    [vec![verb.to_owned()], before, by].concat()
}

fn with_verb(verb: &str, object: Vec<String>) -> Vec<String> {
    if object.first().is_some_and(|first| first == verb) {
        return object;
    }
    std::iter::once(verb.to_owned()).chain(object).collect()
}

/// Returns the first verb of the summary of a `POST`, with synonyms replaced.
fn summary_verb(operation: &Operation) -> Option<String> {
    let summary = summary_words(operation);
    let first = summary.first().filter(|_| summary.len() > 1)?;
    let first = if is_verb(first) { first.clone() } else { singular(first) };
    match first.as_str() {
        verb if CREATES.contains(&verb) => Some("create".to_owned()),
        verb if UPDATES.contains(&verb) => Some("update".to_owned()),
        verb => is_verb(verb).then_some(first),
    }
}

/// Returns the verb for the method of an operation.
fn verb(operation: &Operation) -> String {
    match operation.method.as_str() {
        "GET" => "get".to_owned(),
        "POST" => "create".to_owned(),
        "PUT" | "PATCH" => "update".to_owned(),
        "DELETE" => "delete".to_owned(),
        other => other.to_snake_case(),
    }
}

fn by(parameters: &[Vec<String>]) -> Vec<String> {
    let mut phrase = vec!["by".to_owned()];
    for (index, name) in parameters.iter().enumerate() {
        if index > 0 {
            phrase.push("and".to_owned());
        }
        phrase.extend(name.iter().cloned());
    }
    phrase
}

/// Inserts the group's name after the verb, in the plural after `list`.
pub(super) fn with_group(function: &[String], group: &[String]) -> Vec<String> {
    let mut group = in_singular(group.to_vec());
    let lists = function.first().is_some_and(|verb| verb == "list") && function.get(1).is_none_or(|next| next == "by");
    if let Some(last) = group.last_mut().filter(|_| lists) {
        *last = plural(last);
    }
    let (verb, rest) = function.split_at(function.len().min(1));
    [verb, &group, rest].concat()
}
