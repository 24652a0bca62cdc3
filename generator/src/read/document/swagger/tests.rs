//! Tests the rules of the conversion, one each, on small descriptions.
use serde_json::{Value, json};

use crate::base::diagnostic::{Location, Sink};
use crate::base::pointer::Pointer;

mod hostile;
mod servers;

/// The result of a conversion.
struct Conversion {
    value: Value,
    moved: Vec<(Pointer, Pointer)>,
    /// The locations of the diagnostics.
    notes: Vec<String>,
}

fn upgrade(root: Value) -> Conversion {
    let mut sink = Sink::new();
    let super::Upgraded { value, moved } = super::upgrade(root, "api", &mut sink);
    let notes = sink.into_diagnostics().into_iter().filter_map(|note| match note.place?.location {
        Location::Pointer(pointer) => Some(pointer.to_string()),
        _ => None,
    });
    Conversion { value, moved, notes: notes.collect() }
}

/// A description with these members.
fn upgrade_with(members: Value) -> Conversion {
    let mut root = json!({ "swagger": "2.0" });
    if let (Some(root), Value::Object(members)) = (root.as_object_mut(), members) {
        root.extend(members);
    }
    upgrade(root)
}

/// Returns the conversion of a description whose only operation is `POST /pets`.
fn of_operation(operation: Value) -> Conversion {
    upgrade_with(json!({ "paths": { "/pets": { "post": operation } } }))
}

const POST: &str = "/paths/~1pets/post";

impl Conversion {
    fn at(&self, pointer: &str) -> Value {
        self.value.pointer(pointer).cloned().unwrap_or_default()
    }

    fn post(&self, pointer: &str) -> Value {
        self.at(&format!("{POST}{pointer}"))
    }

    /// Returns the origin of a location: the longest moved prefix of the pointer decides.
    fn trace(&self, pointer: &str) -> String {
        let covers = |to: &str| pointer.strip_prefix(to).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let longest = self.moved.iter().filter(|(to, _)| covers(to.as_str())).max_by_key(|(to, _)| to.as_str().len());
        longest.map_or(pointer.to_owned(), |(to, from)| format!("{from}{}", &pointer[to.as_str().len()..]))
    }
}

/// The parameter `in: query` as it is in OpenAPI 3.0.
fn query(parameter: Value) -> Conversion {
    let mut whole = json!({ "name": "q", "in": "query" });
    if let (Some(whole), Value::Object(members)) = (whole.as_object_mut(), parameter) {
        whole.extend(members);
    }
    of_operation(json!({ "parameters": [whole] }))
}

#[test]
fn the_version_is_3_0() {
    assert_eq!(upgrade_with(json!({})).at("/openapi"), "3.0.3");
}

#[test]
fn https_is_the_first_server() {
    let upgraded = upgrade_with(json!({ "host": "a.com", "basePath": "/v1/", "schemes": ["http", "https"] }));
    assert_eq!(upgraded.at("/servers"), json!([{ "url": "https://a.com/v1" }, { "url": "http://a.com/v1" }]));
}

#[test]
fn a_host_without_scheme_is_spoken_to_by_https() {
    assert_eq!(upgrade_with(json!({ "host": "a.com" })).at("/servers/0/url"), "https://a.com");
}

#[test]
fn without_a_host_the_server_is_a_path() {
    assert_eq!(
        upgrade_with(json!({ "basePath": "v1", "schemes": ["http"] })).at("/servers"),
        json!([{ "url": "/v1" }])
    );
    assert_eq!(upgrade_with(json!({ "basePath": "/" })).at("/servers/0/url"), "/");
    assert_eq!(upgrade_with(json!({})).at("/servers/0/url"), "/");
}

#[test]
fn an_operation_with_other_schemes_has_its_own_server() {
    let paths = json!({ "/pets": { "get": { "schemes": ["http"] }, "post": { "schemes": ["https"] } } });
    let upgraded = upgrade_with(json!({ "host": "a.com", "schemes": ["https"], "paths": paths }));
    assert_eq!(upgraded.at("/paths/~1pets/get/servers/0/url"), "http://a.com");
    assert_eq!(upgraded.post("/servers"), Value::Null);
}

