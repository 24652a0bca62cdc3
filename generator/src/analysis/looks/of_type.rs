//! What the values of a type look like.

use std::collections::HashMap;
use std::hash::Hash;

use super::{JsonShape, MemberPath, ObjectShape};
use crate::analysis::{Direction, travels};
use crate::model::{Api, DateKind, Field, Object, Payload, Shape, Tag, TagPlace, Text, Type, Union, plain_text};

/// How many lists and unions are looked into, one inside the other.
const DEEPEST: usize = 3;

/// So many shapes are written out for a union, those of the unions inside it among them: what grew with each of them would
/// grow with the product of all.
const MOST_SHAPES: usize = 1024;

/// Longer lists of values are not looked at.
const LONGEST_LIST: usize = 64;

/// Of an object that is a member so many members are looked at.
const MOST_MEMBERS: usize = 16;

/// How far is looked into a type.
#[derive(Clone, Copy)]
struct Room {
    /// So many lists and unions, one inside the other.
    depth: usize,
    /// So many shapes.
    shapes: usize,
}

impl Room {
    /// What is left one level further inside.
    fn inside(self) -> Option<Self> {
        Some(Self { depth: self.depth.checked_sub(1)?, ..self })
    }

    /// What each of so many alternatives has; nothing where there is no room for all.
    fn of_each(self, alternatives: usize) -> Option<Self> {
        let shapes = self.shapes.checked_div(alternatives).unwrap_or(self.shapes);
        (shapes > 0).then_some(Self { shapes, ..self })
    }
}

/// Looks at types in one direction.
#[derive(Clone, Copy)]
pub(super) struct Looks<'a> {
    pub(super) api: &'a Api,
    pub(super) direction: Direction,
}

