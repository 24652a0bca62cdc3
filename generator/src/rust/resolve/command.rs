//! Operations on the command line of the crate: their flags, and how their bodies are sent.

use std::collections::BTreeMap;

use super::Resolver;
use crate::api::analysis::{Direction, asks_for_body};
use crate::api::model::{self, Body, BodyContent, BodyKind, Content, Docs, Shape, Type, is_lines};
use crate::base::ident::without_underscore;
use crate::rust::docs;
use crate::rust::ir::{
    Command, CommandArgument, CommandBody, CommandEncoding, CommandValue, Operation, Path, RequestLocation,
};
use crate::rust::resolve::docs::heading;
use crate::rust::resolve::structure::present;

/// The flags that every operation has.
const OWN_FLAGS: [&str; 8] = ["allow-cleartext", "body", "dry-run", "header", "help", "output", "server", "version"];

impl<'a> Resolver<'a> {
    /// Returns an operation on the command line, unless it sends nothing but multipart bodies.
    pub(crate) fn command(&self, index: usize, resolved: &Operation) -> Option<Command> {
        let (operation, names) = (&self.api.operations[index], self.names.operation(index));
        let content = operation.bodies().find(|content| !matches!(content.kind, BodyKind::Multipart));
        if operation.has_parts() || (content.is_none() && operation.body.is_some()) {
            return None;
        }
        let parameters = operation.parameters.iter().zip(&names.parameters).zip(&resolved.inputs);
        let mut arguments: Vec<CommandArgument> = parameters
            .filter_map(|((parameter, name), input)| self.command_parameter(parameter, name, &input.placement))
            .collect();
        arguments.extend(operation.constants.iter().zip(&resolved.fixed).filter_map(|(parameter, fixed)| {
            let fixed_value = CommandValue::Fixed(parameter.constant.as_ref()?.to_string());
            let argument = self.command_parameter(parameter, "", &fixed.placement)?;
            Some(CommandArgument { kind: fixed_value, is_list: false, ..argument })
        }));
        let body =
            operation.body.as_ref().zip(content).map(|(body, content)| self.command_body(body, content, operation));
        let body = body.map(|(body, members)| {
            arguments.extend(members);
            body
        });
        assign_flags(&mut arguments);
        let mut codes = BTreeMap::new();
        for content in operation.success.contents() {
            if let Content::Json(ty) = content {
                self.collect_codes(ty, 2, &mut codes);
            }
        }
        Some(Command {
            about: docs::summary(heading(&operation.docs)),
            arguments,
            body,
            codes: codes.into_iter().collect(),
        })
    }

    fn command_parameter(
        &self,
        parameter: &'a model::Parameter,
        name: &str,
        placement: &RequestLocation,
    ) -> Option<CommandArgument> {
        let RequestLocation::Parameter(placed) = placement else { return None };
        let (kind, is_list) = self.command_value(&parameter.ty);
        Some(CommandArgument {
            wire: parameter.wire.clone(),
            flag: flag(name),
            parameter: Some(placed.clone()),
            is_required: parameter.required,
            is_list,
            kind,
            about: details(&parameter.docs),
        })
    }

    fn command_body(
        &self,
        body: &'a Body,
        content: &'a BodyContent,
        operation: &'a model::Operation,
    ) -> (CommandBody, Vec<CommandArgument>) {
        let (encoding, ty) = match &content.kind {
            BodyKind::Json { ty, wrapper } if !is_lines(&content.media_type) => {
                (CommandEncoding::Json(wrapper.clone()), Some(ty))
            }
            BodyKind::Form { ty, styles } => (CommandEncoding::Form(styles.clone()), Some(ty)),
            _ => (CommandEncoding::Raw, None),
        };
        let members = ty.and_then(|ty| self.command_members(ty, body));
        let sent = CommandBody {
            media_type: content.media_type.clone(),
            is_required: asks_for_body(self.api, operation),
            is_closed: members.as_ref().is_some_and(|(_, is_closed)| *is_closed),
            encoding,
        };
        (sent, members.map(|(members, _)| members).unwrap_or_default())
    }

