//! Limits how much larger a description may become when repeated text is expanded.
//!
//! YAML aliases, references and `allOf` repeat text that is written once. If the expanded size is at most a small
//! multiple of the text, the cost of all later stages is proportional to the text.

use serde_json::Value;

use super::WEBHOOKS;
use super::operations::OTHERS;
use crate::base::diagnostic::{Code, Diagnostic, Location, Result};
use crate::base::http_terms::METHODS;
use crate::base::pointer::Pointer;

/// Number of bytes that a description of any size may expand to.
const MIN_ALLOWANCE: usize = 4 * 1024 * 1024;

/// Maximum expansion relative to the size of the description. The largest factor of real descriptions is about two.
const MAX_EXPANSION_FACTOR: usize = 8;

/// Returns the maximum expanded size of a description of the given size, in bytes.
pub(crate) fn max_expanded_size(bytes: usize) -> usize {
    MIN_ALLOWANCE.saturating_add(bytes.saturating_mul(MAX_EXPANSION_FACTOR))
}

/// Returns the diagnostic for a description that exceeds the limit.
pub(crate) fn expansion_error(source: &str, at: &Pointer, help: &str) -> Box<Diagnostic> {
    let message = "the description expands to many times its size";
    let place = Location::Pointer(at.clone());
    Box::new(Diagnostic::error(Code::ExpansionTooLarge, message).at(source, place).help(help))
}

/// Number of operations that a description of any size may have.
const BASE_OPERATIONS: usize = 4_000;

/// Minimum average number of bytes per operation beyond `BASE_OPERATIONS`. Real descriptions have more than twice this.
const MIN_OPERATION_LEN: usize = 512;

/// Checks the number of operations before they are lowered, since each needs many times the memory of its text.
///
/// # Errors
///
/// `expansion-too-large` if there are too many operations for the size of the description.
pub(super) fn check_operations(description: &Value, bytes: usize, source: &str) -> Result<()> {
    let limit = BASE_OPERATIONS + bytes / MIN_OPERATION_LEN;
    let sections = std::iter::once("paths").chain(WEBHOOKS);
    let items = sections.filter_map(|key| description.get(key)?.as_object()).flat_map(serde_json::Map::values);
    let count: usize = items.map(count_operations).sum();
    if count > limit {
        let message =
            format!("the description has {count} operations; the limit for its size of {bytes} bytes is {limit}");
        let problem = Diagnostic::error(Code::ExpansionTooLarge, message).at(source, Location::Whole);
        return Err(Box::new(problem.help("split the description, or select operations with `[only]`")));
    }
    Ok(())
}

/// Counts the operations of a path item. Gathering has replaced the references between path items.
fn count_operations(item: &Value) -> usize {
    let others = item.get(OTHERS).and_then(Value::as_object).map_or(0, serde_json::Map::len);
    others + METHODS.iter().filter(|method| item.get(method).is_some()).count()
}

/// Estimates the size of a value as text, in bytes.
pub(super) fn estimated_size(value: &Value) -> usize {
    let size: usize = match value {
        Value::String(text) => text.len(),
        Value::Array(elements) => elements.iter().map(estimated_size).sum(),
        Value::Object(members) => members.iter().map(|(key, member)| key.len() + estimated_size(member)).sum(),
        Value::Null | Value::Bool(_) | Value::Number(_) => 4,
    };
    size.saturating_add(4)
}

#[cfg(test)]
mod tests {
    use serde_json::{Map, Value, json};

    use super::{BASE_OPERATIONS, check_operations};

    fn check(keys: &[&str], count: usize, item: &Value) -> bool {
        let items: Map<String, Value> = (0..count).map(|index| (format!("/{index}"), item.clone())).collect();
        let description: Value = keys.iter().map(|key| ((*key).to_owned(), Value::Object(items.clone()))).collect();
        check_operations(&description, description.to_string().len(), "test").is_ok()
    }

    #[test]
    fn the_number_of_operations_is_limited() {
        let (one, two) = (json!({ "get": {} }), json!({ "get": {}, "put": {} }));
        for key in ["paths", "webhooks"] {
            assert!(check(&[key], BASE_OPERATIONS, &one) && !check(&[key], 2 * BASE_OPERATIONS, &one));
            assert!(check(&[key], BASE_OPERATIONS / 2, &two) && !check(&[key], BASE_OPERATIONS, &two));
            let long = json!({ "get": { "description": "x".repeat(600) } });
            assert!(check(&[key], 2 * BASE_OPERATIONS, &long));
        }
        assert!(!check(&["paths", "webhooks"], BASE_OPERATIONS, &one));
    }
}
