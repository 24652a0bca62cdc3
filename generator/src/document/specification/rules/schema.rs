//! Schemas.

use std::collections::HashSet;

use serde_json::Value;

use crate::diagnostic::Code;
use crate::document::schema::{BESIDE_REFERENCE, CONSTRAINTS};
use crate::document::specification::report::{Members, PathSegment, SpecificationWalk, target, text};
use crate::document::specification::version::{SINCE_31, UNTIL_30, V20, V30};

/// Sibling keywords of `$ref` that never have an effect.
const WITHOUT_EFFECT: [&str; 7] = ["$ref", "example", "examples", "externalDocs", "summary", "xml", "$comment"];

/// Sibling keywords of `$ref` that constrain a value, but are not read.
const UNSUPPORTED: [&str; 4] = ["format", "items", "patternProperties", "prefixItems"];

/// Returns `true` if a schema declares another dialect, which the table does not cover.
pub(in super::super) fn is_foreign(walk: &SpecificationWalk<'_>, members: &Members) -> bool {
    let known = |dialect: &str| {
        dialect.contains("json-schema.org/draft/2020-12") || dialect.contains("spec.openapis.org/oas/3.")
    };
    let default = || walk.root.get("jsonSchemaDialect").and_then(Value::as_str);
    let dialect = text(members, "$schema").or_else(default);
    SINCE_31.has(walk.version) && dialect.is_some_and(|dialect| !known(dialect))
}

pub(super) fn schema<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    if members.contains_key("$ref") {
        return beside_reference(walk, members);
    }
    if UNTIL_30.has(walk.version) {
        let composed = ["allOf", "oneOf", "anyOf"].iter().any(|keyword| members.contains_key(*keyword));
        if text(members, "type") == Some("array") && !members.contains_key("items") && !composed {
            walk.report(
                Code::FieldMissing,
                "an array has no `items`, which is required",
                &[],
                "add `items`, which may be `{}`",
            );
        }
    }
    let all = members.get("allOf").and_then(Value::as_array).into_iter().flatten();
    walk.parts.extend(all.filter_map(|part| part.get("$ref")?.as_str()));
    let flag = |name: &str| members.get(name) == Some(&Value::Bool(true));
    if V30.has(walk.version) && flag("readOnly") && flag("writeOnly") {
        let message = "a property is both `readOnly` and `writeOnly`, so it is never sent or received";
        walk.report(Code::RuleViolated, message, &[PathSegment::Member("writeOnly")], "keep the intended one");
    }
    default(walk, members);
    required(walk, members);
    tag(walk, members);
    file(walk, members);
}

/// Keywords that constrain a value have no effect next to a reference before OpenAPI 3.1. Keywords that repeat the
/// target have no effect either.
fn beside_reference<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let counts = SINCE_31.has(walk.version);
    let leads_to = target(walk.root, members);
    for (name, value) in members.iter().filter(|(name, _)| !name.starts_with("x-")) {
        let name = name.as_str();
        let repeated = leads_to.is_some_and(|target| target.get(name) == Some(value));
        if repeated || WITHOUT_EFFECT.contains(&name) || BESIDE_REFERENCE.contains(&name) {
            continue;
        }
        if !counts {
            walk.report_beside_reference(name, CONSTRAINTS.contains(&name) || UNSUPPORTED.contains(&name));
        } else if UNSUPPORTED.contains(&name) {
            let message = format!("`{name}` is not supported next to `$ref`");
            let help = "write both into an `allOf`; the generated client ignores it here";
            walk.report(Code::FieldUnsupported, message, &[PathSegment::Member(name)], help);
        }
    }
}

/// In Swagger 2.0, a file is a form field or a whole response.
fn file<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let is_file = V20.has(walk.version) && text(members, "type") == Some("file");
    let answer = matches!(
        walk.steps(),
        [.., PathSegment::Member("responses"), PathSegment::Member(_), PathSegment::Member("schema")]
    );
    if is_file && !answer {
        let message = "type `file` is only allowed in a response or a form";
        walk.report(
            Code::RuleViolated,
            message,
            &[PathSegment::Member("type")],
            "write `type: string` with `format: binary`",
        );
    }
}

