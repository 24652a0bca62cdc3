//! Names of operations from method and path, inside their group. The table stands in the module above.

use heck::ToSnakeCase as _;

use super::OperationWords;
use super::noun::without_noun;
use super::vocabulary::Vocabulary;
use super::words::{in_singular, is_plural, is_preposition, is_verb, plural, singular, words};
use crate::model::{Operation, is_general_segment};

/// Last segments of a path that are deeds and not things, so that no verb is put before them.
const DEEDS: [&str; 25] = [
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
    "find",
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

/// Words of segments that are deeds, also where they can be read as well.
const ACTS: [&str; 9] =
    ["authorize", "confirm", "login", "logout", "refresh", "register", "sync", "validate", "verify"];

/// Words that are verbs where a last segment that is written to begins with them, and says what is done with what:
/// `verify_microdeposits`, `set_reader_display`.
const DONE_TO: [&str; 34] = [
    "advance",
    "approve",
    "attach",
    "authorize",
    "cancel",
    "capture",
    "collect",
    "confirm",
    "decline",
    "deliver",
    "detach",
    "expire",
    "fail",
    "finalize",
    "fund",
    "increment",
    "mark",
    "pay",
    "present",
    "process",
    "refresh",
    "refund",
    "reject",
    "release",
    "request",
    "resend",
    "return",
    "ship",
    "submit",
    "succeed",
    "sync",
    "validate",
    "verify",
    "void",
];

/// Last segments of a path that say that many things are meant.
const MANY_AT_ONCE: [&str; 2] = ["batch", "bulk"];

enum Segment {
    Literal(Vec<String>),
    Parameter(Vec<String>),
}

fn segments(operation: &Operation, vocabulary: &Vocabulary) -> Vec<Segment> {
    let parts = operation.path.split('/').filter(|part| !part.is_empty() && !is_general_segment(part));
    let literal = |text: &str| Segment::Literal(vocabulary.words(text, operation));
    let parts = parts.flat_map(|part| match part.split_once('{').and_then(|(_, rest)| rest.split_once('}')) {
        Some((name, after)) => {
            // What is done with a thing may follow its id: `/tasks/{id}:start`.
            let deed = after.strip_prefix(':').filter(|deed| !deed.contains('{')).map(literal);
            [Some(Segment::Parameter(words(name))), deed]
        }
        None => [Some(literal(part)), None],
    });
    parts.flatten().collect()
}

/// Returns `true` if words say that something is created, by a method that writes what is there: `create_build` by PUT, beside POST.
pub(super) fn says_created(words: &[String], method: &str) -> bool {
    words.first().is_some_and(|first| first == "create") && matches!(method, "PUT" | "PATCH")
}

pub(super) fn from_path(operation: &Operation, noun: &[String], vocabulary: &Vocabulary) -> OperationWords {
    let all = segments(operation, vocabulary);
    let (rest, group) = after_noun(&all, noun);
    let found = group.is_some();
    let literals: Vec<&Vec<String>> = rest.iter().filter_map(literal).collect();
    let ends = trailing_parameters(rest);
    let on_group = literals.is_empty();
    let mut longer = Vec::new();
    // What exists under two plurals is called by the usual one.
    let is_usual = |last: &String| !is_plural(last) || plural(&singular(last)) == *last;
    let is_unusual = !literals.last().and_then(|words| words.last()).is_none_or(is_usual);
    let function = if on_group {
        let is_several = |words: &[String]| words.last().is_some_and(|last| is_plural(last));
        let several = is_several(noun) || group.is_some_and(is_several) || operation.pagination.is_some();
        plain_function(operation, &ends, rest.is_empty(), several)
    } else {
        let whole = literal_function(operation, rest, &ends, found, vocabulary);
        let own = without_noun(&whole, noun, false);
        longer = own.longer;
        own.words
    };
    let of_type = if found { with_noun(&function, noun) } else { function.clone() };
    let mut alternatives = longer;
    if operation.method == "PUT" && function.first().is_some_and(|verb| verb == "update") {
        alternatives.push([&["replace".to_owned()][..], &function[1..]].concat());
    }
    alternatives.push(whole(&function, &all, rest.len()));
    // `people` and `persons` are several of the same.
    if let ([verb, ..], Some(last)) = (function.as_slice(), literals.last().filter(|_| !deed_first(&function)))
        && last.first() != Some(verb)
    {
        alternatives.push([&[verb.clone()][..], last].concat());
    }
    let parameters: Vec<Vec<String>> = all.iter().filter_map(parameter).collect();
    if !parameters.is_empty() {
        alternatives.push([function.as_slice(), &by(&parameters)].concat());
        alternatives.push([whole(&function, &all, rest.len()).as_slice(), &by(&parameters)].concat());
    }
    if let Some(version) = version(operation) {
        alternatives.push([function.as_slice(), &[version]].concat());
    }
    if !on_group && function.first().is_some_and(|first| first != plain_verb(operation)) {
        alternatives.push([&[plain_verb(operation).to_owned()][..], &function].concat());
    }
    // Where a collection exists twice, the one at the top of the server is the plain one.
    let top = matches!(all.first(), Some(Segment::Literal(first)) if is_noun(first, noun));
    let rank = (2 * usize::from(!top) + usize::from(is_unusual), all.len());
    OperationWords { function, alternatives, of_type, rank }
}

/// With the things on the way to it: `send_invoice`, `get_block_txs`.
fn whole(function: &[String], all: &[Segment], rest: usize) -> Vec<String> {
    let before = all.iter().take(all.len() - rest).filter_map(literal).cloned();
    let before = if all.is_empty() { vec!["root".to_owned()] } else { before.flat_map(in_singular).collect() };
    let (verb, after) = function.split_at(function.len().min(1));
    [verb, &before, after].concat()
}

/// Returns `true` if a function begins with no verb.
fn deed_first(function: &[String]) -> bool {
    !function.first().is_some_and(|first| matches!(first.as_str(), "list" | "get" | "create" | "update" | "delete"))
}

/// The version that a path ends with, if any.
fn version(operation: &Operation) -> Option<String> {
    let last = operation.path.rsplit('/').next()?;
    let number = last.strip_prefix('v').unwrap_or_default();
    let is_version = number.starts_with(|c: char| c.is_ascii_digit()) && is_general_segment(last);
    is_version.then(|| words(last).join("_"))
}

/// What is done by a method, in general.
fn plain_verb(operation: &Operation) -> &'static str {
    match operation.method.as_str() {
        "GET" => "get",
        "POST" => "create",
        "PUT" | "PATCH" => "update",
        "DELETE" => "delete",
        _ => "call",
    }
}

