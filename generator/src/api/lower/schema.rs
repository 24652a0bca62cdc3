//! Schemas to types: the choice of the kind of type, the simple kinds, and aliases with their cycles.

use std::borrow::Borrow;
use std::collections::HashSet;

use openapiv3::{AdditionalProperties, AnySchema, ReferenceOr, Schema};

use super::format::{number, whole_number};
use super::input::{Input, Site};
use super::log::MAX_DEPTH;
use super::node::Node;
use super::schemas::Schemas;
use super::{enumeration, format};
use crate::api::model::{Constraints, Docs, Inside, Object, Shape, Text, Type, TypeId};
use crate::base::diagnostic::Code;
use crate::base::ident::type_name;
use crate::base::pointer::Pointer;
use crate::read::document::{NO_MEMBERS, TWIN};

impl<'d> Schemas<'d> {
    /// Creates a type for each component schema. All IDs are reserved first, so that references may go in any
    /// direction.
    pub(super) fn component_schemas(&mut self) {
        let root = Pointer::root().child("components").child("schemas");
        let components = self.input.components;
        for name in components.schemas.keys().filter(|name| !self.input.document.own_schemas.types.contains_key(*name))
        {
            if self.input.same_name(name).is_some() {
                continue;
            }
            let id = self.reserve(&self.input.component_site(name));
            self.ids.insert(name, id);
        }
        for name in components.schemas.keys() {
            if let Some(id) = self.input.same_name(name).and_then(|target| self.ids.get(target).copied()) {
                self.ids.insert(name, id);
            }
        }
        self.own_components();
        for (name, schema) in &components.schemas {
            let Some(id) = self.ids.get(name.as_str()).copied() else { continue };
            if self.log.is_exceeded() {
                return;
            }
            match schema {
                ReferenceOr::Item(schema) => match self.inheritance.union(name) {
                    Some(subtypes) => self.base(id, subtypes),
                    None => self.component(id, Node::new(schema)),
                },
                ReferenceOr::Reference { .. } if self.input.same_name(name).is_some() => {}
                ReferenceOr::Reference { reference } => self.component_alias(id, reference, &root.child(name)),
            }
        }
        self.report_inheritance();
        self.break_alias_circles();
    }

    fn component(&mut self, id: TypeId, schema: Node<'d>) {
        let definition = &self.types[id.index()];
        let site = Site { pointer: definition.origin.clone(), naming: definition.naming.clone() };
        let ty = self.unwrapped(schema, &site, Some(id));
        if ty != Type::Named(id) {
            let (ty, _) = ty.split_null(); // every reference to it adds the null
            self.define(id, schema.docs(), Shape::Alias(ty.clone()));
            self.types[id.index()].constraints = self.own_limits(schema, &site);
            self.types[id.index()].is_twin = schema.data.extensions.contains_key(TWIN);
        } else if matches!(self.types[id.index()].shape, Shape::Object(_)) {
            // Other constraints do not apply to objects, and those of members are on the members.
            let Constraints { min_count, max_count, .. } = self.own_limits(schema, &site);
            self.types[id.index()].constraints = Constraints { min_count, max_count, ..Constraints::default() };
        }
    }

    /// Returns the type of a schema in any location.
    pub(super) fn schema<S: Borrow<Schema>>(&mut self, schema: &'d ReferenceOr<S>, site: &Site) -> Type {
        match schema {
            ReferenceOr::Reference { reference } => {
                let own = self.own_place(site, None);
                own.unwrap_or_else(|| self.referenced_type(reference, &site.pointer))
            }
            ReferenceOr::Item(schema) => self.inline(Node::new(schema.borrow()), site),
        }
    }

