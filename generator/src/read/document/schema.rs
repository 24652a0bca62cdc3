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
use super::twins::TWIN;
use crate::base::diagnostic::Code;
use crate::read::keywords::{DISCRIMINATOR, SCHEMA};

/// Sibling keywords of `$ref` that are read in every version. The specification ignores them before OpenAPI 3.1, but
/// descriptions rely on them.
const BESIDE_REFERENCE: [&str; 11] = [
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
const CONSTRAINTS: [&str; 22] = [
    "additionalProperties",
    "const",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "items",
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
    "patternProperties",
    "prefixItems",
    "required",
    "unevaluatedProperties",
    "uniqueItems",
];

/// Limits of which the first is not above the second.
const LIMITS: [(&str, &str); 4] =
    [("minimum", "maximum"), ("minLength", "maxLength"), ("minItems", "maxItems"), ("minProperties", "maxProperties")];

/// Maximum number of members of a type. The others are skipped with a warning.
pub(crate) const MAX_MEMBERS: usize = 40_000;

/// Marks an object whose list of members is declared and empty.
pub(crate) const NO_MEMBERS: &str = "x-bindery-no-members";

/// The keyword that describes undeclared members, if it is not `additionalProperties`.
pub(crate) const OTHERS_KEYWORD: &str = "x-bindery-others-keyword";

/// Keywords that describe undeclared members; the first one applies. Next to `allOf`, the second one knows the members
/// of the parts, as a struct with the members of all parts does.
const OTHERS: [&str; 2] = ["additionalProperties", "unevaluatedProperties"];

impl NodeReader<'_> {
    /// Reads a schema or a reference to one.
    pub(super) fn schema_or_reference(&mut self, node: &Node<'_>) -> ReferenceOr<Schema> {
        let Some(reference) = node.reference().map(str::to_owned) else { return ReferenceOr::Item(self.schema(node)) };
        let mut is_composed = BESIDE_REFERENCE.iter().any(|keyword| node.get(keyword).is_some())
            || (self.is_since_31 && node.lists_null());
        for (keyword, member) in CONSTRAINTS.iter().filter_map(|keyword| Some((keyword, node.get(keyword)?))) {
            if self.is_since_31 {
                is_composed = true;
            } else if *keyword != "required" || !declares_required(node) {
                self.ignored_beside_reference(keyword, &member);
            }
        }
        if !is_composed {
            self.open(node, &SCHEMA);
            return ReferenceOr::Reference { reference };
        }
        let mut schema = self.schema(node);
        if let SchemaKind::Any(any) = &mut schema.schema_kind {
            if !self.is_since_31 {
                *any = without_constraints(std::mem::take(any));
            }
            any.all_of.insert(0, ReferenceOr::Reference { reference });
        }
        ReferenceOr::Item(schema)
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
        } else if node.value.is_object() {
            self.open(node, &SCHEMA);
        }
        let mut any = self.any(node);
        let mut data = self.data(node);
        self.types(node, &mut any, &mut data);
        self.elements(node, &mut any);
        self.enumeration(node, &mut any, &mut data);
        self.check_schema(node, &data);
        Schema { schema_data: data, schema_kind: SchemaKind::Any(any) }
    }

    /// Reports keywords that contradict each other.
    fn check_schema(&mut self, node: &Node<'_>, data: &SchemaData) {
        if data.read_only && data.write_only {
            let message = "a schema is both `readOnly` and `writeOnly`, so its values are never sent or received";
            self.warn(Code::RuleViolated, message, &node.pointer.child("writeOnly"), "keep the intended one");
        }
        for (least, most) in LIMITS {
            let number = |key: &str| node.get(key)?.value.as_f64();
            if number(least).zip(number(most)).is_some_and(|(low, high)| low > high) {
                let message = format!("`{least}` is greater than `{most}`, so no value is valid");
                self.warn(Code::RuleViolated, message, &node.pointer.child(least), "fix one of them");
            }
        }
        let describes_items = ["items", "prefixItems", "allOf", "anyOf", "oneOf"];
        let has_items = describes_items.iter().any(|keyword| node.get(keyword).is_some());
        if !self.is_since_31 && node.get("type").is_some_and(|kind| kind.value == "array") && !has_items {
            let message = "an array has no `items`; any JSON value is accepted as an element";
            self.warn(Code::FieldMissing, message, &node.pointer, "add `items`");
        }
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
            extensions: self.extensions_and_members(node),
        }
    }

    /// Reads the extensions, and records what the typed schema cannot express: which keyword describes undeclared members,
    /// and whether an empty list of members is declared.
    fn extensions_and_members(&mut self, node: &Node<'_>) -> indexmap::IndexMap<String, Value> {
        let mut extensions = self.extensions(node);
        extensions.retain(|name, _| ![NO_MEMBERS, OTHERS_KEYWORD, TWIN].contains(&name.as_str()));
        if let Some((keyword, _)) = others(node).filter(|(keyword, _)| *keyword != OTHERS[0]) {
            extensions.insert(OTHERS_KEYWORD.to_owned(), Value::from(keyword));
        }
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
            pattern: self.pattern(node),
            multiple_of: self.multiple_of(node),
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
            format: self.text(node, "format").or_else(|| self.encoding(node)),
            min_length: self.size(node, "minLength"),
            max_length: self.size(node, "maxLength"),
            one_of: self.several(node, "oneOf"),
            all_of: self.several(node, "allOf"),
            any_of: self.several(node, "anyOf"),
            not: None,
        }
    }

    /// Returns the OpenAPI 3.0 format for the content encoding and the content media type of a string in 3.1.
    fn encoding(&mut self, node: &Node<'_>) -> Option<String> {
        let format = match self.text(node, "contentEncoding").map(|name| name.to_ascii_lowercase()).as_deref() {
            Some("base64" | "base64url") => "byte",
            Some("binary") => "binary",
            Some(_) => return None,
            None => {
                let media_type = self.text(node, "contentMediaType")?.to_ascii_lowercase();
                // Bytes have no `type`, so a range of media types may be either for a string only.
                let is_range = media_type.contains('*') && node.get("type").is_none();
                (is_range || is_of_bytes(&media_type)).then_some("binary")?
            }
        };
        Some(format.to_owned())
    }

    /// Reads a regular expression. A number is not one: it would reject nearly all values.
    fn pattern(&mut self, node: &Node<'_>) -> Option<String> {
        let member = node.get("pattern")?;
        if !member.value.is_string() {
            self.wrong_member(&member, "pattern", "a string");
        }
        member.value.as_str().map(str::to_owned)
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
        let Some(properties) = self.map(node, "properties") else { return indexmap::IndexMap::new() };
        let members = properties.members().take(MAX_MEMBERS + 1);
        members.map(|(name, property)| (name.to_owned(), self.boxed(&property))).collect()
    }

    /// Reads the names of the required properties that are sent.
    pub(super) fn required(&mut self, node: &Node<'_>) -> Vec<String> {
        self.texts(node, "required")
    }

    /// Reads the schema of undeclared members. Those of a map have the types of `patternProperties` too.
    pub(super) fn additional_properties(&mut self, node: &Node<'_>) -> Option<AdditionalProperties> {
        let others = others(node).map(|(_, others)| others);
        let mut values: Vec<Node<'_>> = self
            .map(node, "patternProperties")
            .iter()
            .flat_map(|patterns| patterns.members().map(|(_, values)| values))
            .collect();
        let Some(first) = values.first() else {
            let others = others?;
            return Some(match others.value {
                Value::Bool(allowed) => AdditionalProperties::Any(*allowed),
                value if allows_nothing(value) => AdditionalProperties::Any(false),
                _ => AdditionalProperties::Schema(Box::new(self.schema_or_reference(&others))),
            });
        };
        let is_open = match &others {
            Some(others) => allows_everything(others.value),
            // Servers add members to objects, and these need not match a pattern.
            None => node.get("properties").is_some(),
        };
        let is_typed = !values.iter().any(|values| allows_everything(values.value));
        if is_open && is_typed {
            let message = "members that match no pattern may have any value, so those that do are not typed";
            let help = "add `additionalProperties: false` if each member is declared or matches a pattern";
            self.warn(Code::SchemaUnsupported, message, &first.pointer, help);
        }
        if is_open || !is_typed {
            return Some(AdditionalProperties::Any(true));
        }
        values.extend(others.filter(|others| !allows_nothing(others.value)));
        Some(AdditionalProperties::Schema(Box::new(self.one_of_these(&values))))
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

    fn multiple_of(&mut self, node: &Node<'_>) -> Option<f64> {
        let number = self.number(node, "multipleOf")?;
        if number <= 0.0 {
            let message = "`multipleOf` is not positive; it is ignored";
            self.warn(Code::FieldInvalid, message, &node.pointer.child("multipleOf"), "write a positive number");
        }
        Some(number).filter(|number| *number > 0.0)
    }

    fn several(&mut self, node: &Node<'_>, key: &str) -> Vec<ReferenceOr<Schema>> {
        let Some(array) = self.array(node, key) else { return Vec::new() };
        array.elements().map(|element| self.schema_or_reference(&element)).collect()
    }

    fn discriminator(&mut self, node: &Node<'_>) -> Option<Discriminator> {
        let member = node.get("discriminator")?;
        let property_name = match member.value {
            Value::String(name) => name.clone(), // the form of Swagger 2.0
            _ if !self.open(&member, &DISCRIMINATOR) => return None,
            _ => self.required_text(&member, &DISCRIMINATOR, "propertyName", "it is ignored")?,
        };
        let mapping = self.object(&member, "mapping").map_or_else(indexmap::IndexMap::new, |mapping| {
            let schemas = mapping.members().filter_map(|(key, _)| Some((key.to_owned(), self.text(&mapping, key)?)));
            schemas.collect()
        });
        Some(Discriminator { property_name, mapping, extensions: indexmap::IndexMap::new() })
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
                continue;
            }
            if element.value.is_null() && array.value.as_array().is_some_and(|all| all.len() > 1) {
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

/// Returns the schema of undeclared members, and its keyword.
fn others<'v>(node: &Node<'v>) -> Option<(&'static str, Node<'v>)> {
    OTHERS.into_iter().find_map(|keyword| Some((keyword, node.get(keyword)?)))
}

/// Returns `true` if no value matches a schema: `false`, or `{not: {}}`.
fn allows_nothing(schema: &Value) -> bool {
    let excluded = schema.as_object().filter(|keywords| keywords.len() == 1).and_then(|keywords| keywords.get("not"));
    *schema == Value::Bool(false) || excluded.is_some_and(allows_everything)
}

/// Returns `true` if each value matches a schema: `true`, or `{}`.
fn allows_everything(schema: &Value) -> bool {
    *schema == Value::Bool(true) || schema.as_object().is_some_and(serde_json::Map::is_empty)
}

/// Returns `true` if values of a media type are binary. A range such as `*/*` may be either.
fn is_of_bytes(media_type: &str) -> bool {
    const TEXT_SUFFIXES: [&str; 6] = ["json", "xml", "yaml", "javascript", "x-www-form-urlencoded", "*"];
    let essence = media_type.split(';').next().unwrap_or_default().trim();
    match essence.split_once('/') {
        None | Some(("text" | "*" | "multipart" | "message", _)) => false,
        Some(("application", subtype)) => !TEXT_SUFFIXES.iter().any(|text| subtype.ends_with(text)),
        Some((_, subtype)) => !subtype.ends_with("+xml"),
    }
}

/// Returns `true` if a schema declares the members that it requires.
fn declares_required(schema: &Node<'_>) -> bool {
    let (required, properties) = (schema.get("required"), schema.get("properties"));
    let mut names = required.iter().flat_map(Node::elements).filter_map(|name| name.value.as_str());
    names.all(|name| properties.as_ref().is_some_and(|properties| properties.get(name).is_some()))
}

/// Returns the keywords next to `$ref` that have an effect before OpenAPI 3.1.
fn without_constraints(any: AnySchema) -> AnySchema {
    let AnySchema { properties, all_of, one_of, any_of, mut required, .. } = any;
    required.retain(|name| properties.contains_key(name));
    AnySchema { properties, all_of, one_of, any_of, required, ..AnySchema::default() }
}

pub(super) fn part(any: AnySchema) -> ReferenceOr<Schema> {
    ReferenceOr::Item(Schema { schema_data: SchemaData::default(), schema_kind: SchemaKind::Any(any) })
}
