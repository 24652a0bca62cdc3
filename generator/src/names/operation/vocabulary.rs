//! The words of a description: an id that is written together is split where the same letters stand in words elsewhere.
//!
//! | id | elsewhere | words |
//! |---|---|---|
//! | `Getinputtokencounts` | the summary `Get input token counts` | `get input token counts` |
//! | `qualitydefinition` | a schema `QualityDefinition` | `quality definition` |

use std::collections::HashSet;

use super::words::words;
use crate::model::{Api, Content, Operation, Owner, Shape, Success, Type};

/// Shorter words are left as they are.
const SHORTEST_BY_SUMMARY: usize = 6;
/// What only the names of other things split is longer: short words have parts by chance.
const SHORTEST_BY_NAMES: usize = 13;
/// The parts of such a word are no shorter, and no longer.
const PARTS: std::ops::RangeInclusive<usize> = 3..=16;
/// So many words of a summary are looked at.
const MOST_OF_SUMMARY: usize = 48;

/// What is known of a whole description.
#[derive(Debug, Default)]
pub(in crate::names) struct Vocabulary {
    /// The words of names.
    known: HashSet<String>,
    /// The words of texts: what stands there is one word.
    prose: HashSet<String>,
    /// All ids of operations.
    ids: HashSet<String>,
    /// The word that all ids begin with, such as the name of the service.
    package: Option<String>,
    /// The paths that can be read, and those that are deleted from: there is a thing.
    things: HashSet<String>,
    /// The paths that answer several things, in an object.
    several: HashSet<String>,
    /// All paths.
    paths: HashSet<String>,
    /// Those of what is written as a whole.
    written: HashSet<String>,
}

impl Vocabulary {
    pub(in crate::names) fn of(api: &Api) -> Self {
        let ids: Vec<&str> = api.operations.iter().filter_map(|operation| operation.id.as_deref()).collect();
        // Only names that are written together ask for the words of all others.
        let is_needed = ids.iter().flat_map(|id| words(id)).any(|word| word.len() >= SHORTEST_BY_NAMES)
            || api
                .operations
                .iter()
                .flat_map(|operation| words(&operation.path))
                .any(|word| word.len() >= SHORTEST_BY_NAMES);
        let (known, prose) = if is_needed { (known(api), prose(api)) } else { Default::default() };
        let package = package(&ids, api.operations.len());
        let is_thing = |operation: &&Operation| matches!(operation.method.as_str(), "GET" | "DELETE");
        let things = api.operations.iter().filter(is_thing).map(|operation| shape(&operation.path)).collect();
        let writes = |operation: &&Operation| matches!(operation.method.as_str(), "PUT" | "PATCH" | "DELETE");
        let written = api.operations.iter().filter(writes).map(|operation| shape(&operation.path)).collect();
        let paths = api.operations.iter().map(|operation| shape(&operation.path)).collect();
        let lists =
            api.operations.iter().filter(|operation| operation.method == "GET" && answers_several(api, operation));
        let several = lists.map(|operation| shape(&operation.path)).collect();
        Self {
            known,
            prose,
            ids: ids.into_iter().map(str::to_owned).collect(),
            package,
            things,
            several,
            paths,
            written,
        }
    }

    /// What the paths alone tell.
    #[cfg(test)]
    pub(super) fn of_paths(paths: &[&str]) -> Self {
        Self { paths: paths.iter().map(|path| shape(path)).collect(), ..Self::default() }
    }

    /// Returns `true` if what an operation is about is a thing: it can be read or deleted.
    pub(super) fn is_thing(&self, path: &str) -> bool {
        self.things.contains(&shape(path))
    }

    /// Returns `true` if what is at a path is written as a whole: a list that is a value.
    pub(super) fn is_written(&self, path: &str) -> bool {
        self.written.contains(&shape(path))
    }

    /// Returns `true` if several things are at a path, each of which has a path of its own.
    pub(super) fn has_items(&self, path: &str) -> bool {
        self.paths.contains(&format!("{}/{{}}", shape(path)))
    }

    /// Returns `true` if the path without its last segment answers several things: this is one of them.
    pub(super) fn is_one_of_several(&self, path: &str) -> bool {
        path.rsplit_once('/').is_some_and(|(collection, _)| self.several.contains(&shape(collection)))
    }

    /// Returns `true` if an operation answers several things.
    pub(super) fn lists(&self, operation: &Operation) -> bool {
        operation.lists || operation.pagination.is_some() || self.several.contains(&shape(&operation.path))
    }