#[test]
fn info_tags_and_extensions_stay() {
    let members = json!({ "info": { "x-a": 1 }, "tags": [{ "name": "t" }], "externalDocs": {}, "x-b": [2] });
    let upgraded = upgrade_with(members.clone());
    for (key, member) in members.as_object().into_iter().flatten() {
        assert_eq!(&upgraded.at(&format!("/{key}")), member);
    }
}

#[test]
fn the_order_of_the_description_stays() {
    let upgraded = upgrade_with(json!({ "definitions": {}, "paths": {}, "host": "a", "x-a": 1, "parameters": {} }));
    let keys: Vec<_> = upgraded.value.as_object().into_iter().flatten().map(|(key, _)| key.as_str()).collect();
    assert_eq!(keys, ["openapi", "components", "paths", "servers", "x-a"]);
}

#[test]
fn security_definitions_become_schemes() {
    let oauth = |flow: &str| json!({ "type": "oauth2", "flow": flow, "tokenUrl": "t", "scopes": { "a": "b" } });
    let key = json!({ "type": "apiKey", "in": "header", "name": "X-Key" });
    let upgraded = upgrade_with(json!({ "securityDefinitions": {
        "basic": { "type": "basic", "description": "d", "x-a": 1 }, "key": key, "i": oauth("implicit"),
        "p": oauth("password"), "a": oauth("application"), "c": oauth("accessCode"),
    } }));
    let at = |name: &str| upgraded.at(&format!("/components/securitySchemes/{name}"));
    assert_eq!(at("basic"), json!({ "type": "http", "scheme": "basic", "description": "d", "x-a": 1 }));
    assert_eq!(at("key"), key);
    for (name, flow) in [("i", "implicit"), ("p", "password"), ("a", "clientCredentials"), ("c", "authorizationCode")] {
        let details = json!({ "tokenUrl": "t", "scopes": { "a": "b" } });
        assert_eq!(at(name), json!({ "type": "oauth2", "flows": { flow: details } }));
    }
}

#[test]
fn an_unknown_flow_is_reported() {
    let upgraded = upgrade_with(json!({ "securityDefinitions": { "o": { "type": "oauth2", "flow": "other" } } }));
    assert_eq!(upgraded.notes[0], "/securityDefinitions/o");
}

#[test]
fn the_type_of_a_parameter_becomes_its_schema() {
    let typed = json!({ "type": "integer", "format": "int32", "minimum": 1, "default": 2, "enum": [1, 2], "x-a": 3 });
    let mut said = typed.clone();
    said["description"] = "d".into();
    said["required"] = true.into();
    let upgraded = query(said);
    let expected =
        json!({ "name": "q", "in": "query", "x-a": 3, "description": "d", "required": true, "schema": typed });
    assert_eq!(upgraded.post("/parameters/0"), expected);
}

#[test]
fn a_parameter_without_type_is_a_text() {
    assert_eq!(query(json!({})).post("/parameters/0/schema"), json!({ "type": "string" }));
}

#[test]
fn the_collection_format_becomes_a_style() {
    for (format, style, explode) in [
        (None, "form", false),
        (Some("csv"), "form", false),
        (Some("multi"), "form", true),
        (Some("ssv"), "spaceDelimited", false),
        (Some("pipes"), "pipeDelimited", false),
    ] {
        let upgraded = query(json!({ "type": "array", "items": { "type": "string" }, "collectionFormat": format }));
        assert_eq!(upgraded.post("/parameters/0/style"), style);
        assert_eq!(upgraded.post("/parameters/0/explode"), explode);
        assert_eq!(upgraded.post("/parameters/0/schema"), json!({ "type": "array", "items": { "type": "string" } }));
        assert!(upgraded.notes.is_empty());
    }
}

#[test]
fn tabs_between_values_are_reported() {
    let upgraded = query(json!({ "type": "array", "items": {}, "collectionFormat": "tsv" }));
    assert_eq!(upgraded.notes[0], "/paths/~1pets/post/parameters/0/collectionFormat");
    assert_eq!(upgraded.post("/parameters/0/explode"), false);
}

