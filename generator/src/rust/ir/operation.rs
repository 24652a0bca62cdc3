//! An operation: a function of a group, and the struct that holds its arguments.

use serde::Serialize;

use super::about::Docs;
use super::client::Security;
use super::error::{ErrorResponse, Failure};
use super::headers::DeclaredHeaders;
use super::input::{Body, FixedParameter, Input, RequestLocation};
use super::node::Node;
use super::output::Output;
use super::pages::Pages;
use super::streaming::{StreamSwitch, Streaming};
use super::structure::{Field, Member};
use super::types::{Argument, RustType};

/// The media type of a multipart body with named parts.
pub(crate) const FORM_DATA: &str = "multipart/form-data";

/// An operation of a group.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Operation {
    /// Its position in the model.
    #[serde(skip)]
    pub(crate) index: usize,
    /// Its name in messages: its `operationId`, or its method and path.
    pub(crate) wire_name: String,
    /// The module of its group, which is also the function of the client.
    pub(crate) module: String,
    /// The handle of its group.
    pub(crate) handle: String,
    /// Its function in the group.
    pub(crate) function: String,
    /// The struct of its inputs.
    pub(crate) type_name: String,
    /// The method in capital letters.
    pub(crate) method: String,
    /// The path template.
    pub(crate) path: String,
    /// The docs of the function.
    pub(crate) docs: Docs,
    /// `true` if its inputs can be compared.
    pub(crate) is_comparable: bool,
    /// The struct of its arguments, if they are too many for a function.
    pub(crate) arguments_type: Option<String>,
    /// Its inputs, in the order of the description; the body is last.
    pub(crate) inputs: Vec<Input>,
    /// The parameters and parts with a constant value.
    pub(crate) fixed: Vec<FixedParameter>,
    /// The multipart body, if the body has named parts.
    pub(crate) multipart: Option<Multipart>,
    /// The accepted media types, the preferred one first.
    pub(crate) accept: Vec<String>,
    /// The index of its server among those of single operations.
    pub(crate) server: Option<usize>,
    /// Its security requirement, if it differs from the default.
    pub(crate) security: Option<Security>,
    /// Its successful response.
    pub(crate) output: Output,
    /// `true` if a redirect is the successful response.
    pub(crate) keeps_redirects: bool,
    /// Its documented error responses.
    pub(crate) error_responses: Vec<ErrorResponse>,
    /// Its error type.
    pub(crate) failure: Failure,
    /// Its streamed values.
    pub(crate) streaming: Option<Streaming>,
    /// The input that selects streaming, if the operation can also respond with the whole.
    pub(crate) stream_switch: Option<StreamSwitch>,
    /// The declared headers of its responses, if there are any.
    pub(crate) headers: Option<DeclaredHeaders>,
    /// Its pages.
    pub(crate) pages: Option<Pages>,
}

/// A multipart body whose parts are inputs or constants.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Multipart {
    /// Its media type.
    pub(crate) media_type: String,
    /// `true` if it is sent even if it has no parts.
    pub(crate) is_required: bool,
}

/// An argument of the function of an operation.
#[derive(Clone, Copy)]
pub(crate) struct OperationArgument<'a> {
    /// The parameter, the body or the field that it is made for.
    pub(crate) node: Node,
    /// The name of the input or of the member of the body.
    pub(crate) name: &'a str,
    /// The type of its value.
    pub(crate) ty: &'a RustType,
    /// The type of the argument for it.
    pub(crate) argument: &'a Argument,
    /// Its docs.
    pub(crate) docs: &'a Docs,
}

impl Operation {
    /// Returns the arguments of the function; the other inputs have setters.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = OperationArgument<'_>> {
        let inputs = self.inputs.iter().filter(|input| input.is_argument());
        let members = self.members().filter(|(_, field)| field.is_argument());
        let inputs = inputs.map(|input| OperationArgument {
            node: input.node,
            name: &input.name,
            ty: &input.ty,
            argument: &input.argument,
            docs: &input.docs,
        });
        inputs.chain(members.map(|(member, field)| OperationArgument {
            node: member.node,
            name: &member.name,
            ty: &field.value,
            argument: &field.argument,
            docs: &member.docs,
        }))
    }

    /// Returns the members of the body that are inputs.
    pub(crate) fn members(&self) -> impl Iterator<Item = (&Member, &Field)> {
        let body = self.body_input().map(|(_, body)| body);
        body.into_iter().flat_map(|body| body.members.iter().filter_map(Member::field))
    }

    /// Returns the inputs with setters.
    pub(crate) fn options(&self) -> impl Iterator<Item = &Input> {
        self.inputs.iter().filter(|input| !input.is_argument())
    }

    /// Returns the inputs: the required ones, then the optional ones.
    pub(crate) fn own_inputs(&self) -> impl Iterator<Item = &Input> {
        let with = |required: bool| self.inputs.iter().filter(move |input| input.is_required == required);
        with(true).chain(with(false))
    }

    /// Returns the header `Accept`, unless it is JSON alone.
    pub(crate) fn special_accept(&self) -> Option<String> {
        (self.accept != ["application/json"]).then(|| self.accept.join(", "))
    }

    /// Returns the input that is the body.
    pub(crate) fn body_input(&self) -> Option<(&Input, &Body)> {
        self.inputs.iter().find_map(|input| match &input.placement {
            RequestLocation::Body(body) => Some((input, body)),
            RequestLocation::Parameter(_) | RequestLocation::Part(_) => None,
        })
    }
}
