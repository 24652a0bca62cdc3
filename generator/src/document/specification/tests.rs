//! Tests of small descriptions against the table: violations are reported, and valid descriptions pass.

use serde_json::{Value, json};

use super::check;
use super::field::{Field, FieldLookup, ObjectKind, Type};
use super::version::{V20, V30, V31, V32};
use crate::config::Config;
use crate::diagnostic::{Location, Sink};
use crate::source::{Source, SourceLocator};

/// `code at pointer: message`, each.
fn reported(root: &Value) -> Vec<String> {
    let found = check(root, "openapi.json").into_iter().map(|found| {
        let Some(Location::Pointer(pointer)) = found.place.map(|place| place.location) else { return found.message };
        format!("{} at {pointer}: {}", found.code.as_str(), found.message)
    });
    found.collect()
}

/// Returns a description of a version with these members in addition to `info` and `paths`.
fn description(version: &str, members: Value) -> Value {
    let mut root = json!({ "info": { "title": "T", "version": "1" }, "paths": {} });
    root[if version == "2.0" { "swagger" } else { "openapi" }] = json!(version);
    for (name, value) in members.as_object().unwrap() {
        root[name] = value.clone();
    }
    root
}

/// Returns the diagnostics about a schema.
fn of_schema(version: &str, schema: Value) -> Vec<String> {
    let holder = if version == "2.0" {
        json!({ "definitions": { "A": schema } })
    } else {
        json!({ "components": { "schemas": { "A": schema } } })
    };
    reported(&description(version, holder))
}

/// Returns the diagnostics about an operation.
fn of_operation(version: &str, operation: Value) -> Vec<String> {
    reported(&description(version, json!({ "paths": { "/a": { "get": operation } } })))
}

#[test]
fn each_field_stands_once_for_each_version() {
    for object in ObjectKind::ALL.map(ObjectKind::object) {
        for version in [V20, V30, V31, V32] {
            let mut names: Vec<&str> =
                object.fields.iter().filter(|f| f.versions.has(version)).map(|f| f.name).collect();
            names.sort_unstable();
            let count = names.len();
            names.dedup();
            assert_eq!(names.len(), count, "{} in {}", object.name, version.describe());
        }
        let required =
            |field: &&Field| [V20, V30, V31, V32].iter().any(|v| field.required.has(*v) && !field.versions.has(*v));
        assert!(object.fields.iter().find(required).is_none(), "{} requires what it does not have", object.name);
        for (one, other) in object.exclusive {
            assert!(
                matches!(object.field(one, V32), FieldLookup::Here(_))
                    && matches!(object.field(other, V32), FieldLookup::Here(_))
            );
        }
    }
    assert!(matches!(
        ObjectKind::Schema.object().field("exclusiveMinimum", V31),
        FieldLookup::Here(Field { value: Type::Number, .. })
    ));
}

#[test]
fn unknown_fields_are_reported_with_what_was_meant() {
    let mut root = description("3.0.3", json!({ "path": {}, "x-path": {}, "webhooks": {} }));
    root.as_object_mut().unwrap().shift_remove("paths");
    let found = check(&root, "openapi.json");
    let helps: Vec<&str> = found.iter().filter_map(|found| found.help.as_deref()).collect();
    assert_eq!(
        reported(&root),
        [
            "field-unknown at /path: the description has no field `path`",
            "field-unknown at /webhooks: `webhooks` is a field of the description in OpenAPI 3.1 and later",
            "field-missing at : the description has no `paths`, which is required",
        ]
    );
    assert_eq!(helps[0], "did you mean `paths`?");
    assert!(helps[1].contains("OpenAPI 3.0"), "{}", helps[1]);
}

#[test]
fn annotations_of_schemas_are_no_mistakes() {
    let schema = json!({ "type": "object", "nullable": true, "markdownDescription": "a", "id": 1, "requierd": ["a"] });
    assert_eq!(
        of_schema("3.1.0", schema.clone()),
        ["field-unknown at /components/schemas/A/requierd: a schema has no field `requierd`"]
    );
    assert_eq!(of_schema("3.0.0", schema).len(), 3);
}

#[test]
fn a_default_is_one_of_the_listed_values() {
    let reported = ["rule-violated at /components/schemas/A/default: the default is not one of the values of `enum`"];
    assert_eq!(of_schema("3.0.0", json!({ "type": "string", "enum": ["a"], "default": "b" })), reported);
    for sound in [json!({ "enum": [1, 2], "default": 2.0 }), json!({ "enum": ["a"], "default": null })] {
        assert_eq!(of_schema("3.1.0", sound), [""; 0]);
    }
}

