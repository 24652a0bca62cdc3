//! The description as Prism serves it, with an example for each response. Prism itself generates `{}` for recursive
//! schemas, even if that is invalid.

use bindery::internal::analysis::Direction;
use bindery::internal::pointer::Pointer;
use serde_json::Value;

use crate::instances::{Instances, with_subtypes};

const METHODS: [&str; 8] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/// Returns the description with an example for each response.
pub(super) fn with_examples(document: &Value) -> Value {
    let mut served = document.clone();
    for (place, example) in examples(document) {
        if let Some(Value::Object(media_type)) = served.pointer_mut(&place) {
            media_type.insert("example".to_owned(), example);
        }
    }
    served
}

/// Returns the media types of responses with a schema and no example, with a value for each.
fn examples(document: &Value) -> Vec<(String, Value)> {
    let document = &with_subtypes(document.clone());
    let instances = Instances::new(document);
    let mut found = Vec::new();
    for response in responses(document) {
        let Some(Value::Object(content)) = document.pointer(&format!("{response}/content")) else { continue };
        for (name, media_type) in content {
            let has_own = media_type.get("example").is_some() || media_type.get("examples").is_some();
            if has_own || !name.contains("json") || media_type.get("schema").is_none() {
                continue;
            }
            let place = format!("{response}{}", Pointer::root().child("content").child(name));
            let made = instances.for_schema(&format!("{place}/schema"), Direction::Response);
            let sound = made.into_iter().find(|instance| !instance.is_unknown() && !instance.value.is_null());
            found.extend(sound.map(|instance| (place, instance.value)));
        }
    }
    found
}

/// Returns the locations of all responses, without duplicates.
fn responses(document: &Value) -> Vec<String> {
    let mut places = Vec::new();
    let paths = document.get("paths").and_then(Value::as_object);
    for (path, item) in paths.into_iter().flatten() {
        for method in METHODS {
            let at = Pointer::root().child("paths").child(path).child(method).child("responses");
            let responses =
                item.get(method).and_then(|operation| operation.get("responses")).and_then(Value::as_object);
            for (status, response) in responses.into_iter().flatten() {
                let reference = response.get("$ref").and_then(Value::as_str);
                let place = match reference.and_then(|reference| reference.strip_prefix('#')) {
                    Some(pointer) => pointer.to_owned(),
                    None => at.child(status).to_string(),
                };
                if !places.contains(&place) {
                    places.push(place);
                }
            }
        }
    }
    places
}
