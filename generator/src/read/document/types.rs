//! Reads the type of a schema, or infers it from the other keywords.

use openapiv3::{AnySchema, ReferenceOr, Schema, SchemaData, SchemaKind};
use serde_json::Value;

use super::node::{Node, NodeReader};
use super::schema::part;
use crate::base::diagnostic::Code;
use crate::base::suggestion::suggest_or;

const TYPES: [&str; 6] = ["string", "number", "integer", "boolean", "array", "object"];

impl NodeReader<'_> {
    pub(super) fn types(&mut self, node: &Node<'_>, any: &mut AnySchema, data: &mut SchemaData) {
        let Some(member) = node.get("type") else {
            if any.format.is_some() && is_encoded_alone(node) {
                any.typ = Some("string".to_owned());
            } else if let Some(implied) = implied_type(node, any) {
                any.typ = Some(implied.to_owned());
                any.pattern = any.pattern.take().filter(|_| implied == "string");
            }
            return;
        };
        let names: Vec<String> = match member.value {
            Value::String(name) => vec![name.clone()],
            // Without quotes, YAML reads the name of the type as null.
            Value::Array(names) if names.iter().any(Value::is_null) => {
                names.iter().map(|name| name.as_str().unwrap_or("null").to_owned()).collect()
            }
            Value::Array(_) => self.texts(node, "type"),
            _ => {
                let help = "write one of string, number, integer, boolean, array, object";
                self.warn(Code::FieldInvalid, "`type` is not a string; it is ignored", &member.pointer, help);
                return;
            }
        };
        data.nullable |= names.iter().any(|name| name == "null");
        let plain: Vec<&str> = names.iter().map(String::as_str).filter(|name| *name != "null").collect();
        if let Some(number) = number_or_its_text(&plain, any) {
            any.typ = Some(number.to_owned());
            // Any number in a response may be text.
            any.pattern = None;
            return;
        }
        let mut known = names
            .iter()
            .filter(|name| *name != "null")
            .filter_map(|name| self.known_type(name, &member, plain.len() > 1));
        match (known.next(), known.next()) {
            (Some(name), None) => any.typ = Some(name),
            // Alternatives next to the types narrow them.
            (Some(_), Some(_)) if any.any_of.iter().chain(&any.one_of).any(has_shape) => {}
            (Some(first), Some(second)) => {
                let rest: Vec<_> = known.collect();
                any.any_of = [first, second].into_iter().chain(rest).map(alternative).collect();
            }
            (None, _) if names.len() == 1 && names[0] == "null" => any.enumeration = vec![Value::Null],
            (None, _) => {}
        }
    }

    /// Returns a type of OpenAPI, or the closest match of an unknown one.
    fn known_type(&mut self, name: &str, member: &Node<'_>, has_others: bool) -> Option<String> {
        if TYPES.contains(&name) {
            return Some(name.to_owned());
        }
        let known = match name.to_ascii_lowercase().as_str() {
            "decimal" | "float" | "double" | "numeric" => "number",
            "int" | "int32" | "int64" | "long" | "short" => "integer",
            "bool" => "boolean",
            "str" | "text" | "date" | "datetime" | "date-time" | "uuid" | "file" => "string",
            "list" => "array",
            "dict" | "map" => "object",
            lower => TYPES.iter().copied().find(|name| *name == lower).unwrap_or_default(),
        };
        if known.is_empty() {
            let consequence = if has_others { "it is ignored" } else { "any value is accepted here" };
            let message = format!("unknown type `{name}`; {consequence}");
            let help = suggest_or(name, TYPES.into_iter(), "write the type of the values");
            let element = member.elements().find(|element| element.value.as_str() == Some(name));
            self.warn(Code::TypeUnknown, message, &element.as_ref().unwrap_or(member).pointer, &help);
            return None;
        }
        let message = format!("unknown type `{name}`; it is read as `{known}`");
        self.warn(Code::TypeUnknown, message, &member.pointer, &format!("write `type: {known}`"));
        Some(known.to_owned())
    }
}

