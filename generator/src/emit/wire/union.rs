//! Wire tables of unions: a line for each alternative, with its tag or its structural shape.

use crate::emit::constant::constant_text;
use crate::emit::tokens::{literal, literals};
use crate::ir::{Injection, JsonShape, ObjectShape, Selector, TagPlace, Union, Variant};

/// ` by "kind" content "data"`
pub(in crate::emit) fn selected_by(union: &Union) -> String {
    match &union.tag {
        Some(TagPlace::Internal { property }) => format!(" by {}", literal(property)),
        Some(TagPlace::Adjacent { property, content }) => {
            format!(" by {} content {}", literal(property), literal(content))
        }
        Some(TagPlace::External) | None => String::new(),
    }
}

/// Returns the rows of a union: alternatives with a single value first, then those with a payload.
pub(super) fn rows(union: &Union) -> Vec<String> {
    let single = union.variants.iter().filter_map(single_row);
    single.chain(union.variants.iter().filter_map(holding_row)).collect()
}

/// `= "none" => None,`
fn single_row(variant: &Variant) -> Option<String> {
    let value = match variant.selector.as_ref()? {
        Selector::Unit(value) => literal(value),
        Selector::Constant(constant) => constant_text(constant),
        Selector::Member(_) | Selector::Apart(_) | Selector::Shape(_) => return None,
    };
    Some(format!("= {value} => {},", variant.name))
}

/// `"cat" => Cat: OwnTag,`, `"move" => Move,`, or `One: Integer,`
fn holding_row(variant: &Variant) -> Option<String> {
    let name = &variant.name;
    Some(match variant.selector.as_ref()? {
        Selector::Member(injection) => {
            let values: Vec<String> = variant.tags.iter().map(|value| literal(value)).collect();
            let kind = match injection {
                Injection::Declared => "OwnTag",
                Injection::Injected => "InjectedTag",
                Injection::Added => "InsertedTag",
            };
            format!("{} => {name}: {kind},", values.join(" | "))
        }
        Selector::Apart(value) => format!("{} => {name},", literal(value)),
        Selector::Shape(shape) => format!("{name}: {},", json_shape(shape)),
        Selector::Unit(_) | Selector::Constant(_) => return None,
    })
}

/// The shape of an alternative without a tag.
pub(in crate::emit) fn shape(variant: &Variant) -> Option<String> {
    match variant.selector.as_ref()? {
        Selector::Shape(shape) => Some(json_shape(shape)),
        _ => None,
    }
}

/// `Text`, `List(Integer)`, `Object(&["id"], &["id", "name"], &[])`
pub(super) fn json_shape(shape: &JsonShape) -> String {
    match shape {
        JsonShape::Boolean => "Boolean".to_owned(),
        JsonShape::Integer => "Integer".to_owned(),
        JsonShape::Number => "Number".to_owned(),
        JsonShape::Text => "Text".to_owned(),
        JsonShape::Day => "Day".to_owned(),
        JsonShape::Format => "Format".to_owned(),
        JsonShape::Any => "Any".to_owned(),
        JsonShape::List(element) => format!("List({})", json_shape(element)),
        JsonShape::Object(object) => object_shape(object),
        JsonShape::Integers(codes) => {
            let codes: Vec<String> = codes.iter().map(i64::to_string).collect();
            format!("Codes(&[{}])", codes.join(", "))
        }
        JsonShape::Texts(words) => format!("Texts({})", literals(words)),
        JsonShape::Union(shapes) => {
            let shapes: Vec<String> = shapes.iter().map(json_shape).collect();
            format!("Union({})", shapes.join(", "))
        }
    }
}

/// `Object(&["class"], &["class", "name"], &[("class", &["User"])])`
fn object_shape(object: &ObjectShape) -> String {
    let values = object.values.iter().map(|(name, values)| format!("({}, {})", literal(name), literals(values)));
    let values: Vec<String> = values.collect();
    format!("Object({}, {}, &[{}])", literals(&object.required), literals(&object.known), values.join(", "))
}