impl<'a> Looks<'a> {
    /// What the values of one of so many alternatives look like.
    pub(super) fn of_alternative(self, ty: &'a Type, alternatives: usize) -> JsonShape<'a> {
        self.within(ty, Room { depth: DEEPEST, shapes: MOST_SHAPES / alternatives.max(1) })
    }

    fn within(self, ty: &'a Type, room: Room) -> JsonShape<'a> {
        match self.api.unaliased(ty) {
            Type::Boolean => JsonShape::Boolean,
            Type::Integer(_) => JsonShape::Integer,
            Type::Number(_) => JsonShape::Number,
            Type::Text(Text::Plain | Text::Binary) => JsonShape::Text,
            Type::Text(Text::Date(DateKind::Date)) => JsonShape::Day,
            Type::Text(Text::NumberOrText) | Type::Any | Type::Nullable(_) => JsonShape::Any,
            Type::Text(_) => JsonShape::Format,
            Type::List(element) | Type::Set(element) => self.list(Some(element), room),
            Type::Tuple(elements) => self.list(elements.first(), room),
            Type::Map(_) | Type::AnyObject => JsonShape::Object(ObjectShape::default()),
            Type::Own(id, _) => match (self.api.own_types.get(*id), room.inside()) {
                (Some(own), Some(room)) => self.within(&own.like, room),
                _ => JsonShape::Any,
            },
            Type::Named(id) => self.of_shape(&self.api.definition(*id).shape, room).unwrap_or(JsonShape::Any),
        }
    }

    /// Nothing where there is no room to look into it.
    fn of_shape(self, shape: &'a Shape, room: Room) -> Option<JsonShape<'a>> {
        Some(match shape {
            Shape::Object(object) => JsonShape::Object(self.object(object)),
            Shape::IntegerEnum(codes) => JsonShape::Integers(codes.codes.iter().map(|code| code.code).collect()),
            Shape::StringEnum(words) => JsonShape::Texts(words.words.iter().map(|word| word.wire.as_str()).collect()),
            Shape::Wrapper(inner) => self.within(inner, room.inside()?),
            Shape::Union(union) => self.union(union, room.inside()?)?,
            Shape::Alias(_) => return None,
        })
    }

    fn list(self, element: Option<&'a Type>, room: Room) -> JsonShape<'a> {
        let first = element.zip(room.inside()).map(|(element, room)| self.within(element, room));
        JsonShape::List(Box::new(first.unwrap_or(JsonShape::Any)))
    }

    fn object(self, object: &'a Object) -> ObjectShape<'a> {
        let members = || object.fields.iter().filter(move |field| travels(field, self.direction));
        ObjectShape {
            required: members().filter(|field| field.required).map(|field| field.wire.as_str()).collect(),
            known: members().map(|field| field.wire.as_str()).collect(),
            constants: members().filter_map(|field| Some((field.wire.as_str(), field.constant.as_ref()?))).collect(),
            listed: members().flat_map(|field| self.listed(field)).collect(),
            expected: None,
        }
    }

    /// The values of a member, or those of the members that it has itself; a `/` in a name would be taken for the end of it.
    fn listed(self, field: &'a Field) -> Vec<(MemberPath<'a>, Vec<String>)> {
        let member = field.wire.as_str();
        let path = |inner| MemberPath { member, inner };
        if let Some(values) = self.values(field) {
            return vec![(path(None), values)];
        }
        let Some(Shape::Object(object)) = self.shape(&field.ty).filter(|_| field.constant.is_none()) else {
            return Vec::new();
        };
        let inner = object.fields.iter().take(MOST_MEMBERS).filter(|field| travels(field, self.direction));
        let inner = inner.filter(|field| field.required && !field.wire.contains('/') && !member.contains('/'));
        inner.filter_map(|field| Some((path(Some(field.wire.as_str())), self.values(field)?))).collect()
    }

    /// The values of a member, where they are listed.
    fn values(self, field: &'a Field) -> Option<Vec<String>> {
        if let Some(constant) = &field.constant {
            return Some(vec![plain_text(constant)]);
        }
        let values: Vec<String> = match self.shape(&field.ty)? {
            Shape::StringEnum(words) => words.words.iter().map(|word| word.wire.clone()).collect(),
            Shape::IntegerEnum(codes) => codes.codes.iter().map(|code| code.code.to_string()).collect(),
            _ => return None,
        };
        (values.len() <= LONGEST_LIST).then_some(values)
    }

    fn shape(self, ty: &'a Type) -> Option<&'a Shape> {
        match self.api.unaliased(ty.split_null().0) {
            Type::Named(id) => Some(&self.api.definition(*id).shape),
            _ => None,
        }
    }

    fn union(self, union: &'a Union, room: Room) -> Option<JsonShape<'a>> {
        if let Some(tag) = &union.tag {
            return self.tagged(union, tag, room);
        }
        let room = room.of_each(union.variants.len())?;
        let holding = union.payloads().map(|ty| self.within(ty, room));
        Some(JsonShape::Union(texts(union).into_iter().chain(holding).collect()))
    }

    /// What a union looks like that has a tag: it lists the values of that, and has what all alternatives have.
    fn tagged(self, union: &'a Union, tag: &'a Tag, room: Room) -> Option<JsonShape<'a>> {
        let listed = |property: &'a str, all: ObjectShape<'a>, own: &[&'a str]| {
            let values: Vec<String> = tag.values.iter().map(|(value, _)| value.clone()).collect();
            let listed =
                (values.len() <= LONGEST_LIST).then_some((MemberPath { member: property, inner: None }, values));
            let with = |own: &[&'a str], others: Vec<&'a str>| {
                let others = others.into_iter().filter(|member| !own.contains(member));
                own.iter().copied().chain(others).collect()
            };
            JsonShape::Object(ObjectShape {
                required: with(&[property], all.required),
                known: with(own, all.known),
                constants: all.constants,
                listed: listed.into_iter().collect(),
                expected: None,
            })
        };
        Some(match &tag.place {
            TagPlace::Internal { property } => {
                let all = room.of_each(union.variants.len()).and_then(|_| self.in_all(union));
                listed(property, all.unwrap_or_default(), &[property])
            }
            TagPlace::Adjacent { property, content } => listed(property, ObjectShape::default(), &[property, content]),
            TagPlace::External => {
                room.of_each(union.variants.len())?;
                let member = |(name, _): &'a (String, usize)| {
                    let name = vec![name.as_str()];
                    JsonShape::Object(ObjectShape { required: name.clone(), known: name, ..ObjectShape::default() })
                };
                JsonShape::Union(texts(union).into_iter().chain(tag.values.iter().map(member)).collect())
            }
        })
    }

    /// What all alternatives have, where they are objects.
    fn in_all(self, union: &'a Union) -> Option<ObjectShape<'a>> {
        let objects = union.variants.iter().map(|variant| match self.shape(variant.payload.ty()?)? {
            Shape::Object(object) => Some(self.object(object)),
            _ => None,
        });
        let objects: Vec<ObjectShape<'a>> = objects.collect::<Option<_>>()?;
        Some(ObjectShape {
            required: of_all(&objects, |object| &object.required),
            known: of_all(&objects, |object| &object.known),
            constants: of_all(&objects, |object| &object.constants),
            ..ObjectShape::default()
        })
    }
}

/// What is said by each of some objects, in the order of the first one.
fn of_all<'o, 'a, T: Copy + Eq + Hash + 'o>(
    objects: &'o [ObjectShape<'a>],
    said: impl Fn(&'o ObjectShape<'a>) -> &'o Vec<T>,
) -> Vec<T> {
    let mut counts: HashMap<T, usize> = HashMap::new();
    objects.iter().flat_map(&said).for_each(|one| *counts.entry(*one).or_default() += 1);
    let of_first = objects.first().map(said).into_iter().flatten().copied();
    of_first.filter(|one| counts.get(one) == Some(&objects.len())).collect()
}

/// The texts that are alternatives themselves.
fn texts(union: &Union) -> Option<JsonShape<'_>> {
    let texts = union.variants.iter().filter_map(|variant| match &variant.payload {
        Payload::Constant(value) => value.as_str(),
        Payload::Type(_) | Payload::Unit => None,
    });
    let texts: Vec<&str> = texts.collect();
    (!texts.is_empty()).then_some(JsonShape::Texts(texts))
}