/// Returns the type of numbers that may also be sent as strings, as ASP.NET describes them: `type: [integer, string]`
/// with a format or a pattern of numbers.
fn number_or_its_text(types: &[&str], any: &AnySchema) -> Option<&'static str> {
    let number = match types {
        ["integer", "string"] | ["string", "integer"] => "integer",
        ["number", "string"] | ["string", "number"] => "number",
        _ => return None,
    };
    let format = any.format.as_deref().map(str::to_ascii_lowercase);
    let is_format = format.is_some_and(|format| FORMATS_OF_NUMBERS.contains(&format.as_str()));
    (is_format || any.pattern.as_deref().is_some_and(is_pattern_of_numbers)).then_some(number)
}

/// Formats of numbers: with one of them, a string is a number too.
const FORMATS_OF_NUMBERS: [&str; 13] = [
    "decimal",
    "decimal128",
    "double",
    "float",
    "int",
    "int16",
    "int32",
    "int64",
    "int8",
    "uint16",
    "uint32",
    "uint64",
    "uint8",
];

/// Returns `true` if a pattern matches only digits, signs, points and exponents.
fn is_pattern_of_numbers(pattern: &str) -> bool {
    let is_whole = pattern.starts_with('^') && pattern.ends_with('$');
    let of_numbers = |letter: char| letter.is_ascii_digit() || "^$-+?*()[]{}:|.,eE".contains(letter);
    let rest = pattern.replace("\\d", "0").replace("\\.", ".").replace("\\-", "-").replace("\\+", "+");
    is_whole && rest.contains(|letter: char| letter.is_ascii_digit()) && rest.chars().all(of_numbers)
}

/// Keywords that describe the values of a schema without a `type`.
const DESCRIBING: [&str; 11] = [
    "$ref",
    "allOf",
    "anyOf",
    "oneOf",
    "const",
    "enum",
    "properties",
    "items",
    "additionalProperties",
    "patternProperties",
    "unevaluatedProperties",
];

/// Returns `true` if a schema has no keywords that describe its values except those of an encoding.
fn is_encoded_alone(node: &Node<'_>) -> bool {
    node.get("format").is_none() && !DESCRIBING.iter().any(|keyword| node.get(keyword).is_some())
}

/// Formats that only strings have.
const FORMATS_OF_TEXT: [&str; 12] =
    ["binary", "byte", "date", "date-time", "email", "hostname", "ipv4", "ipv6", "password", "time", "uri", "uuid"];

/// Returns the type that the other keywords of a schema imply. A part of a composed schema has that of the whole, which
/// is known elsewhere.
fn implied_type(node: &Node<'_>, any: &AnySchema) -> Option<&'static str> {
    let parent = node.pointer.as_str().rsplit('/').nth(1).unwrap_or_default();
    if parent == "allOf" || DESCRIBING.iter().any(|keyword| node.get(keyword).is_some()) {
        return None;
    }
    if let Some(format) = any.format.as_deref().map(str::to_ascii_lowercase) {
        let format = format.as_str();
        return match format {
            "decimal" | "decimal128" | "double" | "float" => Some("number"),
            _ if FORMATS_OF_NUMBERS.contains(&format) => Some("integer"),
            _ => FORMATS_OF_TEXT.contains(&format).then_some("string"),
        };
    }
    let has_range = any.minimum.is_some() || any.maximum.is_some() || any.multiple_of.is_some();
    let has_length = any.pattern.is_some() || any.min_length.is_some() || any.max_length.is_some();
    match (has_range, has_length) {
        _ if matches!(parent, "anyOf" | "oneOf") => None,
        (true, false) => Some("number"),
        (false, true) => Some("string"),
        _ => None,
    }
}

/// Returns `true` if an alternative describes the kind of its values.
fn has_shape(alternative: &ReferenceOr<Schema>) -> bool {
    let ReferenceOr::Item(Schema { schema_kind: SchemaKind::Any(any), .. }) = alternative else { return true };
    let is_composed = [&any.all_of, &any.any_of, &any.one_of].iter().any(|parts| !parts.is_empty());
    any.typ.is_some() || !any.enumeration.is_empty() || !any.properties.is_empty() || any.items.is_some() || is_composed
}

fn alternative(name: String) -> ReferenceOr<Schema> {
    part(AnySchema { typ: Some(name), ..AnySchema::default() })
}
