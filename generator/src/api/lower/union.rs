//! `oneOf` and `anyOf`: one of several types.
//!
//! | alternatives | become |
//! |---|---|
//! | a type and `null` | the type, nullable |
//! | one, possibly repeated | that one |
//! | all `const` integers, or enumerations of one | an integer enumeration |
//! | all strings | a string enumeration, see the module `string_alternatives` |
//! | others | a union, see the module `tagging` for its tag |

use std::collections::HashSet;

use openapiv3::{ReferenceOr, Schema};

use super::input::{Input, Site};
use super::node::{Node, constrains_shape, inline, is_null_only, referenced_name};
use super::schemas::Schemas;
use super::string_alternatives::{only_texts, without_any_text};
use super::tagging::{Alternative, Branch, VariantPayload};
use crate::api::model::{Candidate, Constraints, Docs, Owner, Payload, Role, Shape, Type, TypeId, Union, Variant};
use crate::base::pointer::{Pointer, component_name};

/// Maximum number of aliases through which an alternative is resolved.
const MAX_ALIASES: usize = 8;

impl<'d> Schemas<'d> {
    pub(super) fn union(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = schema.any;
        if !any.properties.is_empty() || schema.types_unevaluated() {
            return self.composed(schema, site, reserved);
        }
        // An alternative that is the union itself adds no value to it.
        let own = reserved.and_then(|id| self.types[id.index()].naming.schema().map(str::to_owned));
        let itself = |branch: &ReferenceOr<Schema>| own.is_some() && referenced_name(branch) == own;
        let (keyword, all) = schema.alternatives();
        let sound = |branch: &ReferenceOr<Schema>| !is_null_only(branch) && !itself(branch);
        let mut seen: HashSet<String> = HashSet::new();
        let mut is_new = |branch: &'d ReferenceOr<Schema>| match (branch, self.input.constant(branch)) {
            (ReferenceOr::Reference { reference }, _) => seen.insert(reference.clone()),
            (ReferenceOr::Item(schema), Some(value)) if schema.schema_data.title.is_none() => {
                seen.insert(value.to_string())
            }
            (ReferenceOr::Item(_), _) => true,
        };
        let branches: Vec<_> = all.iter().enumerate().filter(|(_, branch)| sound(branch) && is_new(branch)).collect();
        self.log.check_parts(branches.len(), "alternatives of one type", &site.pointer);
        // `{type: object, anyOf: [{required: [a]}, {required: [b]}]}` adds requirements without changing the shape.
        if !branches.iter().any(|(_, branch)| self.input.does_more_than_require(branch)) {
            self.log.warn_unchecked_choice(schema, &site.pointer);
            return if any.typ.is_some() || any.additional_properties.is_some() {
                self.kind_of_value(schema, site, reserved)
            } else {
                Type::Any
            };
        }
        let texts = self.input.texts_of(&branches);
        if let Some(position) = only_texts(&texts) {
            let (index, branch) = branches[position];
            let below = site.below(&[keyword, &index.to_string()]);
            let ty = self.only(branch, &below, schema, reserved);
            if texts.iter().flatten().any(Vec::is_empty) {
                self.open(&ty, branch);
            }
            return ty;
        }
        let (branches, texts) = without_any_text(branches, texts);
        match branches.as_slice() {
            // A title is the name of an enum value, even if it is the only one.
            [(_, branch)] if self.input.lists_values_of(schema, branch) => self.enumeration(schema, site, reserved),
            [(_, branch)] if self.narrows_members(any, branch, site) => self.composed(schema, site, reserved),
            [(index, branch)] if !self.input.is_titled_code(branch) => {
                self.only(branch, &site.below(&[keyword, &index.to_string()]), schema, reserved)
            }
            several => {
                let constants = self.constants(schema, several, site, reserved);
                let texts = constants.or_else(|| self.all_texts(schema, several, &texts, site, reserved));
                texts.unwrap_or_else(|| self.several(schema, several, &site.below(&[keyword]), site, reserved))
            }
        }
    }

    /// Lowers several alternatives.
    pub(super) fn several(
        &mut self,
        schema: Node<'d>,
        branches: &[Branch<'d>],
        at: &Site,
        site: &Site,
        reserved: Option<TypeId>,
    ) -> Type {
        let id = reserved.unwrap_or_else(|| self.reserve(site));
        let mut tagging = self.input.tagging(schema, branches);
        self.point_to_subtypes(id, schema, &mut tagging);
        let said = self.input.said_by(branches.iter().map(|(_, branch)| *branch));
        let tag = tagging.tag;
        if let Some(tag) = &tag {
            self.log.warn_idle_mappings(schema, tag, &site.pointer);
            let discriminator = schema.data.discriminator.as_ref();
            if discriminator.is_some_and(|discriminator| !discriminator.mapping.is_empty()) {
                self.mapped_unions.insert(id);
            }
        }
        let mut variants = Vec::with_capacity(tagging.alternatives.len());
        let mut is_new = is_new();
        for (position, alternative) in tagging.alternatives.iter().enumerate() {
            let value = tag.as_ref().or(tagging.contested.as_ref()).and_then(|tag| tag.value_name(position));
            let candidates = self.input.candidates_of(alternative, value.as_deref(), &said);
            let variant = self.variant(alternative, at, (id, variants.len()), candidates);
            if tag.is_some() || is_new(&variant) {
                variants.push(variant);
            }
        }
        let docs = schema.docs();
        self.define(id, docs, Shape::Union(Union { variants, tag }))
    }

    /// Lowers the only remaining alternative. It is the type itself, with the name and docs of the whole.
    fn only(&mut self, branch: &'d ReferenceOr<Schema>, at: &Site, whole: Node<'d>, reserved: Option<TypeId>) -> Type {
        let Some(inner) = inline(branch) else { return self.schema(branch, at) };
        let ty = self.unwrapped(inner, at, reserved);
        if let (Some(id), Type::Named(own)) = (reserved, &ty)
            && id == *own
        {
            self.types[id.index()].docs.prefer(whole.docs());
        }
        ty
    }

    fn variant(
        &mut self,
        alternative: &Alternative<'d>,
        site: &Site,
        (owner, position): (TypeId, usize),
        candidates: Vec<Candidate>,
    ) -> Variant {
        let branch = alternative.branch;
        let pointer = match alternative.holds {
            VariantPayload::Mapped(value) => mapping_entry(&site.pointer, value),
            _ => site.pointer.index(alternative.index),
        };
        // The elements of a possibly empty list are named after the whole, as for other lists.
        let is_beside = matches!(candidates.first(), Some(Candidate::Beside(_)));
        let is_list = is_beside && inline(branch).is_some_and(|schema| schema.any.items.is_some());
        let whole = self.types[owner.index()].naming.clone();
        let at = |pointer: Pointer| {
            if is_list {
                Site { pointer, naming: whole.clone() }
            } else {
                Site::new(pointer, Owner::Type(owner), Role::Alternative(position))
            }
        };
        let (origin, payload) = match alternative.holds {
            VariantPayload::Value(word, index) => (pointer.child("enum").index(index), Payload::Constant(word.clone())),
            VariantPayload::Nothing => (pointer, Payload::Unit),
            VariantPayload::Member(name, member) => match self.component_of(branch) {
                // Inline types of a component are shared by all schemas that include it.
                Some((id, component)) => {
                    let below = Site::new(
                        component.child("properties").child(name),
                        Owner::Type(id),
                        Role::Member(name.to_owned()),
                    );
                    let ty = self.shared_type(&below, |schemas| schemas.schema(member, &below));
                    (pointer, Payload::Type(ty))
                }
                None => {
                    let below = at(pointer.child("properties").child(name));
                    (pointer, Payload::Type(self.schema(member, &below)))
                }
            },
            VariantPayload::AllBut(schema, tag) => {
                (pointer.clone(), Payload::Type(self.object_without(schema, &at(pointer), tag)))
            }
            VariantPayload::Whole | VariantPayload::Mapped(_) => match self.input.constant(branch) {
                Some(value) => (pointer, Payload::Constant(value.clone())),
                // Null is a value of the union, regardless of which alternative allows it.
                None => (pointer.clone(), Payload::Type(self.schema(branch, &at(pointer)).split_null().0.clone())),
            },
        };
        let own = inline(branch);
        let docs = match (&payload, alternative.holds) {
            // A type created from the alternative has these docs itself, and the title is the name.
            (Payload::Type(Type::Named(_)), VariantPayload::Whole) => None,
            // The type of a component is not used here, so its docs would be lost.
            (_, VariantPayload::Member(..)) => self.input.resolve_schema(branch),
            (_, VariantPayload::Nothing | VariantPayload::Whole) => own,
            _ => None,
        };
        let mut docs = docs.map(|schema| Docs { title: None, ..schema.docs() }).unwrap_or_default();
        if matches!(payload, Payload::Constant(_)) {
            docs.rules.clear();
        }
        let constraints = match (own, alternative.holds, &payload) {
            (_, _, Payload::Type(Type::Named(_))) => Constraints::default(),
            (Some(schema), VariantPayload::Whole, Payload::Type(_)) => {
                let site = at(origin.clone());
                self.own_limits(schema, &site)
            }
            _ => Constraints::default(),
        };
        Variant { origin, candidates, payload, constraints, docs }
    }

    /// Returns the type of the component that an alternative refers to, and its location.
    pub(super) fn component_of(&self, branch: &ReferenceOr<Schema>) -> Option<(TypeId, Pointer)> {
        let mut id = self.ids.get(referenced_name(branch)?.as_str()).copied()?;
        let mut origin = self.types[id.index()].origin.clone();
        // An alias is followed to its definition.
        for _ in 0..MAX_ALIASES {
            let at = origin.steps().last().and_then(|name| self.input.components.schemas.get(&name));
            let Some(ReferenceOr::Reference { reference }) = at else { break };
            id = self.ids.get(component_name(reference, "schemas")?.as_str()).copied()?;
            origin = self.types[id.index()].origin.clone();
        }
        Some((id, origin))
    }
}

