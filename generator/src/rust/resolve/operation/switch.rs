//! The input that requests a stream instead of a whole response: an optional boolean, or an enumeration with a value
//! for it.

use serde_json::Value;

use crate::api::analysis::{Direction, asks_for_body};
use crate::api::model::{self, BodyKind, ParameterLocation, Shape, Type, Word};
use crate::rust::ir::{Presence, StreamSwitch, SwitchValue, SwitchedField};
use crate::rust::resolve::Resolver;
use crate::rust::resolve::structure::present;

impl<'a> Resolver<'a> {
    pub(super) fn stream_switch(&self, index: usize) -> Option<StreamSwitch> {
        let wanted = self.lowered(index).stream_switch.as_ref()?;
        self.switch_input(index, wanted).or_else(|| self.switch_in_body(index, wanted))
    }

    fn switch_input(&self, index: usize, wanted: &model::StreamSwitch) -> Option<StreamSwitch> {
        let parameters = self.lowered(index).parameters.iter().zip(&self.names.operation(index).parameters);
        let sent = |parameter: &model::Parameter| {
            matches!(parameter.place, ParameterLocation::Query | ParameterLocation::Part) && !parameter.required
        };
        let found = parameters.filter(|(parameter, _)| sent(parameter)).filter_map(|(parameter, name)| {
            let value = self.switch_value(&parameter.wire, &parameter.ty, wanted)?;
            let is_assumed = is_assumed(&value, parameter.default.as_ref());
            let wire = parameter.wire.as_str();
            Some(SwitchedField {
                name: name.clone(),
                wire: wire.to_owned(),
                value,
                is_patch: false,
                is_assumed,
                has_default_state: false,
            })
        });
        best(found).map(StreamSwitch::Input)
    }

    fn switch_in_body(&self, index: usize, wanted: &model::StreamSwitch) -> Option<StreamSwitch> {
        let (operation, names) = (self.lowered(index), self.names.operation(index));
        let body = operation.body.as_ref().filter(|_| !operation.has_parts())?;
        let (name, is_required) = (names.body.as_str(), asks_for_body(self.api, operation));
        let [only] = body.alternatives.as_slice() else { return None };
        let field = self.switch_member(only, wanted)?;
        Some(StreamSwitch::Body { name: name.to_owned(), is_required, field })
    }

    /// The optional member of a kind of body that is a switch.
    fn switch_member(&self, content: &'a model::BodyContent, wanted: &model::StreamSwitch) -> Option<SwitchedField> {
        let (BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. }) = &content.kind else { return None };
        let Type::Named(id) = self.api.unaliased(ty.split_null().0) else { return None };
        let Shape::Object(object) = &self.api.definition(*id).shape else { return None };
        let mut sent = present(object, Direction::Request).filter(|(_, field)| field.constant.is_none());
        let has_default_state =
            sent.all(|(_, field)| self.presence(*id, field, Direction::Request) != Presence::Required);
        let found = object.fields.iter().enumerate().filter_map(|(index, field)| {
            let is_sent = !field.read_only && !field.required && field.constant.is_none();
            let value = self.switch_value(&field.wire, &field.ty, wanted).filter(|_| is_sent)?;
            let is_assumed = is_assumed(&value, field.default.as_ref());
            let presence = self.presence(*id, field, Direction::Request);
            let is_patch = presence == Presence::ThreeStates;
            (is_patch || presence == Presence::Optional).then(|| SwitchedField {
                name: self.names.field(*id, index).to_owned(),
                wire: field.wire.as_str().to_owned(),
                value,
                is_patch,
                is_assumed,
                has_default_state,
            })
        });
        best(found)
    }

    /// Returns the value of an input that requests a stream, if it has one.
    fn switch_value(&self, wire: &str, ty: &'a Type, wanted: &model::StreamSwitch) -> Option<SwitchValue> {
        match self.api.unaliased(ty.split_null().0) {
            Type::Boolean => (wire == wanted.name).then_some(SwitchValue::Boolean),
            Type::Named(id) => {
                let Shape::StringEnum(listed) = &self.api.definition(*id).shape else { return None };
                let position = index_of_value(wanted, wire, &listed.words)?;
                let wire = listed.words.get(position)?.wire.as_str();
                Some(SwitchValue::Listed {
                    path: self.emitted(*id, Direction::Request).path,
                    variant: self.names.variant(*id, position).to_owned(),
                    wire: wire.to_owned(),
                })
            }
            _ => None,
        }
    }
}

/// Returns the index of the enumeration's value that requests a stream.
fn index_of_value(wanted: &model::StreamSwitch, input: &str, listed: &[Word]) -> Option<usize> {
    let input = input.to_ascii_lowercase();
    let is_about_answers = ["stream", "format", "mode"].iter().any(|word| input.contains(word));
    let values = wanted.values.iter().chain(wanted.words.iter().filter(|_| is_about_answers));
    let mut found = values.map(|value| listed.iter().position(|word| word.wire.eq_ignore_ascii_case(value)));
    found.find_map(|position| position)
}

/// The boolean comes before an enumeration.
fn best(found: impl Iterator<Item = SwitchedField>) -> Option<SwitchedField> {
    found.min_by_key(|field| !matches!(field.value, SwitchValue::Boolean))
}

/// Returns `true` if the server takes the absence of a switch for what it says.
fn is_assumed(value: &SwitchValue, default: Option<&Value>) -> bool {
    match (value, default) {
        (SwitchValue::Boolean, Some(default)) => *default == Value::Bool(true),
        (SwitchValue::Listed { wire, .. }, Some(Value::String(default))) => default == wire,
        _ => false,
    }
}
