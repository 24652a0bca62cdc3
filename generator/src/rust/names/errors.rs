//! Names of the main error type and of the variants of all error types.

use std::borrow::Cow;
use std::collections::HashSet;

use super::allocator::NameAllocator;
use super::items::ItemId;
use super::keys::MAIN_ERROR;
use super::reserved::{ERROR_TYPES, imported_by_operations, type_names};
use super::scope::NameRequest;
use super::status_name;
use crate::api::analysis::{Analysis, ErrorVariant};
use crate::api::model::Api;

/// Returns the name of the error type that operations share.
pub(super) fn main_error(analysis: &Analysis, allocator: &mut NameAllocator<'_>) -> String {
    let mut name = MAIN_ERROR.to_owned();
    let id = ItemId::ErrorType(None);
    if analysis.errors.main.is_some() && allocator.configured_name(id).is_some() {
        let reserved = type_names().chain(ERROR_TYPES).chain(imported_by_operations());
        let mut occupied: HashSet<String> = reserved.map(str::to_owned).collect();
        let is_type = |id: &ItemId| matches!(id, ItemId::Type(_) | ItemId::Form(..) | ItemId::RequiredFields(..));
        occupied.extend(allocator.named.iter().filter(|(id, _)| is_type(id)).map(|(_, named)| named.name.clone()));
        name = allocator.allocate_one(NameRequest::new(id, MAIN_ERROR), &mut occupied);
    }
    name
}

/// Assigns the names of the variants that are not named after their status, because the user chose another name.
pub(super) fn error_variants(api: &Api, analysis: &Analysis, allocator: &mut NameAllocator<'_>) {
    let main = analysis.errors.main.iter().map(|main| (None, Cow::Borrowed(main.variants.as_slice())));
    let own = (0..api.operations.len()).filter(|index| !analysis.errors.is_main(*index));
    let own = own.map(|index| (Some(index), analysis.errors.variants_of(index)));
    for (own, variants) in main.chain(own) {
        let ids: Vec<ItemId> = variants.iter().map(|variant| ItemId::ErrorVariant(own, variant.kind)).collect();
        if !ids.iter().any(|id| allocator.recorded_name(*id).is_some()) {
            continue;
        }
        let natural =
            |(id, variant): (&ItemId, &ErrorVariant)| NameRequest::new(*id, status_name(variant.kind)).with_exact(true);
        let requests: Vec<NameRequest> = ids.iter().zip(variants.iter()).map(natural).collect();
        let names = allocator.allocate(&requests, &HashSet::new());
        for ((variant, id), name) in variants.iter().zip(ids).zip(names) {
            if name != status_name(variant.kind) {
                // The name is kept if the operation that it was chosen for is removed.
                allocator.record_exception(id);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fmt::Write;

    use crate::pipeline::Emission;

    /// Generates a client with an operation for each path, with error responses such as `404 Problem`.
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

    /// Returns the error type of each operation that has error responses.
    fn error_names(emission: &Emission) -> Vec<String> {
        let errors = &emission.analysis.errors;
        let name = |index| if errors.is_main(index) { emission.names.main_error() } else { "own" };
        let indexes = (0..emission.api.operations.len())
            .filter(|index| !emission.api.operations[*index].error_responses.is_empty());
        indexes.map(|index| name(index).to_owned()).collect()
    }

    #[test]
    fn operations_with_the_same_error_responses_share_a_type() {
        let emission = emission_of(&[
            ("/a", &["404 Problem"]),
            ("/b", &["404 Problem", "409 Problem"]),
            ("/c", &["404"]),
            ("/d", &[]),
            ("/e", &["412 {}"]),
        ]);
        assert_eq!(error_names(&emission), ["ApiError"; 4]);
    }

    #[test]
    fn an_operation_with_other_error_responses_has_its_own_type() {
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
    fn a_single_class_of_statuses_is_named_other() {
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
