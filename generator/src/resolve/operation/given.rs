//! Docs of an operation's arguments, as part of the docs of its function: arguments have no docs of their own.

use serde_json::Value;

use crate::analysis::Direction;
use crate::docs;
use crate::model::{self, BodyKind, Parameter, ParameterLocation, Shape, Text, Type, essence};
use crate::resolve::Resolver;
use crate::resolve::docs::{heading, rules};
use crate::resolve::structure::present;

/// Maximum number of bytes of a default in a list.
const MAX_DEFAULT_LEN: usize = 40;

impl<'a> Resolver<'a> {
    /// Returns a Markdown list of the arguments that have a description.
    pub(super) fn arguments_docs(&self, index: usize) -> Option<String> {
        let (operation, names) = (self.lowered(index), self.names.operation(index));
        let parameters = operation.parameters.iter().zip(&names.parameters);
        let parameters = parameters.filter(|(parameter, _)| parameter.required);
        let mut rows: Vec<String> =
            parameters.filter_map(|(parameter, name)| self.argument_row(parameter, name)).collect();
        let body = operation.body.as_ref().filter(|_| self.api.asks_for_body(operation));
        match names.flattened_body {
            Some(_) => rows.extend(self.member_rows(index, true)),
            // What its type is, the docs of the type say.
            None => rows.extend(body.and_then(|body| row(&names.body, said_first(&body.docs)))),
        }
        (!rows.is_empty()).then(|| format!("Arguments:{}", rows.concat()))
    }

    /// Returns a Markdown list of the optional inputs, with a link to their setters.
    pub(super) fn optional_inputs(&self, index: usize) -> Option<String> {
        let (operation, names) = (self.lowered(index), self.names.operation(index));
        let parameters = operation.parameters.iter().zip(&names.parameters);
        let parameters = parameters.filter(|(parameter, _)| !parameter.required);
        let mut rows: String = parameters
            .map(|(parameter, name)| optional_row(name, &parameter.docs, parameter.default.as_ref()))
            .collect();
        let body = operation.body.as_ref().filter(|_| !self.api.asks_for_body(operation) && !operation.has_parts());
        match names.flattened_body {
            Some(_) => rows.extend(self.member_rows(index, false)),
            None => rows.extend(body.map(|body| self.optional_body_row(&names.body, body))),
        }
        let setters = docs::setters(&names.type_name);
        (!rows.is_empty()).then(|| format!("[Options]({setters}):{rows}"))
    }

    /// Returns a row for each required or optional member of a flattened body.
    fn member_rows(&self, index: usize, required: bool) -> Vec<String> {
        let Some(id) = self.names.operation(index).flattened_body else { return Vec::new() };
        let Shape::Object(object) = &self.api.definition(id).shape else { return Vec::new() };
        let sent = present(object, Direction::Request).filter(|(_, field)| field.constant.is_none());
        let rows = sent.filter(|(_, field)| required == self.api.is_constructor_argument(field));
        let rows = rows.filter_map(|(at, field)| {
            let name = self.names.field(id, at);
            if required {
                row(name, sentences([said_first(&field.docs), limits(&field.docs)]))
            } else {
                Some(optional_row(name, &field.docs, field.default.as_ref()))
            }
        });
        rows.collect()
    }

    /// A body of which nothing is said is what its type is.
    fn optional_body_row(&self, name: &str, body: &'a model::Body) -> String {
        let kinds = body.alternatives.iter().map(|content| &content.kind);
        let mut held = kinds.filter_map(|kind| match kind {
            BodyKind::Json { ty, .. } | BodyKind::Form { ty, .. } => match ty.split_null().0 {
                Type::Named(id) => Some(self.names.of_type(*id, Direction::Request)),
                _ => None,
            },
            _ => None,
        });
        let said = row(name, docs::first_sentence(heading(self.body_docs(body))));
        let linked = |held: &str| row(name, format!("[`{held}`](super::super::types::{held})"));
        said.or_else(|| held.next().and_then(linked)).unwrap_or_else(|| bare_row(name))
    }

    fn argument_row(&self, parameter: &'a Parameter, name: &str) -> Option<String> {
        let said = Some(said_first(&parameter.docs)).filter(|said| !said.is_empty());
        let said = said.unwrap_or_else(|| docs::wire_name(name, &parameter.wire));
        let parts = self.parts_docs(parameter).unwrap_or_default();
        row(name, sentences([said, limits(&parameter.docs), parts]))
    }

    /// Describes how the elements of a list are sent in a multipart body.
    pub(super) fn parts_docs(&self, parameter: &'a Parameter) -> Option<String> {
        if parameter.place != ParameterLocation::Part {
            return None;
        }
        let ty = self.api.unaliased(parameter.ty.split_null().0);
        let holds_files = ty.any(&|ty| *ty == Type::Text(Text::File));
        let is_json = parameter.media_type.as_deref().is_some_and(|media_type| essence(media_type).ends_with("json"));
        let name = docs::code(&parameter.wire);
        match ty {
            Type::List(_) if holds_files => Some(format!("Each file is sent as a part named {name}.")),
            Type::List(_) | Type::Set(_) if !is_json => Some(format!("Each element is sent as a part named {name}.")),
            _ => None,
        }
    }
}

/// Returns the first paragraph of docs, in one line.
fn said_first(said: &model::Docs) -> String {
    docs::first_paragraph(&docs::ended(heading(said)))
}

/// ``- `page`: The page.``
fn row(name: &str, said: String) -> Option<String> {
    let says_more = !said.is_empty() && !docs::is_same(said.trim_end_matches('.'), name);
    says_more.then(|| format!("\n- `{name}`: {said}"))
}

/// The same of an option: its first sentence, its limits and its default.
fn optional_row(name: &str, said: &model::Docs, default: Option<&Value>) -> String {
    let default = default.map(|default| default.to_string()).filter(|default| default.len() <= MAX_DEFAULT_LEN);
    let default = default.map(|default| format!("Default: {}.", docs::code(&default))).unwrap_or_default();
    row(name, sentences([docs::ended(&docs::first_sentence(heading(said))), limits(said), default]))
        .unwrap_or_else(|| bare_row(name))
}

/// Returns the limits of a value, in one line.
fn limits(said: &model::Docs) -> String {
    docs::first_paragraph(&rules(said))
}

fn sentences<const N: usize>(sentences: [String; N]) -> String {
    sentences.into_iter().filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" ")
}

/// ``- `page` ``, of which nothing more is said.
fn bare_row(name: &str) -> String {
    format!("\n- `{name}`")
}
