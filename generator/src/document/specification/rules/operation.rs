//! Paths, path items, operations with their responses and contents, and links to them.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::document::braces;
use super::parameter::check_list;
use crate::diagnostic::Code;
use crate::document::specification::report::{Members, PathSegment, SpecificationWalk, resolved, text};
use crate::document::specification::version::V20;
use crate::http_terms::METHODS;

pub(super) fn paths<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let mut templates: HashMap<String, &str> = HashMap::new();
    for (path, item) in members.iter().filter(|(path, _)| !path.starts_with("x-")) {
        if !path.starts_with('/') {
            let message = format!("the path `{path}` does not begin with a slash");
            walk.report(Code::RuleViolated, message, &[PathSegment::Member(path)], "write a path such as `/pets/{id}`");
        }
        let mut seen: HashSet<&str> = HashSet::new();
        if let Some(name) = braces(path).find(|name| !seen.insert(name)) {
            let message = format!("duplicate path parameter `{{{name}}}`");
            walk.report(Code::RuleViolated, message, &[PathSegment::Member(path)], "rename one of them");
        }
        match templates.get(&unnamed(path)) {
            // Shared methods are reported by a separate diagnostic.
            Some(other) if !share_a_method(item, &members[*other]) => {
                let message = format!("the path differs from `{other}` only in the names of its parameters");
                walk.report(Code::RuleViolated, message, &[PathSegment::Member(path)], "merge both into one path item");
            }
            Some(_) => {}
            None => drop(templates.insert(unnamed(path), path)),
        }
    }
}

/// The path with its parameters unnamed.
fn unnamed(path: &str) -> String {
    let mut parts = path.split('{');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push('{');
        text.push_str(part.split_once('}').map_or(part, |(_, rest)| rest));
    }
    text
}

fn share_a_method(one: &Value, other: &Value) -> bool {
    METHODS.iter().any(|method| one.get(*method).is_some() && other.get(*method).is_some())
}

pub(super) fn methods<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    for name in members.keys() {
        if METHODS.iter().any(|method| name.eq_ignore_ascii_case(method)) {
            let message = format!("the method `{name}` has its own field");
            let help = format!("move it to the field `{}` next to `additionalOperations`", name.to_ascii_lowercase());
            walk.report(Code::RuleViolated, message, &[PathSegment::Member(name)], &help);
        }
    }
}

pub(super) fn path_item<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    check_list(walk, members);
}

pub(super) fn operation<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    check_list(walk, members);
    unique_id(walk, members);
    if V20.has(walk.version) {
        bodies(walk, members);
    }
}

fn unique_id<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let Some(id) = text(members, "operationId").filter(|id| !id.is_empty()) else { return };
    let here = walk.place(&[]);
    if let Some(first) = walk.operation_ids.get(id) {
        let help = format!("choose another id; the first use is #{first}");
        let message = format!("duplicate `operationId` `{id}`");
        walk.report(Code::RuleViolated, message, &[PathSegment::Member("operationId")], &help);
    } else {
        walk.operation_ids.insert(id, here);
    }
}

/// An operation of Swagger 2.0 has at most one body, or a form.
fn bodies<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let shared = match walk.steps() {
        [before @ .., PathSegment::Member(_)] => shared_parameters(walk.root, before),
        _ => &[],
    };
    let own = members.get("parameters").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let mut files = false;
    let (mut forms, mut names) = (false, HashSet::new());
    for parameter in own.iter().chain(shared).filter_map(|parameter| resolved(walk.root, parameter)) {
        match parameter.get("in").and_then(Value::as_str) {
            Some("body") => drop(names.insert(parameter.get("name").and_then(Value::as_str))),
            Some("formData") => {
                forms = true;
                files |= parameter.get("type").and_then(Value::as_str) == Some("file");
            }
            _ => {}
        }
    }
    if names.len() > 1 {
        walk.report(
            Code::RuleViolated,
            "an operation has several bodies",
            &[],
            "combine them into one body with several members",
        );
    }
    if forms && !names.is_empty() {
        walk.report(Code::RuleViolated, "an operation has both a body and form fields", &[], "keep one of them");
    }
    if files && !takes_forms(walk.root, members) {
        let help = "add `multipart/form-data` to `consumes`";
        walk.report(Code::RuleViolated, "an operation has a file parameter but does not consume forms", &[], help);
    }
}

