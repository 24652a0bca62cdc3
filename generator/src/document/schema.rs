//! Reads a JSON value as an [`openapiv3::Schema`].
//!
//! Every schema becomes a [`SchemaKind::Any`], which supports all keywords, so that no combination of them is lost.
//! OpenAPI 3.1 is converted to 3.0 here: a list of types with `null` becomes `nullable`, `const` becomes an `enum` with
//! one value, numeric `exclusiveMinimum` becomes `minimum` with a flag, and `$ref` with sibling keywords becomes
//! `allOf`.

use std::collections::HashSet;

use openapiv3::{AdditionalProperties, AnySchema, Discriminator, ReferenceOr, Schema, SchemaData, SchemaKind};
use serde_json::Value;

use super::node::{Node, NodeReader, is_small};
use crate::diagnostic::Code;
use crate::suggestion::suggest_or;

const TYPES: [&str; 6] = ["string", "number", "integer", "boolean", "array", "object"];

/// Sibling keywords of `$ref` that are read in every version. The specification ignores them before OpenAPI 3.1, but
/// descriptions rely on them.
pub(super) const BESIDE_REFERENCE: [&str; 11] = [
    "allOf",
    "anyOf",
    "default",
    "deprecated",
    "description",
    "nullable",
    "oneOf",
    "properties",
    "readOnly",
    "title",
    "writeOnly",
];

/// Sibling keywords of `$ref` that constrain its target, since OpenAPI 3.1.
pub(super) const CONSTRAINTS: [&str; 17] = [
    "additionalProperties",
    "const",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "required",
    "uniqueItems",
];

/// Maximum number of members of a type. The others are skipped with a warning.
pub(crate) const MAX_MEMBERS: usize = 40_000;

/// Marks an object whose list of members is declared and empty.
pub(crate) const NO_MEMBERS: &str = "x-bindery-no-members";

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