#[test]
fn arrays_within_arrays_are_reported() {
    let inner = json!({ "type": "array", "items": { "type": "string" }, "collectionFormat": "pipes" });
    let upgraded = query(json!({ "type": "array", "items": inner }));
    assert_eq!(upgraded.notes[0], "/paths/~1pets/post/parameters/0/items/collectionFormat");
    assert_eq!(upgraded.post("/parameters/0/schema/items/collectionFormat"), Value::Null);
}

#[test]
fn a_header_parameter_keeps_its_usual_style() {
    let array = |format: &str| json!({ "name": "X", "in": "header", "type": "array", "collectionFormat": format });
    let upgraded = of_operation(json!({ "parameters": [array("csv"), array("pipes")] }));
    assert_eq!(upgraded.post("/parameters/0/style"), Value::Null);
    assert_eq!(upgraded.notes[0], "/paths/~1pets/post/parameters/1/collectionFormat");
}

#[test]
fn a_body_becomes_the_request_body() {
    let schema = json!({ "type": "object" });
    let body = json!({ "name": "b", "in": "body", "required": true, "description": "d", "x-a": 1, "schema": schema });
    let upgraded = of_operation(json!({ "consumes": ["a/json", "a/xml"], "parameters": [body] }));
    let media = json!({ "schema": schema });
    let content = json!({ "a/json": media, "a/xml": media });
    let expected = json!({ "required": true, "description": "d", "x-a": 1, "content": content });
    assert_eq!(upgraded.at(POST), json!({ "requestBody": expected }));
}

#[test]
fn bodies_are_json_where_nothing_is_said() {
    let upgraded = of_operation(json!({ "parameters": [{ "name": "b", "in": "body", "schema": {} }] }));
    assert_eq!(upgraded.post("/requestBody/content"), json!({ "application/json": { "schema": {} } }));
}

#[test]
fn the_media_types_of_the_document_are_usual() {
    let operation = json!({
        "parameters": [{ "name": "b", "in": "body", "schema": {} }], "responses": { "200": { "schema": {} } },
    });
    let upgraded = upgrade_with(
        json!({ "consumes": ["a/in"], "produces": ["a/out"], "paths": { "/pets": { "post": operation } } }),
    );
    assert_eq!(upgraded.post("/requestBody/content"), json!({ "a/in": { "schema": {} } }));
    assert_eq!(upgraded.post("/responses/200/content"), json!({ "a/out": { "schema": {} } }));
}

#[test]
fn the_body_of_a_path_goes_to_operations_without_one() {
    let body = |name: &str| json!({ "name": name, "in": "body", "description": name, "schema": { "type": "object" } });
    let upgraded = upgrade_with(json!({ "paths": { "/pets": {
        "parameters": [body("path")], "post": { "parameters": [body("own")] }, "put": {}, "patch": {},
    } } }));
    assert_eq!(upgraded.at("/paths/~1pets/parameters"), Value::Null);
    assert_eq!(upgraded.post("/requestBody/description"), "own");
    assert_eq!(upgraded.at("/paths/~1pets/put/requestBody/description"), "path");
    // A schema is one type, wherever it is used.
    let first = "/paths/~1pets/put/requestBody/content/application~1json/schema";
    assert_eq!(upgraded.at(first), json!({ "type": "object" }));
    assert_eq!(upgraded.at(&first.replace("put", "patch")), json!({ "$ref": format!("#{first}") }));
}

#[test]
fn a_second_body_is_reported() {
    let body = json!({ "name": "b", "in": "body", "schema": {} });
    let upgraded = of_operation(json!({ "parameters": [body, body] }));
    assert_eq!(upgraded.notes[0], "/paths/~1pets/post/parameters/1");
}

#[test]
fn fields_become_a_form() {
    let upgraded = of_operation(json!({ "parameters": [
        { "name": "a", "in": "formData", "type": "integer", "required": true, "description": "d", "x-a": 1 },
        { "name": "b", "in": "formData", "type": "string" },
    ] }));
    let a = json!({ "type": "integer", "x-a": 1, "description": "d" });
    let properties = json!({ "a": a, "b": { "type": "string" } });
    let schema = json!({ "type": "object", "properties": properties, "required": ["a"] });
    let content = json!({ "application/x-www-form-urlencoded": { "schema": schema } });
    assert_eq!(upgraded.post("/requestBody"), json!({ "content": content, "required": true }));
}

