use serde_json::{Value, json};

use super::{JsonKind, Misfit, MisfitKind, Misfits, TypeUse, Values};
use crate::api::analysis::Direction;
use crate::api::model::Constraints;
use crate::base::pointer::Pointer;
use crate::testing::Case;

/// The text in place of a value.
const MASK: &str = "***";

/// Returns the misfits of a value of a component `T`.
fn misfits(schemas: &Value, value: &Value) -> Misfits {
    misfits_as(false, schemas, value)
}

fn misfits_as(is_strict: bool, schemas: &Value, value: &Value) -> Misfits {
    let emission = Case::received("T").schemas(schemas).emission();
    let ty = emission.api.operations[0].success_types().next().unwrap().clone();
    let values = Values {
        api: &emission.api,
        analysis: &emission.analysis,
        direction: Direction::Response,
        is_strict,
        mask: Some(MASK),
    };
    let origin = Pointer::root().child("T");
    super::misfits(values, TypeUse { ty: &ty, constraints: Constraints::NONE, origin: &origin }, value)
}

/// Returns the path, the kind, and the element if it is not the whole value.
fn described(misfit: &Misfit) -> String {
    let kind = match misfit.kind {
        MisfitKind::Kind { expected, found } => format!("{} for {}", found.name(), expected.name()),
        MisfitKind::Undeclared(kind) => format!("undeclared {}", kind.name()),
        MisfitKind::Limit => misfit.message.clone(),
        other => format!("{other:?}").to_lowercase(),
    };
    let element = misfit.element.as_str().strip_prefix("/components/schemas/").unwrap_or_default();
    format!("{} {kind} {element}", misfit.at).trim().to_owned()
}

fn check(schema: &Value, rows: &[(Value, &[&str])]) {
    let schemas = match schema.get("T") {
        Some(_) => schema.clone(),
        None => json!({ "T": schema }),
    };
    for (value, expected) in rows {
        let found: Vec<String> = misfits(&schemas, value).found.iter().map(described).collect();
        assert_eq!(found, *expected, "{schema} {value}");
    }
}

#[test]
fn numbers_are_read_in_all_their_forms() {
    check(
        &json!({ "type": "integer", "format": "int32", "maximum": 100 }),
        &[
            (json!(1), &[]),
            (json!(1.0), &[]),
            (json!("7"), &[]),
            (json!(1.5), &["number for integer"]),
            (json!("x"), &["string for integer"]),
            (json!(null), &["null"]),
            (json!(3_000_000_000_u64), &["format(\"int32\")"]),
            (json!(101), &["expected at most 100"]),
        ],
    );
    check(
        &json!({ "type": "number" }),
        &[(json!("1.5"), &[]), (json!(2), &[]), (json!(true), &["boolean for number"])],
    );
    check(&json!({ "type": "boolean" }), &[(json!(true), &[]), (json!(0), &["integer for boolean"])]);
    check(
        &json!({ "type": "string", "format": "int64" }),
        &[(json!("9007199254740993"), &[]), (json!(1), &["integer for string"])],
    );
}

#[test]
fn formats_are_those_of_the_client() {
    check(
        &json!({ "type": "string", "format": "date-time" }),
        &[
            (json!("2024-12-31T23:59:59Z"), &[]),
            (json!("2024-12-31T23:59"), &[]),
            (json!("2024-12-31 23:59:59.5+0100"), &[]),
            (json!("2024-02-30T00:00:00Z"), &["format(\"date-time\")"]),
            (json!("2024-12-31"), &["format(\"date-time\")"]),
            (json!("yesterday"), &["format(\"date-time\")"]),
        ],
    );
    check(
        &json!({ "type": "string", "format": "date" }),
        &[(json!("2024-12-31"), &[]), (json!("2024-12-31T00:00:00Z"), &["format(\"date\")"])],
    );
    check(
        &json!({ "type": "string", "format": "uuid" }),
        &[
            (json!("e2507ab7-bd3a-4123-a3e8-26106962e8f1"), &[]),
            (json!(MASK), &[]),
            (json!("e2507ab7"), &["format(\"uuid\")"]),
        ],
    );
    check(
        &json!({ "type": "string", "maxLength": 2, "pattern": "^a" }),
        &[(json!("a"), &[]), (json!("bbb"), &["expected at most 2 characters", "does not match the pattern `^a`"])],
    );
}

#[test]
fn members_are_absent_null_or_not_declared() {
    let members = json!({ "id": { "type": "integer" }, "note": { "type": "string" }, "list": { "type": "array",
        "items": { "type": "string" } }, "free": {}, "kind": { "const": "t" },
        "end": { "type": ["string", "null"] } });
    check(
        &json!({ "type": "object", "required": ["id", "free", "kind", "end"], "properties": members }),
        &[
            (json!({ "id": 1, "free": null, "kind": "t", "note": null, "end": null }), &[]),
            (json!({ "free": 1, "kind": "u" }), &["/id absent T/properties/id", "/kind constant T/properties/kind"]),
            (json!({ "id": null, "free": 1 }), &["/id null T/properties/id"]),
            (json!({ "id": 1 }), &["/free absent T/properties/free"]),
            (json!({ "id": 1, "free": 1, "more": [] }), &["/more undeclared array T"]),
            (json!({ "id": 1, "free": 1, "list": ["a", 1] }), &["/list/1 integer for string T/properties/list"]),
            (json!([]), &["array for object"]),
        ],
    );
    check(
        &json!({ "type": "object", "additionalProperties": { "type": "integer" } }),
        &[(json!({ "secret": 1 }), &[]), (json!({ "a/b": "x" }), &["/a~1b string for integer"])],
    );
}

