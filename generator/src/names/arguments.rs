//! Names of what an operation takes.

use std::collections::HashSet;

use super::history::NameAllocator;
use super::item_names::OperationNames;
use super::places::parameter_place;
use super::reserved::{
    BLOCKING_FUNCTIONS, CALL_CONSTRUCTOR, CALL_FUNCTIONS, OPERATORS, PAGE_FUNCTIONS, STREAM_FUNCTIONS,
};
use super::scope::{NameRequest, set};
use crate::ident::{value_name, without_underscore};
use crate::model::{BodyKind, Operation, ParameterLocation};

/// Parameters and the body share one scope: they are arguments of one function and fields of one struct.
pub(super) fn parameters(
    at: &str,
    operation: &Operation,
    names: &mut OperationNames,
    allocator: &mut NameAllocator<'_>,
) {
    let mut requests: Vec<NameRequest> = operation
        .parameters
        .iter()
        .map(|parameter| {
            let natural = value_name(&parameter.wire);
            let with_location = format!("{}_{}", without_underscore(&natural), parameter.place.as_str());
            NameRequest::new(parameter_place(at, parameter.place, &parameter.wire), natural)
                .by_description()
                .or([with_location])
                .written_so(parameter.place == ParameterLocation::Path)
        })
        .collect();
    let body = operation.body.as_ref().map(|body| match body.alternatives.first().map(|content| &content.kind) {
        Some(BodyKind::Json { wrapper: Some(wrapper), .. }) => value_name(wrapper),
        _ => "body".to_owned(),
    });
    if let Some(natural) = &body {
        let spelled = format!("{}_body", without_underscore(natural));
        requests.push(NameRequest::new(format!("{at}#body"), natural).by_description().or([spelled]));
    }
    let mut given = allocator.allocate(&requests, &call_functions(operation));
    if body.is_some() {
        names.body = given.pop().unwrap_or_default();
    }
    for ((parameter, request), name) in operation.parameters.iter().zip(&requests).zip(&given) {
        if parameter.is_held_by_record {
            allocator.keep(&request.place, name);
        }
    }
    names.parameters = given;
}

/// Returns the functions of the call of an operation that set none of its inputs.
pub(super) fn call_functions(operation: &Operation) -> HashSet<String> {
    let mut functions = set(&CALL_FUNCTIONS);
    functions.insert(CALL_CONSTRUCTOR.to_owned());
    functions.extend(set(&BLOCKING_FUNCTIONS));
    functions.extend(set(&OPERATORS));
    if operation.pagination.is_some() {
        functions.extend(set(&PAGE_FUNCTIONS));
    }
    if operation.streaming.is_some() {
        functions.extend(set(&STREAM_FUNCTIONS));
    }
    functions
}
