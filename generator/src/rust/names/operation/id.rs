//! The words of an `operationId` without the additions of frameworks.

use super::context::{NamingContext, is_path, without_method};
use crate::api::model::{Operation, is_general_segment};
use crate::base::http_terms::is_method;

/// Minimum length of a generated hexadecimal key.
const MIN_KEY_LEN: usize = 16;

/// The words of an ID.
#[derive(Debug, Default)]
pub(super) struct IdWords {
    pub(super) words: Vec<String>,
    /// `true` if the ID ends with a counter that a framework added.
    pub(super) has_counter: bool,
    /// `true` if the ID contained the method, beside a verb of its own.
    pub(super) has_method: bool,
    /// `true` if a separator other than that of the words follows the first word, which can be a group.
    pub(super) is_separated: bool,
}

/// Returns the words of an ID. Returns `None` if they are those of the method and the path, or if the ID is a generated key.
pub(super) fn id_words(id: &str, operation: &Operation, context: &NamingContext) -> Option<IdWords> {
    if is_key(id) {
        return None;
    }
    let (rest, has_counter) = without_counter(id, context);
    let rest = without_controller(without_using(rest));
    let rest = context.package().and_then(|package| rest.strip_prefix(package)?.get(1..)).unwrap_or(rest);
    let rest = without_path(rest, operation).unwrap_or(rest);
    let all = without_version(context.split_joined_words(rest, operation));
    let all = context.without_constant_words(all);
    let (all, has_method) = match without_method(&all, &operation.method).filter(|_| context.ids_have_method()) {
        Some(rest) => (rest.to_vec(), true),
        _ => (all, false),
    };
    let is_separated = rest.contains(['/', '.', ':']);
    let is_certain = context.ids_are_paths() || may_be_path(operation);
    if is_certain && is_path(&all, operation, is_separated) {
        return None;
    }
    let is_camel = rest.contains(char::is_lowercase) && rest.contains(char::is_uppercase);
    let is_separated = is_separated || (is_camel && rest.contains('_'));
    Some(IdWords { words: all, has_counter, has_method, is_separated })
}

/// Returns `true` if an ID is a generated key: `5476362a281d830c946a3d72`.
fn is_key(id: &str) -> bool {
    let digits = || id.bytes().filter(|byte| *byte != b'-');
    digits().count() >= MIN_KEY_LEN
        && digits().all(|byte| byte.is_ascii_hexdigit())
        && digits().any(|byte| byte.is_ascii_digit())
}

/// Removes a counter: `list_1` if there is a `list`.
fn without_counter<'i>(id: &'i str, context: &NamingContext) -> (&'i str, bool) {
    let stem = id.trim_end_matches(|c: char| c.is_ascii_digit());
    let before = stem.strip_suffix('_').filter(|_| stem.len() < id.len());
    match before.filter(|before| context.has_id(before) || without_using(before).len() < before.len()) {
        Some(before) => (before, true),
        None => (id, false),
    }
}

/// Removes the method that Spring adds: `listUsingGET`.
fn without_using(id: &str) -> &str {
    let Some((before, method)) = id.rsplit_once("Using") else { return id };
    if is_method(method) && !before.is_empty() { before } else { id }
}

/// Removes the controller that NestJS adds: `UsersController_getProfile`.
fn without_controller(id: &str) -> &str {
    let ends = ["Controller_", "Controller."].iter().find_map(|end| id.find(end).map(|at| at + end.len()));
    ends.and_then(|end| id.get(end..)).filter(|rest| rest.contains(char::is_alphanumeric)).unwrap_or(id)
}

/// Removes `api` and the version that Django puts first.
fn without_version(mut all: Vec<String>) -> Vec<String> {
    let general = all.iter().take_while(|word| is_general_segment(word)).count();
    if general < all.len() {
        all.drain(..general);
    }
    all
}

/// Removes the path and the method that FastAPI adds: `update_item_items__item_id__put`. Case and punctuation are ignored.
fn without_path<'i>(id: &'i str, operation: &Operation) -> Option<&'i str> {
    let is_root = !operation.path.contains(char::is_alphanumeric);
    let tail = operation.path.chars().chain(operation.method.chars()).filter(|sign| sign.is_alphanumeric());
    let tail: Vec<char> = tail.map(|letter| letter.to_ascii_lowercase()).collect();
    let mut letters = id.char_indices().rev().filter(|(_, sign)| sign.is_alphanumeric());
    let mut start = None;
    for letter in tail.iter().rev() {
        start = Some(letters.next().filter(|(_, own)| own.to_ascii_lowercase() == *letter)?);
    }
    let (at, first) = start?;
    let (before, _) = id.split_at_checked(at)?;
    let ends = first.is_uppercase() || !before.ends_with(char::is_alphanumeric);
    let is_certain = !is_root || before.ends_with("__");
    (ends && is_certain && before.contains(char::is_alphanumeric)).then_some(before)
}

/// Returns `true` if an ID may be derived from the path. One such as `patch_users` is more likely deliberate, unless most IDs
/// of the description are derived.
fn may_be_path(operation: &Operation) -> bool {
    matches!(operation.method.as_str(), "GET" | "POST") || operation.path.contains('{')
}