#[test]
fn a_file_makes_the_form_multipart() {
    let upgraded = of_operation(json!({
        "consumes": ["application/x-www-form-urlencoded"],
        "parameters": [{ "name": "f", "in": "formData", "type": "file" }],
    }));
    let schema = json!({ "type": "object", "properties": { "f": { "type": "string", "format": "binary" } } });
    assert_eq!(upgraded.post("/requestBody/content"), json!({ "multipart/form-data": { "schema": schema } }));
}

#[test]
fn a_form_is_multipart_where_the_operation_says_so() {
    let upgraded = of_operation(json!({
        "consumes": ["application/json", "multipart/form-data"],
        "parameters": [{ "name": "a", "in": "formData", "type": "string" }],
    }));
    let schema = json!({ "type": "object", "properties": { "a": { "type": "string" } } });
    assert_eq!(upgraded.post("/requestBody/content"), json!({ "multipart/form-data": { "schema": schema } }));
}

#[test]
fn arrays_of_a_form_are_encoded_as_said() {
    let array = |name: &str, format: &str| json!({ "name": name, "in": "formData", "type": "array", "items": {}, "collectionFormat": format });
    let upgraded = of_operation(json!({ "parameters": [array("a", "multi"), array("b", "csv"), array("c", "tsv")] }));
    let encoding = upgraded.post("/requestBody/content/application~1x-www-form-urlencoded/encoding");
    let form = |explode: bool| json!({ "style": "form", "explode": explode });
    assert_eq!(encoding, json!({ "a": form(true), "b": form(false), "c": form(false) }));
    assert_eq!(upgraded.notes.len(), 1);
}

#[test]
fn fields_of_the_path_join_those_of_the_operation() {
    let field = |name: &str, kind: &str| json!({ "name": name, "in": "formData", "type": kind });
    let upgraded = upgrade_with(json!({ "paths": { "/pets": {
        "parameters": [field("a", "string"), field("b", "string")],
        "post": { "parameters": [field("a", "integer")] },
    } } }));
    let properties = upgraded.post("/requestBody/content/application~1x-www-form-urlencoded/schema/properties");
    assert_eq!(properties, json!({ "a": { "type": "integer" }, "b": { "type": "string" } }));
}

/// `POST /pets` that refers to each of three shared parameters.
fn of_shared(consumes: Value) -> Conversion {
    let reference = |name: &str| json!({ "$ref": format!("#/parameters/{name}") });
    let mut operation = json!({ "parameters": [reference("Body"), reference("Limit")] });
    operation["consumes"] = consumes;
    upgrade_with(json!({
        "paths": { "/pets": { "post": operation, "put": { "parameters": [reference("File")] } } },
        "parameters": {
            "Limit": { "name": "limit", "in": "query", "type": "integer" },
            "Body": { "name": "b", "in": "body", "description": "d", "schema": { "type": "object" } },
            "File": { "name": "f", "in": "formData", "type": "file" },
        },
    }))
}

#[test]
fn shared_parameters_become_components() {
    let upgraded = of_shared(Value::Null);
    let limit = json!({ "name": "limit", "in": "query", "schema": { "type": "integer" } });
    assert_eq!(upgraded.at("/components/parameters"), json!({ "Limit": limit }));
    assert_eq!(upgraded.at("/components/requestBodies/Body/description"), "d");
    assert_eq!(upgraded.post("/parameters"), json!([{ "$ref": "#/components/parameters/Limit" }]));
    assert_eq!(upgraded.post("/requestBody"), json!({ "$ref": "#/components/requestBodies/Body" }));
}

#[test]
fn a_shared_field_is_written_where_it_is_used() {
    let pointer = "/paths/~1pets/put/requestBody/content/multipart~1form-data/schema/properties/f";
    let upgraded = of_shared(Value::Null);
    assert_eq!(upgraded.at(pointer), json!({ "type": "string", "format": "binary" }));
    assert_eq!(upgraded.trace(pointer), "/parameters/File");
}

