//! Tests of the reader: it reads the fields that the page of keywords lists, and reports what it cannot use.

use std::path::Path;

use serde_json::{Value, json};

use crate::base::diagnostic::{Diagnostic, Location, Sink};
use crate::base::text::Source;
use crate::config::Config;
use crate::read::keywords::{self, Shape, Usage};
use crate::read::source::{Input, Request, SourceLocator};
use crate::rust::names::NameHistory;

/// Reads a description, and returns the result as text with the diagnostics.
fn read(input: impl Into<Input>) -> (String, Vec<Diagnostic>) {
    let mut sink = Sink::new();
    let document = super::read(&input.into(), &Config::default(), &mut sink).unwrap();
    (format!("{:?}{:?}", document.openapi, document.webhooks), sink.into_diagnostics())
}

/// Returns the diagnostics, such as `code at pointer: message`.
fn reported(root: &Value) -> Vec<String> {
    let (_, diagnostics) = read(Source::new("openapi.json", root.to_string()));
    diagnostics.into_iter().map(line).collect()
}

fn line(diagnostic: Diagnostic) -> String {
    let Some(Location::Pointer(pointer)) = diagnostic.place.map(|place| place.location) else {
        return diagnostic.message;
    };
    format!("{} at {pointer}: {}", diagnostic.code.as_str(), diagnostic.message)
}

#[test]
fn diagnostics_have_places_that_exist() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fixtures");
    let folders = ["valid", "invalid", "service"].map(|kind| std::fs::read_dir(fixtures.join(kind)).unwrap());
    let mut checked = 0;
    for folder in folders.into_iter().flatten() {
        let path = folder.unwrap().path().join("openapi.yaml");
        let Ok(input) = crate::read::source::load(&Request::new(SourceLocator::File(path))) else { continue };
        let mut sink = Sink::new();
        let Ok(emission) = crate::pipeline::run(&input, &Config::default(), &NameHistory::default(), &mut sink) else {
            continue;
        };
        for source in std::iter::once(&input.source).chain(&emission.others) {
            let value = super::parse(source, &mut Sink::new()).unwrap();
            let places = sink.diagnostics().into_iter().filter_map(|diagnostic| diagnostic.place);
            for place in places.filter(|place| place.source == source.name()) {
                let Location::Pointer(pointer) = &place.location else { continue };
                assert!(value.pointer(pointer.as_str()).is_some(), "{place:?}");
                checked += 1;
            }
        }
    }
    assert!(checked > 50, "{checked} places are few");
}

/// Returns a description of a version with these members.
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
    let holder = match version {
        "2.0" => json!({ "definitions": { "A": schema } }),
        _ => json!({ "components": { "schemas": { "A": schema } } }),
    };
    reported(&description(version, holder))
}

/// Returns the diagnostics about an operation.
fn of_operation(version: &str, operation: Value) -> Vec<String> {
    reported(&description(version, json!({ "paths": { "/a": { "get": operation } } })))
}

/// A description with each kind of object.
fn whole() -> Value {
    let operation = json!({
        "parameters": [{ "name": "a", "in": "query" }],
        "requestBody": { "content": { "multipart/form-data": { "encoding": { "a": {} } } } },
        "responses": { "200": { "headers": { "A": {} } } },
    });
    let components = json!({
        "schemas": { "A": { "discriminator": { "propertyName": "a" } } },
        "securitySchemes": { "a": { "type": "apiKey", "name": "a", "in": "query" } },
    });
    let servers = json!([{ "url": "/{a}", "variables": { "a": {} } }]);
    let tags = json!([{ "name": "a", "externalDocs": { "url": "/" } }]);
    let members =
        json!({ "servers": servers, "tags": tags, "paths": { "/a": { "get": operation } }, "components": components });
    description("3.2.0", members)
}

/// The objects of that description.
static OBJECTS: [(&Shape, &str); 18] = [
    (&keywords::DOCUMENT, ""),
    (&keywords::INFO, "/info"),
    (&keywords::SERVER, "/servers/0"),
    (&keywords::SERVER_VARIABLE, "/servers/0/variables/a"),
    (&keywords::TAG, "/tags/0"),
    (&keywords::EXTERNAL_DOCS, "/tags/0/externalDocs"),
    (&keywords::PATH_ITEM, "/paths/~1a"),
    (&keywords::OPERATION, "/paths/~1a/get"),
    (&keywords::PARAMETER, "/paths/~1a/get/parameters/0"),
    (&keywords::REQUEST_BODY, "/paths/~1a/get/requestBody"),
    (&keywords::MEDIA_TYPE, "/paths/~1a/get/requestBody/content/multipart~1form-data"),
    (&keywords::ENCODING, "/paths/~1a/get/requestBody/content/multipart~1form-data/encoding/a"),
    (&keywords::RESPONSE, "/paths/~1a/get/responses/200"),
    (&keywords::HEADER, "/paths/~1a/get/responses/200/headers/A"),
    (&keywords::COMPONENTS, "/components"),
    (&keywords::SCHEMA, "/components/schemas/A"),
    (&keywords::DISCRIMINATOR, "/components/schemas/A/discriminator"),
    (&keywords::SECURITY_SCHEME, "/components/securitySchemes/a"),
];

