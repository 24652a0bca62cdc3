//! The shapes of alternatives without a tag, as they are in tables.
//!
//! An object with the members of a struct refers to the table of that struct. A shape is computed within a limit, and values
//! that distinguish nothing are left out of it. Therefore only the names of the members are those of the struct.

use super::Resolver;
use super::structure::present;
use crate::api::analysis::Direction;
use crate::api::model::{Object, Shape, Type, TypeId};
use crate::rust::ir::{JsonShape, ObjectShape, ObjectTable, Path, Presence};

/// Maximum number of types that only contain another one: those in each other are never more.
const MAX_WRAPPERS: usize = 4;

impl<'a> Resolver<'a> {
    /// Returns the shape of values of a type, if that is known.
    pub(super) fn shape(
        &self,
        shape: &JsonShape,
        ty: Option<&'a Type>,
        direction: Direction,
    ) -> JsonShape<ObjectTable> {
        let ty = ty.map(|ty| self.unwrapped(ty));
        match shape {
            JsonShape::Boolean => JsonShape::Boolean,
            JsonShape::Integer => JsonShape::Integer,
            JsonShape::Number => JsonShape::Number,
            JsonShape::Text => JsonShape::Text,
            JsonShape::Day => JsonShape::Day,
            JsonShape::Format => JsonShape::Format,
            JsonShape::Any => JsonShape::Any,
            JsonShape::Integers(codes) => JsonShape::Integers(codes.clone()),
            JsonShape::Texts(texts) => JsonShape::Texts(texts.clone()),
            JsonShape::List(element) => {
                let element_type = match ty {
                    Some(Type::List(element)) => Some(element.as_ref()),
                    Some(Type::Tuple(elements)) => elements.first(),
                    _ => None,
                };
                JsonShape::List(Box::new(self.shape(element, element_type, direction)))
            }
            JsonShape::Union(shapes) => {
                let types = self.alternatives(ty);
                // The strings that are alternatives themselves come first.
                let texts = shapes.len().saturating_sub(types.len());
                let types = std::iter::repeat_n(None, texts).chain(types.into_iter().map(Some));
                JsonShape::Union(shapes.iter().zip(types).map(|(shape, ty)| self.shape(shape, ty, direction)).collect())
            }
            JsonShape::Object(object) => JsonShape::Object(match self.struct_with(object, ty, direction) {
                Some(name) => ObjectTable::Struct(name, object.values.clone()),
                None => ObjectTable::Members(object.clone()),
            }),
        }
    }

    /// Returns the type whose values are those of another type.
    fn unwrapped(&self, ty: &'a Type) -> &'a Type {
        let mut ty = self.api.unaliased(ty);
        for _ in 0..MAX_WRAPPERS {
            let inner = match ty {
                Type::Own(id, _) => self.api.own_types.get(*id).map(|own| &own.like),
                Type::Named(id) => match &self.api.definition(*id).shape {
                    Shape::Wrapper(inner) => Some(inner),
                    _ => None,
                },
                _ => None,
            };
            let Some(inner) = inner else { break };
            ty = self.api.unaliased(inner);
        }
        ty
    }

    /// Returns the types of the alternatives of an untagged union.
    fn alternatives(&self, ty: Option<&'a Type>) -> Vec<&'a Type> {
        match ty.map(|ty| (ty, self.object_or_union(ty))) {
            Some((_, Some(Shape::Union(union)))) if union.tag.is_none() => union.payloads().collect(),
            _ => Vec::new(),
        }
    }

    fn object_or_union(&self, ty: &'a Type) -> Option<&'a Shape> {
        match ty {
            Type::Named(id) => Some(&self.api.definition(*id).shape),
            _ => None,
        }
    }

    /// Returns the name of the struct of a type, if its table has the members of a shape.
    fn struct_with(&self, shape: &ObjectShape, ty: Option<&'a Type>, direction: Direction) -> Option<String> {
        let Type::Named(id) = ty? else { return None };
        let Shape::Object(object) = &self.api.definition(*id).shape else { return None };
        let emitted = self.analysis.directions.emitted(*id);
        let form = emitted.iter().copied().find(|form| *form == direction).or_else(|| emitted.first().copied())?;
        let known = || present(object, form).map(|(_, field)| &field.wire);
        let has_members = known().eq(&shape.known) && self.required(*id, object, form).eq(&shape.required);
        match self.rust_type(ty?, form).path {
            Path::Emitted(name) if has_members && known().next().is_some() => Some(name),
            _ => None,
        }
    }

    /// Returns the members that are required according to the table of a struct.
    fn required(&self, id: TypeId, object: &'a Object, form: Direction) -> impl Iterator<Item = &'a String> {
        let is_required =
            move |field| matches!(self.presence(id, field, form), Presence::Required | Presence::Nullable);
        let required = present(object, form).filter(move |(_, field)| field.constant.is_some() || is_required(field));
        required.map(|(_, field)| &field.wire)
    }
}
