//! One of several types: an enum, with what selects each variant on the wire, and a variant for values that are none of them.

use super::Resolver;
use crate::analysis::{AlternativeShape, Direction, alternative_shapes};
use crate::docs;
use crate::ir::{Constant, Constraint, Docs, Injection, Payload, Selection, Selector, Union, Variant};
use crate::model::{self, Constraints, Shape, Tag, TagPlace, Type, TypeId};

impl<'a> Resolver<'a> {
    pub(super) fn union(&self, id: TypeId, union: &'a model::Union, direction: Direction) -> Union {
        let shapes = match &union.tag {
            Some(_) => union.variants.iter().map(|_| None).collect(),
            None => alternative_shapes(self.api, union, direction),
        };
        let variants = union.variants.iter().zip(shapes).enumerate();
        let variant = |(index, (variant, look))| self.variant((id, index, look), union, variant, direction);
        Union {
            variants: variants.map(variant).collect(),
            selection: match union.tag.as_ref().map(|tag| &tag.place) {
                Some(TagPlace::Internal { property }) => Selection::Internal(property.clone()),
                Some(TagPlace::Adjacent { property, content }) => {
                    Selection::Adjacent(property.clone(), content.clone())
                }
                Some(TagPlace::External) => Selection::External,
                None => Selection::Untagged,
            },
            accessors: self.accessors(id, union, direction),
            sources: self.sources(id, union, direction),
            received: self.received_name(id, direction).map(str::to_owned),
        }
    }

    fn variant(
        &self,
        (id, index, look): (TypeId, usize, Option<AlternativeShape<'a>>),
        union: &'a model::Union,
        variant: &'a model::Variant,
        direction: Direction,
    ) -> Variant {
        let fallback = match &variant.payload {
            model::Payload::Constant(value) if value == "" => "No value: an empty string.".to_owned(),
            model::Payload::Constant(value) => format!("Always {}.", docs::code(&value.to_string())),
            model::Payload::Type(_) | model::Payload::Unit => String::new(),
        };
        let tags = union.tag.as_ref().map(|tag| tag.values_of(index)).unwrap_or_default();
        Variant {
            name: self.names.variant(id, index).to_owned(),
            docs: self.variant_docs(id, Docs::new(&variant.docs, fallback), look.as_ref(), direction),
            attributes: self.variant_attributes(id, index).to_owned(),
            payload: variant.payload.ty().map(|ty| {
                let is_boxed = self.is_variant_boxed(id, index, ty);
                let conversion = self.conversion(ty).boxed(is_boxed);
                Payload { ty: self.rust_type(ty, direction), is_boxed, conversion }
            }),
            tags: tags.iter().map(|(value, _)| value.clone()).collect(),
            selector: self.selector((index, look), union.tag.as_ref(), &variant.payload, direction),
            constraints: match &union.tag {
                Some(tag) if self.is_checked(id) && self.holds_what_is_sent(id, direction) => {
                    self.variant_constraints(tag, &variant.payload)
                }
                _ => Vec::new(),
            },
        }
    }

    /// An alternative that looks like one before it says so where it could be received.
    fn variant_docs(&self, id: TypeId, docs: Docs, look: Option<&AlternativeShape<'a>>, direction: Direction) -> Docs {
        let instead = look.and_then(|look| look.received_as).filter(|_| self.is_received(id, direction));
        match instead {
            Some(before) => docs.markdown(format!(
                "Its values are indistinguishable from [`Self::{}`], and are received as such.",
                self.names.variant(id, before)
            )),
            None => docs,
        }
    }

    /// Returns `true` if values of a type are received in a form.
    pub(super) fn is_received(&self, id: TypeId, direction: Direction) -> bool {
        self.analysis.directions.is_received(id)
            && (direction == Direction::Response || !self.analysis.directions.is_split(id))
    }

    /// Returns `true` if an alternative is held behind a pointer, since it would be endless or is large.
    pub(super) fn is_variant_boxed(&self, id: TypeId, index: usize, ty: &Type) -> bool {
        self.analysis.boxed.contains(id, index) || self.is_large(ty)
    }

    /// Returns `true` if an alternative is so large that it is held behind a pointer.
    pub(crate) fn is_large(&self, ty: &Type) -> bool {
        self.analysis.large.is_large(self.api, ty)
    }

    fn selector(
        &self,
        (index, look): (usize, Option<AlternativeShape<'a>>),
        tag: Option<&'a Tag>,
        payload: &'a model::Payload,
        direction: Direction,
    ) -> Option<Selector> {
        use model::Payload::{Constant as Always, Type as Holds, Unit};
        Some(match (tag, payload) {
            (Some(tag), Unit) => Selector::Unit(tag.only_value(index)?.to_owned()),
            (Some(_), Always(value)) => Selector::Unit(value.as_str()?.to_owned()),
            (Some(tag), Holds(ty)) => match tag.internal() {
                Some(property) => Selector::Member(self.injection(ty, property, direction)),
                None if self.api.number_as_text(ty).is_some() => {
                    Selector::NumberApart(tag.only_value(index)?.to_owned())
                }
                None => Selector::Apart(tag.only_value(index)?.to_owned()),
            },
            (None, Always(value)) => Selector::Constant(Constant::new(value)),
            (None, Holds(ty)) if self.api.number_as_text(ty).is_some() => Selector::NumberShape(look?.shape.into()),
            (None, Holds(_)) => Selector::Shape(look?.shape.into()),
            (None, Unit) => return None,
        })
    }

    /// Returns how the tag is added to the members of a value.
    fn injection(&self, ty: &Type, tag: &str, direction: Direction) -> Injection {
        let Type::Named(id) = self.api.unaliased(ty) else { return Injection::Added };
        match &self.api.definition(*id).shape {
            Shape::Object(object)
                if super::structure::present(object, direction).any(|(_, field)| field.wire == tag) =>
            {
                Injection::Declared
            }
            // What keeps members that are not declared may hold the tag among them.
            Shape::Object(object) if object.others.is_none() => Injection::Injected,
            // A union within the union tells itself apart by the same tag.
            Shape::Union(inner) if inner.tag.as_ref().and_then(Tag::internal) == Some(tag) => Injection::Declared,
            _ => Injection::Added,
        }
    }

    fn variant_constraints(&self, tag: &Tag, payload: &'a model::Payload) -> Vec<Constraint> {
        match (payload, &tag.place) {
            (model::Payload::Type(ty), TagPlace::External) => self.constraints(ty, Constraints::NONE),
            (model::Payload::Type(Type::Named(inner)), _) if self.is_checked(*inner) => {
                vec![Constraint::Of(self.names.of_type(*inner, Direction::Request).to_owned())]
            }
            _ => Vec::new(),
        }
    }
}