#[test]
fn unlisted_values_are_kept() {
    check(
        &json!({ "type": "string", "enum": ["a", "b"] }),
        &[(json!("a"), &[]), (json!("c"), &["unlisted"]), (json!(1), &["integer for string"])],
    );
    check(&json!({ "type": "integer", "enum": [1, 2] }), &[(json!("2"), &[]), (json!(3), &["unlisted"])]);
}

#[test]
fn unions_read_any_value() {
    let object = |kind: &str, member: &str| {
        json!({ "type": "object", "required": ["kind", member],
            "properties": { "kind": { "const": kind }, member: { "type": "integer" } } })
    };
    let tagged = json!({ "T": { "oneOf": [{ "$ref": "#/components/schemas/A" }, { "$ref": "#/components/schemas/B" }],
        "discriminator": { "propertyName": "kind", "mapping": { "a": "A", "b": "B" } } },
        "A": object("a", "x"), "B": object("b", "y") });
    check(
        &tagged,
        &[
            (json!({ "kind": "a", "x": 1 }), &[]),
            (json!({ "kind": "b" }), &["/y absent B/properties/y"]),
            (json!({ "kind": "c" }), &["/kind unknowntag"]),
            (json!(null), &["unknowntag"]),
        ],
    );
    check(
        &json!({ "T": { "oneOf": [{ "$ref": "#/components/schemas/A" }, { "type": "array", "items": { "type": "integer" } }] },
            "A": object("a", "x") }),
        &[
            (json!({ "kind": "a", "x": 1 }), &[]),
            (json!([1, 2]), &[]),
            (json!([1, true]), &["noalternative"]),
            (json!("text"), &["noalternative"]),
            (json!({ "kind": "a", "x": 1, "z": 1 }), &["/z undeclared integer A"]),
        ],
    );
}

#[test]
fn at_most_twenty_misfits_are_found_and_the_cost_is_bounded() {
    let list = json!({ "type": "array", "items": { "type": "object", "required": ["a"],
        "properties": { "a": { "type": "integer" } } } });
    let elements: Vec<Value> =
        (0..50).map(|it| if it < 40 { json!({ "a": 1, format!("b{it}"): 1 }) } else { json!({}) }).collect();
    let found = misfits(&json!({ "T": list }), &Value::Array(elements));
    assert_eq!((found.found.len(), found.is_complete, found.is_readable()), (20, true, false));
    assert_eq!(found.found.iter().filter(|misfit| misfit.kind == MisfitKind::Absent).count(), 10);
    let same = |misfit: &Misfit| misfit.kind == MisfitKind::Undeclared(JsonKind::Integer);
    let elements: Vec<Value> = (0..30).map(|it| json!({ "a": 1, if it < 29 { "b" } else { "c" }: 1 })).collect();
    let found = misfits(&json!({ "T": list }), &Value::Array(elements));
    assert_eq!(found.found.iter().filter(|misfit| same(misfit)).count(), 2);
    // A violation inside of an alternative is not left out for members that are not declared.
    let object =
        json!({ "type": "object", "required": ["a"], "properties": { "a": { "type": "integer", "maximum": 9 } } });
    let schemas = json!({ "T": { "type": "array", "items": { "anyOf": [{ "$ref": "#/components/schemas/A" },
        { "type": "array", "items": { "type": "boolean" } }] } }, "A": object });
    let elements = (0..21).map(|it| if it < 20 { json!({ "a": 1, format!("b{it}"): 1 }) } else { json!({ "a": 11 }) });
    let found = misfits_as(true, &schemas, &elements.collect());
    assert_eq!((found.found.len(), found.violations().count()), (20, 1), "{found:?}");
    // Each level of the union is tried for each of its alternatives.
    let alternative = |member: &str| {
        json!({ "type": "object", "required": ["end"], "properties": {
        member: { "$ref": "#/components/schemas/T" }, "end": { "type": "integer" } } })
    };
    let schemas = json!({ "T": { "anyOf": [alternative("n"), alternative("m"),
        { "type": "array", "items": { "$ref": "#/components/schemas/T" } }] } });
    let deep = (0..100).fold(json!({ "end": true }), |inner, _| json!({ "n": inner, "m": [1, 1], "end": true }));
    let begun = std::time::Instant::now();
    let found = misfits(&schemas, &json!([deep.clone(), deep]));
    assert!(found.is_readable() && begun.elapsed().as_secs() < 10);
}