    /// Returns the type of an inline schema. If it is reached again while it is lowered, it contains itself through a
    /// part, and the reserved type is returned.
    fn inline(&mut self, schema: Node<'d>, site: &Site) -> Type {
        let known = self.open.get(&site.pointer).copied();
        let ty = if let Some(Some(id)) = known {
            Type::Named(id)
        } else {
            self.open.entry(site.pointer.clone()).or_default();
            let ty = self.deeper(&site.pointer, Type::Any, |schemas| schemas.unwrapped(schema, site, None));
            if known.is_none() {
                self.open.remove(&site.pointer);
            }
            ty
        };
        if self.input.allows_null(schema) { ty.or_null() } else { ty }
    }

    /// Returns the type of a schema without its own null. `reserved` is the ID of a component.
    pub(super) fn unwrapped(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>) -> Type {
        if let Some(own) = self.own_schema(schema, site) {
            return own;
        }
        let any = schema.any;
        if format::is_number_or_text(schema) {
            return Type::Text(Text::NumberOrText);
        }
        if !any.all_of.is_empty() {
            return self.all_of(schema, site, reserved);
        }
        if !any.one_of.is_empty() || !any.any_of.is_empty() {
            return self.union(schema, site, reserved);
        }
        if !any.enumeration.is_empty() {
            return self.enumeration(schema, site, reserved);
        }
        self.kind_of_value(schema, site, reserved)
    }

    /// Returns the type of a schema based on its `type` and its members only.
    pub(super) fn kind_of_value(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = schema.any;
        match schema.typ() {
            Some("object") => self.object_or_map(schema, site, reserved),
            Some("array") => self.array(any, site),
            Some("string") => format::meaning("string", any.format.as_deref()).unwrap_or(Type::Text(Text::Plain)),
            Some("integer") => whole_number(schema),
            Some("number") => number(schema),
            Some("boolean") => Type::Boolean,
            _ if !any.properties.is_empty() || any.additional_properties.is_some() => {
                self.object_or_map(schema, site, reserved)
            }
            _ if any.items.is_some() => self.array(any, site),
            _ => Type::Any,
        }
    }

    /// Lowers an array. It is a tuple if each element has its own schema, which the document stage converts to
    /// properties.
    fn array(&mut self, any: &'d AnySchema, site: &Site) -> Type {
        if !any.properties.is_empty() {
            let at = site.below(&["prefixItems"]);
            let elements = any.properties.iter().enumerate().map(|(position, (index, element))| {
                self.schema(element, &at.inside(index, Inside::Position(position)))
            });
            return Type::Tuple(elements.collect());
        }
        let items = any.items.as_ref().map_or(Type::Any, |items| {
            let below = site.inside("items", Inside::Element);
            let element = self.schema(items, &below);
            self.named_if_deep(element, &below)
        });
        Type::List(Box::new(items))
    }

    fn object_or_map(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>) -> Type {
        let any = schema.any;
        if !any.properties.is_empty() {
            return self.object(schema, site, reserved);
        }
        match &any.additional_properties {
            Some(AdditionalProperties::Schema(values)) => {
                let below = site.inside(schema.others_keyword(), Inside::Value);
                let value = self.schema(values, &below);
                let value = self.named_if_deep(value, &below);
                self.map_of(value)
            }
            Some(AdditionalProperties::Any(_)) | None => match reserved {
                Some(id) if schema.data.extensions.contains_key(NO_MEMBERS) => self.empty_object(schema, id),
                _ => Type::AnyObject,
            },
        }
    }

    /// Lowers a component without declared members to a struct, which keeps any member.
    fn empty_object(&mut self, schema: Node<'d>, id: TypeId) -> Type {
        let object = Object { fields: Vec::new(), others: Some(Type::Any) };
        self.define(id, schema.docs(), Shape::Object(object))
    }

    /// Names the inner type if it is deeply nested: a list of maps of lists is hard to read.
    fn named_if_deep(&mut self, inner: Type, site: &Site) -> Type {
        if depth(&inner) < 2 {
            return inner;
        }
        let id = self.reserve(site);
        self.define(id, crate::api::model::Docs::default(), Shape::Alias(inner))
    }