#[test]
fn a_shared_body_is_copied_where_the_media_type_differs() {
    let upgraded = of_shared(json!(["a/xml"]));
    let shared = "#/components/requestBodies/Body/content/application~1json/schema";
    let content = json!({ "a/xml": { "schema": { "$ref": shared } } });
    assert_eq!(upgraded.post("/requestBody"), json!({ "description": "d", "content": content }));
    assert_eq!(upgraded.trace("/paths/~1pets/post/requestBody/description"), "/parameters/Body/description");
}

#[test]
fn the_schema_of_a_response_becomes_its_content() {
    let response = json!({ "description": "d", "schema": { "type": "string" }, "x-a": 1 });
    let upgraded =
        of_operation(json!({ "produces": ["a/b"], "responses": { "200": response, "x-b": { "schema": 2 } } }));
    let content = json!({ "a/b": { "schema": { "type": "string" } } });
    let expected = json!({ "200": { "description": "d", "content": content, "x-a": 1 }, "x-b": { "schema": 2 } });
    assert_eq!(upgraded.post("/responses"), expected);
}

#[test]
fn a_response_without_schema_has_no_content() {
    let responses = json!({ "204": { "description": "d" } });
    assert_eq!(of_operation(json!({ "produces": ["a/b"], "responses": responses })).post("/responses"), responses);
}

#[test]
fn headers_have_schemas() {
    let header =
        json!({ "description": "d", "type": "array", "items": { "type": "string" }, "collectionFormat": "csv" });
    let upgraded = of_operation(json!({ "responses": { "200": { "headers": { "X": header } } } }));
    let expected = json!({ "description": "d", "schema": { "type": "array", "items": { "type": "string" } } });
    assert_eq!(upgraded.post("/responses/200/headers/X"), expected);
}

#[test]
fn examples_go_to_their_media_type() {
    let examples = json!({ "application/json": { "$ref": "#/definitions/A" }, "text/plain": 2, "other": 3 });
    let upgraded = of_operation(json!({ "responses": { "200": { "schema": {}, "examples": examples } } }));
    let json = json!({ "schema": {}, "example": { "$ref": "#/definitions/A" } });
    let expected = json!({ "application/json": json, "text/plain": { "schema": {}, "example": 2 } });
    assert_eq!(upgraded.post("/responses/200/content"), expected);
    assert_eq!(upgraded.notes[0], "/paths/~1pets/post/responses/200/examples/other");
}

#[test]
fn files_are_bytes() {
    let file = |operation: Value| {
        let mut operation = operation;
        operation["responses"] = json!({ "200": { "schema": { "$ref": "#/definitions/File" } } });
        let upgraded = upgrade_with(json!({
            "produces": ["application/json"], "paths": { "/pets": { "post": operation } },
            "definitions": { "File": { "type": "file" } },
        }));
        assert_eq!(upgraded.at("/components/schemas/File"), json!({ "type": "string", "format": "binary" }));
        upgraded.post("/responses/200/content").as_object().map(|content| content.keys().cloned().collect::<Vec<_>>())
    };
    assert_eq!(file(json!({})), Some(vec!["application/octet-stream".to_owned()]));
    assert_eq!(file(json!({ "produces": ["application/pdf"] })), Some(vec!["application/pdf".to_owned()]));
}

#[test]
fn shared_responses_become_components() {
    let reference = json!({ "$ref": "#/responses/Missing" });
    let upgraded = upgrade_with(json!({
        "paths": { "/pets": { "post": { "responses": { "404": reference } } } },
        "responses": { "Missing": { "description": "d", "schema": {} } },
    }));
    assert_eq!(upgraded.post("/responses/404"), json!({ "$ref": "#/components/responses/Missing" }));
    let content = json!({ "application/json": { "schema": {} } });
    assert_eq!(upgraded.at("/components/responses/Missing"), json!({ "description": "d", "content": content }));
}

#[test]
fn a_shared_response_is_copied_where_the_media_type_differs() {
    let reference = json!({ "$ref": "#/responses/Missing" });
    let upgraded = upgrade_with(json!({
        "paths": { "/pets": { "post": { "produces": ["a/xml"], "responses": { "404": reference } } } },
        "responses": { "Missing": { "description": "d", "schema": { "$ref": "#/definitions/A" } } },
        "definitions": { "A": {} },
    }));
    let content = json!({ "a/xml": { "schema": { "$ref": "#/components/schemas/A" } } });
    assert_eq!(upgraded.post("/responses/404"), json!({ "description": "d", "content": content }));
}