/// Fields whose values other stages read, or only together with others: they decide the version, are targets of
/// references, describe elements of arrays, or are an object or a list.
const READ_ELSEWHERE: [&str; 14] = [
    "openapi",
    "$ref",
    "$defs",
    "definitions",
    "$anchor",
    "$dynamicAnchor",
    "$id",
    "pathItems",
    "mediaTypes",
    "additionalItems",
    "unevaluatedItems",
    "items",
    "prefixItems",
    "examples",
];

#[test]
fn the_reader_reads_the_listed_fields() {
    let mut wrong = Vec::new();
    for (shape, place) in OBJECTS {
        for field in shape.fields().filter(|field| !READ_ELSEWHERE.contains(&field.name)) {
            let result = |value: Option<Value>| {
                let mut root = whole();
                let object = root.pointer_mut(place).unwrap().as_object_mut().unwrap();
                object.shift_remove(field.name);
                object.extend(value.map(|value| (field.name.to_owned(), value)));
                read(Source::new("openapi.json", root.to_string()))
            };
            // No field has a list of lists.
            let is_read = result(None) != result(Some(json!([[[]]])));
            if is_read != (field.usage != Usage::Unread) {
                wrong.push((shape.label, field.name, is_read));
            }
        }
    }
    assert_eq!(wrong, []);
}

#[test]
fn unknown_fields_are_reported_if_they_would_have_an_effect() {
    let root = description("3.0.3", json!({ "path": {}, "x-path": {}, "colour": 1, "webhooks": {}, "summary": "" }));
    let (_, found) = read(Source::new("openapi.json", root.to_string()));
    assert_eq!(found[0].help.as_deref(), Some("did you mean `paths`?"));
    let found: Vec<String> = found.into_iter().map(line).collect();
    assert_eq!(found, ["field-unknown at /path: the description has no field `path`; it is ignored"]);
    let operation = json!({ "requestBody": { "content": { "a/b": {} }, "schema": {} }, "responses": { "200": {} } });
    assert_eq!(
        of_operation("3.0.0", operation),
        ["field-unknown at /paths/~1a/get/requestBody/schema: a request body has no field `schema`; it is ignored"]
    );
    let schema =
        json!({ "type": "object", "const": 1, "markdownDescription": "", "id": 1, "in": 1, "requierd": ["a"] });
    let unknown = |name: &str| {
        format!("field-unknown at /components/schemas/A/{name}: a schema has no field `{name}`; it is ignored")
    };
    assert_eq!(of_schema("3.1.0", schema.clone()), [unknown("requierd")], "others are annotations");
    assert_eq!(of_schema("3.0.0", schema), [unknown("in"), unknown("requierd")]);
}

#[test]
fn values_of_a_wrong_kind_are_reported() {
    let schema =
        json!({ "minLength": -1, "required": ["a", []], "title": {}, "properties": [], "nullable": 1, "pattern": 0 });
    let at = "field-invalid at /components/schemas/A";
    assert_eq!(
        of_schema("3.0.0", schema),
        [
            format!("{at}/pattern: expected a string for `pattern`, found a number; it is ignored"),
            format!("{at}/properties: expected an object for `properties`, found an array; it is ignored"),
            format!("{at}/required/1: expected a string for an element of `required`, found an array; it is ignored"),
            format!("{at}/minLength: expected a non-negative integer for `minLength`, found a number; it is ignored"),
            format!("{at}/nullable: expected `true` or `false` for `nullable`, found a number; it is ignored"),
            format!("{at}/title: expected a string for `title`, found an object; it is ignored"),
        ]
    );
    let operation = json!({ "parameters": ["a"], "security": ["key"], "responses": { "200": "ok" } });
    let at = "field-invalid at /paths/~1a/get";
    assert_eq!(
        of_operation("3.0.0", operation),
        [
            format!("{at}/parameters/0: expected an object for a parameter, found a string; it is ignored"),
            format!("{at}/responses/200: expected an object for a response, found a string; it is ignored"),
            format!(
                "{at}/security/0: expected an object for a security requirement, found a string; it is read as `{{key: []}}`"
            ),
        ]
    );
}

