//! What an operation is given: parameters and the body, and where these stand in the request.

use super::body::Body;
use crate::analysis::Direction;
use crate::docs;
use crate::model::{self, ParameterLocation, Style, Text, Type};
use crate::resolve::{Argument, Constant, Constraint, Docs, Resolver, RustType};

/// A value that an operation is given.
#[derive(Clone, Debug)]
pub(crate) struct Input<'a> {
    /// The name of the field, the argument and the setter.
    pub(crate) name: &'a str,
    /// The type of the field, without an `Option`.
    pub(crate) ty: RustType<'a>,
    /// What functions take for it.
    pub(crate) argument: Argument<'a>,
    /// `true` if it has to be given.
    pub(crate) is_required: bool,
    /// What is said of it.
    pub(crate) docs: Docs<'a>,
    /// Where it stands in the request.
    pub(crate) placement: RequestLocation<'a>,
    /// What is checked before it is sent.
    pub(crate) constraints: Vec<Constraint<'a>>,
}

impl Input<'_> {
    /// Returns `true` if it is an argument of the function, also where it may be `None`.
    pub(crate) fn is_argument(&self) -> bool {
        self.is_required || matches!(self.argument, Argument::Optional(_))
    }
}

/// Where a value stands in the request.
#[derive(Clone, Debug)]
pub(crate) enum RequestLocation<'a> {
    /// In the path, the query, a header or a cookie.
    Parameter(Parameter<'a>),
    /// As a part of a multipart body.
    Part(Part<'a>),
    /// It is the body.
    Body(Body<'a>),
}

/// A parameter of a request.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter<'a> {
    /// Its name on the wire.
    pub(crate) wire: &'a str,
    /// Where it travels.
    pub(crate) place: ParameterLocation,
    /// How its value is written there; nothing for the usual way of the place.
    pub(crate) style: Option<Style>,
    /// Members that are not written in the usual way, where it is the whole query.
    pub(crate) member_styles: &'a [(String, Style)],
    /// `true` if reserved characters of the query stay as they are.
    pub(crate) is_reserved: bool,
    /// `true` if it tells the server that a request is the same again, so that a random one is sent where none is given
    /// (draft-ietf-httpapi-idempotency-key-header).
    pub(crate) is_idempotency_key: bool,
}

/// A part of a multipart body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Part<'a> {
    /// Its name on the wire.
    pub(crate) wire: &'a str,
    /// Its media type, where the description gives it one.
    pub(crate) media_type: Option<&'a str>,
    /// What it holds.
    pub(crate) kind: PartKind,
}

/// What a part of a multipart body holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PartKind {
    /// A value.
    Value,
    /// A file.
    File,
    /// Files, a part each.
    Files,
}

/// A parameter or a part that always has the same value.
#[derive(Clone, Debug)]
pub(crate) struct FixedParameter<'a> {
    /// Where it stands in the request.
    pub(crate) placement: RequestLocation<'a>,
    /// Its value.
    pub(crate) value: Constant<'a>,
}

impl<'a> FixedParameter<'a> {
    pub(super) fn of(parameter: &'a model::Parameter) -> Option<Self> {
        let value = Constant::of(parameter.constant.as_ref()?);
        Some(Self { placement: RequestLocation::of(parameter, false), value })
    }
}

impl<'a> RequestLocation<'a> {
    fn of(parameter: &'a model::Parameter, is_idempotency_key: bool) -> Self {
        let wire = parameter.wire.as_str();
        if parameter.place == ParameterLocation::Part {
            let media_type = parameter.media_type.as_deref();
            return Self::Part(Part { wire, media_type, kind: PartKind::of(&parameter.ty) });
        }
        let written = parameter.serialization;
        Self::Parameter(Parameter {
            wire,
            place: parameter.place,
            style: written.map(|written| written.style),
            member_styles: &parameter.member_styles,
            is_reserved: written.is_some_and(|written| written.reserved),
            is_idempotency_key,
        })
    }

    /// Returns `true` if it is a part of a multipart body.
    pub(crate) fn is_part(&self) -> bool {
        matches!(self, Self::Part(_))
    }
}

impl Parameter<'_> {
    /// Returns `true` if what sends it names a style.
    pub(crate) fn names_style(&self) -> bool {
        self.style.is_some() || !self.member_styles.is_empty()
    }
}

impl PartKind {
    fn of(ty: &Type) -> Self {
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
    pub(super) fn inputs(&self, index: usize) -> Vec<Input<'a>> {
        let operation = self.lowered(index);
        let named = operation.parameters.iter().zip(&self.names.operation(index).parameters);
        let parameters = named.map(|(parameter, name)| self.parameter(parameter, name, operation));
        parameters.chain(self.body_input(index)).collect()
    }

    fn parameter(&self, parameter: &'a model::Parameter, name: &'a str, operation: &model::Operation) -> Input<'a> {
        let ty = parameter.ty.split_null().0;
        let constraints = self.parameter_constraints(parameter);
        // Where it is given, its own rules hold; a random one cannot know them.
        let is_idempotency_key = is_idempotency_key(parameter, operation) && constraints.is_empty();
        let mut about = Docs::with_wire_name(&parameter.docs, name, &parameter.wire);
        if !parameter.required {
            about = about.with_attribute();
        }
        if let Some(parts) = self.parts_docs(parameter) {
            about = about.markdown(parts);
        }
        if is_idempotency_key {
            about = about.markdown("A random one is sent where it is not given, the same for all attempts.");
        }
        if let Some(default) = &parameter.default {
            let default = docs::code(&default.to_string());
            about = about.text(format!("The server assumes {default} where it is not given."));
        }
        Input {
            name,
            ty: self.rust_type(ty, Direction::Request),
            argument: self.argument(ty, Direction::Request),
            is_required: parameter.required,
            docs: about,
            placement: RequestLocation::of(parameter, is_idempotency_key),
            constraints,
        }
    }
}

impl<'a> Resolver<'a> {
    /// What is checked of a parameter or a part.
    pub(in crate::resolve) fn parameter_constraints(&self, parameter: &'a model::Parameter) -> Vec<Constraint<'a>> {
        let mut constraints = self.constraints(&parameter.ty, &parameter.constraints);
        match RequestLocation::of(parameter, false) {
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
    let wire = parameter.wire.to_ascii_lowercase().replace('_', "-");
    let named = wire == "idempotency-key" || wire == "x-idempotency-key";
    let text = matches!(parameter.ty.split_null().0, Type::Text(Text::Plain | Text::Uuid));
    let repeats = matches!(operation.method.as_str(), "POST" | "PATCH");
    named && text && repeats && !parameter.required && parameter.place == ParameterLocation::Header
}
