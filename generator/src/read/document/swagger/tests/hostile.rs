//! Descriptions that are not as they should be.

use serde_json::{Value, json};

use super::{of_operation, upgrade};

/// Returns variants of a description in which each part in turn is replaced by a value.
fn replaced(value: &Value, with: &Value) -> Vec<Value> {
    let mut all = vec![with.clone()];
    match value {
        Value::Object(members) => {
            for (key, member) in members {
                for one in replaced(member, with) {
                    let mut copy = members.clone();
                    copy.insert(key.clone(), one);
                    all.push(Value::Object(copy));
                }
            }
        }
        Value::Array(elements) => {
            for (index, element) in elements.iter().enumerate() {
                for one in replaced(element, with) {
                    let copy = elements.iter().enumerate().map(|(i, old)| if i == index { &one } else { old });
                    all.push(copy.cloned().collect());
                }
            }
        }
        _ => {}
    }
    all
}

fn everything() -> Value {
    let body = json!({ "name": "b", "in": "body", "schema": { "$ref": "#/definitions/A" } });
    let field = json!({ "name": "f", "in": "formData", "type": "array", "items": { "type": "file" } });
    let response =
        json!({ "schema": { "type": "file" }, "examples": { "a/b": 1 }, "headers": { "X": { "type": "array" } } });
    json!({
        "swagger": "2.0", "host": "a", "basePath": "/", "schemes": ["http"], "consumes": ["a/b"], "produces": ["a/b"],
        "securityDefinitions": { "o": { "type": "oauth2", "flow": "implicit", "scopes": {} } },
        "parameters": { "B": body, "F": field, "Q": { "name": "q", "in": "query", "type": "string" } },
        "responses": { "R": response },
        "definitions": { "A": { "discriminator": "d", "properties": { "a": { "$ref": "#/definitions/A" } } } },
        "paths": { "/a": {
            "parameters": [{ "$ref": "#/parameters/F" }],
            "get": { "consumes": ["a/c"], "schemes": ["https"], "parameters": [{ "$ref": "#/parameters/B" }] },
            "put": { "produces": ["a/c"], "responses": { "200": { "$ref": "#/responses/R" } } },
        } },
    })
}

#[test]
fn values_of_the_wrong_kind_do_no_harm() {
    let circle = json!({ "$ref": "#/parameters/B" });
    for with in [json!(null), json!(1), json!("#/"), json!([[]]), json!({ "$ref": "#" }), json!({ "a": {} }), circle] {
        for value in replaced(&everything(), &with) {
            let is_swagger = value.get("swagger").is_some();
            let upgraded = upgrade(value).value;
            let version = upgraded["openapi"].as_str().unwrap_or_default();
            assert!(!is_swagger || version.starts_with("3.0."), "{upgraded}");
            assert_eq!(upgraded.get("swagger"), None, "{upgraded}");
        }
    }
}

#[test]
fn what_moved_is_there_before_and_after() {
    let original = everything();
    let upgraded = upgrade(original.clone());
    for (now, then) in &upgraded.moved {
        assert!(upgraded.value.pointer(now.as_str()).is_some(), "{now}");
        assert!(original.pointer(then.as_str()).is_some(), "{then}");
    }
}

#[test]
fn small_descriptions_do_not_become_huge() {
    let text = "x".repeat(1_000_000);
    let types: Vec<String> = (0..10_000).map(|n| format!("a/{n}")).collect();
    let schema = json!({ "description": text });
    let upgraded = of_operation(json!({ "produces": types, "responses": { "200": { "schema": schema } } }));
    let content = upgraded.post("/responses/200/content");
    assert!(content.as_object().is_some_and(|content| content.len() < 200));
    assert_eq!(upgraded.notes.len(), 1);
}
