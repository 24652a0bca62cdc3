//! Names of the error types that operations share.
//!
//! | shared by | name | example |
//! |---|---|---|
//! | most of the API | `ApiError` | |
//! | operations of one group | the group's | `StoryError` |
//! | others | the body that only they have, without words that all such bodies have | `UsageLimitExceededError` |
//! | others, where the body has no other words | the status | `ConflictError` |
//! | the same, where a type is called so | it is an error of the API | `StoryApiError` |
//!
//! The lock file keeps which operations have another than `ApiError`, so that nothing is renamed that did not change.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::history::NameAllocator;
use super::item_names::{GroupNames, TypeNames};
use super::places::{MAIN, NO_ERROR, error_name_place, error_place, main_error_place, refusal_place};
use super::scope::{NameRequest, allocate};
use super::status_name;
use super::types::reserved_names;
use crate::analysis::{Analysis, ErrorName, ErrorType, ErrorVariant};
use crate::ident::{type_name, value_name, without_underscore};
use crate::model::{Api, StatusMatch, Type};

/// The lock file value for an operation with a dedicated error type.
pub(super) const OWN_ERROR: &str = "own";

/// Error types of the support code, which programs use together with these.
const SUPPORT: [&str; 9] = [
    "BuildError",
    "CallError",
    "DecodeError",
    "DocumentedError",
    "Error",
    "HeaderError",
    "SendError",
    "UndocumentedError",
    "ValidationError",
];

/// Words that do not distinguish the bodies of error responses.
const USUAL_WORDS: [&str; 12] =
    ["body", "content", "dto", "error", "errors", "exception", "json", "model", "object", "out", "response", "schema"];

pub(super) fn errors(
    api: &Api,
    analysis: &Analysis,
    types: &[TypeNames],
    groups: &[GroupNames],
    allocator: &mut NameAllocator<'_>,
) -> Vec<String> {
    let shared = &analysis.errors.shared;
    let fixed = |error: &ErrorType| match &error.name {
        ErrorName::Main => Some(MAIN.to_owned()),
        ErrorName::Previous(name) => Some(name.clone()),
        ErrorName::Differs(_) => None,
    };
    let mut occupied: HashSet<String> = shared.iter().filter_map(fixed).chain(reserved_names()).collect();
    occupied.extend(SUPPORT.iter().chain([&MAIN]).map(|name| (*name).to_owned()));
    // The type for all error responses is not the body of a single one.
    occupied.extend(types.iter().map(|names| names.name.clone()));
    let differing = shared.iter().filter_map(|error| match &error.name {
        ErrorName::Differs(differing) => Some(request(api, error, differing, types, groups)),
        ErrorName::Main | ErrorName::Previous(_) => None,
    });
    let mut allocated = allocate(&differing.collect::<Vec<_>>(), &occupied).names.into_iter();
    let names = shared.iter().filter_map(|error| fixed(error).or_else(|| allocated.next()));
    let mut names: Vec<String> = names.collect();
    choose(api, shared, &mut names, &mut occupied, allocator);
    remember(api, analysis, &names, allocator);
    names
}

/// The names that the user chose.
fn choose(
    api: &Api,
    shared: &[ErrorType],
    names: &mut [String],
    occupied: &mut HashSet<String>,
    allocator: &mut NameAllocator<'_>,
) {
    occupied.extend(names.iter().cloned());
    for (error, name) in shared.iter().zip(names) {
        let places: Vec<String> = match error.name {
            ErrorName::Main => vec![main_error_place()],
            _ => error
                .operations
                .iter()
                .map(|index| place_of(api, *index))
                .map(|place| error_name_place(&place))
                .collect(),
        };
        let Some((place, _)) = allocator.chosen_name(&places) else { continue };
        occupied.remove(name);
        *name = allocator.allocate_one(NameRequest::new(place, name.as_str()), occupied);
        for place in &places {
            allocator.remember(place, name);
        }
    }
}

