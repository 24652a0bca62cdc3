use crate::api::model::{BodyKind, Content, Success};
use crate::config::Config;
use crate::pipeline::Emission;
use crate::rust::ir::{Constraint, RequestLocation};
use crate::rust::resolve::{CrateOptions, Resolver};
use crate::testing::Case;

fn emission(paths: &str) -> Emission {
    let schemas = r#""Picture": { "type": "object", "required": ["id"], "properties": { "id": { "type": "string" } } },
        "Raw": { "type": "string", "contentEncoding": "binary" }"#;
    Case::new().paths(paths).schemas(schemas).emission()
}

/// Returns an operation that takes bodies of these media types and schemas.
fn post(bodies: &[(&str, &str)]) -> Emission {
    let content: Vec<String> =
        bodies.iter().map(|(media_type, schema)| format!(r#""{media_type}": {{ "schema": {schema} }}"#)).collect();
    let content = content.join(", ");
    emission(&format!(
        r#""/pictures": {{ "post": {{ "operationId": "send", "tags": ["a"], "requestBody": {{ "required": true,
        "content": {{ {content} }} }}, "responses": {{ "200": {{ "description": "", "content": {{
        "application/json": {{ }}, "text/event-stream": {{ }} }} }} }} }} }}"#
    ))
}

fn object(members: &str) -> String {
    format!(r#"{{ "type": "object", "properties": {{ {members} }} }}"#)
}

/// Returns the functions with their arguments.
fn functions(emission: &Emission) -> Vec<String> {
    let options = CrateOptions::new(&Config::default());
    let resolver = Resolver::new(&emission.api, &emission.analysis, &emission.facts, &emission.names, &options);
    let operations = 0..emission.api.operations.len();
    let written = operations.map(|index| {
        let operation = resolver.operation(index);
        let inputs = operation.inputs.iter().map(|input| match &input.placement {
            RequestLocation::Part(_) => format!("{}: {}", input.name, input.ty),
            _ => format!("{} = {}", input.name, input.ty),
        });
        format!("{}({})", operation.function, inputs.collect::<Vec<_>>().join(", "))
    });
    written.collect()
}

const FILE: &str = r#"{ "type": "string", "format": "binary" }"#;

#[test]
fn one_or_several_files_are_files() {
    let list = format!(r#"{{ "type": "array", "items": {FILE} }}"#);
    let member = |keyword: &str, all: &[&str]| format!(r#""{keyword}": [{}]"#, all.join(", "));
    let picture = r##"{ "$ref": "#/components/schemas/Picture" }"##;
    let text = r#"{ "type": "string" }"#;
    let schema = object(&format!(
        r#""a": {{ {} }}, "b": {{ {} }}, "c": {{ {} }}, "d": {{ {} }}"#,
        member("oneOf", &[FILE, &list]),
        member("anyOf", &[FILE, r#"{ "type": "null" }"#]),
        member("anyOf", &[FILE, picture]),
        member("oneOf", &[r#"{ "type": "integer" }"#, text]),
    ));
    let emission = post(&[("multipart/form-data", &schema)]);
    assert_eq!(functions(&emission), ["send(a: Vec<Upload>, b: Upload, c: Upload, d: SendAD)"]);
}

#[test]
fn parts_without_a_type_are_files() {
    let emission = emission(
        r#""/pictures": { "post": { "operationId": "send", "tags": ["a"], "requestBody": { "required": true,
        "content": { "multipart/form-data": { "schema": { "type": "object",
        "required": ["a", "b", "c", "d", "e", "f", "g"], "properties": {
            "a": {}, "b": { "type": "array", "items": {} }, "c": { "contentMediaType": "*/*" },
            "d": { "contentMediaType": "application/json" }, "e": { "description": "JSON." },
            "f": { "type": "object" }, "g": { "type": "string" } } },
        "encoding": { "b": { "contentType": "*/*" }, "e": { "contentType": "application/json" } } } } },
        "responses": { "204": { "description": "" } } } }"#,
    );
    assert_eq!(
        functions(&emission),
        [
            "send(a: Upload, b: Vec<Upload>, c: Upload, d: Upload, e: Upload, f: serde_json::Map<String, serde_json::Value>, g: String)"
        ]
    );
}

/// Returns the arguments of a function whose multipart body is optional.
fn arguments_of(method: &str, schema: &str) -> Vec<String> {
    let emission = emission(&format!(
        r#""/pictures": {{ "{method}": {{ "operationId": "send", "tags": ["a"], "requestBody": {{ "content": {{
        "multipart/form-data": {{ "schema": {schema} }} }} }}, "responses": {{ "204": {{ "description": "" }} }} }} }}"#
    ));
    let operation = &emission.api.operations[0];
    assert_eq!(
        operation.body.as_ref().is_some_and(|body| body.required),
        operation.parameters.iter().any(|part| part.required)
    );
    operation.parameters.iter().filter(|part| part.required).map(|part| part.wire.clone()).collect()
}

