//! The JSON Schema (draft 2020-12) of a type: what the description says of its values, and what the type writes.
//!
//! Aliases are expanded at each use, because they are not types of their own. Beyond a limit, any value is allowed.

use bindery_runtime::texts::UNIX_SECONDS;
use serde_json::{Map, Value, json};

use crate::api::analysis::{Direction, is_nullable, is_required};
use crate::api::model::{
    Constraints, Docs, Field, Integer, Number, Object, OwnTypeId, Payload, Shape, Tag, TagPlace, Text, Type, TypeId,
    Union,
};
use crate::config::Implementation;
use crate::rust::ir::{Constraint, DescribedType, RustType};
use crate::rust::resolve::Resolver;
use crate::rust::resolve::constraint::own;
use crate::rust::resolve::structure::present;

/// Maximum number of types written out for one type; beyond it, all values are allowed.
const MAX_WRITTEN_TYPES: usize = 4_000;

/// Maximum depth of aliases written out inside each other.
const MAX_ALIAS_DEPTH: usize = 32;

impl<'a> Resolver<'a> {
    /// Returns the schema of a type's values.
    pub(super) fn described(self, id: TypeId, direction: Direction) -> DescribedType {
        let implemented = &self.extras(id).implemented;
        let mut writer = Writer {
            resolver: self,
            direction,
            has_schema: implemented.contains(&Implementation::JsonSchema),
            held: Vec::new(),
            own: Vec::new(),
            room: MAX_WRITTEN_TYPES,
            depth: MAX_ALIAS_DEPTH,
        };
        let schema = writer.definition(id);
        DescribedType { schema: schema.to_string(), held: writer.held, own: writer.own }
    }
}

struct Writer<'a> {
    resolver: Resolver<'a>,
    direction: Direction,
    has_schema: bool,
    held: Vec<String>,
    own: Vec<RustType>,
    room: usize,
    depth: usize,
}

impl<'a> Writer<'a> {
    fn definition(&mut self, id: TypeId) -> Value {
        let definition = self.resolver.api.definition(id);
        let mut schema = match &definition.shape {
            Shape::Object(object) => self.object(object),
            Shape::IntegerEnum(codes) => {
                let codes: Vec<i64> = codes.codes.iter().map(|code| code.code).collect();
                json!({ "type": "integer", "enum": codes })
            }
            Shape::StringEnum(words) => {
                let listed: Vec<&str> = words.words.iter().map(|word| word.wire.as_str()).collect();
                if words.is_open {
                    json!({ "anyOf": [{ "type": "string", "enum": listed }, { "type": "string" }] })
                } else {
                    json!({ "type": "string", "enum": listed })
                }
            }
            Shape::Union(union) => self.union(union),
            Shape::Wrapper(ty) | Shape::Alias(ty) => self.ty(ty, &[&definition.constraints]),
        };
        if matches!(definition.shape, Shape::Object(_)) {
            restrict_all(&mut schema, &[&definition.constraints], &Type::AnyObject);
        }
        annotate(&mut schema, &definition.docs);
        schema
    }

