//! The types of values and their members that a schema declares, with its references and `allOf` resolved.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

use super::document::{Document, address};

/// Maximum number of nested schemas that are merged; a document that goes deeper is hostile.
const MAX_DEPTH: usize = 32;

/// A JSON type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Type {
    Object,
    Array,
    String,
    Integer,
    Number,
    Boolean,
    /// No type is specified.
    Any,
}

/// A `oneOf` or `anyOf`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Union<'d> {
    pub(super) branches: &'d [Value],
    pub(super) discriminator: Option<&'d Value>,
}

impl<'d> Union<'d> {
    /// Returns the unions of a schema.
    pub(super) fn all(schema: &'d Map<String, Value>) -> impl Iterator<Item = Self> {
        ["oneOf", "anyOf"].into_iter().filter_map(|keyword| {
            let branches = schema.get(keyword)?.as_array().filter(|branches| !branches.is_empty())?;
            Some(Self { branches, discriminator: schema.get("discriminator") })
        })
    }

    /// Returns the name of the tag.
    pub(super) fn tag(&self) -> Option<&'d str> {
        self.discriminator?.get("propertyName")?.as_str()
    }
}

/// Several schemas merged into one, all of which apply. If they contradict each other, the later one wins.
#[derive(Clone, Debug, Default)]
pub(super) struct Shape<'d> {
    /// `true` if `null` is allowed.
    pub(super) is_nullable: bool,
    /// The types apart from `null`.
    types: Option<Vec<Type>>,
    /// The values of `enum` or `const`.
    pub(super) choices: Option<Vec<&'d Value>>,
    /// The members, each with all of its schemas.
    pub(super) properties: BTreeMap<&'d str, Vec<&'d Value>>,
    pub(super) required: BTreeSet<&'d str>,
    /// The schema of additional members.
    pub(super) additional: Option<&'d Value>,
    pub(super) items: Option<&'d Value>,
    pub(super) unions: Vec<Union<'d>>,
    keywords: BTreeMap<&'d str, &'d Value>,
    seen: BTreeSet<usize>,
}

impl<'d> Shape<'d> {
    /// Merges the schemas.
    pub(super) fn new(document: &Document<'d>, schemas: &[&'d Value]) -> Self {
        let mut shape = Self::default();
        schemas.iter().for_each(|schema| shape.absorb(document, schema, 0));
        shape
    }

    fn absorb(&mut self, document: &Document<'d>, schema: &'d Value, depth: usize) {
        let Some(members) = schema.as_object().filter(|_| depth < MAX_DEPTH) else { return };
        // The same base may be reached several times; it adds nothing new.
        if !self.seen.insert(address(schema)) {
            return;
        }
        if let Some(reference) = document.reference(members) {
            reference.into_iter().for_each(|target| self.absorb(document, target, depth + 1));
            if document.ignores_siblings {
                // These two keywords are meant even next to a `$ref` of OpenAPI 3.0.
                let marks = members.iter().filter(|(keyword, _)| matches!(keyword.as_str(), "readOnly" | "writeOnly"));
                self.keywords.extend(marks.map(|(keyword, value)| (keyword.as_str(), value)));
                return;
            }
        }
        let parts = members.get("allOf").and_then(Value::as_array).into_iter().flatten();
        parts.for_each(|part| self.absorb(document, part, depth + 1));
        members.iter().for_each(|(keyword, value)| self.absorb_keyword(keyword, value));
        self.unions.extend(Union::all(members));
    }

    fn absorb_keyword(&mut self, keyword: &'d str, value: &'d Value) {
        self.keywords.insert(keyword, value);
        match keyword {
            "type" => self.absorb_types(value),
            "nullable" => self.is_nullable |= value == &Value::Bool(true),
            "enum" => self.choices = value.as_array().map(|values| values.iter().collect()),
            "const" => self.choices = Some(vec![value]),
            "properties" => {
                for (name, schema) in value.as_object().into_iter().flatten() {
                    self.properties.entry(name).or_default().push(schema);
                }
            }
            "required" => self.required.extend(value.as_array().into_iter().flatten().filter_map(Value::as_str)),
            "additionalProperties" | "unevaluatedProperties" => self.additional = Some(value),
            "items" => self.items = Some(value),
            _ => {}
        }
    }

    fn absorb_types(&mut self, value: &'d Value) {
        let names = match value {
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::from_iter(value.as_str()),
        };
        let allows_null = names.contains(&"null");
        self.is_nullable |= allows_null;
        let types: Vec<Type> = names.iter().filter_map(|name| type_of(name)).collect();
        // Unknown type names are ignored; `null` alone leaves no other type.
        if types.is_empty() && !allows_null {
            return;
        }
        let before = self.types.as_deref().unwrap_or_default();
        let common: Vec<Type> = types.iter().copied().filter(|ty| before.contains(ty)).collect();
        self.types = Some(if common.is_empty() { types } else { common });
    }

    /// Returns the types that a value may have; never empty unless only `null` is allowed.
    pub(super) fn types(&self) -> Vec<Type> {
        self.types.clone().unwrap_or_else(|| vec![self.likely_type()])
    }

    fn likely_type(&self) -> Type {
        let has = |keywords: &[&str]| keywords.iter().any(|keyword| self.keywords.contains_key(keyword));
        match () {
            () if !self.properties.is_empty() || !self.required.is_empty() => Type::Object,
            () if has(&["additionalProperties", "patternProperties", "minProperties", "maxProperties"]) => Type::Object,
            () if has(&["items", "prefixItems", "minItems", "uniqueItems"]) => Type::Array,
            () if has(&["pattern", "minLength", "maxLength", "contentEncoding"]) => Type::String,
            () if has(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]) => Type::Number,
            () => Type::Any,
        }
    }

    /// Returns a keyword with a boolean value, such as `readOnly`.
    pub(super) fn flag(&self, keyword: &str) -> bool {
        self.keywords.get(keyword).is_some_and(|value| value.as_bool() == Some(true))
    }
}

fn type_of(name: &str) -> Option<Type> {
    Some(match name {
        "object" => Type::Object,
        "array" => Type::Array,
        "string" => Type::String,
        "integer" => Type::Integer,
        // Nonstandard names in real descriptions.
        "number" | "decimal" | "float" | "double" => Type::Number,
        "boolean" => Type::Boolean,
        _ => return None,
    })
}
