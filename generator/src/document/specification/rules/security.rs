//! Rules for security schemes, their flows, and requirements.

use crate::diagnostic::Code;
use crate::document::specification::report::{Members, PathSegment, SpecificationWalk, resolved, text};
use crate::document::specification::version::{UNTIL_30, V20, V32};
use crate::http_terms::AUTHORIZATION;

/// The required and the optional fields of a kind of scheme.
struct Fields {
    needed: &'static [&'static str],
    allowed: &'static [&'static str],
}

/// The fields that decide how a credential is sent; the others tell how to obtain it.
const CREDENTIAL: [&str; 3] = ["name", "in", "scheme"];

fn fields(version_is_20: bool, kind: &str, members: &Members) -> Option<Fields> {
    let (needed, allowed): (&[&str], &[&str]) = match (version_is_20, kind) {
        (_, "apiKey") => (&["name", "in"], &[]),
        (false, "http") => (&["scheme"], &["bearerFormat"]),
        (false, "oauth2") => (&["flows"], &["oauth2MetadataUrl"]),
        (false, "openIdConnect") => (&["openIdConnectUrl"], &[]),
        (false, "mutualTLS") | (true, "basic") => (&[], &[]),
        (true, "oauth2") => match text(members, "flow").unwrap_or_default() {
            "implicit" => (&["flow", "authorizationUrl", "scopes"], &[]),
            "accessCode" => (&["flow", "authorizationUrl", "tokenUrl", "scopes"], &[]),
            "password" | "application" => (&["flow", "tokenUrl", "scopes"], &[]),
            _ => (&["flow"], &["authorizationUrl", "tokenUrl", "scopes"]),
        },
        _ => return None,
    };
    Some(Fields { needed, allowed })
}

pub(super) fn scheme<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let kind = text(members, "type").unwrap_or_default();
    let Some(fields) = fields(V20.has(walk.version), kind, members) else { return };
    if members.get("flows").and_then(serde_json::Value::as_object).is_some_and(serde_json::Map::is_empty) {
        let message = "the security scheme has no flow; the client takes a token, however it was obtained";
        walk.report_info(Code::RuleViolated, message, &[PathSegment::Member("flows")], "add a flow");
    }
    for field in fields.needed.iter().filter(|field| !members.contains_key(**field)) {
        let message = format!("a security scheme of type `{kind}` has no `{field}`, which is required");
        walk.report_field(CREDENTIAL.contains(field), Code::FieldMissing, message, &[], format!("add `{field}`"));
    }
    let special = [
        "name",
        "in",
        "scheme",
        "bearerFormat",
        "flows",
        "openIdConnectUrl",
        "oauth2MetadataUrl",
        "flow",
        "authorizationUrl",
        "tokenUrl",
        "scopes",
    ];
    for name in members.keys().filter(|name| special.contains(&name.as_str())) {
        if !fields.needed.contains(&name.as_str()) && !fields.allowed.contains(&name.as_str()) {
            let message = format!("`{name}` has no effect on a security scheme of type `{kind}`");
            let is_default = text(members, name).is_some_and(|text| text.eq_ignore_ascii_case(AUTHORIZATION));
            let is_effective = CREDENTIAL.contains(&name.as_str()) && name != "in" && !is_default;
            walk.report_field(
                is_effective,
                Code::FieldIgnored,
                message,
                &[PathSegment::Member(name)],
                "remove it, or fix the `type`",
            );
        }
    }
}

/// A flow has the addresses that its kind requires.
pub(super) fn flow<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let Some(PathSegment::Member(name)) = walk.steps().last().copied() else { return };
    let needed: &[&str] = match name {
        "implicit" => &["authorizationUrl"],
        "password" | "clientCredentials" => &["tokenUrl"],
        "authorizationCode" => &["authorizationUrl", "tokenUrl"],
        "deviceAuthorization" if V32.has(walk.version) => &["deviceAuthorizationUrl", "tokenUrl"],
        _ => return,
    };
    for field in needed.iter().filter(|field| !members.contains_key(**field)) {
        let message = format!("the flow `{name}` has no `{field}`, which is required");
        walk.report_info(Code::FieldMissing, message, &[], format!("add `{field}`"));
    }
    for field in ["authorizationUrl", "tokenUrl", "deviceAuthorizationUrl"] {
        if members.contains_key(field) && !needed.contains(&field) {
            walk.report_info(
                Code::FieldIgnored,
                format!("`{field}` has no effect on the flow `{name}`"),
                &[PathSegment::Member(field)],
                "remove it",
            );
        }
    }
}

/// A requirement lists scopes only if its scheme has any. An undeclared scheme is reported when the document is
/// lowered.
pub(super) fn requirement<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let at = if V20.has(walk.version) { "/securityDefinitions" } else { "/components/securitySchemes" };
    for (name, scopes) in members {
        let declared = walk.root.pointer(at).and_then(|schemes| schemes.get(name));
        let Some(declared) = declared else { continue };
        let kind = resolved(walk.root, declared).and_then(|scheme| scheme.get("type")?.as_str()).unwrap_or_default();
        let scoped = matches!(kind, "oauth2" | "openIdConnect" | "") || !UNTIL_30.has(walk.version);
        if !scoped && scopes.as_array().is_some_and(|scopes| !scopes.is_empty()) {
            let message = format!("scopes are required for `{name}`, but a scheme of type `{kind}` has no scopes");
            walk.report_info(Code::RuleViolated, message, &[PathSegment::Member(name)], "write an empty list");
        }
    }
}
