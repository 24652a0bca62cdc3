//! Tests that count the content that a description loses because of unsupported schemas.

use super::with_paths;

/// Returns the problem of a description whose unsupported schemas make it lack content.
fn loss_of(schemas: &str, paths: &str) -> Option<String> {
    with_paths(schemas, paths).api.completeness.problem().map(|problem| problem.message)
}

#[test]
fn unsupported_schemas_are_missing_content() {
    let schemas = |lost: usize, free: usize| {
        let lost = (0..lost).map(|n| format!(r#""L{n}": {{ "enum": [1, "a"] }}"#));
        let free = (0..free).map(|n| format!(r#""F{n}": {{}}"#));
        lost.chain(free).collect::<Vec<_>>().join(",")
    };
    assert_eq!(loss_of(&schemas(0, 3), ""), None);
    assert_eq!(loss_of(&schemas(1, 9), ""), None);
    assert_eq!(loss_of(&schemas(2, 8), "").as_deref(), Some("missing content in 2 of 10 schemas"));
    let circle = r##""A": { "allOf": [{ "$ref": "#/components/schemas/B" }] }, "B": { "allOf": [{ "$ref": "#/components/schemas/A" }] }"##;
    assert!(loss_of(circle, "").is_some());
}

#[test]
fn an_operation_with_an_unsupported_schema_is_missing_content() {
    let free: Vec<String> = (0..20).map(|n| format!(r#""F{n}": {{}}"#)).collect();
    let schemas = format!(r#""L": {{ "enum": [1, "a"] }}, {}"#, free.join(","));
    let inline = r#"{ "allOf": [{ "properties": { "a": {} } }, { "type": "integer" }] }"#;
    let (lost, typed) = (r##"{ "$ref": "#/components/schemas/L" }"##, r#"{ "type": "string" }"#);
    let content = |schema: &str| format!(r#"{{ "content": {{ "application/json": {{ "schema": {schema} }} }} }}"#);
    let body = |schema: &str| format!(r#""requestBody": {}, "responses": {{}}"#, content(schema));
    let response = |status: &str, schema: &str| format!(r#""responses": {{ "{status}": {} }}"#, content(schema));
    let both = format!(
        r#"{{ "content": {{ "application/json": {{ "schema": {lost} }}, "text/plain": {{ "schema": {typed} }} }} }}"#
    );
    let expected = Some("missing content in 1 of 1 operations and 1 of 21 schemas".to_owned());
    for (operation, expected) in [
        (body(inline), &expected),
        (body(lost), &expected),
        (response("200", inline), &expected),
        (response("200", lost), &expected),
        (response("default", lost), &expected),
        (response("200", typed), &None),
        (response("200", "{}"), &None),
        (response("400", lost), &None),
        (format!(r#""requestBody": {both}, "responses": {{}}"#), &None),
    ] {
        let found = loss_of(&schemas, &format!(r#""/a": {{ "post": {{ {operation} }} }}"#));
        assert_eq!(&found, expected, "{operation}");
    }
}
