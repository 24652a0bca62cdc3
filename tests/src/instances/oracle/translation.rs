//! Validators of the schemas of a description, which are translated to JSON Schema 2020-12.
//!
//! | description | JSON Schema |
//! |---|---|
//! | a reference | `#/$defs/..`, so that the schema contains all that it refers to |
//! | `nullable` | another alternative |
//! | `exclusiveMinimum: true` | the number of `minimum` |
//! | `discriminator` | `if` the tag has a value, `then` its alternative |
//! | `oneOf` | `anyOf`: many descriptions have alternatives that overlap |
//! | `required` with `readOnly`, in requests | omitted, as for `writeOnly` in responses |
//! | an invalid keyword or pattern | omitted |

use std::collections::HashMap;

use jsonschema::{PatternOptions, Validator};
use serde_json::{Map, Value, json};

use super::super::alternatives::alternatives;
use super::super::document::{Document, address};
use super::super::shape::{Shape, Union};
use bindery::internal::analysis::Direction;
use bindery::internal::pattern;

/// Maximum nesting of schemas within a schema, without references.
const MAX_DEPTH: usize = 100;

/// Maximum depth of schemas that apply to the same value, through references.
const MAX_REFERENCES: usize = 256;

/// Maximum number of schemas that one value is compared with. References to the same schemas in several layers multiply.
const MAX_PATHS: usize = 20_000;

/// Maximum size of a compiled pattern.
const MAX_PATTERN_SIZE: usize = 1 << 20;

/// Returns the validator of a schema in one direction. It never reads a file or contacts a server.
///
/// # Errors
///
/// Returns the reason if the schema cannot be compiled.
pub(super) fn validator(document: Document<'_>, schema: &Value, direction: Direction) -> Result<Validator, String> {
    let mut translation = Translation { document, direction, definitions: HashMap::new(), open: Vec::new() };
    let mut root = json!({ "allOf": [translation.schema(schema, 0)] });
    let mut definitions = Map::new();
    while let Some((name, target)) = translation.open.pop() {
        definitions.insert(name, translation.schema(target, 0));
    }
    let mut paths = Paths { definitions: &definitions, known: HashMap::new() };
    if paths.count(&root, 0) > MAX_PATHS {
        return Err(format!("a value would be compared with more than {MAX_PATHS} alternatives"));
    }
    root["$defs"] = Value::Object(definitions);
    let options = jsonschema::draft202012::options().offline().should_validate_formats(true);
    let patterns = PatternOptions::regex().size_limit(MAX_PATTERN_SIZE);
    options.with_pattern_options(patterns).build(&root).map_err(|error| error.to_string())
}

/// Counts the schemas that a single value is compared with: those behind several paths count several times.
struct Paths<'v> {
    definitions: &'v Map<String, Value>,
    known: HashMap<&'v str, usize>,
}

impl<'v> Paths<'v> {
    fn count(&mut self, schema: &'v Value, depth: usize) -> usize {
        let Some(members) = schema.as_object() else { return 1 };
        if depth > MAX_REFERENCES {
            return usize::MAX;
        }
        members
            .iter()
            .fold(1, |count: usize, (keyword, value)| count.saturating_add(self.below(keyword, value, depth + 1)))
    }

    /// Returns the count of a keyword that applies to the same value.
    fn below(&mut self, keyword: &str, value: &'v Value, depth: usize) -> usize {
        match (keyword, value) {
            ("allOf" | "anyOf", Value::Array(all)) => {
                all.iter().fold(0, |count: usize, schema| count.saturating_add(self.count(schema, depth)))
            }
            ("dependentSchemas", Value::Object(all)) => {
                all.values().fold(0, |count: usize, schema| count.saturating_add(self.count(schema, depth)))
            }
            ("not" | "if" | "then" | "else", schema) => self.count(schema, depth),
            ("$ref", Value::String(reference)) => self.definition(reference, depth),
            _ => 0,
        }
    }

