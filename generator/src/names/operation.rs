//! Names of operations.
//!
//! With an `operationId` that is the name, and the noun of the group is dropped where a verb alone or a verb with a
//! preposition remains. Without one it comes from method and path.
//!
//! | group | operation | name |
//! |---|---|---|
//! | `story` | `createStory` | `create` |
//! | `story` | `getStoryByUid` | `get_by_uid` |
//! | `story` | `listStories` | `list` |
//! | `task` | `listStoryTasks` | `list_story_tasks` |
//! | `story` | `GET /project/{project}/story` (a list) | `list` |
//! | `story` | `POST /project/{project}/story` | `create` |
//! | `story` | `GET /project/{project}/story/{id}` | `get` |
//! | `story` | `PUT /project/{project}/story/{id}/accept` | `accept` |
//! | `story` | `GET /project/{project}/story/uid/{uid}` | `get_by_uid` |
//! | `task` | `GET /project/{project}/task/{type}/{id}` (a list) | `list_by_type_and_id` |
//! | `project` | `GET /project/{project}/burndown` | `get_burndown` |

use heck::ToSnakeCase;

use crate::model::Operation;

const PREPOSITIONS: [&str; 14] =
    ["as", "at", "by", "for", "from", "in", "into", "of", "on", "out", "to", "with", "without", "like"];
/// Last segments of a path that are deeds and not things, so that no verb is put before them.
const DEEDS: [&str; 24] = [
    "accept",
    "activate",
    "archive",
    "cancel",
    "check",
    "close",
    "copy",
    "disable",
    "download",
    "enable",
    "export",
    "generate",
    "import",
    "move",
    "print",
    "publish",
    "reactivate",
    "replace",
    "reset",
    "run",
    "search",
    "start",
    "stop",
    "upload",
];

/// The words of an operation's name: of its function inside the group, and of its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct OperationWords {
    pub(super) function: Vec<String>,
    /// The function's name where the short one is contended.
    pub(super) long: Vec<String>,
    pub(super) of_type: Vec<String>,
    /// Whether it keeps the short name where others want it too.
    pub(super) plain: bool,
}

pub(super) fn operation_words(operation: &Operation, group: &str) -> OperationWords {
    let noun = words(group);
    match &operation.id {
        Some(id) => {
            let all = words(id);
            let function = without_noun(&all, &noun).unwrap_or_else(|| all.clone());
            OperationWords { function, long: all.clone(), of_type: all, plain: false }
        }
        None => from_path(operation, &noun),
    }
}

fn words(text: &str) -> Vec<String> {
    let spaced: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { ' ' }).collect();
    spaced.to_snake_case().split('_').filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The words without the noun, where a verb alone or a verb with a preposition remains.
fn without_noun(all: &[String], noun: &[String]) -> Option<Vec<String>> {
    if noun.is_empty() {
        return None;
    }
    let at = (1..all.len()).find(|at| is_noun(all.get(*at..at + noun.len()).unwrap_or_default(), noun))?;
    let rest: Vec<String> = all[..at].iter().chain(&all[at + noun.len()..]).cloned().collect();
    let fits = match rest.as_slice() {
        [_verb] => true,
        [_verb, next, ..] => at == 1 && PREPOSITIONS.contains(&next.as_str()),
        [] => false,
    };
    fits.then_some(rest)
}

/// Whether words are a noun, in singular or plural.
fn is_noun(words: &[String], noun: &[String]) -> bool {
    let (Some((last, before)), Some((noun_last, noun_before))) = (words.split_last(), noun.split_last()) else {
        return false;
    };
    before == noun_before && (last == noun_last || *last == plural(noun_last) || plural(last) == *noun_last)
}

fn plural(word: &str) -> String {
    let before_y = word.strip_suffix('y').filter(|stem| !stem.ends_with(['a', 'e', 'i', 'o', 'u']));
    match before_y {
        Some(stem) => format!("{stem}ies"),
        None if word.ends_with(['s', 'x']) || word.ends_with("ch") || word.ends_with("sh") => format!("{word}es"),
        None => format!("{word}s"),
    }
}

enum Segment {
    Literal(Vec<String>),
    Parameter(Vec<String>),
}