#[test]
fn values_are_of_their_kind() {
    let schema =
        json!({ "type": "decimal", "minLength": -1, "multipleOf": 0, "required": true, "exclusiveMinimum": 1 });
    assert_eq!(
        of_schema("3.0.0", schema),
        [
            "field-invalid at /components/schemas/A/type: `decimal` is not a valid value for `type`",
            "field-invalid at /components/schemas/A/minLength: `minLength` is a negative number",
            "field-invalid at /components/schemas/A/multipleOf: `multipleOf` is 0",
            "field-invalid at /components/schemas/A/required: `required` is a boolean",
            "field-invalid at /components/schemas/A/exclusiveMinimum: `exclusiveMinimum` is a number",
        ]
    );
    assert!(
        of_schema(
            "3.1.0",
            json!({ "type": ["string", "null"], "exclusiveMinimum": 1.5, "minLength": 1.0, "items": true })
        )
        .is_empty()
    );
    assert_eq!(of_schema("3.0.0", json!({ "items": true })).len(), 1, "schemas are objects before OpenAPI 3.1");
    assert!(of_schema("3.0.0", json!({ "additionalProperties": true })).is_empty());
}

#[test]
fn what_stands_beside_a_reference_may_have_no_effect() {
    let beside =
        json!({ "$ref": "#/components/schemas/B", "description": "d", "required": ["a"], "minLength": 1, "items": {} });
    let found = of_schema("3.0.0", beside.clone());
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].starts_with("field-ignored at /components/schemas/A/required"), "{found:?}");
    let found = of_schema("3.1.0", beside);
    assert_eq!(found, ["field-unsupported at /components/schemas/A/items: `items` is not supported next to `$ref`"]);
    let parameter = json!({ "$ref": "#/components/parameters/P", "required": true, "summary": "s" });
    let found = of_operation("3.1.0", json!({ "parameters": [parameter] }));
    assert_eq!(
        found,
        ["field-ignored at /paths/~1a/get/parameters/0/required: `required` has no effect next to `$ref`"]
    );
}

#[test]
fn parameters_keep_to_their_place() {
    let parameters = json!([
        { "name": "a", "in": "path", "schema": {} },
        { "name": "Accept", "in": "header", "schema": {} },
        { "name": "q", "in": "query", "style": "label", "schema": {}, "content": { "a/b": {} } },
        { "name": "q", "in": "query", "example": 1, "examples": {} },
    ]);
    let found =
        of_operation("3.0.0", json!({ "parameters": parameters, "responses": { "2xx": { "description": "" } } }));
    let at = "/paths/~1a/get/parameters";
    assert_eq!(
        found,
        [
            format!("rule-violated at {at}/0: a path parameter is not `required: true`"),
            format!("field-ignored at {at}/1/name: a header parameter named `Accept` has no effect"),
            format!(
                "rule-violated at {at}/2/content: a parameter has both `schema` and `content`, which exclude each other"
            ),
            format!("rule-violated at {at}/2/style: `style: label` is not allowed for parameters in `query`"),
            format!(
                "rule-violated at {at}/3/examples: a parameter has both `example` and `examples`, which exclude each other"
            ),
            format!("field-missing at {at}/3: a parameter has neither `schema` nor `content`"),
            "rule-violated at /paths/~1a/get/responses/2xx: `2xx` is not a status code; it is read as `2XX`, and nothing is lost".to_owned(),
            format!("rule-violated at {at}/3: the parameter `q` in `query` is listed twice"),
        ]
    );
}

#[test]
fn operations_of_swagger_have_one_body() {
    let body = |name: &str| json!({ "name": name, "in": "body", "schema": {} });
    let form = json!({ "name": "f", "in": "formData", "type": "file" });
    let found = of_operation("2.0", json!({ "parameters": [body("a"), body("b"), form], "responses": {} }));
    let at = "rule-violated at /paths/~1a/get";
    assert_eq!(
        found,
        [
            format!("{at}/responses: the operation has no responses"),
            format!("{at}: an operation has several bodies"),
            format!("{at}: an operation has both a body and form fields"),
            format!("{at}: an operation has a file parameter but does not consume forms"),
        ]
    );
}

