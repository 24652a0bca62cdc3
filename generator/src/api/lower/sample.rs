//! Sample values for tests of code that uses the client: the example or default of the description, otherwise a typical
//! value of a format without a dedicated type.

use serde_json::{Value, json};

use super::node::{Node, inline};

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
pub(crate) fn sample(schema: Node<'_>) -> Option<Value> {
    within(schema, MAX_DEPTH)
}

fn within(schema: Node<'_>, depth: usize) -> Option<Value> {
    let given = schema.data.example.as_ref().or(schema.data.default.as_ref());
    given.cloned().or_else(|| usual(schema).map(Value::from)).or_else(|| list(schema, depth))
}

fn usual(schema: Node<'_>) -> Option<&'static str> {
    let format = schema.any.format.as_deref().filter(|_| schema.typ() == Some("string"))?;
    USUAL.iter().find(|(known, _)| known.eq_ignore_ascii_case(format)).map(|(_, usual)| *usual)
}

/// Returns a list of one element, if its item schema is inline and has a sample.
fn list(schema: Node<'_>, depth: usize) -> Option<Value> {
    let inner = inline(schema.any.items.as_ref()?).filter(|_| depth > 0)?;
    within(inner, depth - 1).map(|element| json!([element]))
}
