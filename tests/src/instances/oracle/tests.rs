use bindery::internal::analysis::Direction;
use serde_json::{Value, json};

use super::Schemas;

/// Returns the violations of a schema as text.
fn violations(schema: &Value, others: &Value, direction: Direction, value: &Value) -> Vec<String> {
    let mut document = json!({"openapi": "3.0.3", "components": {"schemas": others}});
    document["components"]["schemas"]["Tested"] = schema.clone();
    let found = Schemas::new(document).violations("/components/schemas/Tested", direction, value).unwrap();
    found.into_iter().map(|it| format!("{}: {}", it.pointer, it.message)).collect()
}

#[test]
fn descriptions_are_translated() {
    let schema = json!({
        "type": "object",
        "required": ["id", "name"],
        "properties": {
            "id": {"type": "integer", "readOnly": true},
            "name": {"type": "string", "nullable": true, "maxLength": 3},
            "count": {"type": "integer", "minimum": 0, "exclusiveMinimum": true},
        },
        "additionalProperties": false,
    });
    let found = |value: Value| violations(&schema, &json!({}), Direction::Request, &value);
    assert!(found(json!({"name": null, "count": 1})).is_empty());
    assert_eq!(found(json!({})), ["/name: missing"]);
    assert_eq!(found(json!({"name": true, "count": 1})).len(), 1);
    assert_eq!(found(json!({"name": "a", "more": 1})).len(), 1);
    assert_eq!(found(json!({"name": "long"})).len(), 1);
    assert_eq!(found(json!({"name": "a", "count": 0})).len(), 1);
    assert_eq!(violations(&schema, &json!({}), Direction::Response, &json!({"name": "a"})), ["/id: missing"]);
}

#[test]
fn discriminators_select_alternatives() {
    let others = json!({
        "Cat": {"type": "object", "required": ["kind", "lives"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
        "Dog": {"type": "object", "properties": {"kind": {"type": "string"}}},
    });
    let branches = json!([{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]);
    let tagged = json!({"oneOf": branches, "discriminator": {"propertyName": "kind"}});
    let found = |value: Value| violations(&tagged, &others, Direction::Request, &value);
    assert!(found(json!({"kind": "Dog"})).is_empty());
    assert_eq!(found(json!({"kind": "Cat"})), ["/lives: missing"]);
    assert_eq!(found(json!({"kind": "Cow"})).len(), 1);
}

#[test]
fn hostile_schemas_are_validated() {
    let tested = json!({"$ref": "#/components/schemas/Tested"});
    for hostile in [
        tested.clone(),
        json!({"allOf": [tested, tested]}),
        json!({"oneOf": [tested, {"allOf": [tested]}]}),
        json!({"$ref": "https://example.com/x", "$id": "file:///etc/passwd", "$schema": "https://example.com/y"}),
        json!({"type": 7, "required": [1, "a", "a"], "minLength": -1, "pattern": "(", "enum": [], "properties": {"a": 1}}),
        json!({"patternProperties": {"(": {}}, "multipleOf": 0, "maximum": "x", "allOf": []}),
        json!({"pattern": "^(a+)+$", "type": "string"}),
    ] {
        let found = violations(&hostile, &json!({}), Direction::Request, &json!("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"));
        assert!(found.len() < 3, "{hostile}: {found:?}");
    }
}