fn segments(path: &str) -> Vec<Segment> {
    let parts = path.split('/').filter(|part| !part.is_empty());
    parts
        .map(|part| match part.split_once('{').and_then(|(_, rest)| rest.split_once('}')) {
            Some((name, _)) => Segment::Parameter(words(name)),
            None => Segment::Literal(words(part)),
        })
        .collect()
}

fn from_path(operation: &Operation, noun: &[String]) -> OperationWords {
    let all = segments(&operation.path);
    let (rest, found) = after_noun(&all, noun);
    let literals: Vec<&Vec<String>> = rest
        .iter()
        .filter_map(|segment| if let Segment::Literal(words) = segment { Some(words) } else { None })
        .collect();
    let ends = trailing_parameters(rest);
    let function = if literals.is_empty() {
        plain_function(operation, &ends, rest.is_empty())
    } else {
        literal_function(operation, &literals, &ends, found)
    };
    let parameters: Vec<Vec<String>> = all.iter().filter_map(parameter).collect();
    let mut long = function.clone();
    if !parameters.is_empty() {
        long.extend(by(&parameters));
    }
    let of_type = if found { with_noun(&function, noun) } else { function.clone() };
    // Where a collection exists twice, the one at the top of the server is the plain one.
    let plain = matches!(all.first(), Some(Segment::Literal(first)) if is_noun(first, noun));
    OperationWords { function, long, of_type, plain }
}

/// What stands after the group's own segment; without one, the last literal segment and what follows it.
fn after_noun<'s>(all: &'s [Segment], noun: &[String]) -> (&'s [Segment], bool) {
    let literal =
        |segment: &Segment, test: &dyn Fn(&[String]) -> bool| matches!(segment, Segment::Literal(w) if test(w));
    if let Some(at) = all.iter().rposition(|segment| literal(segment, &|words| is_noun(words, noun))) {
        return (&all[at + 1..], true);
    }
    let at = all.iter().rposition(|segment| literal(segment, &|_| true)).unwrap_or(0);
    (&all[at..], false)
}

fn trailing_parameters(rest: &[Segment]) -> Vec<Vec<String>> {
    let from = rest.iter().rposition(|segment| matches!(segment, Segment::Literal(_))).map_or(0, |at| at + 1);
    rest[from..].iter().filter_map(parameter).collect()
}

fn parameter(segment: &Segment) -> Option<Vec<String>> {
    match segment {
        Segment::Parameter(words) => Some(words.clone()),
        Segment::Literal(_) => None,
    }
}