#[test]
fn operations_and_media_types_are_distinguished() {
    let content =
        json!({ "application/json": {}, "Application/JSON; charset=utf-8": {}, "text/plain": {}, "json": {} });
    let operation = json!({ "operationId": "a", "requestBody": { "content": content }, "responses": { "200": { "description": "" } } });
    let paths = json!({ "/a": { "get": operation, "put": { "operationId": "a", "responses": { "default": { "description": "" } } } } });
    let found = reported(&description("3.0.0", json!({ "paths": paths })));
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found[0].contains("is the same media type as `application/json`"), "{found:?}");
    assert!(found[1].contains("`json` is not a media type"), "{found:?}");
    assert!(found[2].starts_with("rule-violated at /paths/~1a/put/operationId"), "{found:?}");
}

#[test]
fn paths_that_differ_by_names_only_are_one() {
    let item = |method: &str| json!({ method: { "responses": { "default": { "description": "" } } } });
    let paths =
        json!({ "/a/{b}": item("get"), "/a/{c}": item("put"), "/a/{c}:stop": item("put"), "b": {}, "/{d}/{d}": {} });
    let found = reported(&description("3.0.0", json!({ "paths": paths })));
    let places: Vec<&str> = found.iter().map(|found| found.split(": ").next().unwrap()).collect();
    assert_eq!(
        places,
        ["rule-violated at /paths/~1a~1{c}", "rule-violated at /paths/b", "rule-violated at /paths/~1{d}~1{d}"]
    );
}

#[test]
fn credentials_have_their_fields() {
    let schemes = json!({
        "key": { "type": "apiKey", "name": "k", "in": "header", "scheme": "basic" },
        "http": { "type": "http" },
        "oauth": { "type": "oauth2", "flows": { "implicit": { "scopes": {} } } },
    });
    let members = json!({ "components": { "securitySchemes": schemes }, "security": [{ "key": ["a"] }] });
    let at = "/components/securitySchemes";
    let found = reported(&description("3.0.0", members));
    assert_eq!(
        found,
        [
            format!("field-ignored at {at}/key/scheme: `scheme` has no effect on a security scheme of type `apiKey`"),
            format!("field-missing at {at}/http: a security scheme of type `http` has no `scheme`, which is required"),
            format!(
                "field-missing at {at}/oauth/flows/implicit: the flow `implicit` has no `authorizationUrl`, which is required"
            ),
            "rule-violated at /security/0/key: scopes are required for `key`, but a scheme of type `apiKey` has no scopes"
                .to_owned(),
        ]
    );
}

#[test]
fn what_is_required_is_declared() {
    let schema =
        json!({ "type": "object", "required": ["a", "nmae", "zzz", "a"], "properties": { "a": {}, "name": {} } });
    let found = of_schema("3.0.0", schema.clone());
    assert_eq!(found.len(), 3, "{found:?}");
    let part = of_schema("3.0.0", json!({ "allOf": [schema] }));
    assert_eq!(part.len(), 2, "another part may declare it: {part:?}");
    let paging = json!({ "type": "object", "required": ["items"], "properties": { "total": {} } });
    let pets = json!({ "allOf": [{ "$ref": "#/components/schemas/Paging" }, { "properties": { "items": {} } }] });
    let schemas = |schemas: Value| reported(&description("3.0.0", json!({ "components": { "schemas": schemas } })));
    assert_eq!(schemas(json!({ "Paging": paging })).len(), 1);
    assert!(schemas(json!({ "Paging": paging, "Pets": pets })).is_empty(), "the whole declares it");
}

#[test]
fn parts_that_only_references_reach_are_checked() {
    let schema = json!({ "$ref": "#/x-schemas/A" });
    let response = json!({ "200": { "description": "", "content": { "application/json": { "schema": schema } } } });
    let more = json!({
        "paths": { "/a": { "get": { "responses": response } } },
        "x-schemas": { "A": { "type": "object", "propertys": {} } },
    });
    let source = Source::new("openapi.json", description("3.0.3", more).to_string());
    let found = crate::document::read(&source, &Config::default(), &mut Sink::new()).unwrap().violations;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0].place.as_ref().unwrap().location, Location::Pointer("/x-schemas/A/propertys".to_owned()));
}

#[test]
fn the_depth_is_bounded() {
    let mut schema = json!({});
    for _ in 0..2_000 {
        schema = Value::Object(std::iter::once(("items".to_owned(), schema)).collect());
    }
    let mut root = description("3.0.0", json!({ "components": { "schemas": { "A": {} } } }));
    root["components"]["schemas"]["A"] = schema;
    assert!(check(&root, "openapi.json").is_empty());
    // Values this deep cannot be dropped on the stack of a test either.
    std::mem::forget(root);
}