    fn object(&mut self, object: &'a Object) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        for (_, field) in present(object, self.direction) {
            properties.insert(field.wire.clone(), self.field(field));
            required.extend(is_required(field, self.direction).then_some(field.wire.as_str()));
        }
        let mut schema = json!({ "type": "object", "properties": properties });
        if !required.is_empty() {
            schema["required"] = json!(required);
        }
        if let Some(others) = object.others.as_ref().filter(|others| **others != Type::Any) {
            schema["additionalProperties"] = self.ty(others, &[]);
        }
        schema
    }

    fn field(&mut self, field: &'a Field) -> Value {
        let mut schema = match &field.constant {
            Some(constant) => json!({ "const": constant }),
            None => self.ty(&field.ty, &[&field.constraints]),
        };
        if is_nullable(field, self.direction) && !matches!(field.ty, Type::Nullable(_)) {
            schema = json!({ "anyOf": [schema, { "type": "null" }] });
        }
        annotate(&mut schema, &field.docs);
        for (is_so, keyword) in [(field.read_only, "readOnly"), (field.write_only, "writeOnly")] {
            if is_so {
                schema[keyword] = Value::Bool(true);
            }
        }
        if let Some(default) = &field.default {
            schema["default"] = default.clone();
        }
        schema
    }

    fn union(&mut self, union: &'a Union) -> Value {
        let variants = union.variants.iter().enumerate();
        let alternatives: Vec<Value> = variants
            .map(|(index, variant)| match (&union.tag, &variant.payload) {
                (Some(tag), payload) => self.tagged(tag, index, payload),
                (None, Payload::Type(ty)) => self.ty(ty, &[]),
                (None, Payload::Constant(value)) => json!({ "const": value }),
                (None, Payload::Unit) => json!({}),
            })
            .collect();
        json!({ "anyOf": alternatives })
    }

    fn tagged(&mut self, tag: &'a Tag, index: usize, payload: &'a Payload) -> Value {
        let values: Vec<&str> = match payload {
            Payload::Constant(Value::String(value)) => vec![value],
            _ => tag.values_of(index).iter().map(String::as_str).collect(),
        };
        let says = |property: &str| json!({ "type": "object", "properties": { property: { "enum": values } }, "required": [property] });
        match (&tag.place, payload.ty()) {
            (TagPlace::Internal { property }, Some(ty)) if self.says_it_itself(ty, property) => self.ty(ty, &[]),
            (TagPlace::Internal { property }, Some(ty)) => {
                let held = self.ty(ty, &[]);
                json!({ "allOf": [held, says(property)] })
            }
            (TagPlace::Adjacent { property, content }, Some(ty)) => {
                let mut schema = says(property);
                schema["properties"][content] = self.ty(ty, &[]);
                schema["required"] = json!([property, content]);
                schema
            }
            (TagPlace::External, Some(ty)) => {
                let held = self.ty(ty, &[]);
                let one = |name: &&str| json!({ "type": "object", "properties": { *name: held }, "required": [name] });
                match values.as_slice() {
                    [name] => one(name),
                    several => json!({ "anyOf": several.iter().map(one).collect::<Vec<_>>() }),
                }
            }
            (TagPlace::Internal { property } | TagPlace::Adjacent { property, .. }, None) => says(property),
            (TagPlace::External, None) => json!({ "enum": values }),
        }
    }

    /// Returns `true` if an alternative declares the tag as a member that is not a string, so it sets the tag itself.
    fn says_it_itself(&self, ty: &Type, property: &str) -> bool {
        let api = self.resolver.api;
        let Type::Named(id) = api.unaliased(ty) else { return false };
        let Shape::Object(object) = &api.definition(*id).shape else { return false };
        let tag = object.fields.iter().find(|field| field.wire == property);
        tag.is_some_and(|field| match &field.constant {
            Some(constant) => !constant.is_string(),
            None => !matches!(api.unaliased(&field.ty), Type::Text(_) | Type::Any | Type::Named(_)),
        })
    }

    /// The schema of a type that stands somewhere, with the rules for its values there.
    fn ty(&mut self, ty: &'a Type, declared: &[&'a Constraints]) -> Value {
        if self.room == 0 || self.depth == 0 {
            return json!({});
        }
        self.room -= 1;
        self.depth -= 1;
        let schema = self.inner(ty, declared);
        self.depth += 1;
        schema
    }

    fn inner(&mut self, ty: &'a Type, declared: &[&'a Constraints]) -> Value {
        let mut schema = match ty {
            Type::Any => json!({}),
            Type::AnyObject => json!({ "type": "object" }),
            Type::Boolean => json!({ "type": "boolean" }),
            Type::Integer(width) => integer(*width),
            Type::UnixTime => unix_time(),
            Type::Number(Number::F32) => json!({ "type": "number", "format": "float" }),
            Type::Number(Number::F64 | Number::Decimal) => json!({ "type": "number" }),
            Type::Text(text) => self.text(*text),
            Type::List(inner) => {
                let items = self.elements(inner, declared);
                json!({ "type": "array", "items": items })
            }
            Type::Tuple(elements) => {
                let items: Vec<Value> = elements.iter().map(|element| self.ty(element, &[])).collect();
                let count = items.len();
                json!({ "type": "array", "prefixItems": items, "minItems": count, "maxItems": count })
            }
            Type::Map(inner) => {
                let members = self.elements(inner, declared);
                json!({ "type": "object", "additionalProperties": members })
            }
            Type::Nullable(inner) => return or_null(self.ty(inner, declared)),
            Type::Named(id) => return self.named_type(*id, declared),
            Type::Own(id, _) => return self.own_type(*id, ty, declared),
        };
        restrict_all(&mut schema, declared, ty);
        schema
    }

    fn elements(&mut self, inner: &'a Type, declared: &[&'a Constraints]) -> Value {
        let elements: Vec<&Constraints> = declared.iter().filter_map(|declared| declared.element.as_deref()).collect();
        self.ty(inner, &elements)
    }

    /// A reference with the rules beside it, or what an alias stands for.
    fn named_type(&mut self, id: TypeId, declared: &[&'a Constraints]) -> Value {
        let definition = self.resolver.api.definition(id);
        if let Shape::Alias(ty) = &definition.shape {
            let all: Vec<&Constraints> = declared.iter().copied().chain([&definition.constraints]).collect();
            return self.ty(ty, &all);
        }
        let name = self.resolver.names.of_type(id, self.direction);
        let known = self.held.iter().position(|held| *held == name);
        let index = known.unwrap_or_else(|| {
            self.held.push(name.to_owned());
            self.held.len() - 1
        });
        let mut schema = json!({ "$ref": index });
        match &definition.shape {
            Shape::Object(_) => restrict_all(&mut schema, declared, &Type::AnyObject),
            Shape::Wrapper(ty) => restrict_all(&mut schema, declared, ty.split_null().0),
            // Of these it is not known which alternatives the rules are about.
            Shape::Union(_) | Shape::IntegerEnum(_) | Shape::StringEnum(_) | Shape::Alias(_) => {}
        }
        schema
    }

    /// Returns the schema that a user's type provides, or else one for its values on the wire.
    fn own_type(&mut self, id: OwnTypeId, ty: &'a Type, declared: &[&'a Constraints]) -> Value {
        let Some(own) = self.resolver.api.own_types.get(id) else { return json!({}) };
        let mut schema = self.ty(&own.like, declared);
        if self.has_schema && own.traits.contains(Implementation::JsonSchema.path()) {
            let written = self.resolver.rust_type(ty, self.direction);
            let known = self.own.iter().position(|known| *known == written);
            schema["$own"] = json!(known.unwrap_or_else(|| {
                self.own.push(written);
                self.own.len() - 1
            }));
        }
        schema
    }

    fn text(&mut self, text: Text) -> Value {
        if text == Text::NumberOrText {
            return json!({ "type": ["number", "string"] });
        }
        let mut schema = json!({ "type": "string" });
        if let Some(format) = text.format() {
            schema["format"] = Value::from(format);
        }
        schema
    }
}