impl NodeReader<'_> {
    /// Reads a schema or a reference to one.
    pub(super) fn schema_or_reference(&mut self, node: &Node<'_>) -> ReferenceOr<Schema> {
        if let Some(items) = node.get("items").filter(|_| self.of_items.contains(&node.pointer)) {
            return self.schema_or_reference(&items);
        }
        match node.reference() {
            Some(reference) if !self.has_meaningful_siblings(node) => {
                ReferenceOr::Reference { reference: reference.to_owned() }
            }
            Some(reference) => {
                let mut schema = self.schema(node);
                if let SchemaKind::Any(any) = &mut schema.schema_kind {
                    if !self.reads_beside_references {
                        *any = without_constraints(std::mem::take(any));
                    }
                    any.all_of.insert(0, ReferenceOr::Reference { reference: reference.to_owned() });
                }
                ReferenceOr::Item(schema)
            }
            None => ReferenceOr::Item(self.schema(node)),
        }
    }

    fn has_meaningful_siblings(&self, node: &Node<'_>) -> bool {
        let is_written = |keyword: &&str| node.get(keyword).is_some();
        let constrains = self.reads_beside_references && CONSTRAINTS.iter().any(is_written);
        constrains || BESIDE_REFERENCE.iter().any(is_written)
    }

    pub(super) fn boxed(&mut self, node: &Node<'_>) -> ReferenceOr<Box<Schema>> {
        match self.schema_or_reference(node) {
            ReferenceOr::Reference { reference } => ReferenceOr::Reference { reference },
            ReferenceOr::Item(schema) => ReferenceOr::Item(Box::new(schema)),
        }
    }

    fn schema(&mut self, node: &Node<'_>) -> Schema {
        if !node.value.is_object() && !node.value.is_boolean() {
            self.warn(
                Code::PartInvalid,
                "a schema is not an object; any value is accepted here",
                &node.pointer,
                "write a schema object",
            );
        }
        let mut any = self.any(node);
        let mut data = self.data(node);
        self.types(node, &mut any, &mut data);
        self.elements(node, &mut any);
        self.enumeration(node, &mut any, &mut data);
        Schema { schema_data: data, schema_kind: SchemaKind::Any(any) }
    }

    fn data(&mut self, node: &Node<'_>) -> SchemaData {
        SchemaData {
            nullable: self.flag(node, "nullable"),
            read_only: self.flag(node, "readOnly"),
            write_only: self.flag(node, "writeOnly"),
            deprecated: self.flag(node, "deprecated"),
            external_docs: None,
            example: self.example(node),
            title: self.text(node, "title"),
            description: self.text(node, "description"),
            discriminator: self.discriminator(node),
            default: node.get("default").map(|default| default.value.clone()),
            extensions: self.extensions_and_emptiness(node),
        }
    }

    /// Reads the extensions, and records whether an empty list of members is declared, which the typed schema cannot
    /// express.
    fn extensions_and_emptiness(&mut self, node: &Node<'_>) -> indexmap::IndexMap<String, Value> {
        let mut extensions = self.extensions(node);
        extensions.shift_remove(NO_MEMBERS);
        if node.get("properties").is_some_and(|it| it.value.as_object().is_some_and(serde_json::Map::is_empty)) {
            extensions.insert(NO_MEMBERS.to_owned(), Value::Bool(true));
        }
        extensions
    }

    /// Reads `example`, or the first of the `examples` of OpenAPI 3.1.
    fn example(&self, node: &Node<'_>) -> Option<Value> {
        let first = || node.get("examples").and_then(|examples| examples.elements().next());
        let example = node.get("example").or_else(first).map(|example| example.value);
        example.filter(|example| example.is_string() || is_small(example)).cloned()
    }

    fn any(&mut self, node: &Node<'_>) -> AnySchema {
        let (minimum, exclusive_minimum) = self.bound(node, "minimum", "exclusiveMinimum");
        let (maximum, exclusive_maximum) = self.bound(node, "maximum", "exclusiveMaximum");
        AnySchema {
            typ: None,
            pattern: self.text(node, "pattern"),
            multiple_of: self.number(node, "multipleOf"),
            exclusive_minimum,
            exclusive_maximum,
            minimum,
            maximum,
            properties: self.properties(node),
            required: if node.get("required").is_some_and(|r| r.value.is_boolean()) {
                Vec::new() // a remnant of OpenAPI 1 and 2, unrelated to the properties of this schema
            } else {
                self.required(node)
            },
            additional_properties: self.additional_properties(node),
            min_properties: self.size(node, "minProperties"),
            max_properties: self.size(node, "maxProperties"),
            items: self.items(node),
            min_items: self.size(node, "minItems"),
            max_items: self.size(node, "maxItems"),
            unique_items: node.get("uniqueItems").map(|_| self.flag(node, "uniqueItems")),
            enumeration: Vec::new(),
            format: self.text(node, "format").or_else(|| encoding(node)),
            min_length: self.size(node, "minLength"),
            max_length: self.size(node, "maxLength"),
            one_of: self.several(node, "oneOf"),
            all_of: self.several(node, "allOf"),
            any_of: self.several(node, "anyOf"),
            not: self.object(node, "not").map(|not| Box::new(self.schema_or_reference(&not))),
        }
    }

    /// Reads a limit: a number with a boolean keyword in 3.0, or two numbers in 3.1.
    fn bound(&mut self, node: &Node<'_>, inclusive: &str, exclusive: &str) -> (Option<f64>, Option<bool>) {
        let limit = self.number(node, inclusive);
        match node.get(exclusive) {
            Some(member) if member.value.is_number() => (self.number(node, exclusive), Some(true)),
            Some(_) => (limit, Some(self.flag(node, exclusive))),
            None => (limit, None),
        }
    }

    pub(super) fn properties(&mut self, node: &Node<'_>) -> indexmap::IndexMap<String, ReferenceOr<Box<Schema>>> {
        let Some(properties) = self.object(node, "properties") else { return indexmap::IndexMap::new() };
        let members = properties.members().take(MAX_MEMBERS + 1);
        members.map(|(name, property)| (name.to_owned(), self.boxed(&property))).collect()
    }

    /// Reads the names of the required properties that are sent.
    pub(super) fn required(&mut self, node: &Node<'_>) -> Vec<String> {
        self.texts(node, "required")
    }

    /// Reads the schema of undeclared members. The schema in `patternProperties` applies to all of them if no others
    /// are allowed.
    pub(super) fn additional_properties(&mut self, node: &Node<'_>) -> Option<AdditionalProperties> {
        let member = node.get("additionalProperties");
        let patterns: Vec<Node<'_>> = self
            .object(node, "patternProperties")
            .iter()
            .flat_map(|patterns| patterns.members().map(|(_, m)| m))
            .collect();
        if !patterns.is_empty() {
            return Some(match member.as_ref().map(|member| member.value) {
                Some(Value::Bool(false)) => AdditionalProperties::Schema(Box::new(self.one_of_these(&patterns))),
                _ => AdditionalProperties::Any(true),
            });
        }
        let member = member?;
        Some(match member.value {
            Value::Bool(allowed) => AdditionalProperties::Any(*allowed),
            _ => AdditionalProperties::Schema(Box::new(self.schema_or_reference(&member))),
        })
    }

    /// Reads a schema for a value that matches one of several schemas, without duplicates.
    pub(super) fn one_of_these(&mut self, all: &[Node<'_>]) -> ReferenceOr<Schema> {
        let mut seen: HashSet<&Value> = HashSet::new();
        let different = all.iter().filter(|node| seen.insert(node.value));
        let mut any_of: Vec<_> = different.map(|node| self.schema_or_reference(node)).collect();
        if any_of.len() == 1 {
            return any_of.remove(0);
        }
        part(AnySchema { any_of, ..AnySchema::default() })
    }

    fn several(&mut self, node: &Node<'_>, key: &str) -> Vec<ReferenceOr<Schema>> {
        let Some(array) = self.array(node, key) else { return Vec::new() };
        array.elements().map(|element| self.schema_or_reference(&element)).collect()
    }

    fn discriminator(&mut self, node: &Node<'_>) -> Option<Discriminator> {
        let member = node.get("discriminator")?;
        let property_name = match member.value {
            Value::String(name) => name.clone(), // the form of Swagger 2.0
            _ => self.text(&member, "propertyName")?,
        };
        let mapping = self.object(&member, "mapping").map_or_else(indexmap::IndexMap::new, |mapping| {
            mapping.members().filter_map(|(key, to)| Some((key.to_owned(), to.value.as_str()?.to_owned()))).collect()
        });
        Some(Discriminator { property_name, mapping, extensions: indexmap::IndexMap::new() })
    }

    fn types(&mut self, node: &Node<'_>, any: &mut AnySchema, data: &mut SchemaData) {
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
            Value::Array(names) => names
                .iter()
                .filter_map(|name| match name {
                    Value::Null => Some("null".to_owned()),
                    name => name.as_str().map(str::to_owned),
                })
                .collect(),
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
        let mut known = names.iter().filter(|name| *name != "null").filter_map(|name| self.known_type(name, &member));
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
    fn known_type(&mut self, name: &str, member: &Node<'_>) -> Option<String> {
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
            let message = format!("unknown type `{name}`; any value is accepted here");
            let help = suggest_or(name, TYPES.into_iter(), "write the type of the values");
            self.warn(Code::TypeUnknown, message, &member.pointer, &help);
            return None;
        }
        let message = format!("unknown type `{name}`; it is read as `{known}`");
        self.warn(Code::TypeUnknown, message, &member.pointer, &format!("write `type: {known}`"));
        Some(known.to_owned())
    }

    fn enumeration(&mut self, node: &Node<'_>, any: &mut AnySchema, data: &mut SchemaData) {
        if let Some(constant) = node.value.as_object().and_then(|object| object.get("const")) {
            any.enumeration = vec![constant.clone()];
        }
        let Some(array) = self.array(node, "enum") else { return };
        if array.value.as_array().is_some_and(Vec::is_empty) {
            let message = "the enumeration has no values; the plain type is used";
            self.warn(Code::RuleViolated, message, &array.pointer, "add the values, or remove `enum`");
        }
        let mut seen: HashSet<&Value> = HashSet::new();
        if let Some(constant) = any.enumeration.first() {
            if !array.elements().any(|element| element.value == constant) {
                let message = "`const` is not one of the values of `enum`, which are ignored";
                self.warn(
                    Code::RuleViolated,
                    message,
                    &array.pointer,
                    "add it to `enum`, or remove one of the keywords",
                );
            }
            return;
        }
        let code = array.elements().find_map(|element| Some((assigned(element.value.as_str()?)?, element)));
        if let Some((value, element)) = code {
            let message = format!("the value {} is source code; servers send `{value}`", element.value);
            let help = "list the values that are sent, in the description or with a correction";
            self.warn(Code::FieldInvalid, message, &element.pointer, help);
        }
        for element in array.elements() {
            if seen.contains(element.value) {
                let message = format!("the value {} is listed twice", element.value);
                self.warn(Code::RuleViolated, message, &element.pointer, "remove the second one");
            } else if element.value.is_null() && array.value.as_array().is_some_and(|all| all.len() > 1) {
                data.nullable = true;
            } else {
                seen.insert(element.value);
                any.enumeration.push(element.value.clone());
            }
        }
    }
}