#[test]
fn missing_fields_are_reported_with_the_consequence() {
    let schemes = json!({ "a": { "type": "http" }, "b": { "type": "apiKey", "in": "query" }, "c": {}, "d": { "type": "oauth2" } });
    let operation = json!({ "parameters": [{ "name": "a", "in": "query" }], "requestBody": {} });
    let found = reported(&json!({
        "openapi": "3.0.3",
        "servers": [{}],
        "tags": [{ "externalDocs": {} }],
        "paths": { "/a": { "get": operation } },
        "components": {
            "securitySchemes": schemes,
            "schemas": { "A": { "type": "array" }, "B": { "discriminator": { "mapping": {} } } },
        },
    }));
    let at = "field-missing at";
    assert_eq!(
        found,
        [
            format!("{at} /components/schemas/A: an array has no `items`; any JSON value is accepted as an element"),
            format!("{at} /components/schemas/B/discriminator: a discriminator has no `propertyName`; it is ignored"),
            format!(
                "{at} /components/securitySchemes/a: a security scheme has no `scheme`; no credential is sent for it"
            ),
            format!(
                "{at} /components/securitySchemes/b: a security scheme has no `name`; no credential is sent for it"
            ),
            format!(
                "{at} /components/securitySchemes/c: a security scheme has no `type`; no credential is sent for it"
            ),
            format!("{at} /paths/~1a/get/parameters/0: a parameter has no `schema`; it is read as a string"),
            format!("{at} /paths/~1a/get/requestBody: a request body has no `content`; the body is left out"),
            format!("{at} /paths/~1a/get: an operation has no `responses`; its result has no type"),
            format!("{at} /servers/0: a server has no `url`; it is left out"),
            format!("{at} /tags/0: a tag has no `name`; it is left out"),
        ]
    );
    assert_eq!(
        reported(&json!({ "openapi": "3.1.0" })),
        ["field-missing at : the description has no `paths`; the client has no operations"]
    );
}

#[test]
fn keywords_beside_a_reference_apply_since_openapi_3_1() {
    let beside =
        json!({ "$ref": "#/components/schemas/A", "description": "d", "required": ["a"], "minLength": 1, "items": {} });
    let found = of_schema("3.0.0", json!({ "properties": { "a": beside } }));
    assert_eq!(found.len(), 3, "{found:?}");
    let at = "field-ignored at /components/schemas/A/properties/a/items";
    assert_eq!(found[0], format!("{at}: `items` has no effect next to `$ref`"));
    assert_eq!(of_schema("3.1.0", json!({ "properties": { "a": beside } })), [""; 0]);
    let parameter = json!({ "$ref": "#/components/parameters/P", "required": true, "summary": "s" });
    assert_eq!(
        of_operation("3.1.0", json!({ "parameters": [parameter] })),
        ["field-ignored at /paths/~1a/get/parameters/0/required: `required` has no effect next to `$ref`"]
    );
}

#[test]
fn contradictions_are_reported() {
    let schema = json!({ "minimum": 2, "maximum": 1, "readOnly": true, "writeOnly": true });
    let at = "rule-violated at";
    assert_eq!(
        of_schema("3.0.0", schema),
        [
            format!(
                "{at} /components/schemas/A/writeOnly: a schema is both `readOnly` and `writeOnly`, so its values are never sent or received"
            ),
            format!("{at} /components/schemas/A/minimum: `minimum` is greater than `maximum`, so no value is valid"),
        ]
    );
    let parameters = json!([
        { "name": "q", "in": "query", "style": "label", "schema": {}, "content": { "a/b": {} } },
        { "name": "a b", "in": "header", "schema": {}, "allowReserved": true },
    ]);
    let responses = json!({ "2xx": { "content": { "gzip": {} }, "headers": { "a b": {} } } });
    let operation = json!({ "operationId": "a", "parameters": parameters, "responses": responses });
    let same = json!({ "operationId": "a", "responses": { "200": {} } });
    let found = reported(&description("3.0.0", json!({ "paths": { "/a": { "get": operation, "put": same } } })));
    let of = "/paths/~1a/get";
    assert_eq!(
        found,
        [
            format!(
                "{at} {of}/parameters/0/content: a parameter has both `schema` and `content`; `content` is ignored"
            ),
            format!(
                "field-invalid at {of}/parameters/0/style: `style: label` is not allowed for parameters in `query`; it is ignored"
            ),
            format!("{at} {of}/parameters/1/name: `a b` is not a valid header name"),
            format!(
                "field-ignored at {of}/parameters/1/allowReserved: `allowReserved` has no effect on parameters in `header`"
            ),
            format!("{at} {of}/responses/2xx/content/gzip: `gzip` is not a media type"),
            format!(
                "part-invalid at {of}/responses/2xx/headers/a b: `a b` is not a valid header name; the header is left out"
            ),
            format!("{at} /paths/~1a/put/operationId: duplicate `operationId` `a`; the function gets another name"),
        ]
    );
    let schemes = json!({
        "a": { "type": "apiKey", "name": "k", "in": "header", "scheme": "basic", "bearerFormat": "JWT" },
        "b": { "type": "http", "scheme": "bearer", "in": "header", "name": "X-Token" },
        "c": { "type": "http", "scheme": "bearer", "in": "header", "name": "Authorization" },
    });
    let at = "field-ignored at /components/securitySchemes";
    assert_eq!(
        reported(&description("3.0.0", json!({ "components": { "securitySchemes": schemes } }))),
        [
            format!("{at}/a/scheme: `scheme` has no effect on a security scheme of type `apiKey`"),
            format!("{at}/b/name: `name` has no effect on a security scheme of type `http`"),
        ]
    );
}

