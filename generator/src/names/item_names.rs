//! The names of single items.

use std::collections::BTreeMap;

use crate::analysis::Direction;
use crate::model::TypeId;

#[derive(Clone, Debug, Default)]
pub(super) struct TypeNames {
    pub(super) name: String,
    /// The name of the request type, if different.
    pub(super) input: Option<String>,
    /// The name of the response type, if different.
    pub(super) output: Option<String>,
    /// The name of the struct of the required fields of each form that has too many for arguments.
    pub(super) fields: BTreeMap<Direction, String>,
}

impl TypeNames {
    pub(super) fn of_form(&self, direction: Direction) -> &str {
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
    /// Its function in the group, such as `get_by_uid`.
    pub function: String,
    /// Its type, such as `GetStoryByUid`.
    pub type_name: String,
    /// Its parameters, in the order of the model.
    pub parameters: Vec<String>,
    /// Its body.
    pub body: String,
    /// The object whose members are inputs of the call, if its body is flattened.
    pub(crate) flattened_body: Option<TypeId>,
    /// The headers of its answers, in the order of the model.
    pub headers: Vec<String>,
    /// The enumeration of its bodies, where it takes several.
    pub body_type: String,
    /// The variants of that.
    pub(crate) bodies: Vec<String>,
    /// The struct of its arguments, if it has too many for a function.
    pub arguments_type: String,
    /// The enumeration of its successes, where it has several.
    pub output_type: String,
    /// The variants of that.
    pub(crate) outputs: Vec<OutputVariant>,
    /// The headers of its answers.
    pub headers_type: String,
    /// Its error type, where it shares none.
    pub error_type: String,
}

/// The names of a group.
#[derive(Clone, Debug, Default)]
pub struct GroupNames {
    /// The function of the client that gives it, and its module: `acceptance_test`.
    pub function: String,
    /// Its handle: `AcceptanceTests`.
    pub type_name: String,
    /// The feature of the crate for it, where groups are features: `acceptance-test`.
    pub feature: String,
}

/// A variant of the enumeration of an operation's successes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct OutputVariant {
    pub(crate) name: String,
    /// The first response that it stands for.
    pub(crate) response: usize,
}
