//! One of several types: an enum, with what selects each variant on the wire, and a variant for values that are none of them.

use super::{Constant, Constraint, Conversion, Docs, Expectation, JsonShape, Resolver, RustType, UnionSource};
use crate::analysis::{AlternativeShape, Direction, alternative_shapes};
use crate::docs;
use crate::model::{self, Constraints, Shape, Tag, TagPlace, Type, TypeId};

/// One of several types.
#[derive(Clone, Debug)]
pub(crate) struct Union<'a> {
    /// The alternatives, in the order of the description.
    pub(crate) variants: Vec<Variant<'a>>,
    /// Where it stands on the wire which alternative it is.
    pub(crate) selection: Selection<'a>,
    /// What it can be made of.
    pub(crate) sources: Vec<UnionSource<'a>>,
    /// The type that is received, where that is another one and each of its values can be sent.
    pub(crate) received: Option<&'a str>,
}

/// Where it stands on the wire which alternative a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Selection<'a> {
    /// In a member of the alternative itself, of this name.
    Internal(&'a str),
    /// In a member beside the one that holds the value: the names of both.
    Adjacent(&'a str, &'a str),
    /// In the name of the only member, which holds the value.
    External,
    /// Nowhere: it is told by what the value looks like.
    Untagged,
}

/// An alternative.
#[derive(Clone, Debug)]
pub(crate) struct Variant<'a> {
    /// Its name.
    pub(crate) name: &'a str,
    /// What is said of it.
    pub(crate) docs: Docs<'a>,
    /// Its attributes besides.
    pub(crate) attributes: &'a [String],
    /// What it holds.
    pub(crate) payload: Option<Payload<'a>>,
    /// The values of the tag that stand for it.
    pub(crate) tags: Vec<&'a str>,
    /// What selects it; nothing where nothing does.
    pub(crate) selector: Option<Selector<'a>>,
    /// What is checked of its value before it is sent.
    pub(crate) constraints: Vec<Constraint<'a>>,
}

/// What a variant holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Payload<'a> {
    /// Its type, without a box.
    pub(crate) ty: RustType<'a>,
    /// `true` if it is held behind a pointer, since it would be endless or is large.
    pub(crate) is_boxed: bool,
    /// How it becomes what is sent, where that is another type.
    pub(crate) conversion: Conversion,
}

impl<'a> Payload<'a> {
    /// The type, in a box where it is held so.
    pub(crate) fn held(&self) -> RustType<'a> {
        let ty = self.ty.clone();
        if self.is_boxed { ty.boxed() } else { ty }
    }
}

/// What selects a variant.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Selector<'a> {
    /// A tag or a word alone.
    Unit(&'a str),
    /// A tag among the members of its value.
    Member(Injection),
    /// A tag apart from its value.
    Apart(&'a str),
    /// A value.
    Constant(Constant<'a>),
    /// What its values look like.
    Shape(JsonShape<'a>),
}

/// How the tag stands among the members of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Injection {
    /// The value declares it.
    Declared,
    /// It is written in front of the members, and taken out when they are read.
    Injected,
    /// It is added; when it is read, the value may keep it among its members.
    Added,
}

impl<'a> Union<'a> {
    /// The member that says which alternative a value is, so that one in which it says something else is none of them.
    pub(super) fn promised_member(&self) -> Option<&'a str> {
        self.variants.iter().find_map(|variant| match &variant.selector {
            Some(Selector::Shape(JsonShape::Object(object))) => match object.expected {
                Some(Expectation::Promise { member, .. }) => Some(member),
                _ => None,
            },
            _ => None,
        })
    }
}

impl<'a> Resolver<'a> {
    pub(super) fn union(&self, id: TypeId, union: &'a model::Union, direction: Direction) -> Union<'a> {
        let shapes = match &union.tag {
            Some(_) => union.variants.iter().map(|_| None).collect(),
            None => alternative_shapes(self.api, union, direction),
        };
        let variants = union.variants.iter().zip(shapes).enumerate();
        let variant = |(index, (variant, look))| self.variant((id, index, look), union, variant, direction);
        Union {
            variants: variants.map(variant).collect(),
            selection: match union.tag.as_ref().map(|tag| &tag.place) {
                Some(TagPlace::Internal { property }) => Selection::Internal(property),
                Some(TagPlace::Adjacent { property, content }) => Selection::Adjacent(property, content),
                Some(TagPlace::External) => Selection::External,
                None => Selection::Untagged,
            },
            sources: self.sources(id, union, direction),
            received: self.received_name(id, direction),
        }
    }

    fn variant(
        &self,
        (id, index, look): (TypeId, usize, Option<AlternativeShape<'a>>),
        union: &'a model::Union,
        variant: &'a model::Variant,
        direction: Direction,
    ) -> Variant<'a> {
        let fallback = match &variant.payload {
            model::Payload::Constant(value) if value == "" => "No value: an empty text.".to_owned(),
            model::Payload::Constant(value) => format!("Always {}.", docs::code(&value.to_string())),
            model::Payload::Type(_) | model::Payload::Unit => String::new(),
        };
        let tags = union.tag.as_ref().map(|tag| tag.values_of(index)).unwrap_or_default();
        Variant {
            name: self.names.variant(id, index),
            docs: self.variant_docs(id, Docs::of(&variant.docs, fallback), look.as_ref(), direction),
            attributes: self.variant_attributes(id, index),
            payload: variant.payload.ty().map(|ty| {
                let is_boxed = self.is_variant_boxed(id, index, ty);
                let conversion = self.conversion(ty).boxed(is_boxed);
                Payload { ty: self.rust_type(ty, direction), is_boxed, conversion }
            }),
            tags: tags.iter().map(|(value, _)| value.as_str()).collect(),
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
    fn variant_docs(
        &self,
        id: TypeId,
        docs: Docs<'a>,
        look: Option<&AlternativeShape<'a>>,
        direction: Direction,
    ) -> Docs<'a> {
        let instead = look.and_then(|look| look.received_as).filter(|_| self.is_received(id, direction));
        match instead {
            Some(before) => docs.markdown(format!(
                "Nothing in a value tells it from [`Self::{}`], as which it is received.",
                self.names.variant(id, before)
            )),
            None => docs,
        }
    }

    /// Returns `true` if values of a type are received in a form.
    fn is_received(&self, id: TypeId, direction: Direction) -> bool {
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
    ) -> Option<Selector<'a>> {
        use model::Payload::{Constant as Always, Type as Holds, Unit};
        Some(match (tag, payload) {
            (Some(tag), Unit) => Selector::Unit(tag.only_value(index)?),
            (Some(_), Always(value)) => Selector::Unit(value.as_str()?),
            (Some(tag), Holds(ty)) => match tag.internal() {
                Some(property) => Selector::Member(self.injection(ty, property, direction)),
                None => Selector::Apart(tag.only_value(index)?),
            },
            (None, Always(value)) => Selector::Constant(Constant::of(value)),
            (None, Holds(_)) => Selector::Shape(look?.shape),
            (None, Unit) => return None,
        })
    }

    /// How the tag stands among the members of a value.
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

    fn variant_constraints(&self, tag: &Tag, payload: &'a model::Payload) -> Vec<Constraint<'a>> {
        match (payload, &tag.place) {
            (model::Payload::Type(ty), TagPlace::External) => self.constraints(ty, Constraints::NONE),
            (model::Payload::Type(Type::Named(inner)), _) if self.is_checked(*inner) => {
                vec![Constraint::Of(self.names.of_type(*inner, Direction::Request))]
            }
            _ => Vec::new(),
        }
    }
}
