//! `allOf`, and alternatives next to members: values that match several schemas.
//!
//! | schema | becomes |
//! |---|---|
//! | `allOf` of one part without other keywords | the part; docs and `nullable` next to it apply to this use |
//! | parts that are objects | one struct; a member is required if any part requires it |
//! | a member that several parts declare | the most specific of its types, otherwise the last one; objects are merged |
//! | parts that are not objects | the most specific part: an enumeration, otherwise one with a format, otherwise the first |
//! | `oneOf` or `anyOf` next to members or in a part | a union whose alternatives have the members of all parts |
//! | objects and others together | any JSON value, with a warning |

use std::borrow::Borrow;
use std::collections::HashSet;

use openapiv3::{AdditionalProperties, AnySchema, ReferenceOr, Schema};

use super::input::{Input, Site};
use super::log::Log;
use super::node::{Node, constrains_shape, inline, is_null_only};
use super::schemas::Schemas;
use crate::api::model::{Candidate, Constraints, Docs, Owner, Payload, Role, Shape, Type, TypeId, Union, Variant};
use crate::base::diagnostic::Code;
use crate::base::pointer::{Pointer, component_name};

/// A schema that a value has to match, and its location.
#[derive(Clone)]
pub(super) struct AllOfPart<'d> {
    pub(super) schema: Node<'d>,
    pub(super) site: Site,
    /// A member that is excluded: the tag of a union.
    pub(super) without: Option<&'d str>,
}

/// Maximum number of combinations of alternatives inside alternatives that become types.
const MAX_COMBINATIONS: usize = 64;

impl<'d> AllOfPart<'d> {
    /// Creates a part with all members of a schema.
    pub(super) fn new(schema: Node<'d>, site: Site) -> Self {
        Self { schema, site, without: None }
    }
}

/// An alternative of a schema: its keyword, index and schema.
type PartAlternative<'d> = (&'static str, usize, &'d ReferenceOr<Schema>);

impl<'d> Schemas<'d> {
    pub(super) fn all_of(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = schema.any;
        let own = !any.properties.is_empty() || !self.input.branches(schema).is_empty();
        let parts: Vec<_> = any.all_of.iter().enumerate().filter(|(_, part)| constrains_shape(part)).collect();
        match parts.as_slice() {
            _ if !own
                && !parts.is_empty()
                && parts.iter().all(|(_, part)| self.input.lists_values_of(schema, part)) =>
            {
                self.enumeration(schema, site, reserved)
            }
            [(index, part)] if !own && !self.is_subtype(reserved) && !self.narrows_members(any, part, site) => {
                let below = site.below(&["allOf", &index.to_string()]);
                match (reserved, part) {
                    // A component that is one inline part is that part under the component's name.
                    (Some(_), ReferenceOr::Item(inner)) => self.composed(Node::new(inner), &below, reserved),
                    _ => self.schema(part, &below),
                }
            }
            [] if !own => Type::Any,
            _ => self.composed(schema, site, reserved),
        }
    }

    /// Returns `true` if a schema requires members that its only part declares as optional, or describes undeclared
    /// members in another way.
    pub(super) fn narrows_members(&mut self, any: &AnySchema, part: &'d ReferenceOr<Schema>, site: &Site) -> bool {
        if any.required.is_empty() && any.additional_properties.is_none() {
            return false;
        }
        let parts = self.written_parts(part, site);
        if parts.iter().any(|part| is_no_object(*part)) {
            return false;
        }
        let branches = parts.iter().flat_map(|part| part.alternatives().1).filter(|branch| !is_null_only(branch));
        let objects: Vec<_> = branches.map(|branch| self.written_parts(branch, site)).collect();
        let own: HashSet<&str> = any.required.iter().map(String::as_str).collect();
        let required: HashSet<&str> = parts.iter().flat_map(|part| &part.any.required).map(String::as_str).collect();
        let makes_required = objects.iter().chain([&parts]).any(|parts| {
            let known: HashSet<&str> = parts.iter().flat_map(|part| &part.any.required).map(String::as_str).collect();
            let mut declared = parts.iter().flat_map(|part| part.any.properties.keys()).map(String::as_str);
            declared.any(|name| own.contains(name) && !known.contains(name) && !required.contains(name))
        });
        let others = parts.iter().rev().find_map(|part| part.any.additional_properties.as_ref());
        let has_members = !objects.is_empty() || parts.iter().any(|part| !part.any.properties.is_empty());
        let closed = &AdditionalProperties::Any(false);
        let says_others = |own: &AdditionalProperties| has_members && own != others.unwrap_or(closed);
        makes_required || any.additional_properties.as_ref().is_some_and(says_others)
    }

