//! Readable names for the kinds of values.

use openapiv3::{AnySchema, ReferenceOr};
use serde_json::Value;

use super::keywords::{is_composed, keywords};
use crate::model::plain_text as plain;
use crate::pointer::component_name;

/// Returns the readable name of a kind: `text`, `list`, `object`, or a format.
pub(super) fn kind_of(any: &AnySchema) -> &str {
    match any.typ.as_deref() {
        Some("string") if any.enumeration.is_empty() => any.format.as_deref().unwrap_or("text"),
        Some("string") => "word",
        Some("array") => "list",
        Some("object") | None if any.properties.is_empty() && any.additional_properties.is_some() => "map",
        Some(other) => other,
        None if !any.properties.is_empty() => "object",
        None if is_composed(any) => "choice",
        None => "value",
    }
}

/// Returns the kind with its distinguishing details: `number list`, `int64`, `asc or desc`.
pub(super) fn exact_kind_of(any: &AnySchema) -> String {
    let mut depth = 0;
    let mut element = any;
    while let (Some("array"), Some(ReferenceOr::Item(inner))) = (element.typ.as_deref(), &element.items) {
        depth += 1;
        element = keywords(inner);
    }
    if let (Some("array"), Some(ReferenceOr::Reference { reference })) = (element.typ.as_deref(), &element.items) {
        return list_name(&component_name(reference, "schemas").unwrap_or_default(), depth + 1);
    }
    let kind = match element.typ.as_deref() {
        _ if !element.enumeration.is_empty() => values(&element.enumeration),
        Some(typ @ ("integer" | "number")) => element.format.as_deref().unwrap_or(typ).to_owned(),
        _ => kind_of(element).to_owned(),
    };
    list_name(&kind, depth)
}

/// Returns `true` if the name of the kind contains a component's name.
pub(super) fn names_component(any: &AnySchema) -> bool {
    any.typ.as_deref() == Some("array") && matches!(any.items, Some(ReferenceOr::Reference { .. }))
}

/// Returns the name of a list, or of nested lists.
pub(super) fn list_name(element: &str, depth: usize) -> String {
    match depth {
        0 => element.to_owned(),
        1 => format!("{element} list"),
        2 => format!("{element} lists"),
        _ => format!("nested {element} lists"),
    }
}

/// Returns the first values of an enumeration: `asc or desc`.
pub(super) fn values(enumeration: &[Value]) -> String {
    let first: Vec<String> = enumeration.iter().take(2).map(plain).collect();
    let more = if enumeration.len() > 2 { " or other" } else { "" };
    format!("{}{more}", first.join(" or "))
}