/// The variants that are not called by their status: those that the user calls otherwise.
pub(super) fn variants(
    api: &Api,
    analysis: &Analysis,
    allocator: &mut NameAllocator<'_>,
) -> HashMap<(Option<usize>, usize, StatusMatch), String> {
    let mut found = HashMap::new();
    if allocator.memory.is_empty() {
        return found;
    }
    let shared = analysis
        .errors
        .shared
        .iter()
        .enumerate()
        .map(|(index, error)| (Some(index), 0, Cow::Borrowed(error.variants.as_slice())));
    let own = (0..api.operations.len()).filter(|index| analysis.errors.shared_by(*index).is_none());
    let own = own.map(|index| (None, index, analysis.errors.variants_of(index)));
    for (shared, index, variants) in shared.chain(own) {
        let places = |variant: &ErrorVariant| -> Vec<String> {
            let error_responses = variant.error_responses.iter().filter_map(|(operation, at)| {
                let status = api.operations.get(*operation)?.error_responses.get(*at)?.status;
                Some(refusal_place(&place_of(api, *operation), status))
            });
            error_responses.collect()
        };
        let places: Vec<Vec<String>> = variants.iter().map(places).collect();
        if !places.iter().flatten().any(|place| allocator.memory.had(place).is_some()) {
            continue;
        }
        let requests = variants.iter().zip(&places).map(|(variant, places)| {
            let place = allocator.memory.known_place(places.iter().cloned());
            NameRequest::new(place, status_name(variant.kind)).written_so(true)
        });
        let requests: Vec<NameRequest> = requests.collect();
        let names = allocator.allocate(&requests, &HashSet::new());
        for ((variant, places), name) in variants.iter().zip(&places).zip(names) {
            places.iter().for_each(|place| allocator.remember(place, &name));
            if name != status_name(variant.kind) {
                // It outlives the operation that it was chosen by.
                places.iter().for_each(|place| allocator.keep(place, &name));
                found.insert((shared, index, variant.kind), name);
            }
        }
    }
    found
}

fn place_of(api: &Api, operation: usize) -> String {
    api.operations.get(operation).map(|operation| api.stored_at(&operation.origin)).unwrap_or_default()
}

fn request(
    api: &Api,
    error: &ErrorType,
    differing: &[usize],
    types: &[TypeNames],
    groups: &[GroupNames],
) -> NameRequest {
    let group = |index: &usize| api.operations[*index].group;
    let first = error.operations.first().map(group);
    let group = first.filter(|first| error.operations.iter().all(|index| group(index) == *first));
    let group = group.map(|group| type_name(without_underscore(&groups[group].function)));
    let differing: Vec<&ErrorVariant> = differing.iter().filter_map(|at| error.variants.get(*at)).collect();
    let bodies = differing.iter().filter_map(|variant| distinctive_body(api, variant, types));
    let statuses = differing.iter().map(|variant| status_name(variant.kind));
    let apart: Vec<String> = bodies.chain(statuses).collect();
    let both = group.iter().flat_map(|group| apart.iter().map(move |words| format!("{group}{words}")));
    let mut names: Vec<String> = group.iter().cloned().chain(both).chain(apart.iter().cloned()).collect();
    names.iter_mut().filter(|name| !name.ends_with("Error")).for_each(|name| name.push_str("Error"));
    let natural = if names.is_empty() { MAIN.to_owned() } else { names.remove(0) };
    // Beside a type of that name, it is an error of the API.
    let is_type = types.iter().any(|names| names.name == natural);
    let of_api = natural
        .strip_suffix("Error")
        .filter(|_| is_type && !natural.ends_with(MAIN))
        .map(|words| format!("{words}{MAIN}"));
    names.splice(0..0, of_api);
    NameRequest::new("", natural).or(names)
}

/// The words that tell the body of a variant from others.
fn distinctive_body(api: &Api, variant: &ErrorVariant, types: &[TypeNames]) -> Option<String> {
    let body = variant.body(api)?;
    match body.split_null().0 {
        Type::Named(id) => distinctive_word(&types[id.index()].name),
        _ => None,
    }
}

