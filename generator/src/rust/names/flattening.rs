//! Names of parameters and bodies, and the bodies that are flattened: their members are inputs of the call.
//!
//! | body | inputs of the call |
//! |---|---|
//! | an inline object with at most four required members, and at most six arguments with the parameters | its members |
//! | an inline object with more, or with the name of a parameter or of a function of the call | the body |
//! | an object with undeclared members, or an optional one with required members | the body |
//! | a component that is optional and has no required members | its members |
//! | any other component, a union, an array, a string or bytes | the body |

use std::collections::HashSet;

use super::allocator::NameAllocator;
use super::item_names::OperationNames;
use super::items::ItemId;
use super::members::setter;
use super::reserved::{
    BLOCKING_FUNCTIONS, CALL_CONSTRUCTOR, CALL_FUNCTIONS, OPERATORS, PAGE_FUNCTIONS, STREAM_FUNCTIONS,
};
use super::scope::{NameRequest, set};
use crate::api::analysis::{Analysis, Direction, asks_for_body, is_constructor_argument, travels};
use crate::api::model::{Api, BodyKind, Field, Object, Operation, ParameterLocation, Shape, Type, TypeId};
use crate::base::ident::{MAX_ARGUMENTS, clear_name, value_name, without_underscore};
use crate::base::inflection;

/// Maximum number of required members of a flattened body.
const MAX_REQUIRED: usize = 4;

/// Flattens the bodies of operations where possible, and returns the types that are only used as flattened bodies.
pub(super) fn flatten_bodies(
    api: &Api,
    analysis: &Analysis,
    allocator: &NameAllocator<'_>,
    operations: &mut [OperationNames],
) -> HashSet<TypeId> {
    for (operation, names) in api.operations.iter().zip(operations.iter_mut()) {
        let Some((id, object)) = object_body(api, operation) else { continue };
        let sent = struct_fields(object, Direction::Request);
        let members: HashSet<&str> = sent.map(|(index, _)| allocator.name(ItemId::Member(id, index))).collect();
        let whole =
            if members.contains(names.body.as_str()) { format!("request_{}", names.body) } else { names.body.clone() };
        if has_name_conflict(operation, &members, &whole, names) {
            continue;
        }
        let is_optional = !asks_for_body(api, operation);
        let is_flattened =
            (api.definition(id).naming.schema().is_none() || is_optional) && has_few_arguments(api, object, operation);
        if is_flattened {
            names.flattened_body = Some(id);
            names.body = whole;
        }
    }
    only_flattened(api, analysis, operations)
}

/// Returns the types that are only used as flattened bodies.
fn only_flattened(api: &Api, analysis: &Analysis, operations: &[OperationNames]) -> HashSet<TypeId> {
    let mut types: HashSet<TypeId> = operations.iter().filter_map(|names| names.flattened_body).collect();
    types.retain(|id| api.definition(*id).naming.schema().is_none() && !analysis.directions.is_received(*id));
    let contained = api.definitions().flat_map(|(_, definition)| definition.shape.types(|_| true));
    let parameters = api.operations.iter().flat_map(|operation| &operation.parameters).map(|parameter| &parameter.ty);
    let whole = api.operations.iter().zip(operations).filter(|(_, names)| names.flattened_body.is_none());
    let bodies = whole.flat_map(|(operation, _)| operation.body_types());
    for id in contained.chain(parameters).chain(bodies).flat_map(Type::named_types) {
        types.remove(&id);
    }
    types
}

/// Returns the object that is the only kind of body of an operation, if it has members.
fn object_body<'a>(api: &'a Api, operation: &'a Operation) -> Option<(TypeId, &'a Object)> {
    let body = operation.body.as_ref().filter(|_| !operation.has_parts())?;
    let [only] = body.alternatives.as_slice() else { return None };
    let (BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. }) = &only.kind else { return None };
    let Type::Named(id) = ty.split_null().0 else { return None };
    let Shape::Object(object) = &api.definition(*id).shape else { return None };
    // With required members as arguments, an optional body could not be omitted.
    let has_clear_presence =
        asks_for_body(api, operation) || constructor_arguments(api, object, Direction::Request).next().is_none();
    let is_settable = object.others.is_none() && struct_fields(object, Direction::Request).next().is_some();
    (is_settable && has_clear_presence).then_some((*id, object))
}

