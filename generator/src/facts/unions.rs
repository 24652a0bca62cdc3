//! How the alternatives of a union are told apart when no member says so.

use std::collections::HashMap;

use crate::model::{Api, Payload, Shape, Type, TypeId, Union};

/// A kind of JSON value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// `true` or `false`.
    Boolean,
    /// A number.
    Number,
    /// A text.
    Text,
    /// An array.
    Array,
    /// An object.
    Object,
}

/// One alternative and when it is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The index of the alternative.
    pub variant: usize,
    /// The kind of its values; `None` for any.
    pub kind: Option<Kind>,
    /// Whether no other alternative has values of this kind, so that the kind decides.
    pub alone: bool,
}

/// The arms of all unions, in the order in which they are tried: single values first, then objects by how much they
/// ask for, then what takes any value.
pub(super) fn arms(api: &Api) -> HashMap<TypeId, Vec<Arm>> {
    let unions = api.definitions().filter_map(|(id, definition)| match &definition.shape {
        Shape::Union(union) => Some((id, union_arms(api, union))),
        _ => None,
    });
    unions.collect()
}

fn union_arms(api: &Api, union: &Union) -> Vec<Arm> {
    let kinds: Vec<Option<Kind>> = union.variants.iter().map(|variant| payload_kind(api, &variant.payload)).collect();
    let types = |index: &usize| matches!(union.variants[*index].payload, Payload::Type(_));
    let mut order: Vec<usize> = (0..union.variants.len()).collect();
    order.sort_by_key(|index| (types(index), kinds[*index].is_none(), std::cmp::Reverse(asked(api, union, *index))));
    let arm = |index: usize| {
        let others = (0..kinds.len()).filter(|other| *other != index).filter(types);
        let alone = kinds[index].is_some()
            && others.into_iter().all(|other| kinds[other] != kinds[index] && kinds[other].is_some());
        Arm { variant: index, kind: kinds[index], alone }
    };
    order.into_iter().map(arm).collect()
}

fn payload_kind(api: &Api, payload: &Payload) -> Option<Kind> {
    match payload {
        Payload::Type(ty) => kind(api, ty),
        Payload::Constant(value) => match value {
            serde_json::Value::Bool(_) => Some(Kind::Boolean),
            serde_json::Value::Number(_) => Some(Kind::Number),
            serde_json::Value::String(_) => Some(Kind::Text),
            serde_json::Value::Array(_) => Some(Kind::Array),
            serde_json::Value::Object(_) => Some(Kind::Object),
            serde_json::Value::Null => None,
        },
    }
}

fn kind(api: &Api, ty: &Type) -> Option<Kind> {
    match api.unaliased(ty) {
        Type::Boolean => Some(Kind::Boolean),
        Type::Integer(_) | Type::Number(_) => Some(Kind::Number),
        Type::Text(_) => Some(Kind::Text),
        Type::List(_) => Some(Kind::Array),
        Type::Map(_) | Type::AnyObject => Some(Kind::Object),
        Type::Any | Type::Nullable(_) => None,
        Type::Named(id) => match &api.definition(*id).shape {
            Shape::Object(_) => Some(Kind::Object),
            Shape::Codes(_) => Some(Kind::Number),
            Shape::Words(_) => Some(Kind::Text),
            Shape::Newtype(Type::List(_)) => Some(Kind::Array),
            Shape::Newtype(Type::Map(_)) => Some(Kind::Object),
            Shape::Newtype(_) | Shape::Alias(_) | Shape::Union(_) => None,
        },
    }
}

/// How many members an object alternative asks for.
fn asked(api: &Api, union: &Union, index: usize) -> usize {
    let Payload::Type(ty) = &union.variants[index].payload else { return 0 };
    match api.unaliased(ty) {
        Type::Named(id) => match &api.definition(*id).shape {
            Shape::Object(object) => object.fields.iter().filter(|field| field.required && !field.write_only).count(),
            _ => 0,
        },
        _ => 0,
    }
}
