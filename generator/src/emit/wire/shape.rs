//! Structural shapes of alternatives, as rows of the wire tables.

use crate::emit::constant::constant_text;
use crate::emit::tokens::literal;
use crate::ir::{Expectation, JsonShape, ObjectShape};

/// `Text`, `List(Integer)`, `Object(&["id"], &["id", "name"])`
pub(super) fn json_shape(shape: &JsonShape) -> String {
    match shape {
        JsonShape::Boolean => "Boolean".to_owned(),
        JsonShape::Integer => "Integer".to_owned(),
        JsonShape::Number => "Number".to_owned(),
        JsonShape::Numeral(number) => format!("Numeral({})", json_shape(number)),
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
        JsonShape::Texts(words) => format!("Texts({})", texts(words)),
        JsonShape::Union(shapes) => {
            let shapes: Vec<String> = shapes.iter().map(json_shape).collect();
            format!("Union({})", shapes.join(", "))
        }
    }
}

fn object_shape(object: &ObjectShape) -> String {
    let members = format!("{}, {}", texts(&object.required), texts(&object.known));
    match marks(object).as_slice() {
        [] => format!("Object({members})"),
        marks => format!("Marked({members}, {})", marks.join(", ")),
    }
}

/// `Is("class", |value| *value == "User")`, `Lists("event", &["opened"])`, and what is expected
fn marks(object: &ObjectShape) -> Vec<String> {
    let is = object
        .constants
        .iter()
        .map(|(name, value)| format!("Is({}, |value| *value == {})", literal(name), constant_text(value)));
    let lists = object.listed.iter().map(|(name, values)| format!("Lists({}, {})", literal(name), texts(values)));
    is.chain(lists).chain(object.expected.as_ref().map(expectation)).collect()
}

/// `Says("type", "wait_timer")`, `Tells("event", "labeled_issue_event", &[])`
fn expectation(expected: &Expectation) -> String {
    match expected {
        Expectation::Guess { member, words } => format!("Says({}, {})", literal(member), literal(words)),
        Expectation::Promise { member, words, instead } => {
            format!("Tells({}, {}, {})", literal(member), literal(words), texts(instead))
        }
    }
}

fn texts<T: AsRef<str>>(texts: &[T]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| literal(text.as_ref())).collect();
    format!("&[{}]", texts.join(", "))
}
