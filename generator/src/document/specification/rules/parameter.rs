//! Parameters and headers.

use std::collections::HashSet;

use serde_json::Value;

use crate::diagnostic::Code;
use crate::document::specification::report::{Members, PathSegment, SpecificationWalk, resolved, text};
use crate::document::specification::version::{SINCE_30, V20, V30, V32};
use crate::http_terms::{ACCEPT, AUTHORIZATION, CONTENT_TYPE, is_token};

/// A name and a location may occur once in a list of parameters.
pub(super) fn check_list<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let Some(Value::Array(parameters)) = members.get("parameters") else { return };
    let mut seen: HashSet<(&str, &str)> = HashSet::new();
    for (index, parameter) in parameters.iter().enumerate() {
        let Some(Value::Object(parameter)) = resolved(walk.root, parameter) else { continue };
        let (Some(name), Some(place)) = (text(parameter, "name"), text(parameter, "in")) else { continue };
        if !seen.insert((name, place)) {
            let message = format!("the parameter `{name}` in `{place}` is listed twice");
            walk.report(
                Code::RuleViolated,
                message,
                &[PathSegment::Member("parameters"), PathSegment::Element(index)],
                "remove one of them",
            );
        }
    }
}

pub(super) fn parameter<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let place = text(members, "in").unwrap_or_default();
    if let Some(name) = text(members, "name").filter(|name| place == "header" && !is_token(name)) {
        let message = format!("`{name}` is not a valid header name");
        walk.report(
            Code::RuleViolated,
            message,
            &[PathSegment::Member("name")],
            "write the name as it is sent, such as `X-Request-Id`",
        );
    }
    if place == "path" && members.get("required") != Some(&Value::Bool(true)) {
        let message = "a path parameter is not `required: true`";
        let below: &[PathSegment<'_>] =
            if members.contains_key("required") { &[PathSegment::Member("required")] } else { &[] };
        walk.report_info(Code::RuleViolated, message, below, "add `required: true`");
    }
    if V20.has(walk.version) {
        return swagger(walk, members, place);
    }
    value(walk, members, "a parameter");
    style(walk, members, place);
    ignored_header(walk, members, place);
    let cookie = text(members, "style") == Some("cookie");
    for (field, places) in [("allowEmptyValue", &["query"][..]), ("allowReserved", reserved_places(walk, cookie))] {
        // OpenAPI 3.0 allows a field with its default value where the field does not apply.
        let set = members.get(field).is_some_and(|value| *value == Value::Bool(true) || !V30.has(walk.version));
        if set && !place.is_empty() && !places.contains(&place) {
            let message = format!("`{field}` has no effect on parameters in `{place}`");
            walk.report_field(
                field == "allowReserved",
                Code::FieldIgnored,
                message,
                &[PathSegment::Member(field)],
                "remove it",
            );
        }
    }
}

fn reserved_places(walk: &SpecificationWalk<'_>, cookie: bool) -> &'static [&'static str] {
    if !V32.has(walk.version) {
        &["query"]
    } else if cookie {
        &["query", "path"]
    } else {
        &["query", "path", "cookie"]
    }
}

/// A parameter or header has either a schema or one media type.
fn value<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members, what: &str) {
    match (members.contains_key("schema"), members.get("content")) {
        (false, None) => {
            walk.report(Code::FieldMissing, format!("{what} has neither `schema` nor `content`"), &[], "add `schema`")
        }
        (_, Some(Value::Object(content))) if content.len() != 1 => {
            let message = format!("the `content` of {what} has {} media types instead of one", content.len());
            walk.report(
                Code::RuleViolated,
                message,
                &[PathSegment::Member("content")],
                "keep the one in which the value is written",
            );
        }
        _ => {}
    }
}

fn style<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members, place: &str) {
    let Some(style) = text(members, "style") else { return };
    let styles: &[&str] = match place {
        "path" => &["simple", "label", "matrix"],
        "query" => &["form", "spaceDelimited", "pipeDelimited", "deepObject"],
        "header" => &["simple"],
        "cookie" if V32.has(walk.version) => &["form", "cookie"],
        "cookie" => &["form"],
        _ => return,
    };
    let known = ["simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited", "deepObject"];
    if known.contains(&style) && !styles.contains(&style) {
        let message = format!("`style: {style}` is not allowed for parameters in `{place}`");
        walk.report(
            Code::RuleViolated,
            message,
            &[PathSegment::Member("style")],
            format!("write {}", styles.join(" or ")),
        );
    }
}

