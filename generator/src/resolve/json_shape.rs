//! The structural shape of JSON values that selects an alternative of a union.

use serde_json::Value;

use crate::analysis;
use crate::ir::{Constant, JsonShape, ObjectShape};

impl From<analysis::JsonShape<'_>> for JsonShape {
    fn from(shape: analysis::JsonShape<'_>) -> Self {
        match shape {
            analysis::JsonShape::Boolean => Self::Boolean,
            analysis::JsonShape::Integer => Self::Integer,
            analysis::JsonShape::Number => Self::Number,
            analysis::JsonShape::Text => Self::Text,
            analysis::JsonShape::Day => Self::Day,
            analysis::JsonShape::Format => Self::Format,
            analysis::JsonShape::Any => Self::Any,
            analysis::JsonShape::List(element) => Self::List(Box::new(Self::from(*element))),
            analysis::JsonShape::Object(object) => Self::Object(object.into()),
            analysis::JsonShape::Integers(values) => Self::Integers(values),
            analysis::JsonShape::Texts(values) => Self::Texts(owned(values)),
            analysis::JsonShape::Union(shapes) => Self::Union(shapes.into_iter().map(Self::from).collect()),
        }
    }
}

impl From<analysis::ObjectShape<'_>> for ObjectShape {
    fn from(object: analysis::ObjectShape<'_>) -> Self {
        let constant = |(name, value): (&str, &Value)| (name.to_owned(), Constant::new(value));
        let listed = object.listed.into_iter().map(|(path, values)| {
            let name = path.inner.map_or_else(|| path.member.to_owned(), |inner| format!("{}/{inner}", path.member));
            (name, values)
        });
        Self {
            required: owned(object.required),
            known: owned(object.known),
            constants: object.constants.into_iter().map(constant).collect(),
            listed: listed.collect(),
        }
    }
}

fn owned(texts: Vec<&str>) -> Vec<String> {
    texts.into_iter().map(str::to_owned).collect()
}
