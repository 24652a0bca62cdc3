//! The properties of a description that the names of its operations depend on.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::words::{is_verb, singular, split_words, verbs, without_apostrophes};
use crate::api::model::{Api, Content, Operation, Shape, Success, Type, is_general_segment, path_shape};

/// Minimum length of a word that may be several joined words: `Getinputtokencounts`.
const MIN_JOINED_LEN: usize = 6;
/// Maximum length of a word that may be several joined words.
const MAX_JOINED_LEN: usize = 80;
/// Maximum number of words that are read from a summary.
const MAX_SUMMARY_WORDS: usize = 48;
/// Members of a response that contain its list. A member with the name of the path's last segment can contain it too.
const LISTS: [&str; 9] = ["content", "data", "elements", "entries", "items", "objects", "records", "results", "values"];

/// The IDs and paths of all operations of a description.
#[derive(Debug, Default)]
pub(in crate::rust::names) struct NamingContext {
    /// The number of operations with each ID.
    ids: HashMap<String, usize>,
    /// The first word of all IDs, such as the name of the service.
    package: Option<String>,
    /// The words that are in the IDs of all operations of several groups.
    constant_words: HashSet<String>,
    /// All paths, without the names of their parameters.
    paths: HashSet<String>,
    /// The paths with a `GET` or `DELETE` operation.
    resources: HashSet<String>,
    /// The paths whose response is an object that contains a list.
    lists: HashSet<String>,
    /// The number of operations that write to each path: `PUT`, `POST` and `PATCH`.
    writes: HashMap<String, usize>,
    /// `true` if most IDs are the method and the path.
    ids_are_paths: bool,
    /// `true` if each ID starts or ends with the method, beside a verb of its own.
    ids_have_method: bool,
    /// The number of operations with each method and path, ignoring versions.
    unversioned: HashMap<String, usize>,
}

impl NamingContext {
    pub(in crate::rust::names) fn new(api: &Api) -> Self {
        let all = || api.operations.iter();
        let mut ids: HashMap<String, usize> = HashMap::new();
        all().filter_map(|operation| operation.id.clone()).for_each(|id| *ids.entry(id).or_default() += 1);
        let mut writes: HashMap<String, usize> = HashMap::new();
        all().filter(|it| is_write(it)).for_each(|it| *writes.entry(shape(&it.path)).or_default() += 1);
        let mut unversioned: HashMap<String, usize> = HashMap::new();
        all().for_each(|operation| *unversioned.entry(without_versions(operation)).or_default() += 1);
        let is_resource = |operation: &&Operation| matches!(operation.method.as_str(), "GET" | "DELETE");
        let is_list = |operation: &&Operation| operation.method == "GET" && responds_with_list(api, operation);
        Self {
            ids_are_paths: ids_are_paths(&api.operations),
            ids_have_method: ids_have_method(&api.operations),
            package: package(&all().filter_map(|operation| operation.id.as_deref()).collect::<Vec<_>>(), all().count()),
            constant_words: constant_words(&api.operations),
            ids,
            paths: all().map(|operation| shape(&operation.path)).collect(),
            resources: all().filter(is_resource).map(|operation| shape(&operation.path)).collect(),
            lists: all().filter(is_list).map(|operation| shape(&operation.path)).collect(),
            writes,
            unversioned,
        }
    }

    #[cfg(test)]
    pub(super) fn of_operations(operations: &[Operation]) -> Self {
        let mut context = Self {
            ids_are_paths: ids_are_paths(operations),
            ids_have_method: ids_have_method(operations),
            ..Self::default()
        };
        operations.iter().filter_map(|it| it.id.clone()).for_each(|id| *context.ids.entry(id).or_default() += 1);
        operations.iter().for_each(|it| *context.unversioned.entry(without_versions(it)).or_default() += 1);
        operations.iter().for_each(|it| *context.writes.entry(shape(&it.path)).or_default() += 1);
        context
    }

    #[cfg(test)]
    pub(super) fn of_paths(paths: &[&str]) -> Self {
        Self { paths: paths.iter().map(|path| shape(path)).collect(), ..Self::default() }
    }