/// Headers that are determined by bodies and credentials. Without any credentials such a parameter is the only way to
/// send them, and is used.
fn ignored_header<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members, place: &str) {
    let Some(name) = text(members, "name").filter(|_| place == "header") else { return };
    let schemes = || walk.root.pointer("/components/securitySchemes").and_then(Value::as_object);
    let help = match name.to_ascii_lowercase().as_str() {
        ACCEPT => "remove the parameter; the header is set from the media types of the responses",
        CONTENT_TYPE => "remove the parameter; the header is set from the media types of the request body",
        AUTHORIZATION if schemes().is_some_and(|schemes| !schemes.is_empty()) => {
            "remove the parameter; the header is set by the security schemes"
        }
        _ => return,
    };
    walk.report_info(
        Code::FieldIgnored,
        format!("a header parameter named `{name}` has no effect"),
        &[PathSegment::Member("name")],
        help,
    );
}

/// A parameter of Swagger 2.0 has a schema in a body, and a type anywhere else.
fn swagger<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members, place: &str) {
    match place {
        "body" if !members.contains_key("schema") => {
            walk.report(Code::FieldMissing, "a body has no `schema`, which is required", &[], "add `schema`");
        }
        "body" => {
            let allowed = ["name", "in", "description", "required", "schema"];
            for name in members.keys().filter(|name| !name.starts_with("x-") && !allowed.contains(&name.as_str())) {
                let known =
                    matches!(name.as_str(), "type" | "format" | "items" | "default" | "enum" | "collectionFormat");
                if known {
                    let message = format!("`{name}` has no effect next to the `schema` of a body");
                    walk.report_info(Code::FieldIgnored, message, &[PathSegment::Member(name)], "remove it");
                }
            }
        }
        "" => {}
        _ => {
            if !members.contains_key("type") && !members.contains_key("schema") {
                walk.report(
                    Code::FieldMissing,
                    format!("a parameter in `{place}` has no `type`, which is required"),
                    &[],
                    "add `type`",
                );
            }
            if members.contains_key("schema") {
                let message = format!("a parameter in `{place}` has a `schema`, which is only allowed for a body");
                walk.report(Code::RuleViolated, message, &[PathSegment::Member("schema")], "write its `type` instead");
            }
            if text(members, "type") == Some("file") && place != "formData" {
                let message = format!("a parameter in `{place}` is a file, which is only allowed in a form");
                walk.report(Code::RuleViolated, message, &[PathSegment::Member("type")], "write `in: formData`");
            }
            if text(members, "collectionFormat") == Some("multi") && !matches!(place, "query" | "formData") {
                let message = format!("`collectionFormat: multi` is not allowed for parameters in `{place}`");
                walk.report(
                    Code::RuleViolated,
                    message,
                    &[PathSegment::Member("collectionFormat")],
                    "write csv, ssv, tsv or pipes",
                );
            }
            if members.get("allowEmptyValue") == Some(&Value::Bool(true)) && !matches!(place, "query" | "formData") {
                let message = format!("`allowEmptyValue` has no effect on parameters in `{place}`");
                walk.report_info(Code::FieldIgnored, message, &[PathSegment::Member("allowEmptyValue")], "remove it");
            }
            items(walk, members);
        }
    }
}

/// An array of Swagger 2.0 must declare its elements.
pub(super) fn items<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    if text(members, "type") == Some("array") && !members.contains_key("items") {
        walk.report(Code::FieldMissing, "an array has no `items`, which is required", &[], "add `items`");
    }
}

pub(super) fn header<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    if SINCE_30.has(walk.version) {
        value(walk, members, "a header");
    } else {
        items(walk, members);
    }
}

/// The names of the headers of a response or part.
pub(super) fn header_names<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    for name in members.keys().filter(|name| !is_token(name)) {
        let message = format!("`{name}` is not a valid header name");
        walk.report(
            Code::RuleViolated,
            message,
            &[PathSegment::Member(name)],
            "write the name as it is sent, such as `X-Request-Id`",
        );
    }
}
