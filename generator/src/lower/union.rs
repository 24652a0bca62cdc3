//! `oneOf` and `anyOf`: one of several types.
//!
//! | alternatives | become |
//! |---|---|
//! | a type and `null` | the type, nullable |
//! | one | that one |
//! | all `const` whole numbers, or enumerations of one | an enumeration of codes |
//! | all `const` texts | an enumeration of texts |
//! | others | a union |

use std::collections::{HashMap, HashSet};

use openapiv3::{AnySchema, ReferenceOr, Schema};
use serde_json::Value;

use super::schema::{is_composed, keywords};
use super::{Lowering, Site, docs};
use crate::document::component_name;
use crate::model::{Code, Codes, Owner, Payload, Shape, Tag, Type, TypeId, Union, Variant, Word, Words};

/// Whether a schema allows nothing but null: `type: 'null'`, or `nullable: true` with `enum: [null]`. As an alternative,
/// `nullable: true` alone means that too.
pub(super) fn is_null_only(schema: &ReferenceOr<Schema>) -> bool {
    let ReferenceOr::Item(schema) = schema else { return false };
    let any = keywords(schema);
    any.enumeration.as_slice() == [Value::Null] || (schema.schema_data.nullable && *any == AnySchema::default())
}

impl<'d> Lowering<'d> {
    pub(super) fn union(&mut self, schema: &'d Schema, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = keywords(schema);
        if !any.properties.is_empty() {
            return self.composed(schema, site, reserved);
        }
        // An alternative that is the union itself adds no value to it.
        let own = reserved.map(|id| self.types[id.index()].origin.clone());
        let itself = |branch: &ReferenceOr<Schema>| match (branch, &own) {
            (ReferenceOr::Reference { reference }, Some(own)) => reference.strip_prefix('#') == Some(own.as_str()),
            _ => false,
        };
        let (keyword, all) = if any.one_of.is_empty() { ("anyOf", &any.any_of) } else { ("oneOf", &any.one_of) };
        let sound = |branch: &ReferenceOr<Schema>| !is_null_only(branch) && !itself(branch);
        let branches: Vec<_> = all.iter().enumerate().filter(|(_, branch)| sound(branch)).collect();
        self.check_parts(branches.len(), "alternatives of one type", &site.pointer);
        // `{type: object, anyOf: [{required: [a]}, {required: [b]}]}` says what is asked for, and nothing of the shape.
        if !branches.iter().any(|(_, branch)| self.says_more_than_asked(branch)) {
            return if any.typ.is_some() || any.additional_properties.is_some() {
                self.kind_of_value(schema, site, reserved)
            } else {
                Type::Any
            };
        }
        if let Some(position) = self.open_enumeration(&branches) {
            let (index, branch) = branches[position];
            let below = site.below(&[keyword, &index.to_string()]);
            return self.only(branch, &below, schema, reserved);
        }
        match branches.as_slice() {
            // A title is the name of a code, even where it is the only one.
            [(index, branch)] if !is_titled_code(branch) => {
                self.only(branch, &site.below(&[keyword, &index.to_string()]), schema, reserved)
            }
            several => self.constants(schema, several, site, reserved).unwrap_or_else(|| {
                let id = reserved.unwrap_or_else(|| self.reserve(site));
                let below = site.below(&[keyword]);
                let tag = self.tag(schema, several);
                let said = self.said_by(several.iter().map(|(_, branch)| *branch));
                let variants: Vec<_> = several
                    .iter()
                    .enumerate()
                    .map(|(position, (index, branch))| {
                        let tag = tag.as_ref().and_then(|tag| tag.only_value(position));
                        let hint = self.hint(branch, tag, &said);
                        self.variant(branch, &below, *index, id, hint)
                    })
                    .collect();
                self.define(id, docs::docs(&schema.schema_data, any), Shape::Union(Union { variants, tag }))
            }),
        }
    }

    /// The only alternative that counts: it is the type itself, whose name and docs are those of the whole.
    fn only(
        &mut self,
        branch: &'d ReferenceOr<Schema>,
        at: &Site,
        whole: &'d Schema,
        reserved: Option<TypeId>,
    ) -> Type {
        match branch {
            ReferenceOr::Item(inner) => {
                let ty = self.unwrapped(inner, at, reserved);
                if let (Some(id), Type::Named(own)) = (reserved, &ty)
                    && id == *own
                {
                    self.types[id.index()].docs.prefer(docs::docs(&whole.schema_data, keywords(whole)));
                }
                ty
            }
            ReferenceOr::Reference { .. } => self.schema(branch, at),
        }
    }

