//! Inputs of an operation: parameters and the body, and their location in the request.

use crate::analysis::Direction;
use crate::docs;
use crate::ir::{
    Argument, Constant, Constraint, Docs, FixedParameter, Input, Node, Parameter, Part, PartKind, RequestLocation,
    RustType,
};
use crate::model::{self, BodyKind, ParameterLocation, Text, Type};
use crate::resolve::Resolver;

impl FixedParameter {
    pub(super) fn new(parameter: &model::Parameter) -> Option<Self> {
        let value = Constant::new(parameter.constant.as_ref()?);
        Some(Self { placement: RequestLocation::new(parameter, false), value })
    }
}

impl RequestLocation {
    fn new(parameter: &model::Parameter, is_idempotency_key: bool) -> Self {
        let wire = parameter.wire.as_str();
        if parameter.place == ParameterLocation::Part {
            return Self::Part(Part {
                wire: wire.to_owned(),
                media_type: parameter.media_type.clone(),
                kind: PartKind::for_type(&parameter.ty),
            });
        }
        let written = parameter.serialization;
        Self::Parameter(Parameter {
            wire: wire.to_owned(),
            place: parameter.place,
            style: written.map(|written| written.style),
            is_reserved: written.is_some_and(|written| written.reserved),
            is_idempotency_key,
        })
    }
}

impl PartKind {
    fn for_type(ty: &Type) -> Self {
        let holds_files = ty.any(&|ty| *ty == Type::Text(Text::File));
        match ty.split_null().0 {
            Type::List(_) if holds_files => Self::Files,
            _ if holds_files => Self::File,
            _ => Self::Value,
        }
    }
}

impl<'a> Resolver<'a> {
    /// All values that an operation is given, in the order of the description.
    pub(super) fn inputs(&self, index: usize) -> Vec<Input> {
        let parameters = 0..self.lowered(index).parameters.len();
        parameters.map(|at| self.parameter(index, at)).chain(self.body_input(index)).collect()
    }

    /// Returns `true` if the inputs of an operation can be compared.
    pub(super) fn has_comparable_inputs(&self, operation: &model::Operation) -> bool {
        operation.parameters.iter().all(|parameter| self.is_comparable(&parameter.ty))
            && operation.body.as_ref().is_none_or(|body| self.is_comparable_body(body))
    }

    /// Returns `true` if the values of a body can be compared.
    pub(super) fn is_comparable_body(&self, body: &model::Body) -> bool {
        body.alternatives.iter().all(|content| match &content.kind {
            BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => self.is_comparable(ty),
            BodyKind::Multipart | BodyKind::Text | BodyKind::Bytes | BodyKind::Content { .. } => true,
        })
    }

    fn parameter(&self, index: usize, at: usize) -> Input {
        let operation = self.lowered(index);
        let (parameter, name) = (&operation.parameters[at], self.names.operation(index).parameters[at].as_str());
        let ty = parameter.ty.split_null().0;
        let constraints = self.parameter_constraints(parameter);
        // Where it is given, its own rules hold; a random one cannot know them.
        let is_idempotency_key = is_idempotency_key(parameter, operation) && constraints.is_empty();
        let fallback = docs::wire_name(name, &parameter.wire);
        let mut about = if parameter.required {
            Docs::new(&parameter.docs, fallback)
        } else {
            Docs::with_attribute(&parameter.docs, fallback)
        };
        if let Some(parts) = self.parts_docs(parameter) {
            about = about.markdown(parts);
        }
        if is_idempotency_key {
            about = about.markdown("If absent, a random key is sent, the same for all attempts.");
        }
        if let Some(default) = &parameter.default {
            let default = docs::code(&default.to_string());
            about = about.text(format!("If absent, the server uses {default}."));
        }
        Input {
            node: Node::Parameter(index, at),
            name: name.to_owned(),
            ty: self.rust_type(ty, Direction::Request),
            argument: self.parameter_argument(parameter, ty),
            is_required: parameter.required,
            docs: about,
            placement: RequestLocation::new(parameter, is_idempotency_key),
            constraints,
        }
    }
}

impl<'a> Resolver<'a> {
    /// Returns the type of the argument for a parameter. Text in a path is often an ID that a program has as a number or a UUID.
    fn parameter_argument(&self, parameter: &model::Parameter, ty: &'a Type) -> Argument {
        let is_plain_text = *self.api.unaliased(ty) == Type::Text(Text::Plain);
        if parameter.place == ParameterLocation::Path && is_plain_text {
            Argument::Text(RustType::string())
        } else {
            self.argument(ty, Direction::Request)
        }
    }

    /// Returns the checks of a parameter or of a multipart part.
    pub(in crate::resolve) fn parameter_constraints(&self, parameter: &'a model::Parameter) -> Vec<Constraint> {
        let mut constraints = self.constraints(&parameter.ty, &parameter.constraints);
        match RequestLocation::new(parameter, false) {
            // Of files, nothing but how many there are is known before they are sent.
            RequestLocation::Part(Part { kind: PartKind::Files, .. }) => {
                constraints.retain(|constraint| matches!(constraint, Constraint::Count(..)));
            }
            RequestLocation::Part(Part { kind: PartKind::File, .. }) => constraints.clear(),
            _ => {}
        }
        constraints
    }
}

/// Returns `true` for the header of an idempotency key (draft-ietf-httpapi-idempotency-key-header).
fn is_idempotency_key(parameter: &model::Parameter, operation: &model::Operation) -> bool {
    let text = matches!(parameter.ty.split_null().0, Type::Text(Text::Plain | Text::Uuid));
    let repeats = matches!(operation.method.as_str(), "POST" | "PATCH");
    let wire = parameter.wire.to_ascii_lowercase().replace('_', "-");
    let is_named = matches!(wire.as_str(), "idempotency-key" | "x-idempotency-key");
    parameter.place == ParameterLocation::Header && is_named && text && repeats && !parameter.required
}
