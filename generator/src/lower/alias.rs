//! Type aliases: references between components, and alias cycles.

use std::collections::HashSet;

use super::lowering::{Lowering, MAX_DEPTH};
use crate::diagnostic::Code;
use crate::ident::type_name;
use crate::model::{Docs, Shape, Type, TypeId};
use crate::pointer::Pointer;

impl<'d> Lowering<'d> {
    /// Lowers a component that is a reference.
    pub(super) fn component_alias(&mut self, id: TypeId, reference: &str, at: &Pointer) {
        if self.referenced_schema(reference).is_some() {
            let ty = self.referenced_type(reference, at);
            let (ty, _) = ty.split_null();
            self.define(id, Docs::default(), Shape::Alias(ty.clone()));
        } else {
            self.unresolved_alias(reference, at);
        }
    }

    /// Returns the component that a reference resolves to, if both have the same Rust name and are therefore one type.
    /// A name in the configuration keeps them apart.
    pub(super) fn same_name(&self, name: &str) -> Option<&'d str> {
        let target = self.targets.get(name).copied().flatten().filter(|target| *target != name)?;
        let is_emitted = !self.own_schemas.types.contains_key(name) && !self.own_schemas.types.contains_key(target);
        let place = Pointer::component("schemas", name);
        let is_one = is_emitted
            && type_name(name) == type_name(target)
            && self.config.overrides.type_at(place.as_str()).is_none();
        is_one.then_some(target)
    }

    /// Breaks alias cycles. A type that is an alias of itself through lists or maps needs a struct; a type that is only
    /// an alias of itself has no value.
    pub(super) fn break_alias_circles(&mut self) {
        for index in 0..self.types.len() {
            let id = TypeId::new(index);
            let Shape::Alias(ty) = &self.types[index].shape else { continue };
            match self.leads_to(ty, id) {
                Some(true) => {
                    // A value exists only if a list or a map is in between.
                    let holds = matches!(ty.split_null().0, Type::List(_) | Type::Set(_) | Type::Map(_));
                    let ty = ty.clone();
                    if holds {
                        self.types[index].shape = Shape::Wrapper(ty);
                    } else {
                        let at = self.types[index].origin.clone();
                        let message = "the schema is an alias of itself; any JSON value is accepted here";
                        self.warn(Code::ReferenceCircular, message, &at, "describe its values");
                        self.types[index].shape = Shape::Alias(self.untyped(&at));
                    }
                }
                Some(false) => {}
                None => {
                    let at = self.types[index].origin.clone();
                    return self.too_deep(&at);
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