    pub(super) fn has_id(&self, id: &str) -> bool {
        self.ids.contains(id)
    }

    pub(super) fn package(&self) -> Option<&str> {
        self.package.as_deref()
    }

    /// The words of a name of an operation; those that are written together are split.
    pub(super) fn words(&self, text: &str, operation: &Operation) -> Vec<String> {
        let all = words(text);
        if all.iter().all(|word| word.len() < SHORTEST_BY_SUMMARY) {
            return all;
        }
        let summary: Vec<String> = operation.docs.title.iter().flat_map(|title| plain_words(title)).collect();
        if let Some(whole) = whole(&all, &summary) {
            return whole;
        }
        all.into_iter().flat_map(|word| self.split(word, &summary)).collect()
    }

    fn split(&self, word: String, summary: &[String]) -> Vec<String> {
        if word.len() < SHORTEST_BY_SUMMARY || !word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return vec![word];
        }
        if summary.contains(&word) {
            return vec![word];
        }
        if let Some(run) = run_of(&word, summary) {
            return run.to_vec();
        }
        if word.len() < SHORTEST_BY_NAMES || self.prose.contains(&word) {
            return vec![word];
        }
        self.parts(&word).unwrap_or_else(|| vec![word])
    }

    /// The fewest known words that a word is made of.
    fn parts(&self, word: &str) -> Option<Vec<String>> {
        // For each length of a beginning: how many parts it has at least, and where the last of them begins.
        let mut best: Vec<Option<(usize, usize)>> = vec![None; word.len() + 1];
        *best.first_mut()? = Some((0, 0));
        for end in 1..=word.len() {
            let starts = end.saturating_sub(*PARTS.end())..=end.saturating_sub(*PARTS.start());
            let candidates = starts.filter_map(|start| {
                let (count, _) = (*best.get(start)?)?;
                let part = word.get(start..end)?;
                (part.len() >= *PARTS.start() && part != word && self.known.contains(part))
                    .then_some((count + 1, start))
            });
            let found = candidates.min();
            *best.get_mut(end)? = found;
        }
        let mut parts = Vec::new();
        let mut end = word.len();
        while end > 0 {
            let (_, start) = (*best.get(end)?)?;
            parts.push(word.get(start..end)?.to_owned());
            end = start;
        }
        parts.reverse();
        Some(parts)
    }
}

/// Words of which some were written together, as the summary has them from its beginning: `CreateanAPIkey`.
fn whole(all: &[String], summary: &[String]) -> Option<Vec<String>> {
    let letters = all.concat();
    if letters.len() < SHORTEST_BY_NAMES {
        return None;
    }
    // The summary may say that it `creates`.
    let mut plain = summary.to_vec();
    plain.iter_mut().take(1).for_each(|verb| *verb = verb.strip_suffix('s').unwrap_or(verb).to_owned());
    let run = [&plain[..], summary].into_iter().find_map(|summary| {
        let mut rest = letters.as_str();
        let count = summary.iter().position(|next| match rest.strip_prefix(next.as_str()) {
            Some(after) => {
                rest = after;
                after.is_empty()
            }
            None => true,
        })?;
        rest.is_empty().then(|| summary.iter().take(count + 1).cloned().collect::<Vec<_>>())
    })?;
    (run.len() > all.len()).then_some(run)
}

/// A path but for the names of its parameters.
fn shape(path: &str) -> String {
    crate::model::path_shape(path.trim_end_matches('/'))
}

/// Members that hold what is listed; besides, what is called like the path.
const LISTED: [&str; 9] =
    ["content", "data", "elements", "entries", "items", "objects", "records", "results", "values"];

/// Segments of paths below which numbers stand, though there may be several.
const NUMBERS: [&str; 7] = ["analytics", "metrics", "reports", "statistics", "stats", "traffic", "usage"];

/// Returns `true` if the answer of an operation is an object around a list.
fn answers_several(api: &Api, operation: &Operation) -> bool {
    let Success::One(Content::Json(ty)) = &operation.success else { return false };
    let Type::Named(id) = ty.split_null().0 else { return false };
    let Shape::Object(object) = &api.definition(*id).shape else { return false };
    let last = operation.path.split('/').rfind(|segment| !segment.is_empty()).unwrap_or_default();
    let last = words(last).concat();
    if operation.path.split('/').any(|segment| NUMBERS.contains(&segment)) {
        return false;
    }
    object.fields.iter().any(|field| {
        let wire = words(&field.wire).concat();
        let is_named = LISTED.contains(&wire.as_str()) || wire == last;
        is_named && matches!(field.ty.split_null().0, Type::List(_) | Type::Set(_))
    })
}