fn shared_parameters<'v>(root: &'v Value, item: &[PathSegment<'_>]) -> &'v [Value] {
    let item = item.iter().try_fold(root, |value, step| match step {
        PathSegment::Member(name) => value.get(name),
        PathSegment::Element(index) => value.get(index),
    });
    item.and_then(|item| item.get("parameters")?.as_array()).map_or(&[], Vec::as_slice)
}

/// Returns `true` if an operation accepts a form that can contain a file.
fn takes_forms(root: &Value, members: &Members) -> bool {
    let consumes = members.get("consumes").or_else(|| root.get("consumes")).and_then(Value::as_array);
    let types = consumes.into_iter().flatten().filter_map(Value::as_str);
    types.map(str::to_ascii_lowercase).any(|media_type| {
        media_type.starts_with("multipart/") || media_type.contains("form-data") || media_type.contains("urlencoded")
    })
}

pub(super) fn link<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    if !members.contains_key("operationRef") && !members.contains_key("operationId") {
        let message = "a link has neither `operationRef` nor `operationId`";
        walk.report(Code::FieldMissing, message, &[], "add one of them");
    }
}

pub(super) fn statuses<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let ranges = !V20.has(walk.version);
    let mut codes = members.keys().filter(|name| !name.starts_with("x-")).peekable();
    if codes.peek().is_none() {
        walk.report(Code::RuleViolated, "the operation has no responses", &[], "add the response of a successful call");
    }
    for code in codes.filter(|code| !is_status(code, ranges)) {
        let help = if ranges {
            "write a status such as 200, a range such as 4XX, or default"
        } else {
            "write a status such as 200, or default"
        };
        let at = [PathSegment::Member(code)];
        let upper = code.to_ascii_uppercase();
        if is_status(&upper, ranges) {
            let message = format!("`{code}` is not a status code; it is read as `{upper}`, and nothing is lost");
            walk.report_info(Code::RuleViolated, message, &at, help);
        } else {
            walk.report(Code::RuleViolated, format!("`{code}` is not a status code"), &at, help);
        }
    }
}

fn is_status(text: &str, ranges: bool) -> bool {
    match text.as_bytes() {
        b"default" => true,
        [b'1'..=b'5', b'X', b'X'] => ranges,
        [b'1'..=b'5', b'0'..=b'9', b'0'..=b'9'] => true,
        _ => false,
    }
}

pub(super) fn media_types<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let mut seen: HashMap<String, &str> = HashMap::new();
    for name in members.keys().filter(|name| !name.starts_with("x-")) {
        let essence = name.split(';').next().unwrap_or_default().trim();
        if !essence.split_once('/').is_some_and(|(kind, subtype)| !kind.is_empty() && !subtype.is_empty()) {
            let message = format!("`{name}` is not a media type");
            walk.report(
                Code::RuleViolated,
                message,
                &[PathSegment::Member(name)],
                "write one such as `application/json`",
            );
        }
        if let Some(other) = seen.insert(normal(name), name) {
            let message = format!("`{name}` is the same media type as `{other}`");
            walk.report(Code::RuleViolated, message, &[PathSegment::Member(name)], "keep the intended one");
        }
    }
}

/// Normalizes a media type: case, whitespace and `charset` are ignored.
fn normal(media_type: &str) -> String {
    let parts = media_type.split(';').map(|part| part.trim().to_ascii_lowercase());
    parts.filter(|part| !part.is_empty() && !part.starts_with("charset=")).collect::<Vec<_>>().join(";")
}