/// Returns the conversion of a description with one schema.
fn schema(schema: Value) -> Value {
    upgrade_with(json!({ "definitions": { "A": schema } })).at("/components/schemas/A")
}

#[test]
fn references_lead_to_the_components_at_any_depth() {
    let one = |reference: &str| json!({ "$ref": reference });
    let all = |reference: &str| {
        json!({
            "properties": { "a": one(reference), "b": { "items": one(reference) } },
            "additionalProperties": one(reference), "allOf": [{ "not": one(reference) }], "items": [one(reference)],
        })
    };
    assert_eq!(schema(all("#/definitions/A")), all("#/components/schemas/A"));
}

#[test]
fn references_to_strange_names_lead_to_the_same() {
    for (name, reference, expected) in [
        ("a/b", "a~1b", "a~1b"),
        ("a/b", "a/b", "a~1b"),
        ("a/b", "a%2Fb", "a~1b"),
        ("a~b", "a~0b", "a~0b"),
        ("a b", "a%20b", "a b"),
        ("a b", "a b", "a b"),
        ("50%", "50%25", "50%25"),
        ("a%20b", "a%20b", "a%2520b"),
        ("A«B»", "A%C2%ABB%C2%BB", "A«B»"),
    ] {
        let upgraded = upgrade_with(json!({
            "definitions": { name: { "type": "string" }, "Ref": { "$ref": format!("#/definitions/{reference}") } },
        }));
        let expected = format!("#/components/schemas/{expected}");
        assert_eq!(upgraded.at("/components/schemas/Ref/$ref"), expected, "{name}");
    }
}

#[test]
fn references_to_any_place_follow_it() {
    let upgraded = upgrade_with(json!({
        "definitions": { "A": { "$ref": "#/paths/~1pets/post/responses/200/schema/items" } },
        "paths": { "/pets": { "post": { "responses": { "200": { "schema": { "items": {} } } } } } },
    }));
    let place = "#/paths/~1pets/post/responses/200/content/application~1json/schema/items";
    assert_eq!(upgraded.at("/components/schemas/A/$ref"), place);
}

#[test]
fn what_is_shared_outside_the_sections_is_written_out() {
    let reference = |name: &str| json!({ "$ref": format!("#/x-shared/{name}") });
    let upgraded = upgrade_with(json!({
        "x-shared": {
            "item": { "post": { "parameters": [reference("q")], "responses": { "200": reference("r") } } },
            "q": { "name": "q", "in": "query", "type": "string" },
            "r": { "schema": {} },
        },
        "paths": { "/pets": reference("item") },
    }));
    assert_eq!(upgraded.post("/parameters/0/schema"), json!({ "type": "string" }));
    assert_eq!(upgraded.post("/responses/200/content"), json!({ "application/json": { "schema": {} } }));
}

#[test]
fn properties_may_be_called_like_keywords() {
    let text = json!({ "type": "string" });
    let like = json!({ "properties": {
        "$ref": text, "definitions": text, "type": text, "discriminator": text, "x-nullable": text, "properties": text,
    } });
    assert_eq!(schema(like.clone()), like);
}

#[test]
fn examples_and_defaults_are_no_schemas() {
    let like = json!({ "$ref": "#/definitions/A", "type": "file", "discriminator": "d", "x-nullable": true });
    let values = json!({ "example": like, "default": like, "enum": [like], "x-a": like });
    assert_eq!(schema(values.clone()), values);
}

#[test]
fn a_discriminator_becomes_an_object() {
    let upgraded = schema(json!({ "discriminator": "kind", "x-discriminator-value": "a" }));
    assert_eq!(upgraded, json!({ "discriminator": { "propertyName": "kind" }, "x-discriminator-value": "a" }));
}

#[test]
fn x_nullable_becomes_nullable() {
    assert_eq!(schema(json!({ "type": "string", "x-nullable": true })), json!({ "type": "string", "nullable": true }));
    assert_eq!(schema(json!({ "x-nullable": false })), json!({ "x-nullable": false }));
}

