//! Tests each keyword once.

use super::*;
use serde_json::json;

/// Returns the instances of a schema in a document of this OpenAPI version, with other schemas next to it.
fn instances_in(version: &str, schema: &Value, others: &Value, direction: Direction) -> Vec<Instance> {
    let mut document = json!({"openapi": version, "components": {"schemas": others}});
    document["components"]["schemas"]["Tested"] = schema.clone();
    Instances::new(&document).for_schema("/components/schemas/Tested", direction)
}

fn instances(schema: Value) -> Vec<Instance> {
    instances_in("3.1.0", &schema, &json!({}), Direction::Response)
}

fn with(schema: Value, others: Value) -> Vec<Instance> {
    instances_in("3.1.0", &schema, &others, Direction::Response)
}

fn values(schema: Value) -> Vec<Value> {
    instances(schema).into_iter().map(|instance| instance.value).collect()
}

fn labels(instances: &[Instance]) -> Vec<&str> {
    instances.iter().map(|instance| instance.label.as_str()).collect()
}

#[track_caller]
fn value(instances: &[Instance], label: &str) -> Value {
    let found = instances.iter().find(|instance| instance.label == label);
    found.unwrap_or_else(|| panic!("no {label:?} among {:?}", labels(instances))).value.clone()
}

#[track_caller]
fn assert_has(schema: Value, expected: impl IntoIterator<Item = Value>) {
    let values = values(schema);
    for value in expected {
        assert!(values.contains(&value), "no {value} among {values:?}");
    }
}

#[test]
fn members_vary_one_at_a_time() {
    let made = instances(json!({
        "type": "object",
        "required": ["id", "undescribed"],
        "properties": {"id": {"type": "integer"}, "name": {"type": ["string", "null"]}, "state": {"enum": [1, 2]}},
    }));
    let base = json!({"id": 42, "name": "text", "state": 1, "undescribed": "text"});
    assert_eq!(value(&made, "all fields"), base);
    assert_eq!(made[0].value, base, "the fullest comes first");
    assert_eq!(value(&made, "required only"), json!({"id": 42, "undescribed": "text"}));
    assert_eq!(value(&made, "null in name")["name"], Value::Null);
    assert_eq!(value(&made, "value 2 in state")["state"], 2);
    assert_eq!(value(&made, "unknown code in state")["state"], 3);
    assert_eq!(value(&made, &format!("number {} in id", i64::MAX))["id"], i64::MAX);
    assert!(made.iter().all(|instance| instance.is_unknown() == instance.label.starts_with("unknown")));
    assert!(made.len() <= MAX_INSTANCES);
}

#[test]
fn nullable_of_the_old_version() {
    let parts = json!({"Part": {"type": "object", "properties": {"a": {"type": "boolean"}}}});
    let schema = json!({"allOf": [{"$ref": "#/components/schemas/Part"}], "nullable": true});
    let made = instances_in("3.0.3", &schema, &parts, Direction::Request);
    assert_eq!(labels(&made), ["all fields", "required only", "null", "false in a"]);
    let made =
        instances_in("3.0.3", &json!({"allOf": [{"$ref": "#/components/schemas/Part"}]}), &parts, Direction::Request);
    assert!(!labels(&made).contains(&"null"));
}

#[test]
fn enumerations_and_constants() {
    assert_has(json!({"type": "string", "enum": ["a", "b"]}), [json!("a"), json!("b"), json!("unknown-text")]);
    assert_eq!(values(json!({"enum": [1, 2, 3, 4, 5, 6, 7]})), [json!(1), json!(8), json!(7)]);
    assert_eq!(values(json!({"type": "integer", "format": "int8", "enum": [127]})), [json!(127), json!(126)]);
    assert_eq!(values(json!({"const": "only"})), [json!("only")]);
    assert_eq!(
        values(json!({"type": ["string", "null"], "enum": ["a", null]})),
        [json!("a"), json!(null), json!("unknown-text")]
    );
}

