//! Reads and checks the body of a request.

use serde_json::Value;

use super::located::Located;
use super::message::{ReceivedRequest, Refusal, form_pairs, is_json};
use super::multipart::parts;
use crate::instances::{Schemas, Structure, TextValue, Violation};
use bindery::internal::analysis::Direction;
use bindery::internal::http_terms::CONTENT_TYPE;
use bindery::internal::model::essence;
use bindery::internal::pointer::Pointer;

/// Returns the violations by the body of a request to an operation.
///
/// # Errors
///
/// Returns a refusal if the operation does not describe the media type.
pub(super) fn check(
    schemas: &Schemas,
    operation: &Located<'_>,
    request: &ReceivedRequest,
) -> Result<Vec<Violation>, Refusal> {
    let pointer = Pointer::root().child("body");
    let Some(body) = operation.member("requestBody") else { return Ok(Vec::new()) };
    if request.body.is_empty() && request.header(CONTENT_TYPE).is_none() {
        let is_missing = body.flag("required") == Some(true);
        return Ok(Vec::from_iter(is_missing.then(|| Violation { pointer, message: "missing".to_owned() })));
    }
    let content = body.members("content");
    if content.is_empty() {
        return Ok(Vec::new());
    }
    let media_type = request.header(CONTENT_TYPE).unwrap_or_default();
    let Some(described) = described_type(&content, media_type) else {
        let known: Vec<String> = content.iter().map(|(name, _)| format!("`{name}`")).collect();
        let at_header = Pointer::root().child("header").child(CONTENT_TYPE);
        return Err(Refusal::new(415, at_header, format!("expected {}", known.join(" or "))));
    };
    let Some(schema) = described.member_pointer("schema") else { return Ok(Vec::new()) };
    Ok(match decoded(schemas, &schema, media_type, &request.body) {
        Ok(Some(value)) => schemas.violations(&schema, Direction::Request, &value, &pointer),
        Ok(None) => Vec::new(),
        Err(message) => vec![Violation { pointer, message }],
    })
}

/// Returns the media type object for a media type: the exact one, or else the most specific range.
pub(super) fn described_type<'c, 'd>(
    content: &'c [(&'d str, Located<'d>)],
    media_type: &str,
) -> Option<&'c Located<'d>> {
    let sent = essence(media_type);
    let class = sent.split('/').next().unwrap_or_default();
    let ranges = [sent.clone(), format!("{class}/*"), "*/*".to_owned()];
    let find = |range: &String| content.iter().find(|(name, _)| essence(name) == *range);
    let found = ranges.iter().find_map(find).map(|(_, described)| described);
    found.filter(|_| !sent.is_empty())
}

/// Returns the value of a body, or `None` if bodies of this media type are not checked.
fn decoded(schemas: &Schemas, schema: &str, media_type: &str, body: &[u8]) -> Result<Option<Value>, String> {
    let text = || str::from_utf8(body).map_err(|_| "expected UTF-8".to_owned());
    let kind = essence(media_type);
    Ok(Some(match kind.as_str() {
        _ if is_json(&kind) => serde_json::from_slice(body).map_err(|error| format!("invalid JSON: {error}"))?,
        "application/x-www-form-urlencoded" => schemas.decode(schema, &TextValue::Members(form_pairs(text()?))),
        "multipart/form-data" => schemas.decode(schema, &TextValue::Members(parts(media_type, body)?)),
        "text/plain" if schemas.structure(schema) == Structure::Scalar => {
            schemas.decode(schema, &TextValue::Scalar(text()?.to_owned()))
        }
        _ => return Ok(None),
    }))
}
