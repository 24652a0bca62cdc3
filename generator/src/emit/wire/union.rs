//! Wire tables of unions: a line for each alternative.

use super::shape::json_shape;
use crate::emit::constant::constant_text;
use crate::emit::tokens::literal;
use crate::ir::{Injection, Selection, Selector, Union, Variant};

/// ` by "kind" content "data"`
pub(in crate::emit) fn selected_by(union: &Union) -> String {
    match &union.selection {
        Selection::Internal(property) => format!(" by {}", literal(property)),
        Selection::Adjacent(property, content) => format!(" by {} content {}", literal(property), literal(content)),
        Selection::External | Selection::Untagged => String::new(),
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
        Selector::Member(_)
        | Selector::Apart(_)
        | Selector::NumberApart(_)
        | Selector::Shape(_)
        | Selector::NumberShape(_) => return None,
    };
    Some(format!("= {value} => {},", variant.name))
}

/// `"cat" => Cat: OwnTag,`, `"move" => Move,`, `"count" => Count unquoted,`, `One: Integer,` or `One: Numeral(Integer) unquoted,`
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
        Selector::NumberApart(value) => format!("{} => {name} unquoted,", literal(value)),
        Selector::Shape(shape) => format!("{name}: {},", json_shape(shape)),
        Selector::NumberShape(shape) => format!("{name}: {} unquoted,", json_shape(shape)),
        Selector::Unit(_) | Selector::Constant(_) => return None,
    })
}
