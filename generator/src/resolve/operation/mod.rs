//! Operations: the function that makes a call, what it is given and where that stands in the request, and what is answered.
//!
//! | item | made of |
//! |---|---|
//! | `Operation` | a method on a path: a function of its group, and the struct that holds what it is given |
//! | `Input` | a parameter, a part or the body: a field of that struct; an argument where it is required, else a setter |
//! | | a body of POST, PUT and PATCH that is not required, and for which something has to be given: an argument that may be `None` |
//! | `Body` | the kinds of body; an enum where the caller chooses one of several |
//! | `Output` | what success is read as; an enum where there are several kinds |
//! | `ErrorType` | an enum of documented error responses, which most operations share |

mod body;
mod docs;
mod error;
mod given;
mod input;
mod output;
mod pages;
mod streaming;
mod switch;

pub(crate) use body::{Body, BodyContent, SentAs, SharedBody};
pub(crate) use error::{ErrorResponse, ErrorType, Failure, NO_BODY};
pub(crate) use input::{FixedParameter, Input, Parameter, Part, PartKind, RequestLocation};
pub(crate) use output::{Content, Output, OutputArm, OutputEnum, OutputVariant};
pub(crate) use pages::{FieldAccess, Holds, PageStrategy, PageVariant, Pages, Termination, WalkedParameter};
pub(crate) use streaming::{Header, Streaming};
pub(crate) use switch::{StreamSwitch, SwitchValue, SwitchedField};

use super::client::Security;
use super::{Docs, Resolver};
use crate::model;

/// The media type of a body of parts that have names.
pub(crate) const FORM_DATA: &str = "multipart/form-data";

/// An operation of a group.
#[derive(Clone, Debug)]
pub(crate) struct Operation<'a> {
    /// What messages call it: its `operationId`, or its method and path.
    pub(crate) wire_name: String,
    /// The module of its group, which is also the function of the client.
    pub(crate) module: &'a str,
    /// The handle of its group.
    pub(crate) handle: &'a str,
    /// Its function in the group.
    pub(crate) function: &'a str,
    /// The struct that holds what it is given.
    pub(crate) type_name: &'a str,
    /// The method in capital letters.
    pub(crate) method: &'a str,
    /// The path template.
    pub(crate) path: &'a str,
    /// What is said of the function.
    pub(crate) docs: Docs<'a>,
    /// What it is given, in the order of the description; the body comes last.
    pub(crate) inputs: Vec<Input<'a>>,
    /// What is always sent, and nobody is asked for.
    pub(crate) fixed: Vec<FixedParameter<'a>>,
    /// `true` if the body is made of parts, and whether it is sent even if there are none.
    pub(crate) multipart: Option<Multipart<'a>>,
    /// The media types to ask for, the best first.
    pub(crate) accept: &'a [String],
    /// The index of its own server among those that some operations have of their own.
    pub(crate) server: Option<usize>,
    /// What it asks for, where that is not what all do.
    pub(crate) security: Option<Security<'a>>,
    /// What comes back when it went well.
    pub(crate) output: Output<'a>,
    /// Its documented error responses.
    pub(crate) error_responses: Vec<ErrorResponse>,
    /// Its error type.
    pub(crate) failure: Failure<'a>,
    /// What comes one after the other.
    pub(crate) streaming: Option<Streaming<'a>>,
    /// What asks for these instead of the whole answer, where there are both.
    pub(crate) stream_switch: Option<StreamSwitch<'a>>,
    /// The struct of its headers.
    pub(crate) headers_type: &'a str,
    /// The headers that any of the answers declares.
    pub(crate) headers: Vec<Header<'a>>,
    /// `true` if these can be compared.
    pub(crate) compares_headers: bool,
    /// How its pages follow each other.
    pub(crate) pages: Option<Pages<'a>>,
}

/// A body that is made of parts, each an input or always the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Multipart<'a> {
    /// Its media type.
    pub(crate) media_type: &'a str,
    /// `true` if it is sent even if it has no parts.
    pub(crate) is_required: bool,
}

impl<'a> Operation<'a> {
    /// What the function takes; setters give the rest.
    pub(crate) fn arguments(&self) -> impl Iterator<Item = &Input<'a>> {
        self.inputs.iter().filter(|input| input.is_argument())
    }

    /// What has a setter.
    pub(crate) fn options(&self) -> impl Iterator<Item = &Input<'a>> {
        self.inputs.iter().filter(|input| !input.is_argument())
    }

    /// What has to be given, then what may be.
    pub(crate) fn sorted_inputs(&self) -> impl Iterator<Item = &Input<'a>> {
        let required = self.inputs.iter().filter(|input| input.is_required);
        required.chain(self.inputs.iter().filter(|input| !input.is_required))
    }

    /// The media types to ask for, where that is not JSON alone.
    pub(crate) fn special_accept(&self) -> Option<String> {
        (self.accept != ["application/json"]).then(|| self.accept.join(", "))
    }

    /// The body that is an input.
    pub(crate) fn body_input(&self) -> Option<(&Input<'a>, &Body<'a>)> {
        self.inputs.iter().find_map(|input| match &input.placement {
            RequestLocation::Body(body) => Some((input, body)),
            RequestLocation::Parameter(_) | RequestLocation::Part(_) => None,
        })
    }
}

impl<'a> Resolver<'a> {
    /// An operation; it is made when it is asked for.
    pub(crate) fn operation(&self, index: usize) -> Operation<'a> {
        let (operation, names) = (&self.api.operations[index], self.names.operation(index));
        let group = self.names.group(operation.group);
        let stream_switch = self.stream_switch(index);
        let multipart = operation.body.as_ref().filter(|_| operation.has_parts()).map(|body| Multipart {
            media_type: body.alternatives.first().map_or(FORM_DATA, |content| &content.media_type),
            is_required: body.required,
        });
        Operation {
            wire_name: operation.name(),
            module: &group.function,
            handle: &group.type_name,
            function: &names.function,
            type_name: &names.type_name,
            method: &operation.method,
            path: &operation.path,
            docs: self.operation_docs(index, stream_switch.as_ref()),
            inputs: self.inputs(index),
            fixed: operation.constants.iter().filter_map(FixedParameter::of).collect(),
            multipart,
            accept: &operation.accept,
            server: operation.server,
            security: operation.requirement.as_ref().map(|asked| self.security(asked)),
            output: self.output(index),
            error_responses: self.error_responses(index),
            failure: self.failure(index),
            streaming: operation.streaming.as_ref().map(|streaming| self.streaming(streaming)),
            stream_switch,
            headers_type: &names.headers_type,
            headers: self.headers(index),
            compares_headers: operation.headers.iter().all(|header| self.is_comparable(&header.ty)),
            pages: operation.pagination.as_ref().map(|found| self.pages(index, found)),
        }
    }

    /// An operation of the model.
    fn lowered(&self, index: usize) -> &'a model::Operation {
        &self.api.operations[index]
    }
}