    /// Returns the members of an object that is sent, and `true` if it has no others.
    fn command_members(&self, ty: &'a Type, body: &'a Body) -> Option<(Vec<CommandArgument>, bool)> {
        let Type::Named(id) = self.api.unaliased(ty.split_null().0) else { return None };
        let Shape::Object(object) = &self.api.definition(*id).shape else { return None };
        let members = present(object, Direction::Request).map(|(index, field)| {
            let (kind, is_list) = self.command_value(&field.ty);
            let constant = field.constant.as_ref().map(|value| CommandValue::Fixed(value.to_string()));
            CommandArgument {
                wire: field.wire.clone(),
                flag: flag(self.names.field(*id, index)),
                parameter: None,
                is_required: field.required && field.default.is_none() && !body.is_patch,
                is_list: is_list && constant.is_none(),
                kind: constant.unwrap_or(kind),
                about: details(&field.docs),
            }
        });
        Some((members.collect(), object.others.is_none()))
    }

    /// Returns the kind of a value, and `true` if there may be several.
    fn command_value(&self, ty: &'a Type) -> (CommandValue, bool) {
        let kind = match self.api.unaliased(ty.split_null().0) {
            Type::List(inner) => return (self.command_value(inner).0, true),
            Type::Boolean => CommandValue::Boolean,
            Type::Integer(_) | Type::UnixTime => CommandValue::Integer,
            Type::Number(_) => CommandValue::Number,
            Type::Text(_) => CommandValue::Text,
            named @ Type::Named(id) => match (&self.api.definition(*id).shape, self.enum_name(named)) {
                (Shape::IntegerEnum(_), Some(name)) => CommandValue::Code(name),
                (Shape::StringEnum(_), Some(name)) => CommandValue::Word(name),
                _ => CommandValue::Json,
            },
            Type::Own(id, _) => match self.api.own_types.get(*id).map(|own| &own.like) {
                Some(like) => return self.command_value(like),
                None => CommandValue::Json,
            },
            _ => CommandValue::Json,
        };
        (kind, false)
    }

    fn enum_name(&self, ty: &'a Type) -> Option<String> {
        match self.rust_type(ty, Direction::Request).path {
            Path::Emitted(name) => Some(name),
            _ => None,
        }
    }

    /// Collects the members of a response that a table shows by name: those of an object, and of lists in it.
    fn collect_codes(&self, ty: &'a Type, depth: usize, codes: &mut BTreeMap<String, String>) {
        match self.api.unaliased(ty.split_null().0) {
            Type::List(inner) => self.collect_codes(inner, depth, codes),
            Type::Named(id) => {
                let Shape::Object(object) = &self.api.definition(*id).shape else { return };
                for (_, field) in present(object, Direction::Response) {
                    match self.command_value(&field.ty) {
                        (CommandValue::Code(name), false) => {
                            codes.entry(field.wire.clone()).or_insert(name);
                        }
                        (CommandValue::Json, true) if depth > 1 => self.collect_codes(&field.ty, depth - 1, codes),
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
}

/// Gives each argument a flag of its own.
fn assign_flags(arguments: &mut [CommandArgument]) {
    let mut taken: Vec<String> = OWN_FLAGS.iter().map(|flag| (*flag).to_owned()).collect();
    for argument in arguments.iter_mut().filter(|argument| !matches!(argument.kind, CommandValue::Fixed(_))) {
        while taken.contains(&argument.flag) {
            argument.flag.push_str(if argument.parameter.is_some() { "-parameter" } else { "-member" });
        }
        taken.push(argument.flag.clone());
    }
}

fn flag(name: &str) -> String {
    without_underscore(name).replace('_', "-")
}

/// Returns the description of an item, in one line.
fn details(docs: &Docs) -> String {
    docs::summary(docs.description.as_deref().or(docs.title.as_deref()).unwrap_or_default())
}