/// Returns the value that a line of source code assigns to a name: `Paid` of `StatePaid = "Paid"`.
fn assigned(code: &str) -> Option<&str> {
    let (name, value) = code.split_once('=')?;
    let is_word = |word: &str| {
        word.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && word.chars().all(|letter| letter.is_ascii_alphanumeric() || "_.".contains(letter))
    };
    let mut words = name.split_whitespace().peekable();
    let value = value.trim().trim_end_matches([';', ',']);
    let quoted = ['"', '\'', '`'].iter().find_map(|quote| value.strip_prefix(*quote)?.strip_suffix(*quote));
    let number = || Some(value).filter(|value| name.ends_with(' ') && value.parse::<i64>().is_ok());
    (words.peek().is_some() && words.all(is_word)).then(|| quoted.or_else(number)).flatten()
}

/// Returns the OpenAPI 3.0 format for the content encoding and the content media type of a string in 3.1.
fn encoding(node: &Node<'_>) -> Option<String> {
    let text = |key: &str| node.get(key).and_then(|member| member.value.as_str()).map(str::to_ascii_lowercase);
    let format = match text("contentEncoding").as_deref() {
        Some("base64" | "base64url") => "byte",
        Some("binary") => "binary",
        Some(_) => return None,
        None => text("contentMediaType").filter(|media_type| is_of_bytes(media_type)).map(|_| "binary")?,
    };
    Some(format.to_owned())
}