#[test]
fn lists_of_types_stay() {
    let list = json!({ "type": ["string", "null"], "readOnly": true });
    assert_eq!(schema(list.clone()), list);
}

#[test]
fn places_are_traced_to_where_they_stood() {
    let upgraded = upgrade_with(json!({
        "definitions": { "Pet": { "properties": {} } },
        "paths": { "/pets": { "post": {
            "parameters": [
                { "name": "b", "in": "body", "schema": {} },
                { "name": "a", "in": "query", "type": "array", "items": {} },
            ],
            "responses": { "200": { "schema": {}, "headers": { "X": { "type": "string" } } } },
        } } },
    }));
    for (now, then) in [
        ("/components/schemas/Pet", "/definitions/Pet"),
        ("/components/schemas/Pet/properties", "/definitions/Pet/properties"),
        ("/paths/~1pets/post/requestBody", "/paths/~1pets/post/parameters/0"),
        ("/paths/~1pets/post/requestBody/content/application~1json/schema", "/paths/~1pets/post/parameters/0/schema"),
        ("/paths/~1pets/post/parameters/0/schema", "/paths/~1pets/post/parameters/1"),
        ("/paths/~1pets/post/parameters/0/schema/items", "/paths/~1pets/post/parameters/1/items"),
        ("/paths/~1pets/post/parameters/0/name", "/paths/~1pets/post/parameters/1/name"),
        (
            "/paths/~1pets/post/responses/200/content/application~1json/schema",
            "/paths/~1pets/post/responses/200/schema",
        ),
        ("/paths/~1pets/post/responses/200/headers/X/schema", "/paths/~1pets/post/responses/200/headers/X"),
    ] {
        assert_eq!(upgraded.trace(now), then);
    }
}

#[test]
fn typing_errors_are_reported_with_the_consequence() {
    let field = json!({ "name": "f", "in": "formData", "type": "string", "patern": "a" });
    let parameter = json!({ "name": "q", "in": "query", "type": "string", "defualt": "x", "itms": {}, "x-enumm": [] });
    let root = json!({
        "swagger": "2.0",
        "securityDefinition": {},
        "definition": {},
        "requestBodies": {},
        "paths": { "/pets": {
            "get": {
                "produce": ["text/csv"],
                "parameters": [parameter, { "name": "b", "in": "body" }],
                "responses": { "200": { "shema": {}, "headers": { "h": { "type": "array", "items": {}, "collectionformat": "csv" } } } },
            },
            "post": { "parameters": [field], "responses": {} },
        } },
    });
    let mut sink = Sink::new();
    let super::Upgraded { value, .. } = super::upgrade(root, "api", &mut sink);
    let lines = sink.into_diagnostics().into_iter().filter_map(|warning| match warning.place?.location {
        Location::Pointer(pointer) => Some(format!("{pointer}: {} ({})", warning.message, warning.help?)),
        _ => None,
    });
    let expected = [
        "/securityDefinition: the description has no field `securityDefinition`; it is ignored (did you mean `securityDefinitions`?)",
        "/definition: the description has no field `definition`; it is ignored (did you mean `definitions`?)",
        "/paths/~1pets/get/parameters/1: a body has no `schema`; the caller passes it as text or bytes (add `schema`)",
        "/paths/~1pets/get/produce: an operation has no field `produce`; it is ignored (did you mean `produces`?)",
        "/paths/~1pets/get/parameters/0/defualt: a parameter has no field `defualt`; it is ignored (did you mean `default`?)",
        "/paths/~1pets/get/parameters/0/itms: a parameter has no field `itms`; it is ignored (did you mean `items`?)",
        "/paths/~1pets/get/responses/200/shema: a response has no field `shema`; it is ignored (did you mean `schema`?)",
        "/paths/~1pets/get/responses/200/headers/h/collectionformat: a header has no field `collectionformat`; it is ignored (did you mean `collectionFormat`?)",
        "/paths/~1pets/post/parameters/0/patern: a parameter has no field `patern`; it is ignored (did you mean `pattern`?)",
    ];
    assert_eq!(lines.collect::<Vec<_>>(), expected);
    assert!(value.get("definition").is_none(), "it is reported once");
    assert!(value.get("requestBodies").is_some(), "the reader reports it");
}