/// The schema of timestamps that the support code can represent.
fn unix_time() -> Value {
    let (minimum, maximum) = UNIX_SECONDS.into_inner();
    json!({ "type": "integer", "format": "unixtime", "minimum": minimum, "maximum": maximum })
}

fn integer(width: Integer) -> Value {
    let mut schema = json!({ "type": "integer" });
    if width != Integer::I128 {
        schema["format"] = Value::from(width.format());
    }
    if matches!(width, Integer::U8 | Integer::U16 | Integer::U32 | Integer::U64) {
        schema["minimum"] = Value::from(0);
    }
    schema
}

/// The title, the description, and whether it is deprecated.
pub(super) fn annotate(schema: &mut Value, docs: &Docs) {
    for (keyword, text) in [("title", &docs.title), ("description", &docs.description)] {
        if let Some(text) = text {
            schema[keyword] = Value::from(text.as_str());
        }
    }
    if docs.deprecated {
        schema["deprecated"] = Value::Bool(true);
    }
}

/// The same, or null.
pub(super) fn or_null(mut schema: Value) -> Value {
    match &mut schema {
        Value::Object(members) if members.is_empty() => schema,
        Value::Object(members) if !members.contains_key("$own") => {
            match members.get_mut("type") {
                Some(Value::Array(types)) => types.push(Value::from("null")),
                Some(ty) => *ty = json!([ty, "null"]),
                None => return json!({ "anyOf": [schema, { "type": "null" }] }),
            }
            schema
        }
        _ => json!({ "anyOf": [schema, { "type": "null" }] }),
    }
}