#[test]
fn swagger_is_checked_at_its_own_places() {
    let operation = json!({
        "parameters": [{ "name": "a", "in": "query" }, { "name": "b", "in": "body", "schema": { "propertys": {} } }],
        "responses": { "200": { "description": "", "schema": { "type": "array" } } },
    });
    let found = of_operation("2.0", operation);
    let at = "/paths/~1a/get";
    assert_eq!(
        found,
        [
            format!("field-missing at {at}/parameters/0: no `type` is declared; it is read as a string"),
            format!(
                "field-unknown at {at}/parameters/1/schema/propertys: a schema has no field `propertys`; it is ignored"
            ),
            format!(
                "field-missing at {at}/responses/200/schema: an array has no `items`; any JSON value is accepted as an element"
            ),
        ]
    );
}

#[test]
fn referenced_parts_are_checked() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("pets.json"), r#"{ "Pet": { "type": "object", "propertys": {} } }"#).unwrap();
    let more = json!({
        "components": { "schemas": { "A": { "$ref": "#/x-schemas/A" }, "B": { "$ref": "pets.json#/Pet" } } },
        "x-schemas": { "A": { "type": "object", "propertys": {} } },
    });
    let path = folder.path().join("openapi.json");
    std::fs::write(&path, description("3.0.3", more).to_string()).unwrap();
    let input = crate::read::source::load(&Request::new(SourceLocator::File(path))).unwrap();
    let (_, found) = read(&input);
    let mut places: Vec<String> = found.into_iter().map(line).collect();
    places.sort();
    let message = "a schema has no field `propertys`; it is ignored";
    assert_eq!(
        places,
        [
            format!("field-unknown at /Pet/propertys: {message}"),
            format!("field-unknown at /x-schemas/A/propertys: {message}")
        ]
    );
}

#[test]
fn paths_may_share_an_operation() {
    let item = json!({ "get": { "operationId": "get", "responses": { "204": { "description": "" } } } });
    let shared = json!({ "paths": { "/a": { "$ref": "#/x-items/a" }, "/b": { "$ref": "#/x-items/a" } },
        "webhooks": { "c": item }, "x-items": { "a": item } });
    assert_eq!(reported(&description("3.1.0", shared)), [""; 0]);
    let twice = json!({ "paths": { "/a": item, "/b": item } });
    assert_eq!(
        reported(&description("3.1.0", twice)),
        ["rule-violated at /paths/~1b/get/operationId: duplicate `operationId` `get`; the function gets another name"]
    );
}

#[test]
fn invalid_limits_types_and_references_are_reported() {
    let limits = json!({ "type": "number", "maximum": "NaN", "multipleOf": 0 });
    assert_eq!(
        of_schema("3.1.0", limits),
        [
            "field-invalid at /components/schemas/A/maximum: expected a number for `maximum`, found a string; it is ignored",
            "field-invalid at /components/schemas/A/multipleOf: `multipleOf` is not positive; it is ignored",
        ]
    );
    let types = json!({ "type": ["strin", "integer"] });
    assert_eq!(
        of_schema("3.1.0", types),
        ["type-unknown at /components/schemas/A/type/0: unknown type `strin`; it is ignored"]
    );
    let reference = json!({ "$ref": 5 });
    assert_eq!(
        of_schema("3.1.0", reference),
        ["field-invalid at /components/schemas/A/$ref: expected a string for `$ref`, found a number; it is ignored"]
    );
}