#[test]
fn other_files_follow_the_version_of_the_description() {
    let folder = tempfile::tempdir().unwrap();
    let part = r#"{ "Pet": { "type": "object", "nullable": true, "propertys": {} } }"#;
    std::fs::write(folder.path().join("pets.json"), part).unwrap();
    let schema = json!({ "$ref": "pets.json#/Pet" });
    let found = |root: Value| {
        let path = folder.path().join("openapi.json");
        std::fs::write(&path, root.to_string()).unwrap();
        let source = crate::source::load(&crate::source::Request::new(SourceLocator::File(path))).unwrap();
        let found = crate::document::read(&source, &Config::default(), &mut Sink::new()).unwrap().violations;
        found.into_iter().map(|found| found.message).collect::<Vec<_>>()
    };
    let info = json!({ "title": "", "version": "" });
    let definitions = json!({ "Pets": { "type": "array", "items": schema } });
    let swagger = json!({ "swagger": "2.0", "info": info, "paths": {}, "definitions": definitions });
    let known = "a schema has no field `propertys`".to_owned();
    let newer = "`nullable` is a field of a schema in OpenAPI 3.0".to_owned();
    assert_eq!(found(swagger), [newer, known.clone()]);
    let openapi = json!({ "openapi": "3.0.3", "info": info, "paths": {}, "components": { "schemas": definitions } });
    assert_eq!(found(openapi.clone()), [known]);
    // JSON Schema has more fields than OpenAPI 3.0, and allows unknown ones.
    let dialect = part.replacen('{', r#"{ "$schema": "http://json-schema.org/draft-07/schema#", "#, 1);
    std::fs::write(folder.path().join("pets.json"), dialect.replace("nullable", "const")).unwrap();
    assert_eq!(found(openapi), [""; 0]);
}

#[test]
fn problems_without_effect_are_infos() {
    let schemes = json!({
        "k": { "type": "apiKey", "in": "header", "name": "K", "bearerFormat": "JWT" },
        "b": { "type": "http", "scheme": "bearer", "in": "header", "name": "X-Token" },
        "o": { "type": "oauth2", "flows": { "password": { "scopes": [] } } },
    });
    let components = json!({
        "schemas": { "A B": {}, "C": { "allOf": [{ "$ref": "#/components/schemas/D", "type": "object", "maxItems": 1 }] }, "D": {} },
        "securitySchemes": schemes,
    });
    let operation = json!({
        "security": [{ "k": ["read"] }],
        "externalDocs": { "link": 1 },
        "requestBody": { "content": { "a/b": {} }, "schema": {} },
        "responses": { "2xx": { "contents": {} }, "20": { "description": "" } },
        "colour": "red",
    });
    let info = json!({ "title": "T", "version": "1", "contact": { "email": 1 } });
    let root = description(
        "3.0.0",
        json!({ "info": info, "components": components, "paths": { "/a": { "get": operation } } }),
    );
    let severities = check(&root, "openapi.json").into_iter().map(|found| {
        let Some(Location::Pointer(pointer)) = found.place.map(|place| place.location) else { return found.message };
        format!("{} {pointer}", found.severity.as_str())
    });
    let mut severities: Vec<String> = severities.collect();
    severities.sort();
    assert_eq!(
        severities,
        [
            "info /components/schemas/A B",
            "info /components/schemas/C/allOf/0/type",
            "info /components/securitySchemes/b/in",
            "info /components/securitySchemes/k/bearerFormat",
            "info /components/securitySchemes/o/flows/password",
            "info /components/securitySchemes/o/flows/password/scopes",
            "info /info/contact/email",
            "info /paths/~1a/get/colour",
            "info /paths/~1a/get/externalDocs",
            "info /paths/~1a/get/externalDocs/link",
            "info /paths/~1a/get/responses/2xx",
            "info /paths/~1a/get/responses/2xx",
            "info /paths/~1a/get/security/0/k",
            "warning /components/schemas/C/allOf/0/maxItems",
            "warning /components/securitySchemes/b/name",
            "warning /paths/~1a/get/requestBody/schema",
            "warning /paths/~1a/get/responses/20",
            "warning /paths/~1a/get/responses/2xx/contents",
        ]
    );
}