    /// Returns a schema and all its parts.
    fn written_parts(&mut self, part: &'d ReferenceOr<Schema>, site: &Site) -> Vec<Node<'d>> {
        let mut parts = Vec::new();
        self.collect_part(part, site, &mut HashSet::new(), &mut parts);
        parts.iter().map(|part| part.schema).collect()
    }

    /// Returns `true` if this is a component that inherits from a base which is otherwise a union of its subtypes.
    fn is_subtype(&self, reserved: Option<TypeId>) -> bool {
        let name = reserved.and_then(|id| self.types[id.index()].naming.schema());
        name.is_some_and(|name| self.inheritance.is_subtype(name))
    }

    /// Lowers a schema and all its parts to one type.
    pub(super) fn composed(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>) -> Type {
        let mut parts = Vec::new();
        self.collect(schema, site, &mut HashSet::new(), &mut parts);
        if parts.iter().any(|part| is_no_object(part.schema)) {
            return self.narrowest(schema, site, reserved, &parts);
        }
        parts.clone().iter().for_each(|part| self.log.warn_unchecked_choice(part.schema, &part.site.pointer));
        let id = reserved.unwrap_or_else(|| self.reserve(site));
        let about = schema.docs();
        self.object_or_union(parts, (0, MAX_COMBINATIONS), id, about)
    }

    /// Lowers parts to one object, or to a union if one of them has alternatives. The alternatives of the parts before
    /// `from` are already chosen, and at most `room` combinations with further alternatives become types.
    fn object_or_union(
        &mut self,
        mut parts: Vec<AllOfPart<'d>>,
        (from, room): (usize, usize),
        id: TypeId,
        about: Docs,
    ) -> Type {
        let mut choices: Vec<(Site, Vec<PartAlternative<'d>>)> = Vec::new();
        let mut chosen: HashSet<Pointer> = parts.iter().map(|part| part.site.pointer.clone()).collect();
        let mut next = from;
        while let Some(part) = parts.get(next).cloned() {
            match self.input.branches(part.schema).as_slice() {
                [] => {}
                [branch] => self.collect_branch(*branch, &part.site, &mut chosen, &mut parts),
                several => choices.push((part.site, several.to_vec())),
            }
            next += 1;
        }
        if let Some((at, branches)) = choices.first()
            && from > 0
            && branches.len() > room
        {
            let message = "too many combinations of alternatives; those of this part are not distinguished";
            self.log.warn(
                Code::SchemaUnsupported,
                message,
                &at.pointer,
                "list the combinations that occur in one `oneOf`",
            );
            choices.clear();
        }
        let Some((at, branches)) = choices.first() else {
            let object = self.object_of(&parts, id);
            return self.define(id, about, Shape::Object(object));
        };
        if let Some((other, _)) = choices.get(1) {
            let message = "several parts of `allOf` have alternatives; only those of the first part are distinguished";
            self.log.warn(Code::SchemaUnsupported, message, &other.pointer, "move the alternatives to one part");
        }
        let all = self.input.said_by(branches.iter().map(|branch| branch.2));
        let listed: Vec<_> = branches.iter().map(|(_, index, branch)| (*index, *branch)).collect();
        let tag = parts.iter().find_map(|part| self.input.tag(part.schema, &listed));
        let variants = branches.iter().enumerate().map(|(position, branch)| {
            let value = tag.as_ref().and_then(|tag| tag.value_name(position));
            let candidates = self.input.candidates(branch.2, value.as_deref(), &all);
            self.variant_of(*branch, candidates, at, (&parts, room / branches.len()), (id, position))
        });
        let variants: Vec<Variant> = variants.collect();
        self.define(id, about, Shape::Union(Union { variants, tag }))
    }

    /// Lowers an alternative together with the members of all parts.
    fn variant_of(
        &mut self,
        branch: PartAlternative<'d>,
        candidates: Vec<Candidate>,
        at: &Site,
        (parts, room): (&[AllOfPart<'d>], usize),
        (owner, position): (TypeId, usize),
    ) -> Variant {
        let (keyword, index, schema) = branch;
        let pointer = at.pointer.child(keyword).index(index);
        let mut own = parts.to_vec();
        let mut chosen: HashSet<Pointer> = parts.iter().map(|part| part.site.pointer.clone()).collect();
        self.collect_branch(branch, at, &mut chosen, &mut own);
        let site = Site::new(pointer.clone(), Owner::Type(owner), Role::Alternative(position));
        let ty = if own.iter().any(|part| is_no_object(part.schema)) {
            self.schema(schema, &site)
        } else {
            let id = self.reserve(&site);
            let about = inline(schema).map(Node::docs);
            self.deeper(&pointer, Type::Any, |schemas| {
                schemas.object_or_union(own, (parts.len(), room), id, about.unwrap_or_default())
            })
        };
        Variant {
            origin: pointer,
            candidates,
            payload: Payload::Type(ty),
            constraints: Constraints::default(),
            docs: Docs::default(),
        }
    }

    /// Adds a schema and all its parts.
    fn collect(&mut self, schema: Node<'d>, site: &Site, seen: &mut HashSet<&'d str>, parts: &mut Vec<AllOfPart<'d>>) {
        self.deeper(&site.pointer, (), |schemas| {
            for (index, part) in schema.any.all_of.iter().enumerate() {
                let below = site.below(&["allOf", &index.to_string()]);
                schemas.collect_part(part, &below, seen, parts);
            }
        });
        if self.log.has_room(0, &site.pointer) {
            parts.push(AllOfPart::new(schema, site.clone()));
        }
    }

    pub(super) fn collect_part(
        &mut self,
        part: &'d ReferenceOr<impl Borrow<Schema>>,
        site: &Site,
        seen: &mut HashSet<&'d str>,
        parts: &mut Vec<AllOfPart<'d>>,
    ) {
        match part {
            ReferenceOr::Item(part) => self.collect(Node::new(part.borrow()), site, seen, parts),
            ReferenceOr::Reference { reference } => match self.input.referenced_schema(reference) {
                // A repeated part adds nothing, and a part that refers to itself would not end.
                Some(_) if !seen.insert(reference) => {}
                Some(part) => {
                    let site = self.input.component_site(&component_name(reference, "schemas").unwrap_or_default());
                    self.collect(part, &site, seen, parts);
                }
                None => drop(self.referenced_type(reference, &site.pointer)),
            },
        }
    }

    /// Adds an alternative and all its parts. A part with alternatives is added once, since it may be its own
    /// alternative.
    fn collect_branch(
        &mut self,
        branch: PartAlternative<'d>,
        at: &Site,
        chosen: &mut HashSet<Pointer>,
        parts: &mut Vec<AllOfPart<'d>>,
    ) {
        let (keyword, index, branch) = branch;
        let mut added = Vec::new();
        self.collect_part(branch, &at.below(&[keyword, &index.to_string()]), &mut HashSet::new(), &mut added);
        added.retain(|part| self.input.branches(part.schema).is_empty() || chosen.insert(part.site.pointer.clone()));
        parts.append(&mut added);
    }

    /// Returns the most specific part for a value that is not an object.
    fn narrowest(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>, parts: &[AllOfPart<'d>]) -> Type {
        let any = schema.any;
        let objects = parts.iter().any(|part| !part.schema.any.properties.is_empty());
        let candidates = any.all_of.iter().enumerate().filter(|(_, part)| constrains_shape(part));
        let score = |part: &'d ReferenceOr<Schema>| {
            self.input.resolve_schema(part).map(|schema| schema.any).map_or(0, |any| {
                match (any.enumeration.is_empty(), &any.format) {
                    (false, _) => 3,
                    (true, Some(_)) => 2,
                    (true, None) => 1,
                }
            })
        };
        let best = candidates.rev().max_by_key(|(_, part)| score(part));
        match best {
            Some((index, part)) if !objects => {
                let below = site.below(&["allOf", &index.to_string()]);
                match part {
                    ReferenceOr::Item(inner) => self.unwrapped(Node::new(inner), &below, reserved),
                    ReferenceOr::Reference { .. } => self.schema(part, &below),
                }
            }
            // The branch has only alternatives or parts, and no members of its own.
            None if !objects && any.all_of.is_empty() => self.unwrapped(schema, site, reserved),
            _ => {
                let message = "the parts of `allOf` are not all objects; any JSON value is accepted here";
                self.log.warn(Code::SchemaUnsupported, message, &site.pointer.child("allOf"), "combine objects only");
                self.untyped(&site.pointer)
            }
        }
    }
}

impl<'d> Input<'d> {
    /// Returns `true` if a schema lists the values of a part that lists none. Fewer values of an enumeration have its
    /// type, which has their names and meanings.
    pub(super) fn lists_values_of(&self, schema: Node<'d>, part: &'d ReferenceOr<Schema>) -> bool {
        let part = self.resolve_schema(part);
        let is_plain = part.is_none_or(|part| part.any.enumeration.is_empty() && !part.is_composed());
        !schema.any.enumeration.is_empty() && is_plain
    }

    /// Returns the alternatives of a schema that describe the shape of a value; `{required: [a]}` only adds a
    /// requirement.
    pub(super) fn branches(&self, schema: Node<'d>) -> Vec<PartAlternative<'d>> {
        let any = schema.any;
        let (keyword, all) = schema.alternatives();
        let only_requires = |branch: &ReferenceOr<Schema>| inline(branch).is_some_and(Node::only_requires);
        let has_members = !any.properties.is_empty() || !any.all_of.is_empty();
        let is_requirement = has_members || all.iter().all(only_requires);
        let shapes = all.iter().enumerate().filter(|(_, branch)| {
            !is_null_only(branch) && constrains_shape(branch) && !(is_requirement && only_requires(branch))
        });
        shapes.map(|(index, branch)| (keyword, index, branch)).collect()
    }

    pub(super) fn component_site(&self, name: &str) -> Site {
        let pointer = Pointer::component("schemas", name);
        Site::new(pointer, Owner::Schema(name.to_owned()), Role::Component)
    }
}

impl Log<'_> {
    /// Warns about `oneOf` whose alternatives only require members: the members are optional then, and which of them are
    /// present is not checked. `anyOf` usually repeats what each alternative of the server needs.
    pub(super) fn warn_unchecked_choice(&mut self, schema: Node<'_>, at: &Pointer) {
        let any = schema.any;
        if any.one_of.is_empty() || !any.one_of.iter().all(|branch| inline(branch).is_some_and(Node::only_requires)) {
            return;
        }
        let message = "the alternatives only require members; values are not checked for exactly one of them";
        let help = "list the members of each alternative in its `properties`";
        self.warn(Code::SchemaUnsupported, message, &at.child("oneOf"), help);
    }
}

pub(super) fn is_no_object(schema: Node<'_>) -> bool {
    !schema.may_be_object() || schema.any.items.is_some() || !schema.any.enumeration.is_empty()
}

/// Returns `true` if a schema declares the kind of a value.
pub(super) fn has_shape(schema: Node<'_>) -> bool {
    let any = schema.any;
    any.typ.is_some()
        || !any.enumeration.is_empty()
        || !any.properties.is_empty()
        || any.items.is_some()
        || schema.is_composed()
}
