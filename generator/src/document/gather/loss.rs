//! Counts the operations and schemas that lose their content because of unresolved references and unsupported schemas.
//!
//! An operation loses its content if it is omitted, or if its body or a success response is omitted or untyped. A
//! component schema loses its content if it becomes any JSON value. A lost parameter, header, field or error response is
//! only a warning.

use std::collections::{BTreeSet, HashMap, HashSet};

use serde_json::Value;

use super::kind::NodeKind;
use crate::diagnostic::{Code, Diagnostic};
use crate::document::references::resolve;
use crate::pointer::Pointer;

/// The operations and the schemas that lack content, with the totals.
#[derive(Clone, Debug, Default)]
pub struct Loss {
    operations: IncompleteCount,
    schemas: IncompleteCount,
    /// The bodies and success responses with content.
    contents: Vec<Content>,
    /// The index of each content that has a schema, by the location of the schema.
    users: HashMap<String, Vec<usize>>,
    /// Complete component schemas, by their location.
    complete: HashSet<String>,
    /// Complete operations, by their index.
    complete_operations: HashSet<usize>,
}

/// A body or a success response whose media types all have a schema.
#[derive(Clone, Debug)]
struct Content {
    /// The index of its operation.
    operation: usize,
    /// The number of media types that have a type.
    typed: usize,
}

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
        for (name, schema) in components.members("schemas") {
            let is_lost = components.is_lost(schema, "schemas");
            loss.schemas.count(is_lost);
            loss.complete.extend((!is_lost).then(|| schema_pointer(name)));
        }
        for (path, item) in members(&document["paths"]) {
            if NodeKind::Map(&NodeKind::PathItem).member(path).is_none() {
                continue;
            }
            let is_missing = item.get("$ref").is_some();
            if is_missing {
                loss.operations.count(true);
            }
            for (method, operation) in
                members(item).filter(|(key, _)| NodeKind::PathItem.member(key) == Some(NodeKind::Operation))
            {
                let is_lost = is_missing || components.is_lost_in(operation);
                if !is_lost {
                    let at = Pointer::root().child("paths").child(path).child(method);
                    loss.add_contents(&components, operation, &at);
                }
                loss.operations.count(is_lost);
            }
        }
        loss
    }

    /// Adds the contents of the operation that is counted next.
    fn add_contents(&mut self, components: &Components<'_>, operation: &Value, at: &Pointer) {
        let index = self.operations.all;
        self.complete_operations.insert(index);
        for schemas in components.contents(operation, at) {
            for schema in &schemas {
                self.users.entry(schema.clone()).or_default().push(self.contents.len());
            }
            self.contents.push(Content { operation: index, typed: schemas.len() });
        }
    }

    /// Counts schemas that become any JSON value because they are unsupported, by their locations.
    pub(crate) fn count_untyped(&mut self, schemas: &BTreeSet<String>) {
        for schema in schemas {
            self.schemas.incomplete += usize::from(self.complete.remove(schema));
            for &user in self.users.get(schema).into_iter().flatten() {
                let content = &mut self.contents[user];
                content.typed -= 1;
                if content.typed == 0 && self.complete_operations.remove(&content.operation) {
                    self.operations.incomplete += 1;
                }
            }
        }
    }

    /// Counts operations that are skipped for another reason.
    pub(crate) fn count_left_out(&mut self, operations: usize) {
        self.operations.incomplete = self.operations.all.min(self.operations.incomplete + operations);
    }

    /// The problem of a description of which more than a tenth is missing.
    #[must_use]
    pub fn problem(&self) -> Option<Diagnostic> {
        if !self.operations.is_large() && !self.schemas.is_large() {
            return None;
        }
        let shares = [(self.operations, "operations"), (self.schemas, "schemas")].into_iter();
        let shares = shares.filter(|(share, _)| share.incomplete > 0);
        let shares: Vec<String> =
            shares.map(|(share, noun)| format!("{} of {} {noun}", share.incomplete, share.all)).collect();
        let message = format!("missing content in {}", shares.join(" and "));
        let help = "fix what the warnings report, or set `allow-partial` (`--allow-partial`) to generate the client without it";
        Some(Diagnostic::error(Code::ContentMissing, message).help(help))
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
        operation.get("requestBody").is_some_and(|body| self.is_lost(body, "requestBodies"))
            || operation["responses"].get("$ref").is_some_and(Value::is_string)
            || successes(operation).any(|(_, response)| self.is_lost(response, "responses"))
    }

    /// Returns the locations of the schemas of the body and of each success response.
    fn contents(&self, operation: &'v Value, at: &Pointer) -> Vec<Vec<String>> {
        let body = operation.get("requestBody").map(|body| (body, at.child("requestBody"), "requestBodies"));
        let responses = at.child("responses");
        let successes = successes(operation).map(|(status, response)| (response, responses.child(status), "responses"));
        let holders = body.into_iter().chain(successes);
        holders.filter_map(|(holder, at, section)| self.schemas_of(holder, at, section)).collect()
    }

    /// Returns the locations of the schemas of a body or a response, or `None` if a media type has none.
    fn schemas_of(&self, holder: &'v Value, at: Pointer, section: &'static str) -> Option<Vec<String>> {
        let (holder, at) = match holder.get("$ref").and_then(Value::as_str) {
            Some(reference) => {
                let (name, holder) = self.target(reference, section)?;
                (holder, Pointer::component(section, name))
            }
            None => (holder, at),
        };
        let content = at.child("content");
        let schemas = members(&holder["content"]).map(|(name, media_type)| {
            let (key, schema) = schema_of(media_type)?;
            match schema.get("$ref").and_then(Value::as_str) {
                Some(reference) => self.target(reference, "schemas").map(|(name, _)| schema_pointer(name)),
                None => Some(content.child(name).child(key).to_string()),
            }
        });
        schemas.collect::<Option<Vec<_>>>().filter(|schemas| !schemas.is_empty())
    }

    /// Returns `true` if a value of a section is missing, or is a body or a response without a type.
    fn is_lost(&self, value: &Value, section: &'static str) -> bool {
        match value.get("$ref").and_then(Value::as_str) {
            Some(reference) => {
                self.target(reference, section).is_none_or(|(name, _)| self.untyped.contains(&(section, name)))
            }
            None => section != "schemas" && self.is_untyped(value),
        }
    }

    /// Returns `true` if the schemas of all media types are missing. A reference to something without a section that
    /// could be resolved is replaced by a copy.
    fn is_untyped(&self, holder: &Value) -> bool {
        let content = &holder["content"];
        let is_missing = |media_type: &Value| {
            media_type.get("$ref").is_some()
                || schema_of(media_type).is_some_and(|(_, schema)| self.is_lost(schema, "schemas"))
        };
        let mut media_types = members(content).peekable();
        content.get("$ref").is_some_and(Value::is_string)
            || (media_types.peek().is_some() && media_types.all(|(_, media_type)| is_missing(media_type)))
    }

    /// Returns the component that a reference resolves to, by name.
    fn target(&self, reference: &str, section: &str) -> Option<(&'v str, &'v Value)> {
        resolve(&self.components[section], section, reference)
    }
}

/// Returns the success responses of an operation, or the default response if it has none.
fn successes(operation: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let responses = &operation["responses"];
    let has_success = members(responses).any(|(status, _)| is_success(status));
    members(responses).filter(move |(status, _)| is_success(status) || (!has_success && *status == "default"))
}

/// Returns the schema of a media type, and its keyword.
fn schema_of(media_type: &Value) -> Option<(&'static str, &Value)> {
    ["schema", "itemSchema"].into_iter().find_map(|key| Some((key, media_type.get(key)?)))
}

fn schema_pointer(name: &str) -> String {
    Pointer::component("schemas", name).to_string()
}

fn is_success(status: &str) -> bool {
    status.len() == 3 && status.starts_with('2')
}

fn members(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, member)| (name.as_str(), member))
}
