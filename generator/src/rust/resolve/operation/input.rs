//! Inputs of an operation: parameters and the body, and their location in the request.

use regex::Regex;

use crate::api::analysis::Direction;
use crate::api::model::{self, BodyKind, Constraints, ParameterLocation, Text, Type};
use crate::rust::docs;
use crate::rust::ir::{
    Argument, Constant, Constraint, Docs, FixedParameter, Input, Node, Parameter, Part, PartKind, RequestLocation,
    RustType,
};
use crate::rust::resolve::Resolver;
use crate::rust::resolve::constraint::own;

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
            may_be_empty: parameter.may_be_empty,
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
        let is_idempotency_key = self.is_idempotency_key(parameter, operation);
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
    pub(in crate::rust::resolve) fn parameter_constraints(&self, parameter: &'a model::Parameter) -> Vec<Constraint> {
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

impl<'a> Resolver<'a> {
    /// Returns `true` for the header of an idempotency key (draft-ietf-httpapi-idempotency-key-header) that can be a random
    /// UUID.
    fn is_idempotency_key(&self, parameter: &'a model::Parameter, operation: &model::Operation) -> bool {
        let repeats = matches!(operation.method.as_str(), "POST" | "PATCH");
        let wire = parameter.wire.to_ascii_lowercase().replace('_', "-");
        let is_named = matches!(wire.as_str(), "idempotency-key" | "x-idempotency-key");
        let is_key = parameter.place == ParameterLocation::Header && is_named && repeats && !parameter.required;
        is_key && self.can_be_uuid(&parameter.ty, &parameter.constraints)
    }

    /// Returns `true` if any random UUID is a value of this type.
    fn can_be_uuid(&self, ty: &'a Type, constraints: &'a Constraints) -> bool {
        let (ty, declared) = self.with_aliases(ty, constraints);
        let mut limits = declared.into_iter().flat_map(|declared| own(ty, declared));
        matches!(ty, Type::Text(Text::Plain | Text::Uuid)) && limits.all(|limit| accepts_uuids(&limit))
    }
}

/// Random UUIDs: with few and many digits, and with all letters.
const RANDOM_UUIDS: [&str; 3] = [
    "00000000-0000-4000-8000-000000000000",
    "abcdefab-cdef-4abc-abcd-efabcdefabcd",
    "01234567-89ab-4cde-bf01-23456789abcd",
];

fn accepts_uuids(limit: &Constraint) -> bool {
    match limit {
        Constraint::Length(least, most) => {
            RANDOM_UUIDS.iter().all(|uuid| *least <= uuid.len() && most.is_none_or(|most| uuid.len() <= most))
        }
        Constraint::Pattern(expression, _) => {
            Regex::new(expression).is_ok_and(|pattern| RANDOM_UUIDS.iter().all(|uuid| pattern.is_match(uuid)))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::rust::ir::RequestLocation;
    use crate::testing::Case;

    /// A random key is sent if every UUID is valid.
    #[test]
    fn idempotency_keys_are_uuids_within_the_limits() {
        let is_random = |schema: &str, others: &str| {
            let paths = format!(
                r#""/a": {{ "post": {{ "parameters": [{{ "name": "Idempotency-Key", "in": "header", "schema": {{ {schema} }} }}],
                "responses": {{ "204": {{ "description": "" }} }} }} }}"#
            );
            let emission = Case::new().paths(paths).schemas(others).emission();
            let operation = emission.resolver().operation(0);
            operation.own_inputs().any(|input| match &input.placement {
                RequestLocation::Parameter(parameter) => parameter.is_idempotency_key,
                _ => false,
            })
        };
        for fitting in [
            r#""type": "string""#,
            r#""type": "string", "format": "uuid""#,
            r#""type": "string", "maxLength": 64"#,
            r#""type": "string", "minLength": 36, "maxLength": 36"#,
            r#""type": "string", "pattern": "^[a-zA-Z0-9-]{1,64}$""#,
            r#""type": "string", "pattern": "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$""#,
        ] {
            assert!(is_random(fitting, ""), "{fitting}");
        }
        for other in [
            r#""type": "string", "maxLength": 32"#,
            r#""type": "string", "minLength": 40"#,
            r#""type": "string", "pattern": "^[0-9]+$""#,
            r#""type": "string", "pattern": "^[0-9A-F-]+$""#,
            r#""type": "integer""#,
        ] {
            assert!(!is_random(other, ""), "{other}");
        }
        let alias = r##""$ref": "#/components/schemas/Key""##;
        assert!(is_random(alias, r#""Key": { "type": "string", "maxLength": 255 }"#));
        assert!(!is_random(alias, r#""Key": { "type": "string", "maxLength": 20 }"#));
    }
}
