//! Approximate sizes of values in bytes, to keep enums small. The set of large types is recorded: a later field does
//! not box anything.

use super::previous::PreviousLayouts;
use super::{Boxed, Direction, travels};
use crate::model::{Api, Integer, Number, Payload, Shape, Text, Type, TypeId};

/// Alternatives larger than this are boxed, so that small ones do not pay for them.
const LARGE: usize = 128;

/// Maximum depth of nested types; deeper ones count as pointers.
const DEPTH: usize = 8;

const POINTER: usize = 8;

/// The size of a string, a list or a map.
const TEXT: usize = 24;

/// The named types that are large.
#[derive(Clone, Debug)]
pub struct LargeTypes(Vec<bool>);

impl LargeTypes {
    pub(super) fn new(api: &Api, boxed: &Boxed, previous: &PreviousLayouts<'_>) -> Self {
        let sizes = [Direction::Response, Direction::Request].map(|direction| sizes(api, boxed, direction));
        let is_large = |id: TypeId| sizes.iter().any(|sizes| sizes[id.index()] > LARGE);
        let large =
            api.definitions().map(|(id, _)| previous.get(id).map_or_else(|| is_large(id), |layout| layout.large));
        Self(large.collect())
    }

    /// Returns `true` if this type is large.
    #[must_use]
    pub fn contains(&self, id: TypeId) -> bool {
        self.0[id.index()]
    }

    /// Returns `true` if an alternative is boxed because of its size.
    #[must_use]
    pub fn is_large(&self, api: &Api, ty: &Type) -> bool {
        if let Some(alias) = alias_of_tuple(api, ty) {
            return self.contains(alias);
        }
        match api.unaliased(ty) {
            Type::Named(id) => self.contains(*id),
            Type::Nullable(inner) => self.is_large(api, inner),
            Type::Tuple(elements) => {
                elements.len() > LARGE / TEXT || elements.iter().any(|element| self.is_large(api, element))
            }
            _ => false,
        }
    }
}

/// Returns the sizes of all types, computed one level at a time: each type is visited once per level, regardless of how
/// many contain it.
fn sizes(api: &Api, boxed: &Boxed, direction: Direction) -> Vec<usize> {
    let pointers = vec![POINTER; api.types.len()];
    (0..DEPTH).fold(pointers, |inner, _| {
        api.definitions().map(|(id, _)| of_definition(api, boxed, id, direction, &inner)).collect()
    })
}

fn of_definition(api: &Api, boxed: &Boxed, id: TypeId, direction: Direction, named: &[usize]) -> usize {
    match &api.definition(id).shape {
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
            sizes.fold(if object.others.is_some() { TEXT } else { 0 }, usize::saturating_add)
        }
        Shape::Alias(inner) | Shape::Wrapper(inner) => size(api, inner, named),
        Shape::IntegerEnum(_) => 16,
        Shape::StringEnum(_) => TEXT,
        Shape::Union(union) => {
            let sizes = union.variants.iter().map(|variant| match &variant.payload {
                Payload::Type(ty) => size(api, ty, named).min(LARGE),
                Payload::Constant(_) | Payload::Unit => 0,
            });
            8 + sizes.max().unwrap_or(0).max(72)
        }
    }
}

/// Returns the alias that a type is, if it leads to a tuple. Tuples of aliases of tuples multiply, so that each is
/// visited once.
fn alias_of_tuple(api: &Api, ty: &Type) -> Option<TypeId> {
    match ty {
        Type::Named(id) if matches!(api.unaliased(ty), Type::Tuple(_)) => Some(*id),
        _ => None,
    }
}

fn size(api: &Api, ty: &Type, named: &[usize]) -> usize {
    if let Some(alias) = alias_of_tuple(api, ty) {
        return named[alias.index()];
    }
    match api.unaliased(ty) {
        Type::Boolean => 1,
        Type::Integer(Integer::I32) | Type::Number(Number::F32) | Type::Text(Text::Ipv4) => 4,
        Type::Integer(Integer::I128) | Type::UnixTime | Type::Text(Text::Date(_) | Text::Uuid | Text::Ipv6) => 16,
        Type::Integer(_) | Type::Number(_) | Type::Text(Text::Integer(_)) => 8,
        Type::Any | Type::AnyObject | Type::Own(..) => 72,
        Type::Text(_) | Type::List(_) | Type::Map(_) => TEXT,
        Type::Tuple(elements) => {
            elements.iter().map(|element| size(api, element, named)).fold(0, usize::saturating_add)
        }
        Type::Nullable(inner) => size(api, inner, named).saturating_add(8),
        Type::Named(id) => named[id.index()],
    }
}

#[cfg(test)]
mod tests {
    use crate::model::TypeId;
    use crate::names::NameHistory;
    use crate::pipeline::Emission;

    /// Returns the emission of a struct with this number of strings.
    fn emission(texts: usize, memory: &NameHistory) -> Emission {
        let members = (0..texts).map(|number| format!(r#""text{number}": {{ "type": "string" }}"#));
        let members = members.collect::<Vec<_>>().join(", ");
        Emission::from_schemas(&format!(r#""Cat": {{ "type": "object", "properties": {{ {members} }} }}"#), memory)
    }

    #[test]
    fn what_was_small_stays_small() {
        let is_large = |emission: &Emission| emission.analysis.large.contains(TypeId::new(0));
        let (small, large) = (emission(2, &NameHistory::default()), emission(9, &NameHistory::default()));
        assert_eq!([is_large(&small), is_large(&large)], [false, true]);
        assert!(!is_large(&emission(9, &small.recorded_names)));
        assert!(is_large(&emission(2, &large.recorded_names)));
    }
}
