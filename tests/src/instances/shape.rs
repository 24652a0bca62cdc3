//! The constraints of a schema, with its references and `allOf` resolved.

use std::collections::{BTreeMap, BTreeSet};

use super::document::{Document, address};
use serde_json::{Map, Value};

use super::subtypes::{SUBTYPE_TAG, SUBTYPES};

/// Maximum number of nested schemas that are merged; a document that goes deeper is hostile.
const MAX_DEPTH: usize = 32;

/// Keywords with simple values.
const SIMPLE_KEYWORDS: [&str; 17] = [
    "contentEncoding",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "pattern",
    "propertyNames",
    "readOnly",
    "uniqueItems",
    "writeOnly",
];

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

impl Type {
    /// Returns `true` if a value has this type.
    pub(super) fn has(self, value: &Value) -> bool {
        match self {
            Self::Object => value.is_object(),
            Self::Array => value.is_array(),
            Self::String => value.is_string(),
            Self::Integer => value.is_i64() || value.is_u64(),
            Self::Number => value.is_number(),
            Self::Boolean => value.is_boolean(),
            Self::Any => true,
        }
    }
}

/// A `oneOf` or `anyOf`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Union<'d> {
    pub(super) keyword: &'static str,
    pub(super) branches: &'d [Value],
    pub(super) discriminator: Option<&'d Value>,
}

