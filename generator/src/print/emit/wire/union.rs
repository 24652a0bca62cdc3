//! Wire tables of unions: a line for each alternative, with its tag or its structural shape.

use super::layout::Expression;
use crate::print::emit::constant::constant_text;
use crate::print::emit::table::WIDTH;
use crate::print::emit::tokens::literal;
use crate::rust::ir::{Injection, JsonShape, ObjectTable, Selector, TagPlace, Union, Variant};

/// The indentation of a row.
const INDENT: &str = "    ";

/// ` by "kind" content "data"`
pub(in crate::print::emit) fn selected_by(union: &Union) -> String {
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
            tags(&values, &format!("{name}: {kind}"))
        }
        Selector::Apart(value) => tags(&[literal(value)], name),
        Selector::Shape(shape) => json_shape(shape).lines(&format!("{name}: "), ",", 4),
        Selector::Unit(_) | Selector::Constant(_) => return None,
    })
}

/// `"cat" | "kitten" => Cat: OwnTag,`
fn tags(values: &[String], of: &str) -> String {
    let mut row = String::new();
    let mut width = INDENT.len();
    for (index, value) in values.iter().enumerate() {
        let separator = if index == 0 { "" } else { " | " };
        if index > 0 && width + separator.len() + value.len() >= WIDTH {
            row.push_str("\n    | ");
            width = INDENT.len() + "| ".len();
        } else {
            row.push_str(separator);
            width += separator.len();
        }
        row.push_str(value);
        width += value.len();
    }
    let separator = if width + " => ".len() + of.len() >= WIDTH { "\n        => " } else { " => " };
    format!("{row}{separator}{of},")
}

/// The shape of an alternative without a tag.
pub(in crate::print::emit) fn shape(variant: &Variant) -> Option<Expression> {
    match variant.selector.as_ref()? {
        Selector::Shape(shape) => Some(json_shape(shape)),
        _ => None,
    }
}

/// `Text`, `List(Integer)`, `Object(Label)`, `Object(&["id"], &["id", "name"], &[])`
fn json_shape(shape: &JsonShape<ObjectTable>) -> Expression {
    let text = match shape {
        JsonShape::Boolean => "Boolean",
        JsonShape::Integer => "Integer",
        JsonShape::Number => "Number",
        JsonShape::Text => "Text",
        JsonShape::Day => "Day",
        JsonShape::Format => "Format",
        JsonShape::Any => "Any",
        JsonShape::List(element) => {
            return Expression::List("List(".to_owned(), vec![json_shape(element)], ")");
        }
        JsonShape::Object(object) => return object_shape(object),
        JsonShape::Integers(codes) => return Expression::texts("Codes(&[", codes.iter().map(i64::to_string), "])"),
        JsonShape::Texts(words) => return Expression::texts("Texts(&[", words.iter().map(|word| literal(word)), "])"),
        JsonShape::Union(shapes) => {
            let shapes = shapes.iter().map(json_shape);
            return Expression::List("Union(".to_owned(), shapes.collect(), ")");
        }
    };
    Expression::Text(text.to_owned())
}

/// `Object(Label, &[("event", &["labeled"])])`, `Object(&["class"], &["class", "name"], &[("class", &["User"])])`
fn object_shape(object: &ObjectTable) -> Expression {
    let strings = |texts: &[String]| Expression::texts("&[", texts.iter().map(|text| literal(text)), "]");
    let values = |values: &[(String, Vec<String>)]| {
        let pair = |(name, values): &(String, Vec<String>)| {
            Expression::List("(".to_owned(), vec![Expression::Text(literal(name)), strings(values)], ")")
        };
        Expression::List("&[".to_owned(), values.iter().map(pair).collect(), "]")
    };
    let items = match object {
        ObjectTable::Struct(name, listed) => {
            let listed = Some(values(listed)).filter(|_| !listed.is_empty());
            std::iter::once(Expression::Text(name.clone())).chain(listed).collect()
        }
        ObjectTable::Members(shape) => {
            vec![strings(&shape.required), strings(&shape.known), values(&shape.values)]
        }
    };
    Expression::List("Object(".to_owned(), items, ")")
}
