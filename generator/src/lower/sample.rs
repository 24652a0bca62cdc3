//! Sample values for tests of code that uses the client: the example or default of the description, otherwise a typical
//! value of a format without a dedicated type.

use openapiv3::{AnySchema, ReferenceOr, Schema, SchemaData};
use serde_json::{Value, json};

use super::keywords::keywords;

/// String formats, and a typical value of each.
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

/// Maximum depth of nested lists.
const MAX_DEPTH: usize = 3;

/// Returns a sample value, or `None` if the description has none.
pub(super) fn sample(data: &SchemaData, any: &AnySchema) -> Option<Value> {
    within(data, any, MAX_DEPTH)
}

fn within(data: &SchemaData, any: &AnySchema, depth: usize) -> Option<Value> {
    let given = data.example.as_ref().or(data.default.as_ref());
    given.cloned().or_else(|| usual(any).map(Value::from)).or_else(|| list(any, depth))
}

fn usual(any: &AnySchema) -> Option<&'static str> {
    let format = any.format.as_deref().filter(|_| any.typ.as_deref() == Some("string"))?;
    USUAL.iter().find(|(known, _)| known.eq_ignore_ascii_case(format)).map(|(_, usual)| *usual)
}

/// Returns a list of one element, if its item schema is inline and has a sample.
fn list(any: &AnySchema, depth: usize) -> Option<Value> {
    let inner: &Schema = match any.items.as_ref()? {
        ReferenceOr::Item(inner) if depth > 0 => inner,
        _ => return None,
    };
    within(&inner.schema_data, keywords(inner), depth - 1).map(|element| json!([element]))
}
