//! An `operationId` without what frameworks put around it. The table stands in the module above.

use super::vocabulary::Vocabulary;
use super::words::words;
use crate::model::{Operation, is_general_segment};

const METHODS: [&str; 8] = ["get", "post", "put", "patch", "delete", "head", "options", "trace"];

/// No words are written in so many letters from `a` to `f` and digits.
const SHORTEST_KEY: usize = 16;

/// What an id says.
pub(super) enum Said {
    /// Words that somebody chose.
    Words {
        words: Vec<String>,
        /// `true` if the id ends with a number that was counted.
        counted: bool,
        /// `true` if a sign stands after the first word: it may be a group.
        divided: bool,
        /// `true` if the path and the method stood behind them.
        before_path: bool,
    },
    /// Nothing but the method and the path.
    Path,
}

pub(super) fn words_of_id(id: &str, operation: &Operation, vocabulary: &Vocabulary) -> Said {
    if is_key(id) {
        return Said::Path;
    }
    let (rest, counted) = without_count(id, vocabulary);
    let rest = without_controller(without_using(rest));
    let rest = match vocabulary.package() {
        Some(package) => rest.strip_prefix(package).map_or(rest, |rest| &rest[1..]),
        None => rest,
    };
    let (rest, before_path) = match without_path(rest, operation) {
        Some(before) => (before, true),
        None => (without_root(rest, operation), false),
    };
    let all = without_version(vocabulary.words(rest, operation));
    let divided = rest.contains(['/', '.', ':']);
    if is_path(&all, operation, divided) {
        return Said::Path;
    }
    let camel = rest.contains(|c: char| c.is_lowercase()) && rest.contains(|c: char| c.is_uppercase());
    let divided = divided || (camel && rest.contains('_'));
    Said::Words { words: all, counted, divided, before_path }
}

/// The key of a database: `5476362a281d830c946a3d72`. Nobody chose its words, since it has none.
fn is_key(id: &str) -> bool {
    let digits = || id.bytes().filter(|byte| *byte != b'-');
    digits().count() >= SHORTEST_KEY
        && digits().all(|byte| byte.is_ascii_hexdigit())
        && digits().any(|byte| byte.is_ascii_digit())
}

/// `list_1` beside `list`: the number is counted over the whole description.
fn without_count<'i>(id: &'i str, vocabulary: &Vocabulary) -> (&'i str, bool) {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    match stem.strip_suffix('_') {
        Some(before) if stem.len() < id.len() && (vocabulary.has_id(before) || ends_with_using(before)) => {
            (before, true)
        }
        _ => (id, false),
    }
}

fn ends_with_using(id: &str) -> bool {
    without_using(id).len() < id.len()
}

/// Spring: `listUsingGET`.
fn without_using(id: &str) -> &str {
    let Some((before, method)) = id.rsplit_once("Using") else { return id };
    let is_method =
        method.bytes().all(|byte| byte.is_ascii_uppercase()) && METHODS.contains(&method.to_ascii_lowercase().as_str());
    if is_method && !before.is_empty() { before } else { id }
}

/// NestJS: `UsersController_getProfile`.
fn without_controller(id: &str) -> &str {
    let ends = ["Controller_", "Controller."].iter().find_map(|end| id.find(end).map(|at| at + end.len()));
    ends.and_then(|end| id.get(end..)).filter(|rest| rest.contains(char::is_alphanumeric)).unwrap_or(id)
}

/// FastAPI, at the root of the server: `read_root__get`.
fn without_root<'i>(id: &'i str, operation: &Operation) -> &'i str {
    let before = id.strip_suffix(&operation.method.to_ascii_lowercase()).and_then(|id| id.strip_suffix("__"));
    before.filter(|rest| operation.path == "/" && !rest.is_empty()).unwrap_or(id)
}

/// Django and others: `api_v1_dags_list`.
fn without_version(all: Vec<String>) -> Vec<String> {
    let said = all.iter().position(|word| !is_general_segment(word));
    match said {
        Some(at) if at > 0 => all[at..].to_vec(),
        _ => all,
    }
}

/// FastAPI: name, path and method, as in `update_item_items__item_id__put`, whatever stands for the signs of the path.
fn without_path<'i>(id: &'i str, operation: &Operation) -> Option<&'i str> {
    let tail = operation.path.chars().chain(operation.method.chars()).filter(|sign| sign.is_alphanumeric());
    let tail: Vec<char> = tail.map(|letter| letter.to_ascii_lowercase()).collect();
    let mut letters = id.char_indices().rev().filter(|(_, sign)| sign.is_alphanumeric());
    let mut start = None;
    for letter in tail.iter().rev() {
        start = Some(letters.next().filter(|(_, own)| own.to_ascii_lowercase() == *letter)?);
    }
    let (at, first) = start.filter(|_| tail.len() > operation.method.len())?;
    let (before, _) = id.split_at_checked(at)?;
    let ends = first.is_uppercase() || !before.ends_with(char::is_alphanumeric);
    (ends && before.contains(char::is_alphanumeric)).then_some(before)
}

/// Returns `true` if words are the method and the path, with the path's parameters or without.
fn is_path(all: &[String], operation: &Operation, divided: bool) -> bool {
    let method = operation.method.to_ascii_lowercase();
    // What is done to all things of a path at once has no other name.
    let is_named_by_path = matches!(method.as_str(), "get" | "post") || operation.path.contains('{');
    let (rest, ends) = match (all.split_first(), all.split_last()) {
        (Some((first, rest)), _) if *first == method => (rest, false),
        (_, Some((last, rest))) if *last == method && !divided => (rest, true),
        _ => return false,
    };
    let said: String = rest.concat();
    // What stands for a parameter: nothing, its name, `by` and its name, `id`.
    let written = |parameter: &dyn Fn(String) -> String| {
        let segments = operation.path.split('/').filter(|segment| !segment.is_empty() && !is_general_segment(segment));
        let texts = segments.map(|segment| {
            let letters = words(segment).concat();
            if segment.contains('{') { parameter(letters) } else { letters }
        });
        texts.collect::<String>()
    };
    let literals = written(&|_| String::new());
    // `getProjectHook` is somebody's choice of words; `post` is not.
    let is_whole = !operation.path.contains('{') || (!ends && matches!(method.as_str(), "post" | "put" | "patch"));
    let found = (said == literals && is_whole)
        || said == written(&|name| name)
        || said == written(&|name| format!("by{name}"))
        || said == written(&|_| "id".to_owned());
    is_named_by_path && !literals.is_empty() && found
}
