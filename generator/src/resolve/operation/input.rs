//! Inputs of an operation: parameters and the body, and their location in the request.

use crate::analysis::Direction;
use crate::docs;
use crate::ir::{
    Argument, COMMON_PARAMETERS, Constant, Constraint, Docs, FixedParameter, Input, Parameter, Part, PartKind,
    RequestLocation, RustType,
};
use crate::model::{self, BodyKind, ParameterLocation, Text, Type};
use crate::names::{PAGE_FUNCTIONS, STREAM_FUNCTIONS};
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
            member_styles: parameter.member_styles.clone(),
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
        let operation = self.lowered(index);
        let named = operation.parameters.iter().zip(&self.names.operation(index).parameters);
        let parameters = named.map(|(parameter, name)| self.parameter(parameter, name, operation));
        let mut inputs: Vec<Input> = parameters.collect();
        self.common_positions(index).iter().for_each(|position| inputs[*position].is_common = true);
        inputs.extend(self.body_input(index));
        inputs
    }

    /// Returns the optional parameters that nearly all operations have.
    pub(in crate::resolve) fn common_parameters(&self) -> Vec<Input> {
        let Some(first) = self.analysis.common_parameters.first_operation() else { return Vec::new() };
        self.inputs(first).into_iter().filter(|input| input.is_common).collect()
    }

    /// Returns `true` if the common parameters can be compared.
    pub(in crate::resolve) fn compares_common_parameters(&self) -> bool {
        let types = self.analysis.common_parameters.types(self.api);
        !types.is_empty() && types.into_iter().all(|ty| self.is_comparable(ty))
    }

    /// Returns the positions of the common parameters in an operation; empty if the operation does not share them.
    pub(in crate::resolve) fn common_positions(&self, index: usize) -> &'a [usize] {
        let common = &self.analysis.common_parameters;
        let Some(first) = common.first_operation().filter(|_| self.shares_parameters) else { return &[] };
        // They have the same names in all operations but those where another input has the name.
        if self.common_names(index).eq(self.common_names(first)) { common.positions(index) } else { &[] }
    }

    /// Returns `true` for each parameter of an operation that is common.
    pub(in crate::resolve) fn common_mask(&self, index: usize) -> Vec<bool> {
        let mut mask = vec![false; self.lowered(index).parameters.len()];
        self.common_positions(index).iter().for_each(|position| mask[*position] = true);
        mask
    }

    fn common_names(&self, index: usize) -> impl Iterator<Item = &'a String> {
        let names = &self.names.operation(index).parameters;
        self.analysis.common_parameters.positions(index).iter().map(|position| &names[*position])
    }

    /// Returns `true` if the names of the common parameters, and that of their struct, are free in all operations.
    pub(in crate::resolve) fn can_share_parameters(&self) -> bool {
        let Some(first) = self.analysis.common_parameters.first_operation() else { return false };
        let names: Vec<&String> = self.common_names(first).collect();
        // Some calls have these functions, whatever their parameters are.
        let is_reserved = |name: &&String| PAGE_FUNCTIONS.iter().chain(&STREAM_FUNCTIONS).any(|own| own == name);
        let mut operations = (0..self.api.operations.len()).map(|index| self.names.operation(index));
        !names.iter().any(is_reserved)
            && !operations
                .any(|names| names.parameters.iter().chain([&names.body]).any(|name| name == COMMON_PARAMETERS))
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
            BodyKind::Multipart(_) | BodyKind::Text | BodyKind::Bytes | BodyKind::Content { .. } => true,
        })
    }

    fn parameter(&self, parameter: &'a model::Parameter, name: &'a str, operation: &model::Operation) -> Input {
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
            name: name.to_owned(),
            ty: self.rust_type(ty, Direction::Request),
            argument: self.parameter_argument(parameter, ty),
            is_required: parameter.required,
            docs: about,
            placement: RequestLocation::new(parameter, is_idempotency_key),
            constraints,
            is_common: false,
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

fn is_idempotency_key(parameter: &model::Parameter, operation: &model::Operation) -> bool {
    let text = matches!(parameter.ty.split_null().0, Type::Text(Text::Plain | Text::Uuid));
    let repeats = matches!(operation.method.as_str(), "POST" | "PATCH");
    parameter.is_named_idempotency_key() && text && repeats && !parameter.required
}
