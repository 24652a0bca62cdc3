//! Validators of schemas.

use serde_json::json;

use super::*;

/// Returns the violations of a schema as text.
fn violations(schema: Value, others: Value, direction: Direction, value: &Value) -> Vec<String> {
    let mut document = json!({"openapi": "3.0.3", "components": {"schemas": others}});
    document["components"]["schemas"]["Tested"] = schema;
    let validator = Schemas::new(document).validator("/components/schemas/Tested", direction).unwrap();
    validator.violations(value).into_iter().map(|it| format!("{}: {}", it.pointer, it.message)).collect()
}

/// The errors of all alternatives of all elements are never in memory at once.
#[test]
fn large_values_are_checked_in_parts() {
    let alternatives: Vec<Value> =
        (0..100).map(|index| json!({"required": [format!("k{index}")], "type": "object"})).collect();
    let list = json!({"type": "array", "maxItems": 20000, "items": {"anyOf": alternatives}});
    let schema =
        json!({"type": "object", "required": ["list"], "properties": {"list": list, "name": {"type": "string"}}});
    let found = |value: &Value| violations(schema.clone(), json!({}), Direction::Request, value);
    let mut elements = vec![json!({"k99": 1}); 10_000];
    assert!(found(&json!({"list": elements})).is_empty());
    elements[9_000] = json!(1);
    elements[9_001] = json!({"k": 1});
    let expected = [9_000, 9_001].map(|index| format!("/list/{index}: matches none of the alternatives"));
    assert_eq!(found(&json!({"list": elements})), expected);
    assert_eq!(found(&json!({"list": vec![json!(1); 10_000]})).len(), 20);
    let whole = [format!(": {}", "does not match its schema, and is too large to find out why")];
    assert_eq!(found(&json!({"list": elements, "name": 1})), whole);
    assert_eq!(found(&json!({"list": vec![json!({"k1": 1}); 20_001]})), whole);
}

#[test]
fn violations_have_locations() {
    let schema = json!({
        "type": "object",
        "required": ["id", "name"],
        "properties": {
            "id": {"type": "integer", "readOnly": true},
            "name": {"type": "string", "nullable": true, "maxLength": 3},
            "count": {"type": "integer", "minimum": 0, "exclusiveMinimum": true},
            "state": {"type": "string", "enum": ["on", "off"]},
        },
        "additionalProperties": false,
    });
    let found = |value: Value| violations(schema.clone(), json!({}), Direction::Request, &value);
    assert!(found(json!({"name": null, "count": 1})).is_empty());
    assert_eq!(found(json!({})), ["/name: missing"]);
    assert_eq!(found(json!({"name": 1})), ["/name: expected string, found a number"]);
    assert_eq!(found(json!({"name": null, "state": "secret"})), ["/state: expected one of \"on\", \"off\""]);
    assert_eq!(found(json!({"name": "a", "secret/": 1})), ["/secret~1: not allowed"]);
    assert_eq!(found(json!({"name": "secret"})), ["/name: the value is longer than 3 characters"]);
    assert_eq!(
        found(json!({"name": "a", "count": 0})),
        ["/count: the value is less than or equal to the minimum of 0"]
    );
    let response = violations(schema, json!({}), Direction::Response, &json!({"name": "a"}));
    assert_eq!(response, ["/id: missing"]);
}

#[test]
fn violations_of_alternatives_are_those_of_the_closest() {
    let others = json!({
        "Cat": {"type": "object", "required": ["kind", "lives"], "properties": {"kind": {"type": "string"}, "lives": {"type": "integer"}}},
        "Dog": {"type": "object", "properties": {"kind": {"type": "string"}}},
    });
    let branches = json!([{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]);
    let tagged = json!({"oneOf": branches, "discriminator": {"propertyName": "kind"}});
    let found = |value: Value| violations(tagged.clone(), others.clone(), Direction::Request, &value);
    assert!(found(json!({"kind": "Dog"})).is_empty());
    assert_eq!(found(json!({"kind": "Cat"})), ["/lives: missing"]);
    assert_eq!(found(json!({"kind": "Cow"})), ["/kind: expected one of \"Cat\", \"Dog\""]);
    let plain = json!({"oneOf": [{"type": "string"}, {"$ref": "#/components/schemas/Cat"}]});
    let found = violations(plain, others, Direction::Request, &json!({"kind": "a", "lives": "x"}));
    assert_eq!(found, ["/lives: expected integer, found a string"]);
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
        let found =
            violations(hostile.clone(), json!({}), Direction::Request, &json!("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab"));
        assert!(found.len() < 3, "{hostile}: {found:?}");
    }
}