impl<'d> Input<'d> {
    fn does_more_than_require(&self, branch: &ReferenceOr<Schema>) -> bool {
        let only_requires = |schema: Node<'_>| schema.only_requires() && schema.any.additional_properties.is_none();
        constrains_shape(branch) && !inline(branch).is_some_and(only_requires)
    }

    /// Returns the title and description of an alternative, unless they are blank.
    pub(super) fn title_and_description(&self, branch: &'d ReferenceOr<Schema>) -> (Option<String>, Option<String>) {
        let data = self.resolve_schema(branch).map(|schema| schema.data);
        let text = |text: &Option<String>| text.clone().filter(|text| !text.trim().is_empty());
        data.map(|data| (text(&data.title), text(&data.description))).unwrap_or_default()
    }
}

/// Returns the pointer to a discriminator value's mapping entry, next to the alternatives.
fn mapping_entry(alternatives: &Pointer, value: &str) -> Pointer {
    let schema = alternatives.split_last().map_or_else(Pointer::root, |(schema, _)| schema);
    schema.child("discriminator").child("mapping").child(value)
}

/// Returns a function that finds alternatives with the same type as a previous one, which cannot be distinguished.
fn is_new() -> impl FnMut(&Variant) -> bool {
    let mut seen: HashSet<TypeId> = HashSet::new();
    let mut simple: Vec<(Type, Constraints)> = Vec::new();
    move |variant| match &variant.payload {
        Payload::Type(Type::Named(id)) => seen.insert(*id),
        Payload::Type(ty @ (Type::Boolean | Type::Integer(_) | Type::UnixTime | Type::Number(_) | Type::Text(_))) => {
            let own = (ty.clone(), variant.constraints.clone());
            let is_new = !simple.contains(&own);
            simple.push(own);
            is_new
        }
        _ => true,
    }
}