/// What stands after the group's own segment; without one, the last literal segment and what follows it.
fn after_noun<'s>(all: &'s [Segment], noun: &[String]) -> (&'s [Segment], Option<&'s [String]>) {
    if let Some(at) = all.iter().rposition(|segment| literal(segment).is_some_and(|words| is_noun(words, noun))) {
        return (&all[at + 1..], all.get(at).and_then(literal).map(Vec::as_slice));
    }
    let at = all.iter().rposition(|segment| literal(segment).is_some()).unwrap_or(0);
    (&all[at..], None)
}

/// Returns `true` if words are a noun, in singular or plural, written together or not.
fn is_noun(words: &[String], noun: &[String]) -> bool {
    let (said, noun) = (words.concat(), noun.concat());
    said == noun || said == plural(&noun) || plural(&said) == noun
}

fn literal(segment: &Segment) -> Option<&Vec<String>> {
    match segment {
        Segment::Literal(words) => Some(words),
        Segment::Parameter(_) => None,
    }
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
fn plain_function(operation: &Operation, parameters: &[Vec<String>], collection: bool, several: bool) -> Vec<String> {
    let verb = match operation.method.as_str() {
        "GET" if operation.lists || (collection && several) => "list",
        "GET" => "get",
        // A thing that has an id is there already.
        "POST" if !collection && !parameters.is_empty() => "update",
        "POST" => "create",
        "PUT" | "PATCH" => "update",
        "DELETE" => "delete",
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
    rest: &[Segment],
    parameters: &[Vec<String>],
    after_noun: bool,
    vocabulary: &Vocabulary,
) -> Vec<String> {
    let literals: Vec<&Vec<String>> = rest.iter().filter_map(literal).collect();
    let literals = literals.as_slice();
    let own = nouns(rest);
    let reads = matches!(operation.method.as_str(), "GET" | "HEAD");
    let deed = literals.last().is_some_and(|last| is_deed(operation, last, vocabulary));
    if let [.., things, last] = literals
        && deed
        && !reads
        && parameters.is_empty()
        && things.last().is_some_and(|thing| is_plural(thing))
        && let [verb, what, ..] = last.as_slice()
    {
        // `readers/{reader}/set_reader_display` says what is done with what, but not `transactions/create_from_calculation`.
        if !is_preposition(what) {
            return (*last).clone();
        }
        let thing = in_singular(own.get(..own.len() - last.len()).unwrap_or_default().to_vec());
        return [&[verb.clone()][..], &thing, last.get(1..).unwrap_or_default()].concat();
    }
    if let Some([last]) = literals.last().map(|words| words.as_slice())
        && MANY_AT_ONCE.contains(&last.as_str())
        && parameters.is_empty()
        && matches!(operation.method.as_str(), "PUT" | "PATCH" | "DELETE")
    {
        let thing = in_singular(own.get(..own.len() - 1).unwrap_or_default().to_vec());
        return [vec![last.clone(), plain_verb(operation).to_owned()], thing].concat();
    }
    let is_act = own.iter().any(|word| ACTS.contains(&word.as_str()));
    if !deed
        && !reads
        && !is_act
        && vocabulary.is_thing(&operation.path)
        && !own.last().is_some_and(|last| is_plural(last))
    {
        let lists = vocabulary.has_items(&operation.path);
        match operation.method.as_str() {
            "POST" if lists && parameters.is_empty() => return [&["create".to_owned()][..], &own].concat(),
            "POST" | "PUT" | "PATCH" => return [&["update".to_owned()][..], &own].concat(),
            _ => {}
        }
    }
    if let [.., things, last] = literals
        && (deed || operation.method == "POST")
        && parameters.is_empty()
        && things.last().is_some_and(|thing| is_plural(thing))
        && !last.last().is_some_and(|last| is_plural(last))
    {
        // `sessions/{id}/expire`.
        return [last.as_slice(), &in_singular(own[..own.len() - last.len()].to_vec())].concat();
    }
    if let [.., last] = literals
        && let [verb] = last.as_slice()
        && DONE_TO.contains(&verb.as_str())
        && literals.len() > 1
        && operation.method == "POST"
        && parameters.is_empty()
    {
        // `cards/{card}/shipping/deliver`.
        return [last.as_slice(), own.get(..own.len() - 1).unwrap_or_default()].concat();
    }
    if let [.., last] = literals
        && deed
        && !reads
        && literals.len() > 1
        && parameters.is_empty()
        && operation.path.rsplit_once('/').is_some_and(|(thing, _)| !thing.ends_with('}') && vocabulary.is_thing(thing))
    {
        // `dispute/close`, where there is a dispute.
        return [last.as_slice(), own.get(..own.len() - last.len()).unwrap_or_default()].concat();
    }
    if deed {
        let by = if reads && !parameters.is_empty() { by(parameters) } else { Vec::new() };
        return own.into_iter().chain(by).collect();
    }
    if let Some(function) = things(operation, &own, !parameters.is_empty(), vocabulary) {
        return function;
    }
    let verb = match operation.method.as_str() {
        "GET" if operation.lists || operation.pagination.is_some() => Some("list"),
        "GET" => Some("get"),
        "HEAD" => Some("head"),
        "DELETE" => Some("delete"),
        _ => None,
    };
    // A segment `list` says it already.
    let verb = verb.filter(|verb| own.first().is_none_or(|first| first != verb));
    let mut function: Vec<String> = verb.map(str::to_owned).into_iter().collect();
    match (literals, parameters.split_first()) {
        // `uid/{uid}` and `story/{parentStory}` say by what.
        ([.., last], Some((_, more))) if reads && after_noun && !vocabulary.is_one_of_several(&operation.path) => {
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

/// The words of the literal segments; those of which one is chosen by a parameter are one thing: `sessions/{id}/line_items`.
fn nouns(rest: &[Segment]) -> Vec<String> {
    let last = rest.iter().rposition(|segment| literal(segment).is_some()).unwrap_or(0);
    let is_one = |at: usize| at < last && matches!(rest.get(at + 1), Some(Segment::Parameter(_)));
    let words = rest.iter().enumerate().filter_map(|(at, segment)| {
        let words = literal(segment)?.clone();
        Some(if is_one(at) { in_singular(words) } else { words })
    });
    words.flatten().collect()
}

/// Returns `true` if a last literal segment says what is done, and not what there is: `test_clocks` are things, as each has a path.
fn is_deed(operation: &Operation, last: &[String], vocabulary: &Vocabulary) -> bool {
    let Some(first) = last.first() else { return false };
    let reads = matches!(operation.method.as_str(), "GET" | "HEAD");
    let is_compound = last.len() > 1;
    let says = DEEDS.contains(&first.as_str())
        || (!reads && is_verb(first))
        || (!reads && is_compound && DONE_TO.contains(&first.as_str()));
    if !says || !is_compound {
        return says;
    }
    let mut collection = operation.path.as_str();
    while let Some((before, _)) = collection.rsplit_once('/').filter(|(_, segment)| segment.contains('{')) {
        collection = before;
    }
    let writes = matches!(operation.method.as_str(), "POST" | "PUT" | "PATCH");
    let is_several = last.last().is_some_and(|last| is_plural(last)) && vocabulary.has_items(collection);
    !(is_several || writes && vocabulary.is_thing(&operation.path))
}

/// On a collection below, or an item of it: `list_refunds`, `get_refund`.
fn things(operation: &Operation, own: &[String], is_item: bool, vocabulary: &Vocabulary) -> Option<Vec<String>> {
    let several = own.last().is_some_and(|last| is_plural(last)) && !own.iter().any(|word| is_preposition(word));
    let lists = vocabulary.lists(operation) || vocabulary.has_items(&operation.path);
    let (verb, one) = match (operation.method.as_str(), is_item) {
        ("GET", true) if !operation.lists => ("get", true),
        ("GET", false) if lists => ("list", false),
        // What is there once, and is read as a whole, is not added to.
        ("POST", false) if vocabulary.is_thing(&operation.path) && !lists => ("update", false),
        ("POST", false) => ("create", true),
        ("POST" | "PUT" | "PATCH", true) => ("update", true),
        ("PUT" | "PATCH", false) => ("update", false),
        ("DELETE", true) => ("delete", true),
        _ => return None,
    };
    let noun = if one { in_singular(own.to_vec()) } else { own.to_vec() };
    several.then(|| [vec![verb.to_owned()], noun].concat())
}

/// The noun after the verb, in plural after `list`.
pub(super) fn with_noun(function: &[String], noun: &[String]) -> Vec<String> {
    let mut noun = in_singular(noun.to_vec());
    if function.first().is_some_and(|verb| verb == "list")
        && function.get(1).is_none_or(|next| next == "by")
        && let Some(last) = noun.last_mut()
    {
        *last = plural(last);
    }
    let (verb, rest) = function.split_first().map_or((None, function), |(verb, rest)| (Some(verb), rest));
    verb.into_iter().chain(&noun).chain(rest).cloned().collect()
}