/// Returns `true` if values of a media type are binary. A range such as `*/*` may be either.
fn is_of_bytes(media_type: &str) -> bool {
    const OF_TEXT: [&str; 6] = ["json", "xml", "yaml", "javascript", "x-www-form-urlencoded", "*"];
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    match essence.split_once('/') {
        None | Some(("text" | "*" | "multipart" | "message", _)) => false,
        Some(("application", subtype)) => !OF_TEXT.iter().any(|text| subtype.ends_with(text)),
        Some((_, subtype)) => !subtype.ends_with("+xml"),
    }
}

/// Keywords that describe the values of a schema without a `type`.
const DESCRIBING: [&str; 9] =
    ["$ref", "allOf", "anyOf", "oneOf", "const", "enum", "properties", "items", "additionalProperties"];

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

/// Returns the keywords next to `$ref` that have an effect before OpenAPI 3.1.
fn without_constraints(any: AnySchema) -> AnySchema {
    let AnySchema { properties, all_of, one_of, any_of, mut required, .. } = any;
    required.retain(|name| properties.contains_key(name));
    AnySchema { properties, all_of, one_of, any_of, required, ..AnySchema::default() }
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

fn part(any: AnySchema) -> ReferenceOr<Schema> {
    ReferenceOr::Item(Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::Any(any) })
}
