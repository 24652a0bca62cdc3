//! Tests that the time of a merge grows linearly.

use serde_json::{Value, json};

use super::super::merge;
use super::part;

/// A split class propagates along a long chain of references, in linear time.
#[test]
fn long_ways_are_followed() {
    let chain = |end: &str| {
        let mut schemas = serde_json::Map::new();
        for i in 0..5_000 {
            schemas.insert(
                format!("S{i:05}"),
                json!({ "items": { "$ref": format!("#/components/schemas/S{:05}", i + 1) } }),
            );
        }
        schemas.insert("S05000".to_owned(), json!({ "type": end }));
        json!({ "openapi": "3.0.3", "paths": {}, "components": { "schemas": schemas } })
    };
    let (value, _) = merge(vec![part("a", None, chain("string")), part("b", Some("b"), chain("number"))]).unwrap();
    assert_eq!(value["components"]["schemas"].as_object().unwrap().len(), 10_002);
}

/// A component with many references is not checked once for each of them.
#[test]
fn long_lists_are_followed() {
    let hub = |end: &str| {
        let to = |name: &str| json!({ "$ref": format!("#/components/schemas/{name}") });
        let mut schemas = serde_json::Map::new();
        for i in 0..5_000 {
            schemas.insert(format!("T{i:05}"), json!({ "items": to("L") }));
        }
        let all: Vec<Value> = schemas.keys().map(|name| to(name)).collect();
        schemas.insert("A".to_owned(), json!({ "oneOf": all }));
        schemas.insert("L".to_owned(), json!({ "type": end }));
        json!({ "openapi": "3.0.3", "paths": {}, "components": { "schemas": schemas } })
    };
    let (value, _) = merge(vec![part("a", None, hub("string")), part("b", Some("b"), hub("number"))]).unwrap();
    assert_eq!(value["components"]["schemas"].as_object().unwrap().len(), 10_004);
}

#[test]
fn what_is_said_for_all_is_not_written_to_each_without_bound() {
    let of = |scheme: &str| {
        let paths: serde_json::Map<String, Value> =
            (0..2_000).map(|i| (format!("/{scheme}{i}"), json!({ "get": {} }))).collect();
        json!({ "openapi": "3.0.3", "paths": paths, "security": vec![json!({ scheme: [] }); 2_000] })
    };
    let problem = merge(vec![part("a", None, of("x")), part("b", None, of("y"))]).unwrap_err();
    assert_eq!(problem.code, crate::diagnostic::Code::ExpansionTooLarge);
}
