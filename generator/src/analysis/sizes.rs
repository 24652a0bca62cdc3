//! About how many bytes values take, to keep enumerations small.

use super::{Boxed, Direction, travels};
use crate::model::{Api, Definition, Integer, Number, Payload, Shape, Text, Type, TypeId};

/// Alternatives above this many bytes are boxed, so that small ones do not pay for them.
const LARGE: usize = 128;

/// How deep types are looked into: what stands further inside is taken for a pointer.
const DEPTH: usize = 8;

const POINTER: usize = 8;

/// The sizes of types with a name, in both forms.
#[derive(Clone, Debug)]
pub struct Sizes {
    received: Vec<usize>,
    sent: Vec<usize>,
}

impl Sizes {
    pub(super) fn of(api: &Api, boxed: &Boxed) -> Self {
        Self { received: sizes(api, boxed, Direction::Response), sent: sizes(api, boxed, Direction::Request) }
    }

    /// Whether an alternative is so large that it is held behind a pointer.
    #[must_use]
    pub fn is_large(&self, api: &Api, ty: &Type, direction: Direction) -> bool {
        let named = match direction {
            Direction::Response => &self.received,
            Direction::Request => &self.sent,
        };
        size(api, ty, named) > LARGE
    }
}

/// Goes one level deeper at a time, with all types at once: each is looked at once for a level, however many hold it.
fn sizes(api: &Api, boxed: &Boxed, direction: Direction) -> Vec<usize> {
    let pointers = vec![POINTER; api.types.len()];
    (0..DEPTH).fold(pointers, |inner, _| {
        api.definitions()
            .map(|(id, definition)| of_definition(api, boxed, (id, definition), direction, &inner))
            .collect()
    })
}

fn of_definition(
    api: &Api,
    boxed: &Boxed,
    (id, definition): (TypeId, &Definition),
    direction: Direction,
    named: &[usize],
) -> usize {
    match &definition.shape {
        Shape::Object(object) => {
            let fields = object
                .fields
                .iter()
                .enumerate()
                .filter(|(_, field)| travels(field, direction) && field.constant.is_none());
            let sizes = fields.map(|(index, field)| {
                let value = if boxed.contains(id, index) { POINTER } else { size(api, &field.ty, named) };
                value + if field.required { 0 } else { 8 }
            });
            sizes.fold(if object.others.is_some() { 24 } else { 0 }, usize::saturating_add)
        }
        Shape::Alias(inner) | Shape::Wrapper(inner) => size(api, inner, named),
        Shape::IntegerEnum(_) => 16,
        Shape::StringEnum(_) => 24,
        Shape::Union(union) => {
            let sizes = union.variants.iter().map(|variant| match &variant.payload {
                Payload::Type(ty) => size(api, ty, named).min(LARGE),
                Payload::Constant(_) | Payload::Unit => 0,
            });
            8 + sizes.max().unwrap_or(0).max(72)
        }
    }
}

fn size(api: &Api, ty: &Type, named: &[usize]) -> usize {
    match api.unaliased(ty) {
        Type::Boolean => 1,
        Type::Integer(Integer::I32) | Type::Number(Number::F32) | Type::Text(Text::Ipv4) => 4,
        Type::Integer(Integer::I128) | Type::Text(Text::Date(_) | Text::Uuid | Text::Ipv6) => 16,
        Type::Integer(_) | Type::Number(_) | Type::Text(Text::Integer(_)) => 8,
        Type::Any | Type::AnyObject => 72,
        Type::Text(_) | Type::List(_) | Type::Set(_) | Type::Map(_) => 24,
        Type::Tuple(elements) => {
            elements.iter().map(|element| size(api, element, named)).fold(0, usize::saturating_add)
        }
        Type::Nullable(inner) => size(api, inner, named).saturating_add(8),
        Type::Named(id) => named[id.index()],
    }
}
