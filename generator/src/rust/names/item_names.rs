//! The names of single items.

use std::collections::BTreeMap;

use crate::api::analysis::Direction;
use crate::api::model::TypeId;

/// The names of a type.
#[derive(Clone, Debug, Default)]
pub(super) struct TypeNames {
    pub(super) name: String,
    /// The name of the request type, if different.
    pub(super) input: Option<String>,
    /// The name of the response type, if different.
    pub(super) output: Option<String>,
    /// The names of the structs for required fields that are too many for arguments.
    pub(super) required_fields: BTreeMap<Direction, String>,
}

impl TypeNames {
    /// Returns the names of all Rust types of a type.
    pub(super) fn all(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.name).chain(&self.input).chain(&self.output).chain(self.required_fields.values())
    }

    /// Returns the name of the request or response type.
    pub(super) fn for_direction(&self, direction: Direction) -> &str {
        let own = match direction {
            Direction::Response => &self.output,
            Direction::Request => &self.input,
        };
        own.as_ref().unwrap_or(&self.name)
    }
}

/// The names of an operation.
#[derive(Clone, Debug, Default)]
pub struct OperationNames {
    /// The function in the group, such as `get_by_uid`.
    pub function: String,
    /// The type of the operation, such as `GetStoryByUid`.
    pub type_name: String,
    /// The parameters, in the order of the model.
    pub parameters: Vec<String>,
    /// The argument for the body.
    pub body: String,
    /// The object whose members are inputs of the call, if the body is flattened.
    pub(crate) flattened_body: Option<TypeId>,
    /// The response headers, in the order of the model.
    pub headers: Vec<String>,
    /// The enum of bodies, if there are several.
    pub body_type: String,
    /// The variants of the enum of bodies.
    pub(crate) bodies: Vec<String>,
    /// The struct of the arguments, if there are too many for a function.
    pub arguments_type: String,
    /// The enum of successful responses, if there are several.
    pub output_type: String,
    /// The variants of the enum of successful responses.
    pub(crate) outputs: Vec<OutputName>,
    /// The struct of the response headers.
    pub headers_type: String,
    /// The error type, if it is not the main one.
    pub error_type: String,
}

impl OperationNames {
    /// Returns all names.
    pub(super) fn all(&self) -> impl Iterator<Item = &String> {
        let Self { function, type_name, parameters, body, flattened_body: _, headers, body_type, bodies, .. } = self;
        let Self { arguments_type, output_type, outputs, headers_type, error_type, .. } = self;
        let types = [type_name, body_type, arguments_type, output_type, headers_type, error_type];
        let values = parameters.iter().chain(headers).chain(bodies).chain(outputs.iter().map(|output| &output.name));
        [function, body].into_iter().chain(types).chain(values)
    }
}

/// The names of a group.
#[derive(Clone, Debug, Default)]
pub struct GroupNames {
    /// The function of the client that returns the group, and the module: `acceptance_test`.
    pub function: String,
    /// The type of the group: `AcceptanceTestApi`.
    pub type_name: String,
    /// The cargo feature of the group: `acceptance-test`.
    pub feature: String,
}

/// The name of a variant for successful responses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutputName {
    pub(crate) name: String,
    /// The index of the first response that the variant represents.
    pub(crate) response: usize,
}