#[test]
fn members_without_names() {
    let map = instances(json!({"type": "object", "additionalProperties": {"type": "boolean"}}));
    assert_eq!(value(&map, "all fields"), json!({"additional": true, "another key": true}));
    assert_eq!(value(&map, "required only"), json!({}));
    let closed = json!({"properties": {"a": {"const": 1}}, "required": ["a"], "additionalProperties": false});
    assert_eq!(values(closed), [json!({"a": 1})]);
    let free = instances(json!({"type": "object"}));
    assert_eq!(labels(&free), ["all fields", "free members"]);
    let patterns = json!({"patternProperties": {"^x-": {"const": 1}, "(?=a)": {"const": 2}}});
    assert_eq!(values(patterns), [json!({"x-": 1}), json!({})]);
    assert_has(json!({"additionalProperties": {"const": 1}, "propertyNames": {"enum": ["k"]}}), [json!({"k": 1})]);
    let counted = json!({"properties": {"a": {"const": 1}, "b": {"const": 2}, "c": {"const": 3}}, "minProperties": 1, "maxProperties": 2});
    assert_eq!(values(counted), [json!({"a": 1, "b": 2}), json!({"a": 1})]);
}

#[test]
fn lists() {
    assert_eq!(values(json!({"items": {"const": 1}})), [json!([1, 1]), json!([])]);
    assert_eq!(values(json!({"type": "array", "items": {"const": 1}, "minItems": 3})), [json!([1, 1, 1])]);
    assert_has(json!({"items": {"type": "boolean"}, "uniqueItems": true}), [json!([true, false]), json!([])]);
    let tuple =
        json!({"type": "array", "prefixItems": [{"const": 1}, {"type": "boolean"}], "items": false, "minItems": 2});
    assert_eq!(values(tuple), [json!([1, true]), json!([1, false])]);
    assert_has(json!({"items": {"const": 1}, "maxItems": 1}), [json!([1]), json!([])]);
    assert_has(json!({"items": {"const": 1}, "maxItems": 3}), [json!([1, 1, 1])]);
}

#[test]
fn texts() {
    let short = values(json!({"type": "string", "minLength": 2, "maxLength": 3}));
    assert_eq!(short[0], "tex");
    assert!(short.iter().all(|text| (2..=3).contains(&text.as_str().unwrap().len())), "{short:?}");
    assert_has(json!({"type": "string"}), [json!("text"), json!("")]);
    assert_has(
        json!({"type": "string", "format": "date-time"}),
        [json!("2024-02-29T12:34:56.123456Z"), json!("2024-02-29T12:34:56+05:30")],
    );
    assert_has(json!({"type": "string", "format": "int64"}), [json!("-9223372036854775808")]);
    assert_has(json!({"type": "string", "contentEncoding": "base64"}), [json!("+/8=")]);
    assert_has(json!({"type": "string", "pattern": "^[a-z]+$"}), [json!("a"), json!("b")]);
    assert_eq!(values(json!({"type": "string", "pattern": "(?=a)b", "example": "b"})), [json!("text"), json!("b")]);
    assert_eq!(values(json!({"type": "string", "pattern": "(?=a)b"})), [json!("text")]);
}

#[test]
fn numbers() {
    let extremes = |format: &str| values(json!({"type": "integer", "format": format}));
    assert!(extremes("int32").contains(&json!(i32::MIN)));
    assert!(extremes("uint64").contains(&json!(u64::MAX)));
    assert!(extremes("uint32").iter().all(|value| value.as_u64().is_some_and(|value| value <= u32::MAX.into())));
    assert_has(json!({"type": "integer"}), [json!(i64::MIN), json!(i64::MAX)]);
    let limited = json!({"type": "integer", "minimum": 1, "exclusiveMaximum": 10, "multipleOf": 2});
    assert_eq!(values(limited), [json!(2), json!(8)]);
    let old = json!({"type": "integer", "minimum": 1, "exclusiveMinimum": true, "maximum": 3});
    assert_eq!(instances_in("3.0.0", &old, &json!({}), Direction::Request)[0].value, 2);
    let fraction = values(json!({"type": "number", "exclusiveMinimum": 0, "maximum": 1}));
    assert!(fraction.iter().all(|value| (f64::MIN_POSITIVE..=1.0).contains(&value.as_f64().unwrap())), "{fraction:?}");
    assert_has(json!({"type": "number", "multipleOf": 0.01}), [json!(1.5), json!(0.1)]);
    assert!(values(json!({"type": "integer", "minimum": 1e300})).is_empty(), "no number that is kept exactly");
}