    /// Returns `true` if the path has a `GET` or `DELETE` operation.
    pub(super) fn is_resource(&self, path: &str) -> bool {
        self.resources.contains(&shape(path))
    }

    /// Returns `true` if there is a path for the items of a collection.
    pub(super) fn has_items(&self, path: &str) -> bool {
        self.paths.contains(&format!("{}/{{}}", shape(path)))
    }

    /// Returns `true` if an operation responds with a list.
    pub(super) fn lists(&self, operation: &Operation) -> bool {
        operation.lists || operation.pagination.is_some() || self.lists.contains(&shape(&operation.path))
    }

    /// Returns `true` if another operation writes to the same path.
    pub(super) fn has_other_write(&self, operation: &Operation) -> bool {
        is_write(operation) && self.writes.get(&shape(&operation.path)).is_some_and(|count| *count > 1)
    }

    /// Returns `true` if another version of the operation exists.
    pub(super) fn has_other_version(&self, operation: &Operation) -> bool {
        self.unversioned.get(&without_versions(operation)).is_some_and(|count| *count > 1)
    }

    pub(super) fn ids_are_paths(&self) -> bool {
        self.ids_are_paths
    }

    /// Returns `true` if a framework adds the method to each ID: `GET_CreateDomain`, `ordersV1GetListGet`.
    pub(super) fn ids_have_method(&self) -> bool {
        self.ids_have_method
    }

    pub(super) fn has_id(&self, id: &str) -> bool {
        self.ids.contains_key(id)
    }

    /// Returns `true` if several operations have the ID.
    pub(super) fn is_repeated(&self, id: &str) -> bool {
        self.ids.get(id).is_some_and(|count| *count > 1)
    }

    pub(super) fn package(&self) -> Option<&str> {
        self.package.as_deref()
    }

    /// Removes the words that are in all IDs, unless nothing else is left.
    pub(super) fn without_constant_words(&self, all: Vec<String>) -> Vec<String> {
        let rest: Vec<String> = all.iter().filter(|word| !self.constant_words.contains(*word)).cloned().collect();
        if rest.is_empty() { all } else { rest }
    }

    /// Returns the words of an ID or a segment. Joined words are split into those of the path and the summary.
    pub(super) fn split_joined_words(&self, text: &str, operation: &Operation) -> Vec<String> {
        let all = split_words(text);
        if all.iter().all(|word| word.len() < MIN_JOINED_LEN) {
            return all;
        }
        // A letter, as in `device(s)`, is no word.
        let summary = summary_words(operation).into_iter().filter(|word| word.len() > 1 || word == "a");
        let mut known: HashSet<String> = summary.collect();
        // Two letters can be a prefix, as in `unPlan`.
        let path = split_words(&operation.path).into_iter().filter(|word| word.len() > 2 || word == "id");
        let path = path.filter(|word| split_joined_word(word, &known).is_none());
        let path: Vec<String> = path.flat_map(|word| [singular(&word), word]).collect();
        known.extend(path);
        let split = |word: String| split_joined_word(&word, &known).unwrap_or_else(|| vec![word]);
        all.into_iter().flat_map(split).collect()
    }
}

/// Returns the words that are in the IDs of all operations of at least three groups. A verb says what each of them does.
fn constant_words(operations: &[Operation]) -> HashSet<String> {
    const MIN_GROUPS: usize = 3;
    let groups: HashSet<usize> = operations.iter().map(|operation| operation.group).collect();
    let mut ids = operations.iter().map(|operation| operation.id.as_deref());
    let Some(Some(first)) = ids.next().filter(|_| groups.len() >= MIN_GROUPS) else { return HashSet::new() };
    let mut words: HashSet<String> = split_words(first).into_iter().filter(|word| !is_verb(word)).collect();
    for id in ids {
        let own: HashSet<String> = id.map(split_words).into_iter().flatten().collect();
        words.retain(|word| own.contains(word));
        if words.is_empty() {
            break;
        }
    }
    words
}