    fn definition(&mut self, reference: &'v str, depth: usize) -> usize {
        let name = reference.strip_prefix("#/$defs/").unwrap_or_default();
        if let Some(known) = self.known.get(name) {
            return *known;
        }
        // The validator ends where a definition is reached again by the same value.
        self.known.insert(name, 0);
        let definitions = self.definitions;
        let count = definitions.get(name).map_or(1, |schema| self.count(schema, depth));
        self.known.insert(name, count);
        count
    }
}

/// The translation of a schema and of all schemas that it refers to.
struct Translation<'d> {
    document: Document<'d>,
    direction: Direction,
    /// The names of referenced schemas, by identity.
    definitions: HashMap<usize, String>,
    /// The referenced schemas that are not translated yet.
    open: Vec<(String, &'d Value)>,
}

impl<'d> Translation<'d> {
    fn schema(&mut self, schema: &'d Value, depth: usize) -> Value {
        let Some(members) = schema.as_object().filter(|_| depth < MAX_DEPTH) else {
            return Value::Bool(schema != &Value::Bool(false));
        };
        let mut parts = Vec::new();
        if let Some(target) = self.document.reference(members) {
            parts.extend(target.map(|target| self.reference(target)));
            if self.document.ignores_siblings {
                return parts.pop().unwrap_or(Value::Bool(true));
            }
        }
        let mut translated = self.keywords(members, depth + 1);
        self.omit_absent_members(schema, &mut translated);
        let unions: Vec<Union<'d>> = Union::all(members, false).collect();
        parts.extend(unions.iter().map(|union| self.union(union, depth + 1)));
        if !parts.is_empty() {
            let all = translated.entry("allOf").or_insert_with(|| json!([]));
            all.as_array_mut().into_iter().for_each(|all| all.append(&mut parts));
        }
        let translated = Value::Object(translated);
        if members.get("nullable") == Some(&Value::Bool(true)) {
            return json!({ "anyOf": [translated, { "type": "null" }] });
        }
        translated
    }

    fn reference(&mut self, target: &'d Value) -> Value {
        let next = self.definitions.len().to_string();
        let name = self.definitions.entry(address(target)).or_insert_with(|| {
            self.open.push((next.clone(), target));
            next
        });
        json!({ "$ref": format!("#/$defs/{name}") })
    }

    /// Returns the keywords with a valid value, apart from references and unions.
    fn keywords(&mut self, members: &'d Map<String, Value>, depth: usize) -> Map<String, Value> {
        let mut translated = Map::new();
        for (keyword, value) in members {
            let value = match keyword.as_str() {
                "items" if value.is_array() => {
                    translated.insert("prefixItems".to_owned(), self.schemas(value, depth));
                    continue;
                }
                "items"
                | "additionalProperties"
                | "unevaluatedProperties"
                | "unevaluatedItems"
                | "propertyNames"
                | "contains"
                | "not"
                | "if"
                | "then"
                | "else" => self.schema(value, depth),
                "allOf" | "prefixItems" if value.as_array().is_some_and(|list| !list.is_empty()) => {
                    self.schemas(value, depth)
                }
                "properties" | "patternProperties" | "dependentSchemas" => self.schemas_by_name(keyword, value, depth),
                "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" if value.is_number() => value.clone(),
                "multipleOf" if value.as_f64().is_some_and(|step| step > 0.0) => value.clone(),
                "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
                | "minContains" | "maxContains"
                    if value.is_u64() =>
                {
                    value.clone()
                }
                "exclusiveMinimum" | "exclusiveMaximum" if value == &Value::Bool(true) => {
                    let limit = if keyword == "exclusiveMinimum" { "minimum" } else { "maximum" };
                    let Some(limit) = members.get(limit).filter(|limit| limit.is_number()) else { continue };
                    limit.clone()
                }
                "pattern" if value.as_str().is_some_and(|pattern| pattern::compiled(pattern).is_some()) => {
                    value.clone()
                }
                "uniqueItems" if value.is_boolean() => value.clone(),
                "required" => texts(value),
                "format" | "contentEncoding" if value.is_string() => value.clone(),
                "enum" if value.as_array().is_some_and(|values| !values.is_empty()) => value.clone(),
                "const" => value.clone(),
                "type" => match type_names(value) {
                    Some(types) => types,
                    None => continue,
                },
                _ => continue,
            };
            translated.insert(keyword.clone(), value);
        }
        translated
    }