#[test]
fn parts_that_the_schema_requires_are_arguments() {
    let members = |required: &str| {
        let members = format!(r#""file": {FILE}, "kind": {{ "type": "string", "enum": ["a"] }}"#);
        format!(r#"{{ "type": "object", "required": [{required}], "properties": {{ {members} }} }}"#)
    };
    assert_eq!(arguments_of("post", &members(r#""file""#)), ["file"]);
    assert!(arguments_of("post", &members("")).is_empty());
    // A constant is not an argument.
    assert!(arguments_of("post", &members(r#""kind""#)).is_empty());
    assert!(arguments_of("delete", &members(r#""file""#)).is_empty());
}

#[test]
fn arguments_are_reported_with_their_limits() {
    let list = format!(r#"{{ "type": "array", "maxItems": 16, "description": "All of `it`", "items": {FILE} }}"#);
    let schema = format!(
        r#"{{ "type": "object", "required": ["photos", "title", "words"], "properties": {{
        "photos": {{ "anyOf": [{FILE}, {list}] }},
        "title": {{ "type": "string", "maxLength": 9, "description": "What\nit is.\n\nMore." }},
        "words": {{ "type": "array", "items": {{ "type": "string" }} }} }} }}"#
    );
    let emission = post(&[("multipart/form-data", &schema)]);
    let options = CrateOptions::new(&Config::default());
    let resolver = Resolver::new(&emission.api, &emission.analysis, &emission.facts, &emission.names, &options);
    let operation = resolver.operation(0);
    let lines = operation.docs.lines;
    let at = lines.iter().position(|line| line == "Arguments:").unwrap();
    let rows = [
        "- `photos`: All of `it`. At most 16 elements. Each file is sent as a part named `photos`.",
        "- `title`: What it is. At most 9 characters.",
        "- `words`: Each element is sent as a part named `words`.",
    ];
    assert_eq!(lines[at + 1..at + 4], rows);
    assert_eq!(operation.inputs[0].constraints, [Constraint::Count(0, Some(16))]);
}

#[test]
fn files_come_before_json_of_the_same() {
    let schema = object(&format!(r#""file": {FILE}"#));
    for bodies in [["application/json", "multipart/form-data"], ["multipart/form-data", "application/json"]] {
        let emission = post(&bodies.map(|media_type| (media_type, schema.as_str())));
        assert_eq!(functions(&emission), ["send(file: Upload)"]);
    }
    let plain = object(r#""name": { "type": "string" }"#);
    let emission = post(&[("multipart/form-data", &plain), ("application/json", &plain)]);
    assert_eq!(functions(&emission), ["send(body = SendABody)"]);
}

#[test]
fn what_is_sent_instead_of_files_is_a_call_of_its_own() {
    let (files, json) = (object(&format!(r#""file": {FILE}"#)), object(r#""url": { "type": "string" }"#));
    let text = ("text/plain", r#"{ "type": "string" }"#);
    let emission = post(&[("application/json", &json), text, ("multipart/form-data", &files)]);
    assert_eq!(
        functions(&emission),
        ["send(file: Upload)", "send_json(body = SendAJsonBody)", "send_text(body = String)"]
    );
    let places = emission.api.operations.iter().map(|operation| operation.origin.to_string());
    assert_eq!(
        places.collect::<Vec<_>>(),
        ["", "/requestBody/json", "/requestBody/text"].map(|rest| format!("/paths/~1pictures/post{rest}"))
    );
}

#[test]
fn a_value_can_ask_for_a_stream() {
    let listed =
        |name: &str| object(&format!(r#""{name}": {{ "type": "string", "enum": ["audio", "sse", "events"] }}"#));
    let switch = |schema: &str| {
        let emission = post(&[("application/json", schema)]);
        let options = CrateOptions::new(&Config::default());
        let resolver = Resolver::new(&emission.api, &emission.analysis, &emission.facts, &emission.names, &options);
        let operation = resolver.operation(0);
        let field = operation.stream_switch.as_ref().map(|switch| switch.field());
        field.map(|field| format!("{}={}", field.wire, field.value.wire()))
    };
    assert_eq!(switch(&listed("kind")).as_deref(), Some("kind=sse"));
    let both = r#""stream": { "type": "boolean" }, "format": { "type": "string", "enum": ["sse", "json"] }"#;
    assert_eq!(switch(&object(both)).as_deref(), Some("stream=true"));
    let events = |name: &str| object(&format!(r#""{name}": {{ "type": "string", "enum": ["events", "none"] }}"#));
    assert_eq!(switch(&events("stream_format")).as_deref(), Some("stream_format=events"));
    // A parameter with another purpose may list the same word.
    assert_eq!(switch(&events("include")), None);
}

#[test]
fn strings_of_a_binary_encoding_are_files() {
    let sent = [
        r#"{ "type": "string", "contentEncoding": "binary" }"#,
        r#"{ "type": "string", "contentMediaType": "application/octet-stream" }"#,
        r#"{ "type": ["string", "null"], "contentMediaType": "application/pdf" }"#,
        r#"{ "contentMediaType": "image/png" }"#,
        r#"{ "contentEncoding": "binary" }"#,
        r#"{ "type": "array", "items": { "contentMediaType": "Video/MP4; codecs=a" } }"#,
        r#"{ "type": "string", "contentMediaType": "image/png", "contentEncoding": "base64" }"#,
        r#"{ "type": "string", "contentMediaType": "image/png", "contentEncoding": "quoted-printable" }"#,
        r#"{ "type": "string", "contentMediaType": "text/csv" }"#,
        r#"{ "type": "string", "contentMediaType": "application/geo+json" }"#,
        r#"{ "contentMediaType": "image/png", "properties": { "id": { "type": "string" } } }"#,
    ];
    let members: Vec<String> = sent.iter().zip('a'..).map(|(schema, name)| format!(r#""{name}": {schema}"#)).collect();
    let emission = post(&[("multipart/form-data", &object(&members.join(", ")))]);
    assert_eq!(
        functions(&emission),
        ["send(a: Upload, b: Upload, c: Upload, d: Upload, e: Upload, f: Vec<Upload>, g: Base64, h: String, \
            i: String, j: String, k: SendAK)"]
    );
    for schema in &sent[..5] {
        let emission = post(&[("application/json", schema)]);
        let body = emission.api.operations[0].body.as_ref().map(|body| &body.alternatives[0].kind);
        assert!(matches!(body, Some(BodyKind::Bytes)), "{schema}");
    }
}

#[test]
fn a_response_of_a_binary_encoding_is_bytes() {
    for schema in [r##"{ "$ref": "#/components/schemas/Raw" }"##, r#"{ "contentMediaType": "image/png" }"#] {
        let emission = emission(&format!(
            r#""/pictures": {{ "get": {{ "responses": {{ "200": {{ "description": "", "content": {{
            "application/json": {{ "schema": {schema} }} }} }} }} }} }}"#
        ));
        assert_eq!(emission.api.operations[0].success, Success::One(Content::Bytes), "{schema}");
    }
}