    fn says_more_than_asked(&self, branch: &ReferenceOr<Schema>) -> bool {
        let asks = branch.as_item().is_some_and(|schema| !keywords(schema).required.is_empty());
        self.says_something(branch) && !(asks && kind_of(keywords(&without_required(branch))) == "value")
    }

    fn variant(
        &mut self,
        branch: &'d ReferenceOr<Schema>,
        site: &Site,
        index: usize,
        owner: TypeId,
        hint: String,
    ) -> Variant {
        let pointer = site.pointer.index(index);
        let payload = match constant(branch) {
            Some(value) => Payload::Constant(value.clone()),
            None => Payload::Type(self.schema(branch, &Site::new(pointer.clone(), Owner::Type(owner), hint.as_str()))),
        };
        Variant { origin: pointer, hint, other_hints: self.hints(branch), payload }
    }

    /// The alternative that is an enumeration of texts, where the other one is any text: an enumeration keeps texts that
    /// it does not list, so that the other one adds nothing.
    fn open_enumeration(&self, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> Option<usize> {
        let [one, other] = branches else { return None };
        let schema = |branch: &'d ReferenceOr<Schema>| self.written(branch).map(keywords);
        let is_text = |any: &AnySchema| any.typ.as_deref() == Some("string") && any.format.is_none();
        let (first, second) = (schema(one.1)?, schema(other.1)?);
        let texts = is_text(first) && is_text(second);
        match (first.enumeration.is_empty(), second.enumeration.is_empty()) {
            (false, true) if texts => Some(0),
            (true, false) if texts => Some(1),
            _ => None,
        }
    }

    /// Alternatives that each have a member with one value of its own are told apart by it, said or not.
    pub(super) fn infer_tags(&mut self) {
        for index in 0..self.types.len() {
            if let Shape::Union(union) = &self.types[index].shape
                && union.tag.is_none()
                && let Some(tag) = self.inferred_tag(union)
                && let Shape::Union(union) = &mut self.types[index].shape
            {
                union.tag = Some(tag);
            }
        }
    }

    fn inferred_tag(&self, union: &Union) -> Option<Tag> {
        let objects = union.variants.iter().map(|variant| match &variant.payload {
            Payload::Type(Type::Named(id)) => match &self.types[id.index()].shape {
                Shape::Object(object) => Some(object),
                _ => None,
            },
            _ => None,
        });
        let objects: Vec<_> = objects.collect::<Option<_>>()?;
        let candidates = objects.first()?.fields.iter().filter(|field| field.required && field.constant.is_some());
        candidates.into_iter().find_map(|candidate| {
            let value = |object: &crate::model::Object| {
                let field = object.fields.iter().find(|field| field.wire == candidate.wire && field.required)?;
                field.constant.as_ref().map(plain)
            };
            let values: Vec<String> = objects.iter().map(|object| value(object)).collect::<Option<_>>()?;
            let distinct: std::collections::HashSet<&String> = values.iter().collect();
            let all = distinct.len() == values.len();
            let values = values.iter().enumerate().map(|(index, value)| (value.clone(), index)).collect();
            all.then(|| Tag { property: candidate.wire.clone(), values })
        })
    }

    /// The discriminator: its values are the keys of the mapping, or the names of the schemas, or what an inline
    /// alternative says of the member.
    pub(super) fn tag(&self, schema: &Schema, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> Option<Tag> {
        let discriminator = schema.schema_data.discriminator.as_ref()?;
        let property = &discriminator.property_name;
        let mut mapped: HashMap<String, Vec<&String>> = HashMap::new();
        for (value, to) in &discriminator.mapping {
            mapped.entry(component_name(to, "schemas").unwrap_or_else(|| to.clone())).or_default().push(value);
        }
        let mut values: Vec<(String, usize)> = Vec::new();
        for (position, (_, branch)) in branches.iter().enumerate() {
            let before = values.len();
            match branch {
                ReferenceOr::Reference { reference } => {
                    let name = component_name(reference, "schemas")?;
                    let mapped = mapped.get(&name).into_iter().flatten();
                    values.extend(mapped.map(|value| ((*value).clone(), position)));
                    if values.len() == before {
                        let told = self.referenced_schema(reference).map(|schema| listed_values(schema, property));
                        let told = told.filter(|told| !told.is_empty()).unwrap_or_else(|| vec![name]);
                        values.extend(told.into_iter().map(|value| (value, position)));
                    }
                }
                ReferenceOr::Item(schema) => {
                    values.extend(listed_values(schema, property).into_iter().map(|value| (value, position)));
                }
            }
            if values.len() == before {
                return None;
            }
        }
        // One value cannot name two alternatives: then what they look like decides.
        let distinct: std::collections::HashSet<&str> = values.iter().map(|(value, _)| value.as_str()).collect();
        (distinct.len() == values.len()).then(|| Tag { property: property.clone(), values })
    }

    /// An enumeration that is written as alternatives of one value each, with a title or description for each.
    fn constants(
        &mut self,
        schema: &'d Schema,
        branches: &[(usize, &'d ReferenceOr<Schema>)],
        site: &Site,
        reserved: Option<TypeId>,
    ) -> Option<Type> {
        let values: Vec<(&Value, &Schema)> =
            branches.iter().map(|(_, branch)| Some((constant(branch)?, branch.as_item()?))).collect::<Option<_>>()?;
        let shape = if values.iter().all(|(value, _)| value.as_i64().is_some()) {
            let codes = values.iter().filter_map(|(value, branch)| {
                let (name, meaning) = said(branch);
                let code = value.as_i64()?;
                let name = self.configured_code(site, code).or(name);
                Some(Code { code, name, meaning })
            });
            Shape::Codes(Codes { codes: codes.collect(), unlisted: Vec::new() })
        } else if values.iter().all(|(value, _)| value.is_string()) {
            let words = values.iter().filter_map(|(value, branch)| {
                let (name, meaning) = said(branch);
                Some(Word { wire: value.as_str()?.to_owned(), name, meaning })
            });
            Shape::Words(Words { words: words.collect() })
        } else {
            return None;
        };
        let id = reserved.unwrap_or_else(|| self.reserve(site));
        Some(self.define(id, docs::docs(&schema.schema_data, keywords(schema)), shape))
    }
}

/// Title and description of one alternative.
fn said(schema: &Schema) -> (Option<String>, Option<String>) {
    (schema.schema_data.title.clone(), schema.schema_data.description.clone())
}

/// Whether an alternative is one whole number that has a name.
fn is_titled_code(branch: &ReferenceOr<Schema>) -> bool {
    let is_code = constant(branch).is_some_and(|value| value.as_i64().is_some());
    is_code && branch.as_item().is_some_and(|schema| schema.schema_data.title.is_some())
}

/// The only value that an inline alternative allows.
fn constant(branch: &ReferenceOr<Schema>) -> Option<&Value> {
    let ReferenceOr::Item(schema) = branch else { return None };
    match keywords(schema).enumeration.as_slice() {
        [value] if !value.is_object() && !value.is_array() => Some(value),
        _ => None,
    }
}

impl<'d> Lowering<'d> {
    /// What alternatives say together.
    pub(super) fn said_by(&self, all: impl Iterator<Item = &'d ReferenceOr<Schema>>) -> Said<'d> {
        let mut said = Said { are_counted: true, ..Said::default() };
        for branch in all {
            if let ReferenceOr::Item(schema) = branch {
                *said.kinds.entry(kind_of(keywords(schema))).or_default() += 1;
            }
            for member in self.written(branch).into_iter().flat_map(|schema| keywords(schema).properties.keys()) {
                *said.members.entry(member).or_default() += 1;
            }
        }
        said
    }

    /// What an alternative is called: the value of the tag if it is a word, a title, the name of a schema, its only
    /// value, the member that only it has, or its kind.
    pub(super) fn hint(&self, branch: &'d ReferenceOr<Schema>, tag: Option<&str>, said: &Said<'d>) -> String {
        let is_word =
            |text: &&str| text.len() <= 30 && text.starts_with(char::is_alphabetic) && !text.contains(['.', '/']);
        match (branch, tag.filter(is_word)) {
            (_, Some(value)) => value.to_owned(),
            (ReferenceOr::Reference { reference }, None) => {
                component_name(reference, "schemas").unwrap_or_else(|| "value".to_owned())
            }
            (ReferenceOr::Item(schema), None) => match (&schema.schema_data.title, constant(branch)) {
                (Some(title), _) if title.len() <= 40 => title.clone(),
                (_, Some(Value::String(text))) => text.clone(),
                (_, Some(value)) => value.to_string(),
                (_, None) => {
                    let any = keywords(schema);
                    match own_member(any, said) {
                        Some(member) => member.to_owned(),
                        None if said.is_by_others(&said.kinds, kind_of(any)) => self.exact_kind_of(any),
                        None => kind_of(any).to_owned(),
                    }
                }
            },
        }
    }

    /// All that an alternative could be called, beside whatever others.
    pub(super) fn hints(&self, branch: &'d ReferenceOr<Schema>) -> Vec<String> {
        let alone = self.hint(branch, None, &Said::default());
        let ReferenceOr::Item(schema) = branch else { return vec![alone] };
        if schema.schema_data.title.as_ref() == Some(&alone) || constant(branch).is_some() {
            return vec![alone];
        }
        let any = keywords(schema);
        let kinds = [kind_of(any).to_owned(), self.exact_kind_of(any)];
        any.properties.keys().cloned().chain(kinds).collect()
    }

    /// The kind with what tells it from others of the same kind.
    fn exact_kind_of(&self, any: &AnySchema) -> String {
        match (any.typ.as_deref(), &any.items) {
            (Some("array"), Some(ReferenceOr::Item(element))) => {
                format!("{} list", self.exact_kind_of(keywords(element)))
            }
            (Some("array"), Some(ReferenceOr::Reference { reference })) => {
                format!("{} list", component_name(reference, "schemas").unwrap_or_default())
            }
            _ if !any.enumeration.is_empty() => values(&any.enumeration),
            _ => kind_of(any).to_owned(),
        }
    }
}

/// The member by which an object is told from the others: one that it has to have before one that it may have.
fn own_member<'s>(any: &'s AnySchema, said: &Said<'_>) -> Option<&'s str> {
    let required: HashSet<&str> = any.required.iter().map(String::as_str).collect();
    let mut own = any.properties.keys().map(String::as_str).filter(|name| !said.is_by_others(&said.members, name));
    let first = own.clone().next();
    own.find(|name| required.contains(name)).or(first)
}

/// How many alternatives declare a member, or are of a kind.
#[derive(Default)]
pub(super) struct Said<'d> {
    members: HashMap<&'d str, usize>,
    kinds: HashMap<&'d str, usize>,
    /// Whether the alternative that is looked at is one of those that were counted.
    are_counted: bool,
}

impl Said<'_> {
    /// Whether another alternative says the same.
    fn is_by_others(&self, counts: &HashMap<&str, usize>, what: &str) -> bool {
        counts.get(what).is_some_and(|count| *count > usize::from(self.are_counted))
    }
}

fn kind_of(any: &AnySchema) -> &str {
    match any.typ.as_deref() {
        Some("string") if any.enumeration.is_empty() => any.format.as_deref().unwrap_or("text"),
        Some("string") => "word",
        Some("array") => "list",
        Some("object") | None if any.properties.is_empty() && any.additional_properties.is_some() => "map",
        Some(other) => other,
        None if !any.properties.is_empty() => any.properties.keys().next().map_or("object", String::as_str),
        None if is_composed(any) => "choice",
        None => "value",
    }
}

/// The first values of an enumeration: `asc or desc`.
fn values(enumeration: &[Value]) -> String {
    let first: Vec<String> = enumeration.iter().take(2).map(plain).collect();
    let more = if enumeration.len() > 2 { " or other" } else { "" };
    format!("{}{more}", first.join(" or "))
}

/// A value as the tag of a union: a text as it is, others as JSON writes them.
fn plain(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// The texts that a member of an object may have, where it lists them.
fn listed_values(schema: &Schema, property: &str) -> Vec<String> {
    let Some(ReferenceOr::Item(member)) = keywords(schema).properties.get(property) else { return Vec::new() };
    let values = keywords(member).enumeration.iter();
    values.map(plain).collect()
}

fn without_required(branch: &ReferenceOr<Schema>) -> Schema {
    let mut any = branch.as_item().map(|schema| keywords(schema).clone()).unwrap_or_default();
    any.required.clear();
    let object = any.typ.as_deref() == Some("object");
    any.typ = any.typ.filter(|_| !object);
    let schema_data = openapiv3::SchemaData::default();
    Schema { schema_data, schema_kind: openapiv3::SchemaKind::Any(any) }
}
