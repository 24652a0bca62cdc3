//! Sent bodies: JSON, wrapped in one key, with rules for fields.

use serde_json::{Map, Value};

use super::Seen;
use super::answer::{Answer, Outcome};

/// What is inside the wrapper, such as `{ "story": { .. } }`.
pub(super) fn unwrapped(seen: &Seen, wrapper: &str) -> Outcome<Map<String, Value>> {
    let value: Value =
        serde_json::from_slice(&seen.body).map_err(|_| Answer::typed(400, "text/plain", "The body is not JSON"))?;
    match value.get(wrapper).and_then(Value::as_object) {
        Some(inside) => Ok(inside.clone()),
        None => Err(Answer::refused(400, &format!("The body holds no {wrapper}"))),
    }
}

/// The same where the body may be left out.
pub(super) fn unwrapped_if_any(seen: &Seen, wrapper: &str) -> Outcome<Map<String, Value>> {
    if seen.body.is_empty() { Ok(Map::new()) } else { unwrapped(seen, wrapper) }
}

/// A name that is there and not too long.
pub(super) fn named(sent: &Map<String, Value>, limit: usize) -> Outcome<()> {
    let field = "name".to_owned();
    match sent.get("name").and_then(Value::as_str) {
        None | Some("") => Err(Answer::invalid(&[(field, "This field may not be empty".to_owned())])),
        Some(name) if name.chars().count() > limit => {
            Err(Answer::invalid(&[(field, format!("This value goes past the limit of {limit} characters"))]))
        }
        Some(_) => Ok(()),
    }
}

/// The number in a reference `{ "id": 7 }`.
pub(super) fn reference_id(value: &Value, field: &str) -> Outcome<i64> {
    value["id"].as_i64().ok_or_else(|| Answer::refused(400, &format!("{field} is a reference with an id")))
}
