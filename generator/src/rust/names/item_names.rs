//! The names of operations and groups, including those that follow from others.

use crate::api::model::TypeId;

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
