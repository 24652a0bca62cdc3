//! The name of the error type that operations share, and of the variants of all error types.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use super::history::NameAllocator;
use super::item_names::TypeNames;
use super::places::{MAIN, main_error_place, refusal_place};
use super::reserved::ERROR_TYPES;
use super::scope::NameRequest;
use super::status_name;
use super::types::reserved_names;
use crate::analysis::{Analysis, ErrorVariant};
use crate::model::{Api, StatusMatch};

pub(super) fn main_error(analysis: &Analysis, types: &[TypeNames], allocator: &mut NameAllocator<'_>) -> String {
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

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use crate::pipeline::Emission;

    /// An API with an operation for each of these paths, with error responses such as `404 Problem`.
    fn emission_of(operations: &[(&str, &[&str])]) -> Emission {
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
        Emission::from_text(text)
    }

    /// The error type of each operation with its variants.
    fn error_names(emission: &Emission) -> Vec<String> {
        let errors = &emission.analysis.errors;
        let name = |index| if errors.is_main(index) { emission.names.main_error() } else { "own" };
        let indexes = (0..emission.api.operations.len())
            .filter(|index| !emission.api.operations[*index].error_responses.is_empty());
        indexes.map(|index| name(index).to_owned()).collect()
    }

    #[test]
    fn what_is_refused_alike_shares_a_type() {
        let alike = emission_of(&[
            ("/a", &["404 Problem"]),
            ("/b", &["404 Problem", "409 Problem"]),
            ("/c", &["404"]),
            ("/d", &[]),
            ("/e", &["412 {}"]),
        ]);
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
        let first = emission_of(api);
        let names = ["ApiError", "ApiError", "ApiError", "own", "own", "own"];
        assert_eq!(error_names(&first), names);
    }

    #[test]
    fn the_first_error_response_of_an_operation_changes_no_type() {
        let none = emission_of(&[("/a", &[]), ("/b", &[])]);
        assert!(none.analysis.errors.is_main(0));
        assert_eq!(none.names.main_error(), "ApiError");
        assert_eq!(error_names(&emission_of(&[("/a", &["404 Problem"]), ("/b", &[])])), ["ApiError"]);
    }

    #[test]
    fn a_class_of_statuses_is_written_for_all_others() {
        let variants = |error_responses: &[&str]| {
            let emission = emission_of(&[("/a", error_responses)]);
            let variants = emission.analysis.errors.variants_of(0);
            variants.iter().map(|variant| super::status_name(variant.kind)).collect::<Vec<_>>()
        };
        assert_eq!(variants(&["default Problem"]), ["Other"]);
        assert_eq!(variants(&["4XX Problem"]), ["Other"]);
        assert_eq!(variants(&["404", "4XX Problem", "5XX Problem"]), ["NotFound", "Other"]);
        assert_eq!(variants(&["4XX Problem", "default ErrorResponse"]), ["ClientError", "Other"]);
    }
}
