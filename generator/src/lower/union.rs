//! `oneOf` and `anyOf`: one of several types.
//!
//! | alternatives | become |
//! |---|---|
//! | a type and `null` | the type, nullable |
//! | one, also several times | that one |
//! | all `const` whole numbers, or enumerations of one | an enumeration of codes |
//! | all `const` texts | an enumeration of texts |
//! | others | a union; the module on tagging says how its alternatives are told apart |

use std::collections::{HashMap, HashSet};

use openapiv3::{AnySchema, ReferenceOr, Schema};
use serde_json::Value;

use super::candidate::kind_of;
use super::schema::keywords;
use super::tagging::{Alternative, Holds, distinct, internal};
use super::{Lowering, Site, docs};
use crate::model::plain_text as plain;
use crate::model::{
    Candidate, Code, Docs, IntegerEnum, Owner, Payload, Shape, StringEnum, Tag, Type, TypeId, Union, Variant, Word,
};
use crate::pointer::{Pointer, component_name};

/// In how many parts, one inside the other, and of how many each, the values of a tag are looked for.
const DEEPEST_PART: usize = 3;
const MOST_PARTS: usize = 8;

/// Over how many names for names an alternative is looked for.
const MOST_NAMES: usize = 8;

/// Whether a schema allows nothing but null: `type: 'null'`, or `nullable: true` with `enum: [null]`. As an alternative,
/// `nullable: true` alone means that too.
pub(super) fn is_null_only(schema: &ReferenceOr<Schema>) -> bool {
    let ReferenceOr::Item(schema) = schema else { return false };
    let any = keywords(schema);
    any.enumeration.as_slice() == [Value::Null] || (schema.schema_data.nullable && *any == AnySchema::default())
}

