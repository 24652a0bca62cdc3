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
mod headers;
mod input;
mod output;
mod pages;
mod switch;

use super::Resolver;
use crate::api::model;
use crate::base::ident::MAX_ARGUMENTS;
use crate::rust::ir::{Docs, FORM_DATA, FixedParameter, Multipart, Operation};

impl<'a> Resolver<'a> {
    /// An operation; it is made when it is asked for.
    pub(crate) fn operation(&self, index: usize) -> Operation {
        let (operation, names) = (&self.api.operations[index], self.names.operation(index));
        let group = self.names.group(operation.group);
        let stream_switch = self.stream_switch(index);
        let multipart = operation.body.as_ref().filter(|_| operation.has_parts()).map(|body| Multipart {
            media_type: body.alternatives.first().map_or(FORM_DATA.to_owned(), |content| content.media_type.clone()),
            is_required: body.required,
        });
        let mut operation = Operation {
            index,
            wire_name: operation.name(),
            module: group.function.clone(),
            handle: group.type_name.clone(),
            function: names.function.clone(),
            type_name: names.type_name.clone(),
            method: operation.method.clone(),
            path: operation.path.clone(),
            docs: Docs::default(),
            arguments_type: None,
            is_comparable: self.has_comparable_inputs(operation),
            inputs: self.inputs(index),
            fixed: operation.constants.iter().filter_map(FixedParameter::new).collect(),
            multipart,
            accept: operation.accept.clone(),
            server: operation.server,
            security: operation.requirement.as_ref().map(|asked| self.security(asked)),
            output: self.output(index),
            keeps_redirects: operation.keeps_redirects,
            error_responses: self.error_responses(index),
            failure: self.failure(index),
            streaming: operation.streaming.as_ref().map(|streaming| self.streaming(streaming)),
            stream_switch,
            headers: self.headers(index),
            pages: operation.pagination.as_ref().and_then(|found| self.pages(index, found)),
        };
        operation.arguments_type =
            (operation.arguments().count() > MAX_ARGUMENTS).then(|| names.arguments_type.clone());
        operation.docs = self.operation_docs(&operation);
        operation
    }

    /// An operation of the model.
    fn lowered(&self, index: usize) -> &'a model::Operation {
        &self.api.operations[index]
    }
}
