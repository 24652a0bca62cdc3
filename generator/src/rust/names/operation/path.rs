//! The name of an operation from its method, path and summary.

use super::context::{NamingContext, summary_words};
use super::group::without_group;
use super::verb::{general_verb, is_action, is_reading, method_verb, summary_verb};
use super::words::{in_singular, is_plural, is_preposition, plural, singular, split_words};
use crate::api::model::{Operation, is_general_segment};

/// Maximum number of parameters in the name of an operation on one item.
const MAX_SELECTORS: usize = 3;

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
    let words = function(operation, &path, group, context);
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

/// Returns the literal words of a path in the singular, without `api` and versions.
pub(super) fn literal_words(path: &str) -> Vec<String> {
    let segments = path.split('/').filter(|segment| !segment.contains('{') && !is_general_segment(segment));
    segments.flat_map(|segment| in_singular(split_words(segment))).collect()
}

/// Returns the first version in a path: `v2` in `/api/v2/boxes`.
pub(super) fn version(path: &str) -> Option<&str> {
    path.split('/').find(|segment| segment.starts_with(['v', 'V']) && is_general_segment(segment))
}

/// Returns the words of the method and the whole path, which are unique.
pub(super) fn whole(operation: &Operation) -> Vec<String> {
    let mut parameters = operation.path.split('/').filter(|segment| segment.contains('{'));
    let literals = operation.path.split('/').filter(|segment| !segment.contains('{')).flat_map(split_words);
    let mut all: Vec<String> = std::iter::once(method_verb(operation)).chain(literals).collect();
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

    /// Returns `true` if the last literal is a plural.
    fn is_several(&self) -> bool {
        let last = self.literals.last();
        last.is_some_and(|last| {
            last.last().is_some_and(|word| is_plural(word)) && !last.iter().any(|it| is_preposition(it))
        })
    }

    /// Returns `true` if the last literal says what the parameter after it is, and not what is returned: `uid/{uid}`, several
    /// parameters, or a list of what is in one item.
    fn is_selected_by_parameter(&self, verb: &str) -> bool {
        let (Some(last), Some(parameter)) = (self.literals.last(), self.parameters.first()) else { return false };
        !self.is_several() && (verb == "list" || self.parameters.len() > 1 || parameter.ends_with(last))
    }
}

/// Returns `true` if the words are the group's name or its last words, in the singular or the plural.
fn is_same_noun(words: &[String], group: &[String]) -> bool {
    let own = words.concat();
    let is_name = |name: String| own == name || own == plural(&name) || plural(&own) == name;
    (0..group.len()).filter_map(|from| group.get(from..)).any(|end| is_name(end.concat()))
}

/// Returns the name of an operation: its verb, and the words of the path after the group.
fn function(operation: &Operation, path: &Segments, group: &[String], context: &NamingContext) -> Vec<String> {
    let lists = lists(operation, path, group, context);
    let is_item = !path.parameters.is_empty();
    let from_summary = summary_verb(operation);
    if let Some(action) = action(operation, path, from_summary.as_deref(), context) {
        let by = if operation.method == "GET" && is_item { by(&path.parameters) } else { Vec::new() };
        return [action, by].concat();
    }
    let verb = match from_summary.unwrap_or_else(|| method_verb(operation)) {
        verb if verb == "get" && lists => "list".to_owned(),
        verb if verb == "list" && is_item && !operation.lists => "get".to_owned(),
        verb => verb,
    };
    if path.literals.is_empty() {
        let is_one_of_several = is_item && (operation.lists || (2..=MAX_SELECTORS).contains(&path.parameters.len()));
        return [vec![verb], if is_one_of_several { by(&path.parameters) } else { Vec::new() }].concat();
    }
    if is_item && path.has_group && (verb == "get" || verb == "list") && path.is_selected_by_parameter(&verb) {
        return by_segment(path, verb);
    }
    let object = object(operation, path, &verb);
    [vec![verb], object].concat()
}