    /// Lowers an enumeration with the names and meanings of its values.
    pub(super) fn enumeration(&mut self, schema: Node<'d>, site: &Site, reserved: Option<TypeId>) -> Type {
        match enumeration::kind(schema) {
            enumeration::EnumerationKind::IntegerEnum => self.codes(schema, site, reserved),
            enumeration::EnumerationKind::StringEnum => self.words(schema, site, reserved),
            enumeration::EnumerationKind::Boolean => Type::Boolean,
            enumeration::EnumerationKind::Number => number(schema),
            enumeration::EnumerationKind::Null => Type::Any,
            enumeration::EnumerationKind::Mixed => {
                let message = "the values of the enumeration are of several kinds; any JSON value is accepted";
                self.log.warn(Code::SchemaUnsupported, message, &site.pointer.child("enum"), "list values of one kind");
                self.untyped(&site.pointer)
            }
        }
    }
}

/// Returns the number of lists and maps around a named or simple type.
fn depth(ty: &Type) -> usize {
    let own = usize::from(matches!(ty, Type::List(_) | Type::Map(_) | Type::AnyObject | Type::Tuple(_)));
    own + ty.inner().iter().map(depth).max().unwrap_or(0)
}

impl Schemas<'_> {
    /// Lowers a component that is a reference.
    pub(super) fn component_alias(&mut self, id: TypeId, reference: &str, at: &Pointer) {
        if self.input.referenced_schema(reference).is_some() {
            let ty = self.referenced_type(reference, at);
            let (ty, _) = ty.split_null();
            self.define(id, Docs::default(), Shape::Alias(ty.clone()));
        } else {
            self.unresolved_alias(reference, at);
        }
    }

    /// Breaks alias cycles. A type that is an alias of itself through lists or maps needs a struct; a type that is only
    /// an alias of itself has no value. An alias may refer to one that is lowered later, so this is decided at the end.
    pub(super) fn break_alias_circles(&mut self) {
        for index in 0..self.types.len() {
            let id = TypeId::new(index);
            let Shape::Alias(ty) = &self.types[index].shape else { continue };
            match self.leads_to(ty, id) {
                Some(true) => {
                    // A value exists only if a list or a map is in between.
                    let holds = matches!(ty.split_null().0, Type::List(_) | Type::Map(_));
                    let ty = ty.clone();
                    if holds {
                        self.types[index].shape = Shape::Wrapper(ty);
                    } else {
                        let at = self.types[index].origin.clone();
                        let message = "the schema is an alias of itself; any JSON value is accepted here";
                        self.log.warn(Code::ReferenceUnresolved, message, &at, "describe its values");
                        self.types[index].shape = Shape::Alias(self.untyped(&at));
                    }
                }
                Some(false) => {}
                None => {
                    let at = self.types[index].origin.clone();
                    return self.log.too_deep(&at);
                }
            }
        }
    }

    /// Returns `true` if a type is `target` through aliases alone, or `None` if there are too many of them.
    fn leads_to(&self, ty: &Type, target: TypeId) -> Option<bool> {
        let mut pending = ty.named_types();
        let mut seen: HashSet<TypeId> = HashSet::new();
        while let Some(id) = pending.pop() {
            if id == target {
                return Some(true);
            }
            if let Shape::Alias(next) = &self.types[id.index()].shape
                && seen.insert(id)
            {
                if seen.len() > MAX_DEPTH {
                    return None;
                }
                pending.extend(next.named_types());
            }
        }
        Some(false)
    }
}

impl<'d> Input<'d> {
    /// Returns the component that a reference resolves to, if both have the same Rust name and are therefore one type.
    /// A name in the configuration keeps them apart.
    pub(super) fn same_name(&self, name: &str) -> Option<&'d str> {
        let target = self.target(name).filter(|target| *target != name)?;
        let is_emitted = !self.document.own_schemas.types.contains_key(name)
            && !self.document.own_schemas.types.contains_key(target);
        let place = Pointer::component("schemas", name);
        let is_one =
            is_emitted && type_name(name) == type_name(target) && self.config.type_at(place.as_str()).is_none();
        is_one.then_some(target)
    }
}
