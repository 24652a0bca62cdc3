//! The document, its servers, tags and components.

use std::collections::{BTreeSet, HashSet};

use serde_json::Value;

use crate::diagnostic::Code;
use crate::document::specification::report::{Members, PathSegment, SpecificationWalk, text};
use crate::document::specification::version::{SINCE_31, V32};

pub(super) fn document<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let parts = ["paths", "components", "webhooks"];
    if SINCE_31.has(walk.version) && !parts.iter().any(|part| members.contains_key(*part)) {
        let message = "the description has no `paths`, `components` or `webhooks`";
        walk.report(Code::FieldMissing, message, &[], "add `paths`");
    }
    tags(walk, members);
}

fn tags<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let tags = members.get("tags").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut names: HashSet<&str> = HashSet::new();
    for (index, tag) in tags.iter().enumerate() {
        let Some(name) = tag.get("name").and_then(Value::as_str) else { continue };
        if !names.insert(name) {
            let message = format!("the tag `{name}` is declared twice");
            let at = [PathSegment::Member("tags"), PathSegment::Element(index)];
            walk.report_info(Code::RuleViolated, message, &at, "remove one of them");
        }
    }
    let nested = if V32.has(walk.version) { tags } else { &[] };
    for (index, tag) in nested.iter().enumerate() {
        let Some(parent) = tag.get("parent").and_then(Value::as_str) else { continue };
        if !names.contains(parent) {
            let message = format!("the tag `{parent}` is not declared");
            let at = [PathSegment::Member("tags"), PathSegment::Element(index), PathSegment::Member("parent")];
            walk.report_info(Code::RuleViolated, message, &at, "declare it in `tags`");
        }
    }
}

/// Each variable of an address is declared.
pub(super) fn server<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let Some(url) = text(members, "url") else { return };
    let declared = members.get("variables").and_then(Value::as_object);
    for name in braces(url).collect::<BTreeSet<_>>() {
        if !declared.is_some_and(|declared| declared.contains_key(name)) {
            let message = format!("the variable `{name}` of the URL is not declared");
            walk.report(
                Code::RuleViolated,
                message,
                &[PathSegment::Member("url")],
                "declare it in `variables`, with a default",
            );
        }
    }
}

pub(super) fn server_variable<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let (Some(default), Some(Value::Array(values))) = (members.get("default"), members.get("enum")) else { return };
    if !values.is_empty() && default.is_string() && !values.contains(default) {
        let message = format!("the default {default} is not one of the values of `enum`");
        walk.report(
            Code::RuleViolated,
            message,
            &[PathSegment::Member("default")],
            "add it to `enum`, or use one of its values",
        );
    }
}

pub(super) fn component_names<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let sound = |name: &str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b'_'))
    };
    for name in members.keys().filter(|name| !sound(name)) {
        let message = format!("`{name}` is not a valid component name");
        let help = "use only ASCII letters, digits, `.`, `-` and `_`";
        walk.report_info(Code::RuleViolated, message, &[PathSegment::Member(name)], help);
    }
}

/// The names in braces, in order.
pub(super) fn braces(text: &str) -> impl Iterator<Item = &str> {
    text.split('{').skip(1).filter_map(|rest| rest.split_once('}').map(|(name, _)| name))
}