/// Returns the fields that are arguments of the constructor of a request or response type.
pub(super) fn constructor_arguments<'a>(
    api: &'a Api,
    object: &'a Object,
    direction: Direction,
) -> impl Iterator<Item = &'a Field> {
    struct_fields(object, direction).map(|(_, field)| field).filter(|field| is_constructor_argument(api, field))
}

/// Returns the fields of a request or response type, with their indexes.
fn struct_fields(object: &Object, direction: Direction) -> impl Iterator<Item = (usize, &Field)> {
    let fields = object.fields.iter().enumerate();
    fields.filter(move |(_, field)| travels(field, direction) && field.constant.is_none())
}

fn has_few_arguments(api: &Api, object: &Object, operation: &Operation) -> bool {
    let members = constructor_arguments(api, object, Direction::Request).count();
    let parameters = operation.parameters.iter().filter(|parameter| parameter.required).count();
    members <= MAX_REQUIRED && members + parameters <= MAX_ARGUMENTS
}

/// Returns `true` if a member has the name of another input or of a function of the call.
fn has_name_conflict(operation: &Operation, members: &HashSet<&str>, whole: &str, names: &OperationNames) -> bool {
    let functions = call_functions(operation);
    let is_parameter = |name: &str| names.parameters.iter().any(|parameter| parameter == name);
    let is_taken = |name: &str| functions.contains(name) || is_parameter(name) || whole == name;
    let has_other_setter = |name: &str| setter(name) != name;
    is_parameter(whole)
        || members.iter().any(|name| is_taken(name) || is_parameter(&clear_name(name)) || has_other_setter(name))
}

/// Assigns the names of the parameters and the body. They share one scope, as arguments of one function and fields of one
/// struct. A filter `tag` and its array form `tag[]` are `tag` and `tags`.
pub(super) fn name_inputs(
    index: usize,
    operation: &Operation,
    names: &mut OperationNames,
    allocator: &mut NameAllocator<'_>,
) {
    let lists: HashSet<&str> =
        operation.parameters.iter().filter_map(|parameter| parameter.wire.strip_suffix("[]")).collect();
    let mut requests: Vec<NameRequest> = operation
        .parameters
        .iter()
        .enumerate()
        .map(|(at, parameter)| {
            let natural = value_name(&parameter.wire);
            let with_location = format!("{}_{}", without_underscore(&natural), parameter.place.as_str());
            let is_exact = parameter.place == ParameterLocation::Path || lists.contains(parameter.wire.as_str());
            let several = parameter.wire.strip_suffix("[]").map(|one| value_name(&inflection::plural(one)));
            NameRequest::new(ItemId::Parameter(index, at), natural)
                .with_natural_basis()
                .or(several.into_iter().chain([with_location]))
                .with_exact(is_exact)
        })
        .collect();
    let body = operation.body.as_ref().map(|body| match body.alternatives.first().map(|content| &content.kind) {
        Some(BodyKind::Json { wrapper: Some(wrapper), .. }) => value_name(wrapper),
        _ => "body".to_owned(),
    });
    if let Some(natural) = &body {
        let with_suffix = format!("{}_body", without_underscore(natural));
        requests.push(NameRequest::new(ItemId::Body(index), natural).with_natural_basis().or([with_suffix]));
    }
    let mut assigned = allocator.allocate(&requests, &call_functions(operation));
    if body.is_some() {
        names.body = assigned.pop().unwrap_or_default();
    }
    names.parameters = assigned;
}

/// Returns the functions of an operation's call that are not setters of its inputs.
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
