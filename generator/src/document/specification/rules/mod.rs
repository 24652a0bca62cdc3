//! Rules of the specifications between fields, and between objects.

mod document;
mod operation;
mod parameter;
mod schema;
mod security;

use serde_json::Value;

use super::field::{MapKeys, ObjectKind};
use super::report::{Members, PathSegment, SpecificationWalk};
use crate::diagnostic::Code;

pub(super) use schema::is_foreign;

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
        MapKeys::Status => operation::statuses(walk, members),
        MapKeys::MediaType => operation::media_types(walk, members),
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
            walk.report(Code::RuleViolated, message, &[PathSegment::Member(least)], "fix one of them");
        }
    }
}
