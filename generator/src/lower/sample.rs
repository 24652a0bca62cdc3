//! Values to begin with, for tests of what uses the client: what the description gives as example or default, else a usual
//! value of a format that is no type of its own.

use openapiv3::{AnySchema, ReferenceOr, Schema, SchemaData};
use serde_json::{Value, json};

use super::schema::keywords;

/// Formats of texts, and a usual value of each.
const USUAL: &[(&str, &str)] = &[
    ("email", "user@example.com"),
    ("idn-email", "user@example.com"),
    ("hostname", "www.example.com"),
    ("idn-hostname", "www.example.com"),
    ("uri", "https://example.com/"),
    ("url", "https://example.com/"),
    ("iri", "https://example.com/"),
    ("uri-reference", "/path"),
    ("iri-reference", "/path"),
    ("uri-template", "/path/{id}"),
    ("json-pointer", "/path"),
    ("time", "12:00:00Z"),
    ("duration", "PT1H"),
    ("regex", "^.*$"),
];

/// How deep lists of lists are looked into.
const DEEP: usize = 3;

/// A value to begin with; nothing where the description gives none.
pub(super) fn sample(data: &SchemaData, any: &AnySchema) -> Option<Value> {
    within(data, any, DEEP)
}

fn within(data: &SchemaData, any: &AnySchema, depth: usize) -> Option<Value> {
    let given = data.example.as_ref().or(data.default.as_ref());
    given.cloned().or_else(|| usual(any).map(Value::from)).or_else(|| list(any, depth))
}

fn usual(any: &AnySchema) -> Option<&'static str> {
    let format = any.format.as_deref().filter(|_| any.typ.as_deref() == Some("string"))?;
    USUAL.iter().find(|(known, _)| known.eq_ignore_ascii_case(format)).map(|(_, usual)| *usual)
}

/// A list of one element, where its elements stand in place and say what they are.
fn list(any: &AnySchema, depth: usize) -> Option<Value> {
    let inner: &Schema = match any.items.as_ref()? {
        ReferenceOr::Item(inner) if depth > 0 => inner,
        _ => return None,
    };
    within(&inner.schema_data, keywords(inner), depth - 1).map(|element| json!([element]))
}
