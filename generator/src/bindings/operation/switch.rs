//! What asks for values one after the other instead of the whole answer: an optional boolean among the inputs.

use serde_json::Value;

use crate::analysis::Direction;
use crate::bindings::structure::present;
use crate::bindings::{Bindings, Presence};
use crate::model::{self, BodyKind, ParameterLocation, Shape, Type};

/// Where the switch stands among the inputs.
#[derive(Clone, Debug)]
pub(crate) enum StreamSwitch<'a> {
    /// It is an input.
    Input(SwitchedField<'a>),
    /// It is a member of the body.
    Body {
        /// The name of the body.
        name: &'a str,
        /// Whether the body has to be given.
        is_required: bool,
        /// The member of the only kind of body.
        field: SwitchedField<'a>,
    },
    /// It is a member of some of the kinds of body.
    Choice {
        /// The name of the body.
        name: &'a str,
        /// Whether the body has to be given.
        is_required: bool,
        /// The enum of the kinds.
        choice: &'a str,
        /// The variants that have the member.
        variants: Vec<(&'a str, SwitchedField<'a>)>,
        /// Whether there are other variants.
        has_others: bool,
    },
}

/// The field of a switch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SwitchedField<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// Whether it holds its value in a `Patch`, else in an `Option`.
    pub(crate) is_patch: bool,
    /// Whether the server takes its absence for `true`.
    pub(crate) is_assumed: bool,
    /// Whether what holds it is there without being given, since nothing else has to stand in it.
    pub(crate) can_begin: bool,
}

impl<'a> Bindings<'a> {
    pub(super) fn stream_switch(&self, index: usize) -> Option<StreamSwitch<'a>> {
        let wire = self.lowered(index).stream_switch.as_deref()?;
        self.switch_input(index, wire).or_else(|| self.switch_in_body(index, wire))
    }

    fn switch_input(&self, index: usize, wire: &str) -> Option<StreamSwitch<'a>> {
        let parameters = self.lowered(index).parameters.iter().zip(&self.names.operation(index).parameters);
        let mut found = parameters.filter(|(parameter, _)| {
            let sent = matches!(parameter.place, ParameterLocation::Query | ParameterLocation::Part);
            sent && parameter.wire == wire && !parameter.required && self.is_boolean(&parameter.ty)
        });
        let (parameter, name) = found.next()?;
        let is_assumed = parameter.default == Some(Value::Bool(true));
        Some(StreamSwitch::Input(SwitchedField { name, is_patch: false, is_assumed, can_begin: false }))
    }

    fn switch_in_body(&self, index: usize, wire: &str) -> Option<StreamSwitch<'a>> {
        let (operation, names) = (self.lowered(index), self.names.operation(index));
        let body = operation.body.as_ref().filter(|_| !operation.has_parts())?;
        let (name, is_required) = (names.body.as_str(), body.required);
        if let [only] = body.alternatives.as_slice() {
            let field = self.switch_member(only, wire)?;
            return Some(StreamSwitch::Body { name, is_required, field });
        }
        let kinds = body.alternatives.iter().zip(&names.bodies);
        let variants: Vec<_> =
            kinds.filter_map(|(kind, name)| Some((name.as_str(), self.switch_member(kind, wire)?))).collect();
        let has_others = variants.len() < body.alternatives.len();
        let choice = names.body_type.as_str();
        (!variants.is_empty()).then_some(StreamSwitch::Choice { name, is_required, choice, variants, has_others })
    }

    /// The optional boolean of this name in what a kind of body holds.
    fn switch_member(&self, content: &'a model::BodyContent, wire: &str) -> Option<SwitchedField<'a>> {
        let (BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. }) = &content.kind else { return None };
        let Type::Named(id) = self.api.unaliased(ty.split_null().0) else { return None };
        let Shape::Object(object) = &self.api.definition(*id).shape else { return None };
        let (index, field) = object.fields.iter().enumerate().find(|(_, field)| field.wire == wire)?;
        let is_sent = !field.read_only && !field.required && field.constant.is_none();
        let presence = self.presence(*id, field, Direction::Request);
        let is_patch = presence == Presence::ThreeStates;
        let mut sent = present(object, Direction::Request).filter(|(_, field)| field.constant.is_none());
        let can_begin = sent.all(|(_, field)| self.presence(*id, field, Direction::Request) != Presence::Required);
        let held = is_patch || presence == Presence::Optional;
        (is_sent && held && self.is_boolean(&field.ty)).then(|| SwitchedField {
            name: self.names.field(*id, index),
            is_patch,
            is_assumed: field.default == Some(Value::Bool(true)),
            can_begin,
        })
    }

    fn is_boolean(&self, ty: &Type) -> bool {
        *self.api.unaliased(ty.split_null().0) == Type::Boolean
    }
}