/// Returns `true` if all IDs start or end with the method, and most have a verb of their own.
fn ids_have_method(operations: &[Operation]) -> bool {
    let has_method = |words: &[String], method: &str| {
        [words.first(), words.last()].into_iter().flatten().any(|word| word.eq_ignore_ascii_case(method))
    };
    let has_verb = |operation: &Operation| {
        let words = split_words(operation.id.as_deref()?);
        has_method(&words, &operation.method).then(|| without_method(&words, &operation.method).is_some())
    };
    let all: Option<Vec<bool>> = operations.iter().map(has_verb).collect();
    all.is_some_and(|all| 2 * all.iter().filter(|has_verb| **has_verb).count() > all.len())
}

/// Returns the words of an ID without the method that is before or after a phrase with a verb.
pub(super) fn without_method<'w>(words: &'w [String], method: &str) -> Option<&'w [String]> {
    match words {
        [first, rest @ ..] if first.eq_ignore_ascii_case(method) => {
            rest.first().is_some_and(|word| is_verb(word)).then_some(rest)
        }
        [rest @ .., last] if last.eq_ignore_ascii_case(method) => rest.iter().any(|word| is_verb(word)).then_some(rest),
        _ => None,
    }
}

/// Returns `true` if most IDs are the method and the path.
fn ids_are_paths(operations: &[Operation]) -> bool {
    let is_path = |it: &&Operation| it.id.as_deref().is_some_and(|id| is_path(&split_words(id), it, false));
    2 * operations.iter().filter(is_path).count() > operations.len()
}

/// Returns `true` if the words are the method and the path, with or without its parameters.
pub(super) fn is_path(all: &[String], operation: &Operation, is_separated: bool) -> bool {
    let method = operation.method.to_ascii_lowercase();
    let (rest, is_last) = match (all.split_first(), all.split_last()) {
        (Some((first, rest)), _) if *first == method => (rest, false),
        (_, Some((last, rest))) if *last == method && !is_separated => (rest, true),
        _ => return false,
    };
    let id_text: String = rest.iter().filter(|word| !is_general_segment(word)).map(String::as_str).collect();
    let segments = operation.path.split('/').filter(|segment| !segment.is_empty() && !is_general_segment(segment));
    let segments: Vec<(String, bool)> =
        segments.map(|segment| (split_words(segment).concat(), segment.contains('{'))).collect();
    let path_text = |parameter: &dyn Fn(&str) -> String| {
        let texts =
            segments.iter().map(|(text, is_parameter)| if *is_parameter { parameter(text) } else { text.clone() });
        texts.collect::<String>()
    };
    let literals = path_text(&|_| String::new());
    // `getProjectHook` is deliberate; `postProjectHook` is derived from the path.
    let is_whole = !operation.path.contains('{') || (!is_last && matches!(method.as_str(), "post" | "put" | "patch"));
    let is_same = (id_text == literals && is_whole)
        || id_text == path_text(&str::to_owned)
        || id_text == path_text(&|name| format!("by{name}"))
        || id_text == path_text(&|_| "id".to_owned());
    !literals.is_empty() && is_same
}

fn is_write(operation: &Operation) -> bool {
    matches!(operation.method.as_str(), "PATCH" | "POST" | "PUT")
}

/// Returns the method and the path of an operation, without versions and names of parameters.
fn without_versions(operation: &Operation) -> String {
    let segments = operation.path.split('/').filter(|segment| !is_general_segment(segment));
    format!("{} {}", operation.method, shape(&segments.collect::<Vec<_>>().join("/")))
}

/// Splits a word into the fewest known words; the first one may be a verb. Returns `None` if there are not at least two.
fn split_joined_word(word: &str, known: &HashSet<String>) -> Option<Vec<String>> {
    if !(MIN_JOINED_LEN..=MAX_JOINED_LEN).contains(&word.len()) {
        return None;
    }
    // For each position: the number of words in the rest, and the length of the first of them.
    let mut rests: Vec<Option<(usize, usize)>> = vec![None; word.len()];
    rests.push(Some((0, 0)));
    for start in (0..word.len()).rev().filter(|at| word.is_char_boundary(*at)) {
        let rest = &word[start..];
        let lengths = known.iter().filter(|known| rest.starts_with(known.as_str())).map(String::len);
        let verbs = (start == 0).then(verbs).into_iter().flatten();
        let verbs = verbs.filter(|verb| rest.starts_with(verb)).map(str::len);
        let splits = lengths.chain(verbs).filter_map(|len| Some((rests[start + len]?.0 + 1, len)));
        rests[start] = splits.min_by_key(|(count, len)| (*count, Reverse(*len)));
    }
    let mut words = Vec::new();
    let mut at = 0;
    while at < word.len() {
        let (_, len) = rests[at]?;
        words.push(word[at..at + len].to_owned());
        at += len;
    }
    (words.len() > 1).then_some(words)
}