impl<'d> Union<'d> {
    /// Returns the unions of a schema. With `subtypes`, those of a base schema are alternatives as well.
    pub(super) fn all(schema: &'d Map<String, Value>, subtypes: bool) -> impl Iterator<Item = Self> {
        let keywords = ["oneOf", "anyOf"].into_iter().chain(subtypes.then_some(SUBTYPES));
        keywords.filter_map(move |keyword| {
            let branches = schema.get(keyword)?.as_array().filter(|branches| !branches.is_empty())?;
            Some(Self { keyword, branches, discriminator: schema.get("discriminator") })
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
    /// `true` if no value can satisfy the schema.
    pub(super) never: bool,
    /// `true` if `null` is allowed; `None` if unspecified.
    null: Option<bool>,
    /// The types apart from `null`.
    types: Option<Vec<Type>>,
    /// The values of `enum` or `const`.
    pub(super) choices: Option<Vec<&'d Value>>,
    pub(super) is_constant: bool,
    /// The members, each with all of its schemas.
    pub(super) properties: BTreeMap<&'d str, Vec<&'d Value>>,
    pub(super) required: BTreeSet<&'d str>,
    /// The schema of additional members.
    pub(super) additional: Option<&'d Value>,
    pub(super) patterns: Vec<(&'d str, &'d Value)>,
    pub(super) items: Option<&'d Value>,
    pub(super) prefix: Option<&'d Vec<Value>>,
    pub(super) unions: Vec<Union<'d>>,
    keywords: BTreeMap<&'d str, &'d Value>,
    /// The values of `multipleOf`, all of which apply.
    pub(super) steps: Vec<f64>,
    /// The schema of an element that an array must contain.
    pub(super) contained: Option<&'d Value>,
    pub(super) examples: Vec<&'d Value>,
    /// The identities of the schemas merged into this shape, through references and alternatives.
    pub(super) names: Vec<usize>,
    seen: BTreeSet<usize>,
}

impl<'d> Shape<'d> {
    /// Merges the schemas.
    pub(super) fn new(document: &Document<'d>, schemas: &[&'d Value]) -> Self {
        let mut shape = Self::default();
        for schema in schemas {
            shape.add(document, schema);
        }
        shape
    }

    /// Returns the shape with one alternative of a union merged into it, instead of the union.
    pub(super) fn with(&self, document: &Document<'d>, union: usize, branch: &'d Value) -> Self {
        let mut shape = self.clone();
        shape.unions.remove(union);
        // The examples are for the whole schema and are tried there.
        shape.examples.clear();
        // An alternative that is the union itself adds nothing.
        shape.never |= self.seen.contains(&address(document.resolve(branch)));
        shape.add(document, branch);
        shape
    }

    /// Returns the shape with only one of its types.
    pub(super) fn with_type(&self, one: Type) -> Self {
        Self { types: Some(vec![one]), null: None, examples: Vec::new(), ..self.clone() }
    }

    fn add(&mut self, document: &Document<'d>, schema: &'d Value) {
        self.names.push(address(schema));
        let null = self.absorb(document, schema, &mut Vec::new(), true);
        self.null = both(self.null, null);
    }

    /// Merges a schema. Returns whether it allows `null`, if it specifies that.
    ///
    /// `path` contains the schemas that are being merged. `direct` is `true` if only references lead to this schema.
    fn absorb(
        &mut self,
        document: &Document<'d>,
        schema: &'d Value,
        path: &mut Vec<usize>,
        direct: bool,
    ) -> Option<bool> {
        let here = address(schema);
        if path.contains(&here) || path.len() >= MAX_DEPTH || !(schema.is_object() || schema.is_boolean()) {
            self.never = true;
            return None;
        }
        self.never |= schema == &Value::Bool(false);
        let members = schema.as_object()?;
        // The same base may be reached several times; it adds nothing new.
        if !self.seen.insert(here) {
            return None;
        }
        path.push(here);
        let null = self.absorb_members(document, members, path, direct);
        path.pop();
        null
    }

    fn absorb_members(
        &mut self,
        document: &Document<'d>,
        members: &'d Map<String, Value>,
        path: &mut Vec<usize>,
        direct: bool,
    ) -> Option<bool> {
        let mut null = None;
        if let Some(reference) = document.reference(members) {
            let Some(target) = reference else {
                self.never = true;
                return None;
            };
            if direct {
                self.names.push(address(target));
            }
            null = self.absorb(document, target, path, direct);
            if document.ignores_siblings {
                self.absorb_direction(members);
                return null;
            }
        }
        let parts = members.get("allOf").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        // A single part without other keywords is equivalent to the part.
        let is_other_name = direct && parts.len() == 1 && !members.contains_key("properties");
        for part in parts {
            let of_part = self.absorb(document, part, path, is_other_name);
            null = both(null, of_part);
        }
        members.iter().for_each(|(keyword, value)| self.absorb_keyword(keyword, value));
        self.absorb_tag(members);
        self.absorb_unions(document, members, path, direct);
        both_or_own(null, members)
    }

    /// These two keywords are meant even next to a `$ref` of OpenAPI 3.0; omitting a member is correct in both
    /// interpretations.
    fn absorb_direction(&mut self, members: &'d Map<String, Value>) {
        let marks = members.iter().filter(|(keyword, _)| matches!(keyword.as_str(), "readOnly" | "writeOnly"));
        self.keywords.extend(marks.map(|(keyword, value)| (keyword.as_str(), value)));
    }

    /// Requires the tag of a subtype.
    fn absorb_tag(&mut self, members: &'d Map<String, Value>) {
        for (name, schema) in members.get(SUBTYPE_TAG).and_then(Value::as_object).into_iter().flatten() {
            self.properties.entry(name).or_default().push(schema);
            self.required.insert(name);
        }
    }

    fn absorb_keyword(&mut self, keyword: &'d str, value: &'d Value) {
        match keyword {
            "type" => self.absorb_types(value),
            "enum" => self.choices = value.as_array().map(|values| values.iter().collect()),
            "const" => (self.choices, self.is_constant) = (Some(vec![value]), true),
            "properties" => {
                for (name, schema) in value.as_object().into_iter().flatten() {
                    self.properties.entry(name).or_default().push(schema);
                }
            }
            "required" => self.required.extend(value.as_array().into_iter().flatten().filter_map(Value::as_str)),
            "additionalProperties" | "unevaluatedProperties" => self.additional = Some(value),
            "patternProperties" => {
                self.patterns.extend(value.as_object().into_iter().flatten().map(|(key, value)| (key.as_str(), value)));
            }
            "items" => self.items = Some(value),
            "contains" => self.contained = Some(value),
            "multipleOf" => self.steps.extend(value.as_f64().filter(|step| *step > 0.0)),
            "prefixItems" => self.prefix = value.as_array().or(self.prefix),
            "example" | "default" => self.examples.push(value),
            "examples" => self.examples.extend(value.as_array().into_iter().flatten()),
            keyword if SIMPLE_KEYWORDS.contains(&keyword) => {
                self.keywords.insert(keyword, value);
            }
            _ => {}
        }
    }

    fn absorb_types(&mut self, value: &'d Value) {
        let names = match value {
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => Vec::from_iter(value.as_str()),
        };
        let types: Vec<Type> = names.iter().filter_map(|name| type_of(name)).collect();
        // Unknown type names are ignored; `null` alone leaves no other type.
        if types.is_empty() && !names.contains(&"null") {
            return;
        }
        let before = self.types.as_deref().unwrap_or_default();
        let common: Vec<Type> = types.iter().copied().filter(|ty| before.contains(ty)).collect();
        self.types = Some(if common.is_empty() { types } else { common });
    }

    /// `direct` is `true` if the value may be of any subtype of the schema.
    fn absorb_unions(
        &mut self,
        document: &Document<'d>,
        members: &'d Map<String, Value>,
        path: &[usize],
        direct: bool,
    ) {
        for union in Union::all(members, direct) {
            let is_below = |branch| path.contains(&address(document.resolve(branch)));
            // If the `allOf` of an alternative includes the union again, as a base, the alternative is already chosen.
            if union.keyword == SUBTYPES || !union.branches.iter().any(is_below) {
                self.unions.push(union);
            }
        }
    }

    /// Returns `true` if the value may be `null`.
    pub(super) fn is_nullable(&self) -> bool {
        self.null == Some(true)
    }

    /// Returns the types that a value may have; never empty unless only `null` is allowed.
    pub(super) fn types(&self) -> Vec<Type> {
        self.types.clone().unwrap_or_else(|| vec![self.likely_type()])
    }

    fn likely_type(&self) -> Type {
        let has = |keywords: &[&str]| keywords.iter().any(|keyword| self.keywords.contains_key(keyword));
        let has_members = !self.properties.is_empty() || !self.required.is_empty() || !self.patterns.is_empty();
        match () {
            () if has_members || self.additional.is_some() || has(&["minProperties", "maxProperties"]) => Type::Object,
            () if self.items.is_some() || self.prefix.is_some() || has(&["minItems", "uniqueItems"]) => Type::Array,
            () if has(&["pattern", "minLength", "maxLength", "contentEncoding"]) => Type::String,
            () if has(&["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]) => Type::Number,
            () if !self.steps.is_empty() => Type::Number,
            () => Type::Any,
        }
    }

    /// Returns `true` if a value contains other values.
    pub(super) fn is_compound(&self) -> bool {
        let compound = |ty: &Type| matches!(ty, Type::Object | Type::Array);
        self.choices.is_none() && (!self.unions.is_empty() || self.types().iter().any(compound))
    }

    /// Returns a keyword with a string value, such as `format`.
    pub(super) fn text(&self, keyword: &str) -> Option<&'d str> {
        self.keywords.get(keyword)?.as_str()
    }

    /// Returns a keyword with a boolean value, such as `readOnly`.
    pub(super) fn flag(&self, keyword: &str) -> bool {
        self.keywords.get(keyword).is_some_and(|value| value.as_bool() == Some(true))
    }

    /// Returns a keyword with a size, such as `minLength`.
    pub(super) fn size(&self, keyword: &str) -> Option<usize> {
        let size = self.keywords.get(keyword)?;
        // Sizes are sometimes written as `10.0`, or exceed any memory.
        size.as_u64().or_else(|| size.as_f64().filter(|size| *size >= 0.0).map(|size| size as u64))?.try_into().ok()
    }

    /// Returns any simple keyword.
    pub(super) fn keyword(&self, keyword: &str) -> Option<&'d Value> {
        self.keywords.get(keyword).copied()
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

/// Combines two optional flags; both must allow `null` if specified.
fn both(a: Option<bool>, b: Option<bool>) -> Option<bool> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a && b),
        _ => a.or(b),
    }
}

/// The schema's own `nullable` applies to all of it, even next to an `allOf` that does not allow `null`.
fn both_or_own(parts: Option<bool>, members: &Map<String, Value>) -> Option<bool> {
    if members.get("nullable").and_then(Value::as_bool) == Some(true) {
        return Some(true);
    }
    let own = members.get("type").map(|types| match types {
        Value::Array(types) => types.iter().any(|ty| ty == "null"),
        _ => types == "null",
    });
    both(parts, own)
}
