//! Responses by their status, and contents by their media type.

use std::collections::HashMap;

use crate::diagnostic::Code;
use crate::document::specification::report::{Members, PathSegment, SpecificationWalk};
use crate::document::specification::version::V20;

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
