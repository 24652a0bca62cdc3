//! Reads and checks the body of a request.

use serde_json::Value;

use super::located::Located;
use super::message::{ReceivedRequest, Refusal, form_pairs, is_json};
use super::multipart::parts;
use super::value::{CheckedValue, ExpectedType, TextValue};
use bindery::internal::http_terms::{CONTENT_TYPE, ParameterLocation};
use bindery::internal::misfit::{TypeUse, Values};
use bindery::internal::model::{BodyContent, BodyKind, Operation, Parameter, Text, Type, essence};
use bindery::internal::pointer::Pointer;

/// Checks the body of a request to an operation.
///
/// # Errors
///
/// Returns a refusal if the operation does not describe the media type.
pub(super) fn check(
    values: Values<'_>,
    operation: &Operation,
    described: &Located<'_>,
    request: &ReceivedRequest,
) -> Result<CheckedValue, Refusal> {
    let pointer = Pointer::root().child("body");
    let Some(body) = described.member("requestBody") else { return Ok(CheckedValue::default()) };
    if request.body.is_empty() && request.header(CONTENT_TYPE).is_none() {
        let is_required = body.flag("required") == Some(true);
        return Ok(if is_required { CheckedValue::violation(pointer, "missing") } else { CheckedValue::default() });
    }
    let content = body.members("content");
    if content.is_empty() {
        return Ok(CheckedValue::default());
    }
    let media_type = request.header(CONTENT_TYPE).unwrap_or_default();
    let Some(described) = described_type(&content, media_type) else {
        let known: Vec<String> = content.iter().map(|(name, _)| format!("`{name}`")).collect();
        let at_header = Pointer::root().child("header").child(CONTENT_TYPE);
        return Err(Refusal::new(415, at_header, format!("expected {}", known.join(" or "))));
    };
    let checked = match expected_body(values, operation, &content, described) {
        Some(expected) => expected.check(values, media_type, &request.body, &pointer),
        None => Ok(CheckedValue::default()),
    };
    Ok(checked.unwrap_or_else(|message| CheckedValue::violation(pointer, message)))
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

/// The content of a body.
enum ExpectedBody<'a> {
    /// A value, which may be the only member of an object.
    Value(ExpectedType<'a>, Option<&'a str>),
    /// The members of an object, which are parameters.
    Parts(Vec<&'a Parameter>),
}

/// Returns the content of a media type: what the client sends as this media type, or as another one with the same schema.
fn expected_body<'a>(
    values: Values<'a>,
    operation: &'a Operation,
    content: &[(&str, Located<'_>)],
    described: &Located<'_>,
) -> Option<ExpectedBody<'a>> {
    let schema_of = |media_type: &str| {
        let known = content.iter().find(|(name, _)| essence(name) == essence(media_type));
        known.and_then(|(_, described)| described.value.get("schema"))
    };
    let is_it = |sent: &BodyContent| described_type(content, &sent.media_type).is_some_and(|it| it.is_at(described));
    let is_same = |sent: &BodyContent| schema_of(&sent.media_type) == described.value.get("schema");
    // Each kind of body may have an operation of its own.
    let operations = || values.api.operations.iter().filter(|other| other.origin == operation.origin);
    let all = || operations().flat_map(|operation| operation.bodies().map(move |sent| (operation, sent)));
    let (operation, sent) = all().find(|(_, sent)| is_it(sent)).or_else(|| all().find(|(_, sent)| is_same(sent)))?;
    let origin = &operation.origin;
    let value = |ty| ExpectedType::new(values, TypeUse { ty, constraints: &sent.constraints, origin });
    match &sent.kind {
        BodyKind::Json { ty, wrapper } => Some(ExpectedBody::Value(value(ty), wrapper.as_deref())),
        BodyKind::Form { ty, .. } => Some(ExpectedBody::Value(value(ty), None)),
        BodyKind::Text => Some(ExpectedBody::Value(value(&Type::Text(Text::Plain)), None)),
        BodyKind::Multipart if operation.has_parts() => {
            let all = operation.parameters.iter().chain(&operation.constants);
            Some(ExpectedBody::Parts(all.filter(|it| it.place == ParameterLocation::Part).collect()))
        }
        BodyKind::Multipart | BodyKind::Bytes | BodyKind::Content { .. } => None,
    }
}

impl ExpectedBody<'_> {
    fn check(&self, values: Values<'_>, media_type: &str, body: &[u8], at: &Pointer) -> Result<CheckedValue, String> {
        let text = || str::from_utf8(body).map_err(|_| "expected UTF-8".to_owned());
        let kind = essence(media_type);
        let pairs = match kind.as_str() {
            _ if is_json(&kind) => {
                let value: Value = serde_json::from_slice(body).map_err(|error| format!("invalid JSON: {error}"))?;
                return Ok(self.check_json(values, &value, at));
            }
            "application/x-www-form-urlencoded" => form_pairs(text()?),
            "multipart/form-data" => parts(media_type, body)?,
            "text/plain" => vec![(String::new(), text()?.to_owned())],
            _ => return Ok(CheckedValue::default()),
        };
        Ok(match self {
            Self::Value(ty, _) if kind == "text/plain" => {
                let texts: Vec<String> = pairs.into_iter().map(|(_, text)| text).collect();
                ty.check(&ty.part(&texts), at)
            }
            Self::Value(ty, wrapper) => {
                let is_named = |name: &String| wrapper.is_some_and(|wrapper| wrapper == name);
                match pairs.iter().find(|(name, _)| is_named(name)) {
                    Some((name, text)) => ty.check(&ty.part(std::slice::from_ref(text)), &at.child(name)),
                    None => ty.check(&ty.decode(&TextValue::Members(pairs)), at),
                }
            }
            Self::Parts(parts) => check_parts(values, parts, at, |part, ty| {
                let texts: Vec<String> =
                    pairs.iter().filter(|(name, _)| *name == part.wire).map(|(_, text)| text.clone()).collect();
                (!texts.is_empty()).then(|| ty.part(&texts))
            }),
        })
    }

    fn check_json(&self, values: Values<'_>, value: &Value, at: &Pointer) -> CheckedValue {
        match self {
            Self::Value(ty, None) => ty.check(value, at),
            Self::Value(ty, Some(wrapper)) => match (value.get(wrapper), value) {
                (Some(inner), _) => ty.check(inner, &at.child(wrapper)),
                (None, Value::Object(_)) => CheckedValue::violation(at.child(wrapper), "missing"),
                _ => CheckedValue::violation(at.clone(), "expected object"),
            },
            Self::Parts(parts) => check_parts(values, parts, at, |part, _| value.get(&part.wire).cloned()),
        }
    }
}

/// Checks the members of a body that are parameters.
fn check_parts<'a>(
    values: Values<'a>,
    parts: &[&'a Parameter],
    at: &Pointer,
    value: impl Fn(&Parameter, ExpectedType<'a>) -> Option<Value>,
) -> CheckedValue {
    let mut checked = CheckedValue::default();
    for part in parts {
        let ty = expected_type(values, part);
        match value(part, ty) {
            Some(value) => checked.extend(ty.check(&value, &at.child(&part.wire))),
            None if part.required => checked.extend(CheckedValue::violation(at.child(&part.wire), "missing")),
            None => {}
        }
    }
    checked
}

/// Returns the type of the values of a parameter.
pub(super) fn expected_type<'a>(values: Values<'a>, parameter: &'a Parameter) -> ExpectedType<'a> {
    let Parameter { ty, constraints, origin, .. } = parameter;
    ExpectedType::new(values, TypeUse { ty, constraints, origin })
}
