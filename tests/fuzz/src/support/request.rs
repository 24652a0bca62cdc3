//! Request data from a caller: no value may break out of its part of the request.

use http::Method;
use serde_json::Value;

use crate::budget::Budget;
use crate::requests::multipart::{Multipart, Upload};
use crate::requests::request::Request;
use crate::requests::style::Style;

/// Checks a request. The input is a JSON object whose members become parameters, form fields and multipart parts.
pub(crate) fn check(bytes: &[u8]) {
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else { return };
    let budget = Budget::for_decoding(bytes.len());
    let members: Vec<(&String, &Value)> = value.as_object().into_iter().flatten().collect();
    check_parameters(&members);
    check_form(&value);
    check_parts(&members);
    budget.check();
}

const STYLES: [Style; 4] =
    [Style::Form { explode: true }, Style::Form { explode: false }, Style::DeepObject, Style::PipeDelimited];

/// Checks that a path parameter is one segment, and that a query has no spaces and cannot end early.
fn check_parameters(members: &[(&String, &Value)]) {
    for (_, value) in members {
        let mut request = Request::new(Method::GET, "/a/{id}/b");
        let path = request.path("id", value);
        for style in STYLES {
            // A value that cannot be encoded is an error of the caller.
            drop(request.query_as("name", value, style));
        }
        drop(request.header("x-header", value));
        drop(request.cookie("session", value));
        let Ok(target) = path.and_then(|()| request.target()) else { continue };
        let (path, query) = target.split_once('?').unwrap_or((&target, ""));
        assert!(path.starts_with("/a/") && path.ends_with("/b"), "another path: {target}");
        assert_eq!(path.matches('/').count(), 3, "another path: {target}");
        assert!(!matches!(path, "/a/./b" | "/a/../b"), "another path: {target}");
        assert!(!query.contains(['#', ' ', '?']) && target.is_ascii(), "another query: {target}");
    }
}

/// Checks that a form has as many pairs as separators.
fn check_form(value: &Value) {
    let mut request = Request::new(Method::POST, "/");
    if request.form(value).is_ok() {
        let body = request.bytes().map(|body| body.to_vec()).unwrap_or_default();
        assert!(body.is_ascii() && !body.contains(&b' ') && !body.contains(&b'\n'), "no form: {body:?}");
    }
}

/// Checks that a body has as many part headers as parts, whatever the names and values are.
fn check_parts(members: &[(&String, &Value)]) {
    let mut parts = Multipart::new();
    for (name, value) in members {
        let text = value.as_str().unwrap_or_default();
        let upload = Upload::new(text.to_owned()).file_name(text).media_type(text);
        parts.part(name, upload.header(text, text));
    }
    let mut request = Request::new(Method::POST, "/");
    request.parts(&parts);
    let Some(body) = request.bytes() else { return };
    let content_type = request.headers()["content-type"].to_str().unwrap_or_default();
    let boundary = content_type.split('"').nth(1).unwrap_or_default();
    let body = String::from_utf8_lossy(body);
    let heads: Vec<&str> = body.split(&format!("--{boundary}\r\n")).skip(1).collect();
    assert_eq!(heads.len(), members.len(), "another number of parts: {body}");
    for (head, (_, value)) in heads.iter().zip(members) {
        let head = head.split("\r\n\r\n").next().unwrap_or_default();
        assert!(head.lines().count() <= 3, "another head for {value}: {head}");
    }
}