    fn schemas(&mut self, list: &'d Value, depth: usize) -> Value {
        list.as_array().into_iter().flatten().map(|schema| self.schema(schema, depth)).collect()
    }

    fn schemas_by_name(&mut self, keyword: &str, map: &'d Value, depth: usize) -> Value {
        let map = map.as_object().into_iter().flatten();
        let is_valid = |name: &str| keyword != "patternProperties" || pattern::compiled(name).is_some();
        let valid = map.filter(|(name, _)| is_valid(name));
        valid.map(|(name, schema)| (name.clone(), self.schema(schema, depth))).collect()
    }

    /// Does not require members that values in this direction do not have.
    fn omit_absent_members(&self, schema: &'d Value, translated: &mut Map<String, Value>) {
        let Some(Value::Array(required)) = translated.get_mut("required").filter(|names| names != &&json!([])) else {
            return;
        };
        let shape = Shape::new(&self.document, &[schema]);
        let absent = match self.direction {
            Direction::Response => "writeOnly",
            Direction::Request => "readOnly",
        };
        required.retain(|name| {
            let name = name.as_str().unwrap_or_default();
            let is_absent = |schemas: &Vec<&Value>| Shape::new(&self.document, schemas).flag(absent);
            shape.required.contains(name) && !shape.properties.get(name).is_some_and(is_absent)
        });
    }

    /// Translates alternatives with tags so that an error is that of the alternative with the tag.
    fn union(&mut self, union: &Union<'d>, depth: usize) -> Value {
        let alternatives = alternatives(&self.document, union);
        let tag = union.tag().filter(|_| alternatives.iter().all(|alternative| alternative.tag.is_some()));
        let Some(tag) = tag else {
            let schemas: Vec<Value> = union.branches.iter().map(|branch| self.alternative(branch, depth)).collect();
            return json!({ "anyOf": schemas });
        };
        let mut tags = Vec::new();
        let mut cases = Vec::new();
        for alternative in &alternatives {
            let Some(text) = alternative.tag else { continue };
            // Mapping keys are strings even if the member is a number.
            let values: Vec<Value> =
                std::iter::once(json!(text)).chain(text.parse::<i64>().ok().map(Value::from)).collect();
            let has_tag = json!({ "properties": { tag: { "enum": values } }, "required": [tag] });
            cases.push(json!({ "if": has_tag, "then": self.schema(alternative.schema, depth) }));
            tags.extend(values);
        }
        let is_known = json!({ "properties": { tag: { "enum": tags } }, "required": [tag] });
        cases.insert(0, is_known);
        json!({ "allOf": cases })
    }

    fn alternative(&mut self, branch: &'d Value, depth: usize) -> Value {
        // As an alternative, `nullable: true` alone represents null in OpenAPI 3.0.
        if *branch == json!({ "nullable": true }) { json!({ "type": "null" }) } else { self.schema(branch, depth) }
    }
}

/// Returns the names of known types, or `None` if all names are unknown.
fn type_names(value: &Value) -> Option<Value> {
    let name = |name: &Value| {
        Some(match name.as_str()? {
            "decimal" | "float" | "double" => "number".to_owned(),
            known @ ("object" | "array" | "string" | "integer" | "number" | "boolean" | "null") => known.to_owned(),
            _ => return None,
        })
    };
    let mut names: Vec<String> = match value {
        Value::Array(names) => names.iter().filter_map(name).collect(),
        single => name(single).into_iter().collect(),
    };
    names.sort();
    names.dedup();
    (!names.is_empty()).then(|| json!(names))
}

/// Returns the different strings of a list.
fn texts(list: &Value) -> Value {
    let mut names: Vec<&str> = list.as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    names.sort_unstable();
    names.dedup();
    json!(names)
}
