//! Counts the operations and schemas that lose their content because of unresolved references.
//!
//! An operation loses its content if it is omitted, or if its body or a success response is omitted or untyped. A
//! component schema loses its content if it becomes any JSON value. A lost parameter, header, field or error response is
//! only a warning.

use std::collections::HashSet;

use serde_json::Value;

use super::kind::NodeKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::pointer::component_name;

/// The operations and the schemas that lack content, with the totals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loss {
    operations: IncompleteCount,
    schemas: IncompleteCount,
}

/// Maximum length of a chain of references; a longer one is a cycle.
const MAX_REFERENCES: usize = 32;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct IncompleteCount {
    incomplete: usize,
    all: usize,
}

impl IncompleteCount {
    fn count(&mut self, is_incomplete: bool) {
        self.all += 1;
        self.incomplete += usize::from(is_incomplete);
    }

    /// More than a tenth.
    fn is_large(self) -> bool {
        self.incomplete * 10 > self.all
    }
}

impl Loss {
    /// Counts the operations and schemas of a document.
    pub(in crate::document) fn new(document: &Value) -> Self {
        let components = Components::new(&document["components"]);
        let mut loss = Self::default();
        for (_, schema) in components.members("schemas") {
            loss.schemas.count(components.is_lost(schema, "schemas"));
        }
        for (path, item) in members(&document["paths"]) {
            if NodeKind::Map(&NodeKind::PathItem).member(path).is_none() {
                continue;
            }
            let is_missing = item.get("$ref").is_some();
            if is_missing {
                loss.operations.count(true);
            }
            for (_, operation) in
                members(item).filter(|(key, _)| NodeKind::PathItem.member(key) == Some(NodeKind::Operation))
            {
                loss.operations.count(is_missing || components.is_lost_in(operation));
            }
        }
        loss
    }

    /// Counts operations that are skipped for another reason.
    pub(crate) fn count_left_out(&mut self, operations: usize) {
        self.operations.incomplete = self.operations.all.min(self.operations.incomplete + operations);
    }

    /// The problem of a description of which more than a tenth is missing.
    #[must_use]
    pub fn problem(self) -> Option<Diagnostic> {
        if !self.operations.is_large() && !self.schemas.is_large() {
            return None;
        }
        let shares = [(self.operations, "operations"), (self.schemas, "schemas")].into_iter();
        let shares = shares.filter(|(share, _)| share.incomplete > 0);
        let shares: Vec<String> =
            shares.map(|(share, noun)| format!("{} of {} {noun}", share.incomplete, share.all)).collect();
        let message = format!("missing content in {}", shares.join(" and "));
        let help = "fix what the warnings report, or pass `--allow-partial` to generate the client without it";
        Some(Diagnostic::error(Code::ReferenceUnresolved, message).help(help))
    }
}

struct Components<'v> {
    components: &'v Value,
    /// The bodies and responses without a type, each judged once.
    untyped: HashSet<(&'static str, &'v str)>,
}

impl<'v> Components<'v> {
    fn new(components: &'v Value) -> Self {
        let mut known = Self { components, untyped: HashSet::new() };
        for section in ["requestBodies", "responses"] {
            let untyped = known.members(section).filter(|(_, value)| known.is_untyped(value));
            let untyped: Vec<_> = untyped.map(|(name, _)| (section, name)).collect();
            known.untyped.extend(untyped);
        }
        known
    }

    fn members(&self, section: &str) -> impl Iterator<Item = (&'v str, &'v Value)> + use<'v> {
        members(&self.components[section])
    }

    /// Returns `true` if the body or a success response of an operation is missing or untyped.
    fn is_lost_in(&self, operation: &Value) -> bool {
        let has_success = members(&operation["responses"]).any(|(status, _)| is_success(status));
        let mut successes = members(&operation["responses"])
            .filter(|(status, _)| is_success(status) || (!has_success && *status == "default"));
        operation.get("requestBody").is_some_and(|body| self.is_lost(body, "requestBodies"))
            || operation["responses"].get("$ref").is_some_and(Value::is_string)
            || successes.any(|(_, response)| self.is_lost(response, "responses"))
    }

    /// Returns `true` if a value of a section is missing, or is a body or a response without a type.
    fn is_lost(&self, value: &Value, section: &'static str) -> bool {
        match value.get("$ref").and_then(Value::as_str) {
            Some(reference) => {
                self.target(reference, section).is_none_or(|name| self.untyped.contains(&(section, name)))
            }
            None => section != "schemas" && self.is_untyped(value),
        }
    }

    /// Returns `true` if the schemas of all media types are missing. A reference to something without a section that
    /// could be resolved is replaced by a copy.
    fn is_untyped(&self, holder: &Value) -> bool {
        let content = &holder["content"];
        let is_missing = |media_type: &Value| {
            let schema = media_type.get("schema").or_else(|| media_type.get("itemSchema"));
            media_type.get("$ref").is_some() || schema.is_some_and(|schema| self.is_lost(schema, "schemas"))
        };
        let mut media_types = members(content).peekable();
        content.get("$ref").is_some_and(Value::is_string)
            || (media_types.peek().is_some() && media_types.all(|(_, media_type)| is_missing(media_type)))
    }

    /// Returns the name of the component that a reference resolves to.
    fn target(&self, reference: &str, section: &str) -> Option<&'v str> {
        let mut name = component_name(reference, section)?;
        for _ in 0..MAX_REFERENCES {
            let (found, value) = self.components[section].as_object()?.get_key_value(&name)?;
            match value.get("$ref").and_then(Value::as_str) {
                Some(next) => name = component_name(next, section)?,
                None => return Some(found),
            }
        }
        None
    }
}

fn is_success(status: &str) -> bool {
    status.len() == 3 && status.starts_with('2')
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, member)| (name.as_str(), member))
}
