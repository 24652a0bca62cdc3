//! The structural shape of a type's values.

use std::collections::HashMap;
use std::hash::Hash;

use crate::api::analysis::{Direction, is_required, travels};
use crate::api::model::{Api, DateKind, Field, Object, Payload, Shape, Tag, TagPlace, Text, Type, Union, plain_text};
use crate::base::json_shape::{JsonShape, ObjectShape};

/// Maximum depth of nested lists and unions.
const MAX_DEPTH: usize = 3;

/// Maximum number of shapes of a union, including those of nested unions: otherwise the number would grow with the
/// product of all.
const MAX_SHAPES: usize = 1024;

/// Maximum length of value lists; longer ones are ignored.
const MAX_LIST_LEN: usize = 64;

/// The remaining budget for expanding a type.
#[derive(Clone, Copy)]
struct ShapeBudget {
    /// The remaining depth of lists and unions.
    depth: usize,
    /// The remaining number of shapes.
    shapes: usize,
}

impl ShapeBudget {
    /// Returns the budget one level deeper.
    fn inside(self) -> Option<Self> {
        Some(Self { depth: self.depth.checked_sub(1)?, ..self })
    }

    /// Returns the budget of each alternative, or `None` if it does not suffice.
    fn of_each(self, alternatives: usize) -> Option<Self> {
        let shapes = self.shapes.checked_div(alternatives).unwrap_or(self.shapes);
        (shapes > 0).then_some(Self { shapes, ..self })
    }
}

/// Computes the shapes of types in one direction.
#[derive(Clone, Copy)]
pub(super) struct ShapeBuilder<'a> {
    pub(super) api: &'a Api,
    pub(super) direction: Direction,
}

impl<'a> ShapeBuilder<'a> {
    /// Returns the shape of one alternative of a union with this number of alternatives.
    pub(super) fn of_alternative(self, ty: &'a Type, alternatives: usize) -> JsonShape {
        self.within(ty, ShapeBudget { depth: MAX_DEPTH, shapes: MAX_SHAPES / alternatives.max(1) })
    }

    fn within(self, ty: &'a Type, room: ShapeBudget) -> JsonShape {
        match self.api.unaliased(ty) {
            Type::Boolean => JsonShape::Boolean,
            Type::Integer(_) | Type::UnixTime => JsonShape::Integer,
            Type::Number(_) => JsonShape::Number,
            Type::Text(Text::Plain | Text::Binary) => JsonShape::Text,
            Type::Text(Text::Date(DateKind::Date)) => JsonShape::Day,
            Type::Text(Text::NumberOrText) | Type::Any | Type::Nullable(_) => JsonShape::Any,
            Type::Text(_) => JsonShape::Format,
            Type::List(element) => self.list(Some(element), room),
            Type::Tuple(elements) => self.list(elements.first(), room),
            Type::Map(_) | Type::AnyObject => JsonShape::Object(ObjectShape::default()),
            Type::Own(id, _) => match (self.api.own_types.get(*id), room.inside()) {
                (Some(own), Some(room)) => self.within(&own.like, room),
                _ => JsonShape::Any,
            },
            Type::Named(id) => self.of_shape(&self.api.definition(*id).shape, room).unwrap_or(JsonShape::Any),
        }
    }

    /// Returns the shape, or `None` if the budget is exhausted.
    fn of_shape(self, shape: &'a Shape, room: ShapeBudget) -> Option<JsonShape> {
        Some(match shape {
            Shape::Object(object) => JsonShape::Object(self.object(object)),
            Shape::IntegerEnum(codes) => JsonShape::Integers(codes.codes.iter().map(|code| code.code).collect()),
            Shape::StringEnum(words) => JsonShape::Texts(words.words.iter().map(|word| word.wire.clone()).collect()),
            Shape::Wrapper(inner) => self.within(inner, room.inside()?),
            Shape::Union(union) => self.union(union, room.inside()?)?,
            Shape::Alias(_) => return None,
        })
    }

    fn list(self, element: Option<&'a Type>, room: ShapeBudget) -> JsonShape {
        let first = element.zip(room.inside()).map(|(element, room)| self.within(element, room));
        JsonShape::List(Box::new(first.unwrap_or(JsonShape::Any)))
    }