#[test]
fn all_parts_are_merged() {
    let others = json!({"Base": {"required": ["kind"], "properties": {"kind": {"type": "string"}, "a": {"const": 1}}}});
    let schema = json!({"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"kind": {"const": "x"}}}], "required": ["a"]});
    assert_eq!(labels(&with(schema.clone(), others.clone())), ["all fields"]);
    assert_eq!(with(schema, others)[0].value, json!({"a": 1, "kind": "x"}));
}

#[test]
fn alternatives() {
    let made = instances(json!({
        "properties": {"own": {"const": 0}},
        "anyOf": [{"properties": {"a": {"const": 1}}, "required": ["a"]}, {"required": ["b"], "properties": {"b": {"const": 2}}}],
    }));
    assert_eq!(value(&made, "anyOf/0"), json!({"a": 1, "own": 0}));
    assert_eq!(value(&made, "anyOf/1"), json!({"b": 2, "own": 0}));
    assert_eq!(value(&made, "required only, anyOf/1"), json!({"b": 2}));
    assert_has(json!({"oneOf": [{"type": "null"}, {"type": "boolean"}]}), [Value::Null, json!(true), json!(false)]);
    assert_has(json!({"type": ["integer", "boolean"]}), [json!(42), json!(true)]);
}

#[test]
fn tags() {
    let others = json!({
        "Cat": {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}, "lives": {"const": 9}}},
        "Dog": {"type": "object", "properties": {"kind": {"type": "string"}}},
    });
    let branches = json!([{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]);
    let mapping = json!({"cat": "#/components/schemas/Cat", "tom": "Cat"});
    let made = with(json!({"oneOf": branches, "discriminator": {"propertyName": "kind", "mapping": mapping}}), others);
    assert_eq!(value(&made, "oneOf/0 as cat"), json!({"kind": "cat", "lives": 9}));
    assert_eq!(value(&made, "oneOf/0 as tom"), json!({"kind": "tom", "lives": 9}));
    assert_eq!(value(&made, "oneOf/1 as Dog"), json!({"kind": "Dog"}));
    assert_eq!(value(&made, "unknown tag")["kind"], "unknown-tag");
    let known = made.iter().filter(|instance| !instance.is_unknown());
    assert!(known.map(|it| &it.value["kind"]).all(|kind| ["cat", "tom", "Dog"].iter().any(|known| kind == known)));
}

#[test]
fn a_base_that_names_its_alternatives() {
    let base = json!({
        "oneOf": [{"$ref": "#/components/schemas/Tested"}],
        "discriminator": {"propertyName": "kind"},
        "properties": {"kind": {"type": "string"}},
    });
    let schema = json!({"allOf": [{"$ref": "#/components/schemas/Base"}], "properties": {"a": {"const": 1}}});
    assert_eq!(with(schema, json!({"Base": base}))[0].value, json!({"a": 1, "kind": "text"}));
}

#[test]
fn boolean_schemas() {
    assert!(values(json!(false)).is_empty());
    assert_has(json!(true), [json!("any"), Value::Null]);
    assert_eq!(values(json!({"properties": {"a": false}})), [json!({})]);
}

#[test]
fn siblings_of_references() {
    let others = json!({"Part": {"properties": {"a": {"const": 1}}}});
    let schema = json!({"$ref": "#/components/schemas/Part", "properties": {"b": {"const": 2}}});
    assert_eq!(instances_in("3.1.0", &schema, &others, Direction::Request)[0].value, json!({"a": 1, "b": 2}));
    assert_eq!(instances_in("3.0.3", &schema, &others, Direction::Request)[0].value, json!({"a": 1}));
}

#[test]
fn recursion_ends() {
    let tested = json!({"$ref": "#/components/schemas/Tested"});
    let tree = json!({"properties": {"children": {"type": "array", "items": tested}, "name": {"const": "n"}}});
    let made = instances(tree);
    assert_eq!(made[0].value["children"][1]["children"][0]["name"], "n");
    assert!(variant::size(&made[0].value) < 100);
    let list = json!({"type": "object", "required": ["next"], "properties": {"next": tested}});
    assert!(values(list.clone()).is_empty(), "a list without end");
    let nullable = json!({"type": ["object", "null"], "required": ["next"], "properties": {"next": tested}});
    assert!(values(nullable).contains(&json!({"next": {"next": {"next": null}}})));
    let holder = with(
        json!({"properties": {"list": {"$ref": "#/components/schemas/List"}}}),
        json!({
            "List": {"required": ["next"], "properties": {"next": {"$ref": "#/components/schemas/List"}}},
        }),
    );
    assert_eq!(holder[0].value, json!({}));
}

#[test]
fn directions() {
    let schema = json!({
        "required": ["r", "w"],
        "properties": {
            "r": {"const": 1, "readOnly": true},
            "w": {"allOf": [{"const": 2}], "writeOnly": true},
        },
        "example": {"r": 1, "w": 2},
    });
    assert_eq!(values(schema.clone()), [json!({"r": 1})]);
    assert_eq!(instances_in("3.1.0", &schema, &json!({}), Direction::Request)[0].value, json!({"w": 2}));
}

#[test]
fn nothing_is_made_twice() {
    let made = instances(json!({"type": "object", "properties": {"a": {"type": "boolean", "default": true}}}));
    for (index, instance) in made.iter().enumerate() {
        assert!(made[..index].iter().all(|before| before.value != instance.value && before.label != instance.label));
    }
}

#[test]
fn hostile_documents_end() {
    let tested = json!({"$ref": "#/components/schemas/Tested"});
    let wide: serde_json::Map<String, Value> = (0..60).map(|n| (format!("p{n}"), tested.clone())).collect();
    let many: Vec<String> = wide.keys().cloned().collect();
    for hostile in [
        tested.clone(),
        json!({"allOf": [tested, tested]}),
        json!({"oneOf": vec![tested.clone(); 60]}),
        json!({"anyOf": [{"oneOf": [tested, {"type": "array", "items": tested}]}, {"type": "object", "additionalProperties": tested}]}),
        json!({"properties": wide}),
        json!({"properties": wide, "required": many}),
        json!({"type": ["object", "array", 3], "properties": {"a": 1}, "enum": "x", "required": {}, "oneOf": []}),
        json!({"type": "array", "minItems": 1e18, "items": {"type": "string", "minLength": u64::MAX}}),
        json!({"type": "integer", "multipleOf": 0, "minimum": i64::MIN, "maximum": -1e308}),
        json!({"type": "number", "multipleOf": 1e-320, "minimum": 5, "maximum": 1}),
        json!({"type": "string", "minLength": 9, "maxLength": 2}),
        json!(17),
    ] {
        assert!(instances(hostile).len() <= MAX_INSTANCES + 100);
    }
}

#[test]
fn references() {
    let others = json!({
        "a/b~ c": {"const": 1},
        "Elsewhere": {"$ref": "other.yaml#/x"},
    });
    let to = |reference: &str| {
        let made = with(json!({"$ref": reference}), others.clone());
        made.into_iter().map(|instance| instance.value).collect::<Vec<_>>()
    };
    assert_eq!(to("#/components/schemas/a~1b~0%20c"), [json!(1)]);
    assert!(to("#/components/schemas/Elsewhere").is_empty() && to("#/nowhere").is_empty() && to("#%").is_empty());
}
