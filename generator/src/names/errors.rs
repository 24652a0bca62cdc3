//! The name of the error type that operations share, and of the variants of all error types.
//!
//! The lock file keeps which operations have another than `ApiError`, so that nothing is renamed that did not change.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::history::NameAllocator;
use super::item_names::TypeNames;
use super::places::{MAIN, NO_ERROR, error_place, main_error_place, refusal_place};
use super::reserved::ERROR_TYPES;
use super::scope::NameRequest;
use super::status_name;
use super::types::reserved_names;
use crate::analysis::{Analysis, ErrorVariant};
use crate::model::{Api, StatusMatch};

/// The lock file value for an operation with a dedicated error type.
pub(super) const OWN_ERROR: &str = "own";

pub(super) fn main_error(
    api: &Api,
    analysis: &Analysis,
    types: &[TypeNames],
    allocator: &mut NameAllocator<'_>,
) -> String {
    let mut name = MAIN.to_owned();
    let place = main_error_place();
    if analysis.errors.main.is_some() && allocator.chosen_name(std::slice::from_ref(&place)).is_some() {
        let mut occupied: HashSet<String> = reserved_names().into_iter().collect();
        occupied.extend(ERROR_TYPES.iter().map(|name| (*name).to_owned()));
        // The type for all error responses is not the body of a single one.
        occupied.extend(types.iter().map(|names| names.name.clone()));
        name = allocator.allocate_one(NameRequest::new(place.clone(), MAIN), &mut occupied);
        allocator.remember(&place, &name);
    }
    remember(api, analysis, allocator);
    name
}

/// The variants that are not called by their status: those that the user calls otherwise.
pub(super) fn variants(
    api: &Api,
    analysis: &Analysis,
    allocator: &mut NameAllocator<'_>,
) -> HashMap<(Option<usize>, StatusMatch), String> {
    let mut found = HashMap::new();
    if allocator.memory.is_empty() {
        return found;
    }
    let main = analysis.errors.main.iter().map(|main| (None, Cow::Borrowed(main.variants.as_slice())));
    let own = (0..api.operations.len()).filter(|index| !analysis.errors.is_main(*index));
    let own = own.map(|index| (Some(index), analysis.errors.variants_of(index)));
    for (own, variants) in main.chain(own) {
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
                found.insert((own, variant.kind), name);
            }
        }
    }
    found
}

fn place_of(api: &Api, operation: usize) -> String {
    api.operations.get(operation).map(|operation| api.stored_at(&operation.origin)).unwrap_or_default()
}

/// Records the operations with another error type than the main one.
fn remember(api: &Api, analysis: &Analysis, allocator: &mut NameAllocator<'_>) {
    for (index, operation) in api.operations.iter().enumerate() {
        let place = error_place(&api.stored_at(&operation.origin));
        if !analysis.errors.is_main(index) {
            allocator.keep(&place, OWN_ERROR);
            allocator.remember(&place, OWN_ERROR);
        } else if operation.error_responses.is_empty() {
            allocator.remember(&place, NO_ERROR);
        }
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
             Problem: {schema}\n    ErrorResponse: {schema}\n"
        );
        Emission::with_history(text, memory)
    }

    /// The error type of each operation with its variants.
    fn error_names(emission: &Emission) -> Vec<String> {
        let errors = &emission.analysis.errors;
        let name = |index| if errors.is_main(index) { emission.names.main_error() } else { "own" };
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
    fn what_differs_is_of_the_operation() {
        let api = &[
            ("/a", &["404 Problem"] as &[&str]),
            ("/b", &["404 Problem"]),
            ("/c", &["404 Problem"]),
            ("/story/x", &["404 ErrorResponse"]),
            ("/story/y", &["404 ErrorResponse"]),
            ("/f", &["404 {}"]),
        ];
        let first = emission_of(api, &NameHistory::default());
        let names = ["ApiError", "ApiError", "ApiError", "own", "own", "own"];
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
        assert_eq!(error_names(&first), ["ApiError", "ApiError", "own", "own"]);
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
        assert_eq!(more, ["ApiError", "ApiError", "own", "own", "own", "own"]);
        // What is the only one that is left stays what it was; so does what was alone.
        let less = &[("/a", &["404 Problem"] as &[&str]), ("/c/x", &["404 ErrorResponse"])];
        assert_eq!(again(less, &first), ["ApiError", "own"]);
        let alone = emission_of(less, &NameHistory::default());
        assert_eq!(error_names(&alone), ["ApiError", "own"]);
        let joined =
            &[("/a", &["404 Problem"] as &[&str]), ("/c/x", &["404 ErrorResponse"]), ("/d/z", &["404 ErrorResponse"])];
        assert_eq!(again(joined, &alone), ["ApiError", "own", "own"]);
    }

    #[test]
    fn the_first_error_response_of_an_operation_changes_no_type() {
        let none = emission_of(&[("/a", &[]), ("/b", &[])], &NameHistory::default());
        assert!(none.analysis.errors.is_main(0));
        assert_eq!(none.names.main_error(), "ApiError");
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
