//! Rules of the specifications between fields, and between objects.

mod content;
mod document;
mod operation;
mod parameter;
mod schema;
mod security;

use serde_json::Value;

use super::field::{MapKeys, ObjectKind};
use super::walk::{Members, PathSegment, SpecificationWalk};
use crate::diagnostic::Code;
use crate::pointer::percent_decoded;

pub(super) use schema::is_foreign;

/// Maximum length of a chain of references; a longer one is a cycle.
const MAX_CHAIN_LEN: usize = 32;

/// The rules for an object, once its fields were looked at.
pub(super) fn object<'v>(walk: &mut SpecificationWalk<'v>, kind: ObjectKind, members: &'v Members) {
    match kind {
        ObjectKind::Document => document::document(walk, members),
        ObjectKind::Server => document::server(walk, members),
        ObjectKind::ServerVariable => document::server_variable(walk, members),
        ObjectKind::PathItem => operation::path_item(walk, members),
        ObjectKind::Operation => operation::operation(walk, members),
        ObjectKind::Parameter => parameter::parameter(walk, members),
        ObjectKind::Header => parameter::header(walk, members),
        ObjectKind::Items => parameter::items(walk, members),
        ObjectKind::Link => operation::link(walk, members),
        ObjectKind::Schema => schema::schema(walk, members),
        ObjectKind::SecurityScheme => security::scheme(walk, members),
        ObjectKind::Flow => security::flow(walk, members),
        _ => {}
    }
}

/// The rules for the names of a map's members.
pub(super) fn keys<'v>(walk: &mut SpecificationWalk<'v>, keys: MapKeys, members: &'v Members) {
    match keys {
        MapKeys::Component => document::component_names(walk, members),
        MapKeys::Path => operation::paths(walk, members),
        MapKeys::Status => content::statuses(walk, members),
        MapKeys::MediaType => content::media_types(walk, members),
        MapKeys::Method => operation::methods(walk, members),
        MapKeys::Scheme => security::requirement(walk, members),
        MapKeys::Header => parameter::header_names(walk, members),
        MapKeys::Name | MapKeys::Extensible | MapKeys::Expression | MapKeys::Pattern => {}
    }
}

/// Limits of which the first is above the second.
pub(super) fn ordered(walk: &mut SpecificationWalk<'_>, limits: &[(&str, &str)], members: &Members) {
    for (least, most) in limits {
        let number = |name: &str| members.get(name).and_then(Value::as_f64);
        if let (Some(low), Some(high)) = (number(least), number(most))
            && low > high
        {
            let message = format!("`{least}` is greater than `{most}`, so no value is valid");
            violated(walk, message, &[PathSegment::Member(least)], "fix one of them");
        }
    }
}

fn violated(walk: &mut SpecificationWalk<'_>, message: String, below: &[PathSegment<'_>], help: &str) {
    walk.report(Code::RuleViolated, message, below, help);
}

/// Reports a violation that has no effect on the client.
fn violated_without_effect(walk: &mut SpecificationWalk<'_>, message: String, below: &[PathSegment<'_>], help: &str) {
    walk.report_info(Code::RuleViolated, message, below, help);
}

fn missing(walk: &mut SpecificationWalk<'_>, message: String, help: &str) {
    walk.report(Code::FieldMissing, message, &[], help);
}

/// Reports a missing field that the client does without.
fn missing_without_effect(walk: &mut SpecificationWalk<'_>, message: String, help: &str) {
    walk.report_info(Code::FieldMissing, message, &[], help);
}

fn ignored(walk: &mut SpecificationWalk<'_>, message: String, name: &str, help: &str) {
    walk.report(Code::FieldIgnored, message, &[PathSegment::Member(name)], help);
}

fn text<'v>(members: &'v Members, name: &str) -> Option<&'v str> {
    members.get(name)?.as_str()
}

/// Reports an ignored field whose value is not needed.
fn ignored_without_effect(walk: &mut SpecificationWalk<'_>, message: String, name: &str, help: &str) {
    walk.report_info(Code::FieldIgnored, message, &[PathSegment::Member(name)], help);
}

/// Follows local references, or returns `None` for one that is not local or unresolved.
fn resolved<'v>(root: &'v Value, value: &'v Value) -> Option<&'v Value> {
    match value.as_object() {
        Some(members) if members.contains_key("$ref") => target(root, members),
        _ => Some(value),
    }
}

/// Returns the final target of a local reference.
pub(super) fn target<'v>(root: &'v Value, mut members: &'v Members) -> Option<&'v Value> {
    for _ in 0..MAX_CHAIN_LEN {
        let reference = text(members, "$ref")?.strip_prefix('#')?;
        let value = root.pointer(&percent_decoded(reference))?;
        match value.as_object() {
            Some(next) if next.contains_key("$ref") => members = next,
            _ => return Some(value),
        }
    }
    None
}