/// On the collection or an item of it: `list`, `create`, `get`, `update`, `delete`.
fn plain_function(operation: &Operation, parameters: &[Vec<String>], collection: bool) -> Vec<String> {
    let verb = match operation.method.as_str() {
        "GET" if operation.lists || (collection && parameters.is_empty()) => "list",
        "GET" => "get",
        "POST" => "create",
        "PUT" | "PATCH" => "update",
        "DELETE" => "delete",
        "HEAD" => "head",
        "OPTIONS" => "options",
        other => &other.to_snake_case(),
    };
    let mut function = vec![verb.to_owned()];
    // One parameter is the item's own; what lists, or has more, says by what.
    if !collection && (operation.lists || parameters.len() > 1) {
        function.extend(by(parameters));
    }
    function
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

/// With words of its own after the collection: `accept`, `get_burndown`, `get_by_uid`.
fn literal_function(
    operation: &Operation,
    literals: &[&Vec<String>],
    parameters: &[Vec<String>],
    after_noun: bool,
) -> Vec<String> {
    let own: Vec<String> = literals.iter().flat_map(|words| words.iter().cloned()).collect();
    let deed = literals.last().and_then(|words| words.first()).is_some_and(|first| DEEDS.contains(&first.as_str()));
    let reads = matches!(operation.method.as_str(), "GET" | "HEAD");
    if deed {
        let by = if reads && !parameters.is_empty() { by(parameters) } else { Vec::new() };
        return own.into_iter().chain(by).collect();
    }
    let verb = match operation.method.as_str() {
        "GET" if operation.lists => Some("list"),
        "GET" => Some("get"),
        "HEAD" => Some("head"),
        "DELETE" => Some("delete"),
        _ => None,
    };
    let mut function: Vec<String> = verb.map(str::to_owned).into_iter().collect();
    match (literals, parameters.split_first()) {
        // `uid/{uid}` and `story/{parentStory}` say by what.
        ([.., last], Some((_, more))) if reads && after_noun => {
            let before = own.len() - last.len();
            function.extend(own[..before].iter().cloned());
            function.push("by".to_owned());
            function.extend(own[before..].iter().cloned());
            for name in more {
                function.push("and".to_owned());
                function.extend(name.iter().cloned());
            }
        }
        _ => function.extend(own),
    }
    function
}

/// The noun after the verb, in plural after `list`.
fn with_noun(function: &[String], noun: &[String]) -> Vec<String> {
    let mut noun = noun.to_vec();
    if function.first().is_some_and(|verb| verb == "list")
        && function.get(1).is_none_or(|next| next == "by")
        && let Some(last) = noun.last_mut()
    {
        *last = plural(last);
    }
    let (verb, rest) = function.split_first().map_or((None, function), |(verb, rest)| (Some(verb), rest));
    verb.into_iter().chain(&noun).chain(rest).cloned().collect()
}

#[cfg(test)]
mod tests {
    use super::{OperationWords, operation_words};
    use crate::document::Pointer;
    use crate::model::{Docs, Operation, Success};

    fn name(group: &str, id: Option<&str>, method: &str, path: &str, lists: bool) -> OperationWords {
        let operation = Operation {
            origin: Pointer::root(),
            id: id.map(str::to_owned),
            group: 0,
            method: method.to_owned(),
            server: None,
            path: path.to_owned(),
            docs: Docs::default(),
            parameters: Vec::new(),
            body: None,
            success: Success::Nothing,
            refusals: Vec::new(),
            streaming: None,
            headers: Vec::new(),
            accept: Vec::new(),
            other_media_types: Vec::new(),
            requirement: None,
            lists,
            pagination: None,
        };
        operation_words(&operation, group)
    }

    #[test]
    fn with_operation_id() {
        let rows = [
            ("story", "createStory", "create"),
            ("story", "getStoryByUid", "get_by_uid"),
            ("story", "listStories", "list"),
            ("story", "turnStoryIntoFeature", "turn_into_feature"),
            ("task", "listStoryTasks", "list_story_tasks"),
            ("acceptanceTest", "listAcceptanceTests", "list"),
            ("project", "getProjectBurndown", "get_project_burndown"),
            ("story", "story", "story"),
        ];
        for (group, id, wanted) in rows {
            assert_eq!(name(group, Some(id), "GET", "/", false).function.join("_"), wanted, "{id}");
        }
    }

    #[test]
    fn from_method_and_path() {
        let rows = [
            ("story", "GET", "/project/{project}/story", true, "list", "list_stories"),
            ("story", "POST", "/project/{project}/story", false, "create", "create_story"),
            ("story", "GET", "/project/{project}/story/{id}", false, "get", "get_story"),
            ("story", "PUT", "/project/{project}/story/{id}/accept", false, "accept", "accept_story"),
            ("story", "GET", "/project/{project}/story/uid/{uid}", false, "get_by_uid", "get_story_by_uid"),
            ("story", "PUT", "/story/{id}/returnToSandbox", false, "return_to_sandbox", "return_story_to_sandbox"),
            (
                "task",
                "GET",
                "/project/{project}/task/{type}/{id}",
                true,
                "list_by_type_and_id",
                "list_tasks_by_type_and_id",
            ),
            ("project", "GET", "/project/{project}/burndown", false, "get_burndown", "get_project_burndown"),
            (
                "project",
                "GET",
                "/project/{project}/export/{format}",
                false,
                "export_by_format",
                "export_project_by_format",
            ),
            (
                "project",
                "GET",
                "/project/user/{id}/{role}",
                false,
                "get_by_user_and_role",
                "get_project_by_user_and_role",
            ),
            ("user", "DELETE", "/user/{id}/replaceBy/{other}", false, "replace_by", "replace_user_by"),
            ("notes", "GET", "/release/{id}/releaseNotes/{template}", false, "get_release_notes", "get_release_notes"),
            ("server", "PUT", "/textile", false, "textile", "textile"),
        ];
        for (group, method, path, lists, function, of_type) in rows {
            let words = name(group, None, method, path, lists);
            assert_eq!(
                (words.function.join("_"), words.of_type.join("_")),
                (function.to_owned(), of_type.to_owned()),
                "{path}"
            );
        }
    }
}