/// The words that follow each other in a summary and have the letters of one word.
fn run_of<'s>(word: &str, summary: &'s [String]) -> Option<&'s [String]> {
    (0..summary.len()).find_map(|start| {
        let mut rest = word;
        let from = summary.get(start..)?;
        for (index, next) in from.iter().enumerate() {
            rest = rest.strip_prefix(next.as_str())?;
            if rest.is_empty() {
                return from.get(..=index);
            }
        }
        None
    })
}

fn plain_words(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.take(MOST_OF_SUMMARY).map(str::to_lowercase)
}

fn known(api: &Api) -> HashSet<String> {
    let types = api.types.iter().flat_map(|definition| {
        let name = match &definition.naming.owner {
            Owner::Schema(name) | Owner::Component(name) => Some(name.as_str()),
            _ => None,
        };
        let fields = match &definition.shape {
            Shape::Object(object) => object.fields.as_slice(),
            _ => &[],
        };
        name.into_iter().chain(fields.iter().map(|field| field.wire.as_str()))
    });
    let operations = api.operations.iter().flat_map(|operation| {
        let parameters = operation.parameters.iter().map(|parameter| parameter.wire.as_str());
        operation.id.as_deref().into_iter().chain([operation.path.as_str()]).chain(parameters)
    });
    let groups = api.groups.iter().map(|group| group.wire.as_str());
    let names = types.chain(operations).chain(groups).flat_map(words);
    names.filter(|word| PARTS.contains(&word.len())).collect()
}

fn prose(api: &Api) -> HashSet<String> {
    let titles = api.operations.iter().filter_map(|operation| operation.docs.title.as_deref());
    titles.flat_map(plain_words).filter(|word| word.len() >= SHORTEST_BY_NAMES).collect()
}

/// The first word of all ids, where a sign follows it and there is more: `drive.files.list`. Of one or two ids it is known
/// by what stands between.
fn package(ids: &[&str], operations: usize) -> Option<String> {
    let parts = |id: &str| id.split(['.', '/', ':', '_']).count();
    let first = |id: &str| id.split_once(['.', '/', ':', '_']).map(|(first, _)| first.to_owned());
    let package = first(ids.first()?)?;
    let is_certain = ids.len() > 2 || ids.iter().all(|id| parts(id) > 2 && id.contains('.'));
    let shared = is_certain && ids.len() == operations && ids.iter().all(|id| first(id).as_ref() == Some(&package));
    let said = words(&package);
    (shared && !said.first().is_some_and(|word| super::words::is_verb(word))).then_some(package)
}

#[cfg(test)]
mod tests {
    use super::{Vocabulary, package};

    fn vocabulary(known: &[&str], prose: &[&str]) -> Vocabulary {
        let set = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        Vocabulary { known: set(known), prose: set(prose), ..Vocabulary::default() }
    }

    #[test]
    fn the_summary_shows_the_words() {
        let summary = ["get", "input", "token", "counts"].map(str::to_owned);
        assert_eq!(vocabulary(&[], &[]).split("getinputtokencounts".to_owned(), &summary), summary);
        assert_eq!(vocabulary(&[], &[]).split("inputtokens".to_owned(), &summary), ["inputtokens"]);
    }

    #[test]
    fn other_names_show_the_words() {
        let known = ["quality", "definition", "qualitydefinition", "not", "notification"];
        let split = |word: &str, prose: &[&str]| vocabulary(&known, prose).split(word.to_owned(), &[]);
        assert_eq!(split("qualitydefinition", &[]), ["quality", "definition"]);
        assert_eq!(split("qualitydefinition", &["qualitydefinition"]), ["qualitydefinition"]);
        assert_eq!(split("notifications", &[]), ["notifications"]);
    }

    #[test]
    fn what_all_ids_begin_with_is_the_package() {
        let of = |ids: &[&str]| package(ids, ids.len());
        assert_eq!(of(&["reports.sites.get"]).as_deref(), Some("reports"));
        assert_eq!(of(&["sites.get"]), None);
        assert_eq!(of(&["drive.a", "drive.b", "drive.c"]).as_deref(), Some("drive"));
        assert_eq!(of(&["drive.files.list", "drive.files.get", "drive.about.get"]).as_deref(), Some("drive"));
        assert_eq!(of(&["get_a", "get_b", "get_c"]), None);
        assert_eq!(of(&["drive.a", "drive.b", "other.c"]), None);
    }
}