/// The words of a body's name that tell it from other bodies.
fn distinctive_word(name: &str) -> Option<String> {
    let name = value_name(name);
    let words: Vec<&str> = without_underscore(&name).split('_').filter(|word| !USUAL_WORDS.contains(word)).collect();
    (!words.is_empty()).then(|| type_name(&words.join("_")))
}

/// Has it written down which operations have another error type than the main one.
fn remember(api: &Api, analysis: &Analysis, names: &[String], allocator: &mut NameAllocator<'_>) {
    for (index, operation) in api.operations.iter().enumerate() {
        let shared = analysis.errors.shared_by(index);
        let is_main =
            shared.and_then(|at| analysis.errors.shared.get(at)).is_some_and(|own| own.name == ErrorName::Main);
        let place = error_place(&api.stored_at(&operation.origin));
        if is_main {
            if operation.error_responses.is_empty() {
                allocator.remember(&place, NO_ERROR);
            }
            continue;
        }
        let name = shared.and_then(|shared| names.get(shared)).map_or(OWN_ERROR, String::as_str);
        allocator.keep(&place, name);
        allocator.remember(&place, name);
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use crate::names::NameHistory;
    use crate::pipeline::Emission;

    /// An API with an operation for each of these paths, with error responses such as `404 Problem`.
    fn emission_of(operations: &[(&str, &[&str])], memory: &NameHistory) -> Emission {
        let mut paths = String::new();
        for (path, error_responses) in operations {
            let tag = path.split('/').nth(1).unwrap();
            write!(paths, "  {path}: {{ get: {{ tags: [{tag}], responses: {{ '204': {{ description: '' }}").unwrap();
            for error_response in *error_responses {
                let (status, body) = error_response.split_once(' ').unwrap_or((error_response, ""));
                let schema = match body {
                    "" => String::new(),
                    "{}" => ", content: { application/json: { schema: { type: object, properties: { a: { type: string } } } } }".to_owned(),
                    name => format!(", content: {{ application/json: {{ schema: {{ $ref: '#/components/schemas/{name}' }} }} }}"),
                };
                write!(paths, ", '{status}': {{ description: ''{schema} }}").unwrap();
            }
            paths.push_str(" } } }\n");
        }
        let schema = "{ type: object, properties: { text: { type: string } } }";
        let text = format!(
            "openapi: 3.0.3\ninfo: {{ title: '', version: '' }}\npaths:\n{paths}components:\n  schemas:\n    \
             Problem: {schema}\n    ErrorResponse: {schema}\n    LimitExceededResponse: {schema}\n"
        );
        Emission::with_history(text, memory)
    }

    /// The error type of each operation with its variants.
    fn error_names(emission: &Emission) -> Vec<String> {
        let errors = &emission.analysis.errors;
        let name = |index| errors.shared_by(index).map_or("own", |shared| emission.names.error(shared));
        let indexes = (0..emission.api.operations.len())
            .filter(|index| !emission.api.operations[*index].error_responses.is_empty());
        indexes.map(|index| name(index).to_owned()).collect()
    }

    fn again(operations: &[(&str, &[&str])], emission: &Emission) -> Vec<String> {
        let by_lock_file = error_names(&emission_of(operations, &emission.lock_file()));
        assert_eq!(by_lock_file, error_names(&emission_of(operations, &emission.recorded_names)));
        by_lock_file
    }

    #[test]
    fn what_is_refused_alike_shares_a_type() {
        let alike = emission_of(
            &[
                ("/a", &["404 Problem"]),
                ("/b", &["404 Problem", "409 Problem"]),
                ("/c", &["404"]),
                ("/d", &[]),
                ("/e", &["412 {}"]),
            ],
            &NameHistory::default(),
        );
        assert_eq!(error_names(&alike), ["ApiError"; 4]);
    }

    #[test]
    fn what_differs_is_named_by_its_group_or_its_body() {
        let api = &[
            ("/a", &["404 Problem"] as &[&str]),
            ("/b", &["404 Problem"]),
            ("/c", &["404 Problem"]),
            ("/story/x", &["404 ErrorResponse"]),
            ("/story/y", &["404 ErrorResponse"]),
            ("/d", &["404 LimitExceededResponse"]),
            ("/e", &["404 LimitExceededResponse"]),
            ("/f", &["404 {}"]),
        ];
        let first = emission_of(api, &NameHistory::default());
        let names = [
            "ApiError",
            "ApiError",
            "ApiError",
            "StoryError",
            "StoryError",
            "LimitExceededError",
            "LimitExceededError",
            "own",
        ];
        assert_eq!(error_names(&first), names);
        assert_eq!(again(api, &first), names);
    }

    #[test]
    fn an_upgrade_renames_no_type_that_did_not_change() {
        let first = emission_of(
            &[
                ("/a", &["404 Problem"]),
                ("/b", &["404 Problem"]),
                ("/c/x", &["404 ErrorResponse"]),
                ("/c/y", &["404 ErrorResponse"]),
            ],
            &NameHistory::default(),
        );
        assert_eq!(error_names(&first), ["ApiError", "ApiError", "CError", "CError"]);
        // There are more of the others now, and one from another group.
        let more = again(
            &[
                ("/a", &["404 Problem"]),
                ("/b", &["404 Problem", "500"]),
                ("/c/x", &["404 ErrorResponse"]),
                ("/c/y", &["404 ErrorResponse", "409 Problem"]),
                ("/d", &["404 ErrorResponse"]),
                ("/e", &["404 ErrorResponse"]),
            ],
            &first,
        );
        assert_eq!(more, ["ApiError", "ApiError", "CError", "CError", "CError", "CError"]);
        // What is the only one that is left stays what it was; so does what was alone.
        let less = &[("/a", &["404 Problem"] as &[&str]), ("/c/x", &["404 ErrorResponse"])];
        assert_eq!(again(less, &first), ["ApiError", "CError"]);
        let alone = emission_of(less, &NameHistory::default());
        assert_eq!(error_names(&alone), ["ApiError", "own"]);
        let joined =
            &[("/a", &["404 Problem"] as &[&str]), ("/c/x", &["404 ErrorResponse"]), ("/d/z", &["404 ErrorResponse"])];
        assert_eq!(again(joined, &alone), ["ApiError", "own", "own"]);
    }

    #[test]
    fn the_first_error_response_of_an_operation_changes_no_type() {
        let none = emission_of(&[("/a", &[]), ("/b", &[])], &NameHistory::default());
        assert_eq!(none.analysis.errors.shared_by(0), Some(0));
        assert_eq!(none.names.error(0), "ApiError");
        let some: &[(&str, &[&str])] = &[("/a", &["404 Problem"]), ("/b", &[])];
        assert_eq!(again(some, &none), ["ApiError"]);
        let both: &[(&str, &[&str])] = &[("/a", &["404 Problem"]), ("/b", &["429", "409 ErrorResponse"])];
        assert_eq!(again(both, &emission_of(some, &none.recorded_names)), ["ApiError"; 2]);
        // What documented its errors before says what they hold.
        let other: &[(&str, &[&str])] = &[("/b", &["404 ErrorResponse"]), ("/a", &["404 Problem"])];
        let later = emission_of(other, &emission_of(some, &none.recorded_names).recorded_names);
        assert_eq!(error_names(&later), ["own", "ApiError"]);
    }

    #[test]
    fn a_class_of_statuses_is_written_for_all_others() {
        let variants = |error_responses: &[&str]| {
            let emission = emission_of(&[("/a", error_responses)], &NameHistory::default());
            let variants = emission.analysis.errors.variants_of(0);
            variants.iter().map(|variant| super::status_name(variant.kind)).collect::<Vec<_>>()
        };
        assert_eq!(variants(&["default Problem"]), ["Other"]);
        assert_eq!(variants(&["4XX Problem"]), ["Other"]);
        assert_eq!(variants(&["404", "4XX Problem", "5XX Problem"]), ["NotFound", "Other"]);
        assert_eq!(variants(&["4XX Problem", "default ErrorResponse"]), ["ClientError", "Other"]);
    }
}
