//! How one of several types is read and written: a line for each alternative.

use crate::bindings::{Injection, JsonShape, Selection, Selector, Union, Variant};
use crate::emit::constant::constant_text;
use crate::emit::literal;

/// ` by "kind" content "data"`
pub(in crate::emit) fn selected_by(union: &Union<'_>) -> String {
    match union.selection {
        Selection::Internal(property) => format!(" by {}", literal(property)),
        Selection::Adjacent(property, content) => format!(" by {} content {}", literal(property), literal(content)),
        Selection::External | Selection::Untagged => String::new(),
    }
}

/// What is a single value comes first, then what holds one.
pub(super) fn rows(union: &Union<'_>) -> Vec<String> {
    let single = union.variants.iter().filter_map(single_row);
    single.chain(union.variants.iter().filter_map(holding_row)).collect()
}

/// `= "none" => None,`
fn single_row(variant: &Variant<'_>) -> Option<String> {
    let value = match variant.selector.as_ref()? {
        Selector::Unit(value) => literal(value),
        Selector::Constant(constant) => constant_text(*constant),
        Selector::Member(_) | Selector::Apart(_) | Selector::Shape(_) => return None,
    };
    Some(format!("= {value} => {},", variant.name))
}

/// `"cat" => Cat: OwnTag,`, `"move" => Move,` or `One: Integer,`
fn holding_row(variant: &Variant<'_>) -> Option<String> {
    let name = variant.name;
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

fn json_shape(shape: &JsonShape<'_>) -> String {
    let texts = |texts: &[&str]| texts.iter().map(|text| literal(text)).collect::<Vec<_>>().join(", ");
    match shape {
        JsonShape::Boolean => "Boolean".to_owned(),
        JsonShape::Integer => "Integer".to_owned(),
        JsonShape::Number => "Number".to_owned(),
        JsonShape::Text => "Text".to_owned(),
        JsonShape::Day => "Day".to_owned(),
        JsonShape::Format => "Format".to_owned(),
        JsonShape::Array => "Array".to_owned(),
        JsonShape::Any => "Any".to_owned(),
        JsonShape::Object { required, known, constants } if constants.is_empty() => {
            format!("Object(&[{}], &[{}])", texts(required), texts(known))
        }
        JsonShape::Object { required, known, constants } => {
            let constants = constants
                .iter()
                .map(|(name, constant)| format!("({}, |value| *value == {})", literal(name), constant_text(*constant)));
            let constants: Vec<String> = constants.collect();
            format!("Marked(&[{}], &[{}], &[{}])", texts(required), texts(known), constants.join(", "))
        }
        JsonShape::Integers(codes) => {
            let codes: Vec<String> = codes.iter().map(i64::to_string).collect();
            format!("Codes(&[{}])", codes.join(", "))
        }
        JsonShape::Texts(words) => format!("Texts(&[{}])", texts(words)),
    }
}