/// Returns the first words of the summary, or else of the description.
pub(super) fn summary_words(operation: &Operation) -> Vec<String> {
    let docs = &operation.docs;
    let text = docs.title.as_deref().or(docs.description.as_deref()).unwrap_or_default();
    without_apostrophes(&without_tags(text)).split_whitespace().take(MAX_SUMMARY_WORDS).map(str::to_lowercase).collect()
}

/// Replaces HTML tags by spaces: `<p>Lists boxes.</p>`.
fn without_tags(text: &str) -> Cow<'_, str> {
    if !text.contains('<') {
        return text.into();
    }
    let mut parts = text.split('<');
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_tag = part.starts_with(|sign: char| sign == '/' || sign.is_ascii_alphabetic());
        let rest = part.split_once('>').filter(|_| is_tag).map_or(part, |(_, rest)| rest);
        written.push(' ');
        written.push_str(rest);
    }
    written.into()
}

/// Returns a path without the names of its parameters.
fn shape(path: &str) -> String {
    path_shape(path.trim_end_matches('/'))
}

/// Returns `true` if the response of an operation is an object that contains a list.
fn responds_with_list(api: &Api, operation: &Operation) -> bool {
    let Success::One(Content::Json(ty)) = &operation.success else { return false };
    let Type::Named(id) = ty.split_null().0 else { return false };
    let Shape::Object(object) = &api.definition(*id).shape else { return false };
    let last = operation.path.split('/').rfind(|segment| !segment.is_empty()).map(|last| split_words(last).concat());
    object.fields.iter().any(|field| {
        let wire = split_words(&field.wire).concat();
        let is_named = LISTS.contains(&wire.as_str()) || Some(&wire) == last.as_ref();
        is_named && matches!(field.ty.split_null().0, Type::List(_))
    })
}

/// Returns the first word of all IDs if a separator follows it: `drive.files.list`.
fn package(ids: &[&str], operations: usize) -> Option<String> {
    let first = |id: &str| id.split_once(['.', '/', ':', '_']).map(|(first, _)| first.to_owned());
    let package = first(ids.first()?)?;
    let parts = |id: &&str| id.split(['.', '/', ':', '_']).count();
    let is_certain = ids.len() > 2 || ids.iter().all(|id| parts(id) > 2 && id.contains('.'));
    let is_shared = is_certain && ids.len() == operations && ids.iter().all(|id| first(id).as_ref() == Some(&package));
    let starts_with_verb = split_words(&package).first().is_some_and(|word| is_verb(word));
    (is_shared && !starts_with_verb).then_some(package)
}

#[cfg(test)]
mod tests {
    use super::{package, split_joined_word};

    #[test]
    fn joined_words_are_split() {
        let known = ["input", "token", "tokens", "counts", "counting"].map(str::to_owned).into();
        let split = |word| split_joined_word(word, &known).map(|words| words.join(" "));
        assert_eq!(split("getinputtokencounts").as_deref(), Some("get input token counts"));
        assert_eq!(split("tokencounting").as_deref(), Some("token counting"));
        assert_eq!(split("counting"), None);
        assert_eq!(split("inputtokenizer"), None);
        assert_eq!(split("inputget"), None);
    }

    #[test]
    fn the_shared_first_word_is_the_package() {
        let package_of = |ids: &[&str]| package(ids, ids.len());
        assert_eq!(package_of(&["reports.sites.get"]).as_deref(), Some("reports"));
        assert_eq!(package_of(&["sites.get"]), None);
        assert_eq!(package_of(&["drive.a", "drive.b", "drive.c"]).as_deref(), Some("drive"));
        assert_eq!(package_of(&["get_a", "get_b", "get_c"]), None);
        assert_eq!(package_of(&["drive.a", "drive.b", "other.c"]), None);
    }
}