    fn object(self, object: &'a Object) -> ObjectShape {
        let members = || object.fields.iter().filter(move |field| travels(field, self.direction));
        ObjectShape {
            required: members()
                .filter(|field| is_required(field, self.direction))
                .map(|field| field.wire.clone())
                .collect(),
            known: members().map(|field| field.wire.clone()).collect(),
            values: members().filter_map(|field| Some((field.wire.clone(), self.values(field)?))).collect(),
        }
    }

    /// Returns the values of a member, if they are listed.
    fn values(self, field: &'a Field) -> Option<Vec<String>> {
        if let Some(constant) = &field.constant {
            return Some(vec![plain_text(constant)]);
        }
        let values: Vec<String> = match self.shape(&field.ty)? {
            Shape::StringEnum(words) => words.words.iter().map(|word| word.wire.clone()).collect(),
            Shape::IntegerEnum(codes) => codes.codes.iter().map(|code| code.code.to_string()).collect(),
            _ => return None,
        };
        (values.len() <= MAX_LIST_LEN).then_some(values)
    }

    fn shape(self, ty: &'a Type) -> Option<&'a Shape> {
        match self.api.unaliased(ty.split_null().0) {
            Type::Named(id) => Some(&self.api.definition(*id).shape),
            _ => None,
        }
    }

    fn union(self, union: &'a Union, room: ShapeBudget) -> Option<JsonShape> {
        if let Some(tag) = &union.tag {
            return self.tagged(union, tag, room);
        }
        let room = room.of_each(union.variants.len())?;
        let holding = union.payloads().map(|ty| self.within(ty, room));
        Some(JsonShape::Union(texts(union).into_iter().chain(holding).collect()))
    }

    /// Returns the shape of a tagged union: it lists the values of the tag, and has the members that all alternatives
    /// have.
    fn tagged(self, union: &'a Union, tag: &'a Tag, room: ShapeBudget) -> Option<JsonShape> {
        let values: Vec<String> = tag.values.concat();
        let with = |own: &[&String], others: Vec<String>| {
            let others = others.into_iter().filter(|member| !own.contains(&member));
            own.iter().map(|member| (*member).clone()).chain(others).collect()
        };
        let listed = |property: &String, all: ObjectShape, own: &[&String]| {
            let others = all.values.into_iter().filter(|(member, _)| member != property);
            let values = (values.len() <= MAX_LIST_LEN).then(|| (property.clone(), values.clone()));
            JsonShape::Object(ObjectShape {
                required: with(&[property], all.required),
                known: with(own, all.known),
                values: others.chain(values).collect(),
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
                let member = |name: &String| {
                    let name = vec![name.clone()];
                    JsonShape::Object(ObjectShape { required: name.clone(), known: name, ..ObjectShape::default() })
                };
                JsonShape::Union(texts(union).into_iter().chain(tag.values.iter().flatten().map(member)).collect())
            }
        })
    }

    /// Returns the members that all alternatives have, if they are objects.
    fn in_all(self, union: &'a Union) -> Option<ObjectShape> {
        let objects = union.variants.iter().map(|variant| match self.shape(variant.payload.ty()?)? {
            Shape::Object(object) => Some(self.object(object)),
            _ => None,
        });
        let objects: Vec<ObjectShape> = objects.collect::<Option<_>>()?;
        Some(ObjectShape {
            required: of_all(&objects, |object| &object.required),
            known: of_all(&objects, |object| &object.known),
            values: of_all(&objects, |object| &object.values),
        })
    }
}

/// Returns the entries that all objects have, in the order of the first one.
fn of_all<'o, T: Clone + Eq + Hash + 'o>(
    objects: &'o [ObjectShape],
    said: impl Fn(&'o ObjectShape) -> &'o Vec<T>,
) -> Vec<T> {
    let mut counts: HashMap<&T, usize> = HashMap::new();
    objects.iter().flat_map(&said).for_each(|one| *counts.entry(one).or_default() += 1);
    let of_first = objects.first().map(&said).into_iter().flatten();
    of_first.filter(|one| counts.get(one) == Some(&objects.len())).cloned().collect()
}

/// Returns the strings that are alternatives themselves.
fn texts(union: &Union) -> Option<JsonShape> {
    let texts = union.variants.iter().filter_map(|variant| match &variant.payload {
        Payload::Constant(value) => value.as_str().map(str::to_owned),
        Payload::Type(_) | Payload::Unit => None,
    });
    let texts: Vec<String> = texts.collect();
    (!texts.is_empty()).then_some(JsonShape::Texts(texts))
}
