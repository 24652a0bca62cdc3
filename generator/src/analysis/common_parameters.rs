//! The optional parameters that nearly all operations have, such as `fields` and `key` of Google's APIs.

use std::collections::{HashMap, HashSet};

use crate::model::{Api, Operation, Parameter, ParameterLocation, Type};

/// Minimum number of common parameters.
const MIN_PARAMETERS: usize = 3;
/// Minimum number of operations that have all of them.
const MIN_OPERATIONS: usize = 4;

/// The optional parameters that at least three quarters of all operations declare alike.
#[derive(Clone, Debug, Default)]
pub struct CommonParameters {
    /// The positions of the common parameters, for each operation that has all of them; empty for the others.
    positions: Vec<Vec<usize>>,
}

impl CommonParameters {
    pub(super) fn new(api: &Api) -> Self {
        let operations = &api.operations;
        let common = common_parameters(operations);
        let positions: Vec<Vec<usize>> = operations.iter().map(|operation| positions(operation, &common)).collect();
        let users = positions.iter().filter(|positions| !positions.is_empty()).count();
        if common.len() < MIN_PARAMETERS || users < MIN_OPERATIONS || users * 2 < operations.len() {
            return Self::default();
        }
        Self { positions }
    }

    /// Returns the positions of the common parameters in an operation, in the same order for each operation. They are
    /// empty if the operation does not have all of them.
    pub(crate) fn positions(&self, operation: usize) -> &[usize] {
        self.positions.get(operation).map_or(&[], Vec::as_slice)
    }

    /// Returns the types of the common parameters.
    pub(crate) fn types<'a>(&self, api: &'a Api) -> Vec<&'a Type> {
        let Some(first) = self.first_operation() else { return Vec::new() };
        let parameters = &api.operations[first].parameters;
        self.positions(first).iter().map(|position| &parameters[*position].ty).collect()
    }

    /// Returns the first operation that has all of them.
    pub(crate) fn first_operation(&self) -> Option<usize> {
        self.positions.iter().position(|positions| !positions.is_empty())
    }
}

fn common_parameters(operations: &[Operation]) -> Vec<&Parameter> {
    let key = |parameter: &Parameter| (parameter.place, parameter.wire.clone());
    // The value of such a parameter belongs to a page.
    let paged = operations.iter().flat_map(|operation| {
        let positions = operation.pagination.iter().flat_map(|pagination| pagination.parameters());
        positions.filter_map(|position| operation.parameters.get(position))
    });
    let paged: HashSet<(ParameterLocation, String)> = paged.map(key).collect();
    let mut found: Vec<(&Parameter, usize)> = Vec::new();
    let mut indexes: HashMap<(ParameterLocation, String), usize> = HashMap::new();
    for parameter in operations.iter().flat_map(|operation| &operation.parameters) {
        if !is_sharable(parameter) || paged.contains(&key(parameter)) {
            continue;
        }
        let index = *indexes.entry(key(parameter)).or_insert_with(|| {
            found.push((parameter, 0));
            found.len() - 1
        });
        found[index].1 += usize::from(are_alike(found[index].0, parameter));
    }
    let is_common = |count: usize| count * 4 >= operations.len() * 3;
    found.into_iter().filter(|(_, count)| is_common(*count)).map(|(parameter, _)| parameter).collect()
}

fn positions(operation: &Operation, common: &[&Parameter]) -> Vec<usize> {
    if operation.stream_switch.is_some() {
        return Vec::new();
    }
    let own = operation.parameters.iter().enumerate();
    let own: HashMap<(ParameterLocation, &str), usize> =
        own.map(|(position, own)| ((own.place, own.wire.as_str()), position)).collect();
    let position = |common: &&Parameter| {
        let position = own.get(&(common.place, common.wire.as_str())).copied();
        position.filter(|position| are_alike(common, &operation.parameters[*position]))
    };
    common.iter().map(position).collect::<Option<_>>().unwrap_or_default()
}

fn is_sharable(parameter: &Parameter) -> bool {
    use ParameterLocation::{Cookie, Header, Query};
    // An idempotency key is sent with some methods even if it is not set.
    !parameter.required && matches!(parameter.place, Query | Header | Cookie) && !parameter.is_named_idempotency_key()
}

/// Returns `true` if two parameters are the same, except for their locations in the description.
fn are_alike(one: &Parameter, other: &Parameter) -> bool {
    let Parameter {
        origin: _,
        wire,
        place,
        serialization,
        member_styles,
        required,
        media_type,
        ty,
        docs,
        constraints,
        default,
        constant,
        is_held_by_record,
    } = one;
    (place, wire, required, ty) == (&other.place, &other.wire, &other.required, &other.ty)
        && (serialization, member_styles, media_type) == (&other.serialization, &other.member_styles, &other.media_type)
        && (default, constant, is_held_by_record) == (&other.default, &other.constant, &other.is_held_by_record)
        && (docs, constraints) == (&other.docs, &other.constraints)
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::CommonParameters;
    use crate::pipeline::Emission;

    fn api(operations: &[&[&str]]) -> CommonParameters {
        let parameter = |name: &&str| json!({ "name": name, "in": "query", "schema": { "type": "string" } });
        let paths = operations.iter().enumerate().map(|(index, names)| {
            let parameters: Vec<Value> = names.iter().map(parameter).collect();
            let responses = json!({ "204": { "description": "ok" } });
            (format!("/p{index}"), json!({ "get": { "parameters": parameters, "responses": responses } }))
        });
        let paths: serde_json::Map<String, Value> = paths.collect();
        let document = json!({ "openapi": "3.0.3", "info": { "title": "t", "version": "1" }, "paths": paths });
        Emission::from_text(document.to_string()).analysis.common_parameters
    }

    #[test]
    fn parameters_of_nearly_all_operations_are_common() {
        let all = ["key", "fields", "alt"].as_slice();
        let common = api(&[all, &["own", "alt", "fields", "key"], all, all, &["key"]]);
        assert_eq!(common.first_operation(), Some(0));
        assert_eq!(common.positions(1), [3, 2, 1]);
        assert!(common.positions(4).is_empty());
    }

    #[test]
    fn few_parameters_or_operations_share_nothing() {
        assert_eq!(api(&[["key", "alt"].as_slice(); 5]).first_operation(), None);
        assert_eq!(api(&[["key", "alt", "fields"].as_slice(); 3]).first_operation(), None);
    }
}