/// Returns `true` if a `GET` returns a list, or if the response of another method is one.
fn lists(operation: &Operation, path: &Segments, group: &[String], context: &NamingContext) -> bool {
    if operation.lists || operation.method != "GET" || !path.parameters.is_empty() {
        return operation.lists;
    }
    if !path.literals.is_empty() {
        let may_list = path.is_several() && (context.lists(operation) || context.has_items(&operation.path));
        return may_list || operation.pagination.is_some();
    }
    let is_collection = if path.has_group {
        path.is_plural_group || context.has_items(&operation.path)
    } else {
        group.last().is_some_and(|last| is_plural(last))
    };
    is_collection || context.lists(operation)
}

/// Returns the name of an operation whose path ends with a verb, if that is the verb of the operation.
fn action(
    operation: &Operation,
    path: &Segments,
    from_summary: Option<&str>,
    context: &NamingContext,
) -> Option<Vec<String>> {
    let (last, before) = path.literals.split_last()?;
    let verb = last.first().filter(|first| is_action(first))?;
    let is_same = from_summary == Some(general_verb(verb, &operation.method).unwrap_or(verb));
    let is_of_method = match operation.method.as_str() {
        "GET" => from_summary.is_none_or(|verb| verb == "get" || verb == "list") && is_reading(verb),
        "POST" => true,
        "PATCH" | "PUT" => from_summary.is_none(),
        _ => false,
    };
    let is_resource = operation.method != "GET" && context.is_resource(&operation.path) && last.len() > 1;
    let is_collection = path.is_several() && context.has_items(collection(&operation.path));
    (is_same || is_of_method && !is_resource && !is_collection).then(|| action_name(last, before))
}

/// Returns a path without the parameters at its end.
fn collection(path: &str) -> &str {
    let mut collection = path;
    while let Some((before, _)) = collection.rsplit_once('/').filter(|(_, segment)| segment.contains('{')) {
        collection = before;
    }
    collection
}

/// Returns the words of the path behind the verb, in the singular if the operation is about one of several.
fn object(operation: &Operation, path: &Segments, verb: &str) -> Vec<String> {
    let own = without_verb(path.literals.concat(), verb);
    let summary = summary_words(operation);
    let is_of_one = own.last().is_some_and(|last| !summary.contains(last) && summary.contains(&singular(last)));
    let is_general = matches!(verb, "delete" | "get" | "list" | "update");
    let is_one = verb == "create" || !path.parameters.is_empty() || !is_general && is_of_one;
    if is_one && path.is_several() && verb != "list" { in_singular(own) } else { own }
}

/// Removes the verb from the other words: `cancellation` is what "cancel" does, and "unlock" removes a `lock`.
fn without_verb(mut own: Vec<String>, verb: &str) -> Vec<String> {
    let is_general = matches!(verb, "create" | "delete" | "get" | "list" | "update");
    let is_of_verb =
        |word: &str| word == verb || !is_general && (word.starts_with(verb) || verb.ends_with(&singular(word)));
    if let Some(at) = own.iter().rposition(|word| is_of_verb(word)) {
        own.remove(at);
    }
    own
}

/// Returns the name of an action: `set_reader_display`, `expire_session`, `create_transaction_from_calculation`.
fn action_name(last: &[String], before: &[Vec<String>]) -> Vec<String> {
    let (verb, rest) = last.split_at(last.len().min(1));
    let has_object = rest.first().is_some_and(|next| !is_preposition(next));
    let objects = if has_object { Vec::new() } else { in_singular(before.concat()) };
    [verb, &objects, rest].concat()
}

/// Returns a name by the last segment, which names its parameter: `uid/{uid}` is `get_by_uid`.
fn by_segment(path: &Segments, verb: String) -> Vec<String> {
    let before = path.literals.split_last().map_or(Vec::new(), |(_, before)| before.concat());
    let last = path.literals.last().cloned().unwrap_or_default();
    let more = path.parameters.iter().skip(1).cloned();
    let by = by(&std::iter::once(last).chain(more).collect::<Vec<_>>());
    [vec![verb], before, by].concat()
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