/// Checks that the default is one of the values of the enum.
fn default<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let (Some(default), Some(Value::Array(values))) = (members.get("default"), members.get("enum")) else { return };
    let is_equal = |value: &Value| value == default || default.is_number() && value.as_f64() == default.as_f64();
    if !default.is_null() && !values.is_empty() && !values.iter().any(is_equal) {
        let message = "the default is not one of the values of `enum`";
        let help = "write one of the values, or add it to `enum`";
        walk.report(Code::RuleViolated, message, &[PathSegment::Member("default")], help);
    }
}

/// Checks that required properties are listed once, and declared in every schema that is used directly.
fn required<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let Some(Value::Array(required)) = members.get("required") else { return };
    let mut seen: HashSet<&str> = HashSet::new();
    let closed = stands_alone(walk, members);
    let properties = members.get("properties").and_then(Value::as_object).filter(|properties| !properties.is_empty());
    let all: HashSet<&str> = required.iter().filter_map(Value::as_str).collect();
    let optional = properties.into_iter().flat_map(|properties| properties.keys()).map(String::as_str);
    let optional: Vec<&str> = optional.filter(|name| !all.contains(name)).collect();
    for (index, name) in required.iter().enumerate() {
        let Some(name) = name.as_str() else { continue };
        let at = [PathSegment::Member("required"), PathSegment::Element(index)];
        if !seen.insert(name) {
            let message = format!("`{name}` is listed twice in `required`");
            walk.report_info(Code::RuleViolated, message, &at, "remove one of them");
        } else if properties.is_some_and(|properties| !properties.contains_key(name)) {
            let near = walk.closest(name, &optional);
            let help = match near {
                Some(near) => format!("did you mean `{near}`?"),
                None if closed => "declare it in `properties`, or remove it".to_owned(),
                None => continue,
            };
            let message = format!("`{name}` is required, but is not a property");
            walk.report_unless_part(Code::RuleViolated, message, &at, help);
        }
    }
}

/// Returns `true` if only its own properties can declare the members of an object.
fn stands_alone(walk: &SpecificationWalk<'_>, members: &Members) -> bool {
    const OTHERS: [&str; 10] = [
        "allOf",
        "oneOf",
        "anyOf",
        "not",
        "if",
        "patternProperties",
        "dependentSchemas",
        "$dynamicRef",
        "$recursiveRef",
        "unevaluatedProperties",
    ];
    let part = matches!(walk.steps(), [.., PathSegment::Member("allOf" | "oneOf" | "anyOf"), PathSegment::Element(_)])
        || matches!(walk.steps(), [.., PathSegment::Member("not" | "if" | "then" | "else")]);
    let open = members.get("additionalProperties").is_some_and(|more| *more != Value::Bool(false));
    !part
        && !open
        && text(members, "type") == Some("object")
        && !OTHERS.iter().any(|keyword| members.contains_key(*keyword))
}

/// In Swagger 2.0, each alternative declares the discriminator property.
fn tag<'v>(walk: &mut SpecificationWalk<'v>, members: &'v Members) {
    let Some(name) = text(members, "discriminator").filter(|_| V20.has(walk.version)) else { return };
    let composed = members.contains_key("allOf");
    let declared = members.get("properties").is_some_and(|properties| properties.get(name).is_some());
    let required =
        members.get("required").and_then(Value::as_array).is_some_and(|all| all.iter().any(|one| one == name));
    let is_both = declared && required;
    if !composed && !is_both {
        let message = format!("the discriminator property `{name}` is not declared as required");
        walk.report(
            Code::RuleViolated,
            message,
            &[PathSegment::Member("discriminator")],
            "declare it in `properties` and `required`",
        );
    }
}