/// The only alternative of a schema beside null, where it is written in place: its keyword and index, and what it is.
pub(super) fn beside_null(schema: &Schema) -> Option<(&'static str, usize, &Schema)> {
    let any = keywords(schema);
    let (keyword, all) = if any.one_of.is_empty() { ("anyOf", &any.any_of) } else { ("oneOf", &any.one_of) };
    let mut others = all.iter().enumerate().filter(|(_, branch)| !is_null_only(branch));
    let (Some((index, ReferenceOr::Item(only))), None) = (others.next(), others.next()) else { return None };
    (any.properties.is_empty() && any.all_of.is_empty()).then_some((keyword, index, only))
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
        let mut seen: HashSet<&str> = HashSet::new();
        let mut is_new = |branch: &'d ReferenceOr<Schema>| match branch {
            ReferenceOr::Reference { reference } => seen.insert(reference),
            ReferenceOr::Item(_) => true,
        };
        let branches: Vec<_> = all.iter().enumerate().filter(|(_, branch)| sound(branch) && is_new(branch)).collect();
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
            [(index, branch)] if !self.is_titled_code(branch) => {
                self.only(branch, &site.below(&[keyword, &index.to_string()]), schema, reserved)
            }
            several => self.constants(schema, several, site, reserved).unwrap_or_else(|| {
                let id = reserved.unwrap_or_else(|| self.reserve(site));
                let tagging = self.tagging(schema, several);
                let said = self.said_by(several.iter().map(|(_, branch)| *branch));
                let tag = tagging.tag;
                let mut variants = Vec::with_capacity(tagging.alternatives.len());
                for (position, alternative) in tagging.alternatives.iter().enumerate() {
                    let value = tag.as_ref().or(tagging.contested.as_ref()).and_then(|tag| tag.only_value(position));
                    let candidates = self.candidates_of(alternative, value, &said);
                    let by_pair = self.by_pair(alternative, &said);
                    let at = site.below(&[keyword]);
                    let mut variant = self.variant(alternative, (&at, id, by_pair.is_some()), candidates);
                    variant.candidates.splice(0..0, by_pair);
                    variants.push(variant);
                }
                if tag.is_none() {
                    keep_different(&mut variants);
                }
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
        alternative: &Alternative<'d>,
        (site, owner, is_named_by_pair): (&Site, TypeId, bool),
        candidates: Vec<Candidate>,
    ) -> Variant {
        let branch = alternative.branch;
        // Beside nothing else, what a value has in it tells it from nothing.
        let is_title = |candidate: &&Candidate| matches!(candidate, Candidate::Shared(_));
        let hint = match is_named_by_pair {
            true => candidates.iter().find(is_title).map_or("value", Candidate::text).to_owned(),
            false => candidates.first().map_or("", Candidate::text).to_owned(),
        };
        let pointer = site.pointer.index(alternative.index);
        // The elements of what may be empty as well are called after the whole, as where it may not.
        let is_list = is_named_by_pair && branch.as_item().is_some_and(|schema| keywords(schema).items.is_some());
        let whole = self.types[owner.index()].naming.clone();
        let at = |pointer: Pointer| match is_list {
            true => Site { pointer, naming: whole.clone() },
            false => Site::new(pointer, Owner::Type(owner), hint.as_str()),
        };
        let (origin, payload) = match alternative.holds {
            Holds::Value(word, index) => (pointer.child("enum").index(index), Payload::Constant(word.clone())),
            Holds::Nothing => (pointer, Payload::Unit),
            Holds::Member(name, member) => match self.component_of(branch) {
                // What stands in a component is shared by all that take it in.
                Some((id, component)) => {
                    let below = Site::new(component.child("properties").child(name), Owner::Type(id), name);
                    let ty = self.shared_type(&below, |lowering| lowering.boxed_schema(member, &below));
                    (pointer, Payload::Type(ty))
                }
                None => {
                    let below = at(pointer.child("properties").child(name));
                    (pointer, Payload::Type(self.boxed_schema(member, &below)))
                }
            },
            Holds::AllBut(schema, tag) => {
                (pointer.clone(), Payload::Type(self.object_without(schema, &at(pointer), tag)))
            }
            Holds::Whole => match self.constant(branch) {
                Some(value) => (pointer, Payload::Constant(value.clone())),
                // Null is a value of the union, whichever alternative allows it.
                None => (pointer.clone(), Payload::Type(self.schema(branch, &at(pointer)).split_null().0.clone())),
            },
        };
        let docs = match (branch, &payload, alternative.holds) {
            // A type that is made of the alternative says it itself, and the title is the name.
            (_, Payload::Type(Type::Named(_)), Holds::Whole) => Docs::default(),
            (ReferenceOr::Item(schema), _, Holds::Member(..) | Holds::Nothing | Holds::Whole) => {
                Docs { title: None, ..docs::docs(&schema.schema_data, keywords(schema)) }
            }
            // The type of the component is not used here, so that nothing else says it.
            (ReferenceOr::Reference { reference }, _, Holds::Member(..)) => {
                let schema = self.referenced_schema(reference);
                let docs = schema.map(|schema| docs::docs(&schema.schema_data, keywords(schema))).unwrap_or_default();
                Docs { title: None, ..docs }
            }
            _ => Docs::default(),
        };
        Variant { origin, hint, candidates, other_hints: self.hints(branch), payload, docs }
    }

    /// The component that an alternative refers to: its type, and where it is written.
    fn component_of(&self, branch: &ReferenceOr<Schema>) -> Option<(TypeId, Pointer)> {
        let ReferenceOr::Reference { reference } = branch else { return None };
        let name = component_name(reference, "schemas")?;
        let mut id = self.schemas.get(name.as_str()).copied()?;
        let mut origin = self.types[id.index()].origin.clone();
        // A name for a name is where that is written.
        for _ in 0..MOST_NAMES {
            let at = origin.steps().last().and_then(|name| self.components.schemas.get(&name));
            let Some(ReferenceOr::Reference { reference }) = at else { break };
            id = self.schemas.get(component_name(reference, "schemas")?.as_str()).copied()?;
            origin = self.types[id.index()].origin.clone();
        }
        Some((id, origin))
    }

    /// The alternative that is an enumeration of texts, where the other one is any text: an enumeration keeps texts that
    /// it does not list, so that the other one adds nothing.
    fn open_enumeration(&self, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> Option<usize> {
        let [one, other] = branches else { return None };
        let schema = |branch: &'d ReferenceOr<Schema>| self.written(branch).map(keywords);
        let is_text = |any: &AnySchema| any.typ.as_deref() == Some("string") && any.format.is_none();
        let (first, second) = (schema(one.1)?, schema(other.1)?);
        let texts = is_text(first) && is_text(second);
        // The empty text beside any other: that it takes something away is a matter of what it says, not of its type.
        let listed = |any: &AnySchema| any.enumeration.iter().any(|value| value.as_str() != Some(""));
        match (first.enumeration.is_empty(), second.enumeration.is_empty()) {
            (false, true) if texts => Some(if listed(first) { 0 } else { 1 }),
            (true, false) if texts => Some(if listed(second) { 1 } else { 0 }),
            _ => None,
        }
    }

    /// The discriminator: its values are the keys of the mapping, or the names of the schemas, or what an inline
    /// alternative says of the member.
    pub(super) fn tag(&self, schema: &Schema, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> Option<Tag> {
        let Tag { place, values } = self.declared_tag(schema, branches)?;
        Some(Tag { place, values: distinct(values)? })
    }

    /// The same, where a value may stand for several alternatives.
    pub(super) fn declared_tag(&self, schema: &Schema, branches: &[(usize, &'d ReferenceOr<Schema>)]) -> Option<Tag> {
        let discriminator = schema.schema_data.discriminator.as_ref()?;
        let property = &discriminator.property_name;
        let mut mapped: HashMap<String, Vec<&String>> = HashMap::new();
        for (value, to) in &discriminator.mapping {
            mapped.entry(component_name(to, "schemas").unwrap_or_else(|| to.clone())).or_default().push(value);
        }
        let mut values: Vec<(String, usize)> = Vec::new();
        for (position, (_, branch)) in branches.iter().enumerate() {
            let before = values.len();
            // What is one value has no members, and so no tag.
            if self.constant(*branch).is_some() {
                return None;
            }
            match branch {
                ReferenceOr::Reference { reference } => {
                    let name = component_name(reference, "schemas")?;
                    let mapped = mapped.get(&name).into_iter().flatten();
                    values.extend(mapped.map(|value| ((*value).clone(), position)));
                    if values.len() == before {
                        let told = self.referenced_schema(reference).map(|schema| self.listed_in(schema, property));
                        let told = told.filter(|told| !told.is_empty()).unwrap_or_else(|| vec![name]);
                        values.extend(told.into_iter().map(|value| (value, position)));
                    }
                }
                ReferenceOr::Item(schema) => {
                    values.extend(self.listed_in(schema, property).into_iter().map(|value| (value, position)));
                }
            }
            if values.len() == before {
                return None;
            }
        }
        Some(internal(property, values))
    }

    /// The values that a member of an object may have, where it lists them, or a part of it has only one.
    fn listed_in(&self, schema: &'d Schema, property: &str) -> Vec<String> {
        let member = keywords(schema).properties.get(property).and_then(|member| self.written(member));
        let own: Vec<String> =
            member.map(|member| keywords(member).enumeration.iter().map(plain).collect()).unwrap_or_default();
        let inherited = || self.inherited(schema, property, DEEPEST_PART).map(plain).into_iter().collect();
        if own.is_empty() { inherited() } else { own }
    }

    /// The one value that a part of a schema has for a member. What lists several is a base of all alternatives.
    fn inherited(&self, schema: &'d Schema, property: &str, depth: usize) -> Option<&'d Value> {
        let depth = depth.checked_sub(1)?;
        // The last one that says it was written for this schema.
        let parts = keywords(schema).all_of.iter().rev().take(MOST_PARTS);
        parts.filter_map(|part| self.written(part)).find_map(|part| {
            let member = keywords(part).properties.get(property);
            member.and_then(|member| self.constant(member)).or_else(|| self.inherited(part, property, depth))
        })
    }

    /// Title and description of one alternative.
    fn title_and_description(&self, branch: &'d ReferenceOr<Schema>) -> (Option<String>, Option<String>) {
        let data = self.written(branch).map(|schema| &schema.schema_data);
        data.map(|data| (data.title.clone(), data.description.clone())).unwrap_or_default()
    }

    /// Whether an alternative is one whole number that has a name.
    fn is_titled_code(&self, branch: &'d ReferenceOr<Schema>) -> bool {
        let is_code = self.constant(branch).is_some_and(|value| value.as_i64().is_some());
        is_code && branch.as_item().is_some_and(|schema| schema.schema_data.title.is_some())
    }

    /// An enumeration that is written as alternatives of one value each, with a title or description for each.
    fn constants(
        &mut self,
        schema: &'d Schema,
        branches: &[(usize, &'d ReferenceOr<Schema>)],
        site: &Site,
        reserved: Option<TypeId>,
    ) -> Option<Type> {
        let values: Vec<(&Value, &ReferenceOr<Schema>)> =
            branches.iter().map(|(_, branch)| Some((self.constant(branch)?, *branch))).collect::<Option<_>>()?;
        let shape = if values.iter().all(|(value, _)| value.as_i64().is_some()) {
            let codes = values.iter().filter_map(|(value, branch)| {
                let (name, meaning) = self.title_and_description(branch);
                let code = value.as_i64()?;
                let named_after = || match branch {
                    ReferenceOr::Reference { reference } => component_name(reference, "schemas"),
                    ReferenceOr::Item(_) => None,
                };
                let name = self.configured_code(site, code).or(name).or_else(named_after);
                Some(Code { code, name, meaning })
            });
            Shape::IntegerEnum(IntegerEnum { codes: codes.collect(), unlisted: Vec::new() })
        } else if values.iter().all(|(value, _)| value.is_string()) {
            let words = values.iter().filter_map(|(value, branch)| {
                let (name, meaning) = self.title_and_description(branch);
                Some(Word { wire: value.as_str()?.to_owned(), name, meaning })
            });
            Shape::StringEnum(StringEnum { words: words.collect() })
        } else {
            return None;
        };
        let id = reserved.unwrap_or_else(|| self.reserve(site));
        Some(self.define(id, docs::docs(&schema.schema_data, keywords(schema)), shape))
    }
}

/// Leaves out alternatives that hold the same type as one before: nothing tells them apart.
fn keep_different(variants: &mut Vec<Variant>) {
    let mut seen: HashSet<TypeId> = HashSet::new();
    variants.retain(|variant| match &variant.payload {
        Payload::Type(Type::Named(id)) => seen.insert(*id),
        _ => true,
    });
}

fn without_required(branch: &ReferenceOr<Schema>) -> Schema {
    let mut any = branch.as_item().map(|schema| keywords(schema).clone()).unwrap_or_default();
    any.required.clear();
    let object = any.typ.as_deref() == Some("object");
    any.typ = any.typ.filter(|_| !object);
    let schema_data = openapiv3::SchemaData::default();
    Schema { schema_data, schema_kind: openapiv3::SchemaKind::Any(any) }
}