/// Adds what limits say of the values of a type.
pub(super) fn restrict_all(schema: &mut Value, declared: &[&Constraints], ty: &Type) {
    for declared in declared {
        own(ty, declared).iter().for_each(|constraint| restrict(schema, constraint, ty));
    }
}

/// Adds a keyword. If the schema has it already, the keyword is added in `allOf`.
fn restrict(schema: &mut Value, constraint: &Constraint, ty: &Type) {
    let is_object = matches!(ty, Type::Map(_) | Type::AnyObject);
    let [least, most] = if is_object { ["minProperties", "maxProperties"] } else { ["minItems", "maxItems"] };
    let mut rules = Map::new();
    match constraint {
        Constraint::Length(minimum, maximum) => {
            rules.extend((*minimum > 0).then(|| ("minLength".to_owned(), json!(minimum))));
            rules.extend(maximum.map(|maximum| ("maxLength".to_owned(), json!(maximum))));
        }
        Constraint::Pattern(_, written) => drop(rules.insert("pattern".to_owned(), json!(written))),
        Constraint::Min(limit) => drop(rules.insert("minimum".to_owned(), number(*limit))),
        Constraint::MoreThan(limit) => drop(rules.insert("exclusiveMinimum".to_owned(), number(*limit))),
        Constraint::Max(limit) => drop(rules.insert("maximum".to_owned(), number(*limit))),
        Constraint::LessThan(limit) => drop(rules.insert("exclusiveMaximum".to_owned(), number(*limit))),
        Constraint::MultipleOf(step) => drop(rules.insert("multipleOf".to_owned(), number(*step))),
        Constraint::OneOf(values) => drop(rules.insert("enum".to_owned(), json!(values))),
        Constraint::Count(minimum, maximum) => {
            rules.extend((*minimum > 0).then(|| (least.to_owned(), json!(minimum))));
            rules.extend(maximum.map(|maximum| (most.to_owned(), json!(maximum))));
        }
        Constraint::Unique if !is_object => drop(rules.insert("uniqueItems".to_owned(), Value::Bool(true))),
        Constraint::Unique | Constraint::Each(_) | Constraint::Of(_) => {}
    }
    let Some(members) = schema.as_object_mut() else { return };
    for (keyword, rule) in rules {
        match members.get(&keyword) {
            Some(known) if *known == rule => {}
            // Limits of the width give way to those of the description.
            Some(known) if keyword != "minimum" || known != &Value::from(0) => {
                let others = members.entry("allOf").or_insert_with(|| json!([]));
                if let Some(others) = others.as_array_mut() {
                    others.push(json!({ keyword: rule }));
                }
            }
            _ => drop(members.insert(keyword, rule)),
        }
    }
}

/// A whole number as one.
fn number(limit: f64) -> Value {
    // Beyond this, numbers of 64 bits have gaps.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    let is_whole = limit.fract() == 0.0 && limit.abs() <= EXACT;
    if is_whole { Value::from(limit as i64) } else { Value::from(limit) }
}
