//! Requests without a connection, and a few over the loopback interface.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};

use super::*;
use bindery::internal::config::Config;
use bindery::internal::text::Source;

fn description() -> Value {
    json!({
        "openapi": "3.0.3",
        "info": {"title": "Pets", "version": "1"},
        "components": {
            "securitySchemes": {"Key": {"type": "apiKey", "in": "query", "name": "key"}},
            "schemas": {
                "Pet": {
                    "type": "object",
                    "required": ["id", "name"],
                    "properties": {
                        "id": {"type": "integer", "readOnly": true, "example": 7},
                        "name": {"type": "string", "maxLength": 5},
                        "tags": {"type": "array", "items": {"type": "string"}},
                        "age": {"type": "integer", "nullable": true},
                    },
                },
            },
        },
        "paths": {
            "/pets": {
                "get": {
                    "parameters": [
                        {"name": "limit", "in": "query", "schema": {"type": "integer", "maximum": 10}},
                        {"name": "tags", "in": "query", "explode": false, "schema": {"type": "array", "items": {"enum": ["a", "b"]}}},
                        {"name": "ids", "in": "query", "schema": {"type": "array", "items": {"type": "integer"}}},
                        {"name": "filter", "in": "query", "style": "deepObject", "schema": {"type": "object", "properties": {"age": {"type": "integer"}}}},
                        {"name": "x-trace", "in": "header", "required": true, "schema": {"type": "string", "minLength": 2}},
                        {"name": "session", "in": "cookie", "schema": {"type": "boolean"}},
                        {"name": "labels", "in": "query", "explode": false, "schema": {"type": "array", "items": {"enum": ["a,b", "c"]}}},
                        {"name": "range", "in": "query", "explode": false, "schema": {"type": "object", "properties": {"from": {"enum": ["a,b%2C"]}}}},
                        {"name": "marks", "in": "cookie", "style": "form", "explode": false, "schema": {"type": "array", "items": {"enum": ["a,b", "c"]}}},
                    ],
                    "responses": {
                        "200": {"description": "", "content": {"application/json": {"schema": {"type": "array", "items": {"$ref": "#/components/schemas/Pet"}}}}},
                        "404": {"description": "", "content": {"application/json": {"example": {"code": 1}}}},
                    },
                },
                "post": {
                    "requestBody": {
                        "required": true,
                        "content": {
                            "application/json": {"schema": {"$ref": "#/components/schemas/Pet"}},
                            "application/x-www-form-urlencoded": {"schema": {"$ref": "#/components/schemas/Pet"}},
                            "multipart/form-data": {"schema": {"$ref": "#/components/schemas/Pet"}},
                        },
                    },
                    "responses": {"201": {"description": "", "headers": {"x-id": {"required": true, "schema": {"type": "integer"}}}}},
                },
            },
            "/pets/{id}": {
                "parameters": [{"name": "id", "in": "path", "required": true, "schema": {"type": "integer"}}],
                "get": {"responses": {"200": {"description": "", "content": {
                    "application/json": {
                        "schema": {"$ref": "#/components/schemas/Pet"},
                        "examples": {"invalid": {"value": {"id": 1}}, "valid": {"value": {"id": 1, "name": "Rex"}}},
                    },
                    "text/plain": {"schema": {"type": "string", "example": "Rex, 1"}},
                }}}},
            },
        },
    })
}

pub(super) fn served(description: &Value) -> ServedDescription {
    ServedDescription::new(Source::new("openapi.json", description.to_string()), &Config::default()).unwrap()
}

fn request(method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> ReceivedRequest {
    let (path, query) = target.split_once('?').unwrap_or((target, ""));
    let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    ReceivedRequest {
        method: method.to_owned(),
        path: path.to_owned(),
        query: query.to_owned(),
        headers: headers.collect(),
        body: body.as_bytes().to_vec(),
    }
}

/// Returns the status and the violations of a request, or the body of its response.
fn answer(method: &str, target: &str, headers: &[(&str, &str)], body: &str) -> (u16, String) {
    match served(&description()).answer(&request(method, target, headers, body)) {
        Ok(accepted) => (accepted.response.status, String::from_utf8(accepted.response.body).unwrap()),
        Err(refusal) => (refusal.status, refusal.detail()),
    }
}

const JSON: &[(&str, &str)] = &[("content-type", "application/json; charset=utf-8")];

#[test]
fn responses_have_the_first_valid_example() {
    let (status, body) = answer("GET", "/pets/1", &[], "");
    assert_eq!((status, body.as_str()), (200, r#"{"id":1,"name":"Rex"}"#));
    let (_, body) = answer("GET", "/pets/1", &[("accept", "text/plain")], "");
    assert_eq!(body, "Rex, 1");
    let (status, body) = answer("GET", "/pets", &[("x-trace", "ab")], "");
    assert_eq!((status, body.parse::<Value>().unwrap()), (200, json!([{"id": 1, "name": "name"}])));
    let (status, body) = answer("GET", "/pets", &[("x-trace", "ab"), ("prefer", "code=404")], "");
    assert_eq!((status, body.as_str()), (404, r#"{"code":1}"#));
    let accepted = served(&description()).answer(&request("POST", "/pets", JSON, r#"{"name":"Rex"}"#)).unwrap();
    assert_eq!(accepted.response.headers, [("x-id".to_owned(), "1".to_owned())]);
}

#[test]
fn only_operations_of_the_client_are_served() {
    let config = Config::parse("bindery.toml", "[skip]\noperations = [\"POST /pets\"]\n").unwrap();
    let source = Source::new("openapi.json", description().to_string());
    let served = ServedDescription::new(source, &config).unwrap();
    assert_eq!(served.operation_count(), 2);
    assert_eq!(served.answer(&request("POST", "/pets", JSON, "{}")).unwrap_err().status, 405);
}

#[test]
fn parameters_are_checked() {
    let get = |query: &str| {
        answer("GET", &format!("/pets?{query}"), &[("x-trace", "ab"), ("cookie", "session=true; marks=a%2Cb,c")], "")
    };
    for valid in [
        "",
        "limit=10",
        "tags=a,b",
        "labels=a%2Cb",
        "labels=a%2cb,c",
        "range=from,a%2Cb%252C",
        "ids=1&ids=2",
        "filter%5Bage%5D=1",
        "other=1",
    ] {
        assert_eq!(get(valid).0, 200, "{valid}");
    }
    let invalid = [
        ("limit=11", "/query/limit: expected at most 10"),
        ("limit=ten", "/query/limit: expected integer, found a string"),
        ("tags=a,c", "/query/tags/1: expected one of \"a\", \"b\""),
        ("ids=1&ids=x", "/query/ids/1: expected integer, found a string"),
        ("filter[age]=x", "/query/filter/age: expected integer, found a string"),
    ];
    for (query, detail) in invalid {
        assert_eq!(get(query), (400, detail.to_owned()));
    }
    let headers = [("x-trace", "a"), ("cookie", "session=7")];
    let detail = "/header/x-trace: expected at least 2 characters; /cookie/session: expected boolean, found a string";
    assert_eq!(answer("GET", "/pets", &headers, ""), (400, detail.to_owned()));
    assert_eq!(answer("GET", "/pets", &[], ""), (400, "/header/x-trace: missing".to_owned()));
    assert_eq!(answer("GET", "/pets/x", &[], ""), (400, "/path/id: expected integer, found a string".to_owned()));
}

#[test]
fn bodies_are_checked() {
    assert_eq!(answer("POST", "/pets", JSON, r#"{"name":"Rex","age":null}"#).0, 201);
    let invalid = [
        ("{}", "/body/name: missing"),
        (
            r#"{"name":"a secret name","age":"1"}"#,
            "/body/age: expected integer, found a string; /body/name: expected at most 5 characters",
        ),
        ("{", "/body: invalid JSON: EOF while parsing an object at line 1 column 1"),
        ("[]", "/body: expected object, found an array"),
    ];
    for (body, detail) in invalid {
        let (status, found) = answer("POST", "/pets", JSON, body);
        let mut parts: Vec<&str> = found.split("; ").collect();
        parts.sort_unstable();
        assert_eq!((status, parts.join("; ").as_str()), (400, detail));
    }
    assert_eq!(answer("POST", "/pets", &[], ""), (400, "/body: missing".to_owned()));
    let form = &[("content-type", "application/x-www-form-urlencoded")];
    assert_eq!(answer("POST", "/pets", form, "name=R+x&age=3&tags=a&tags=b").0, 201);
    assert_eq!(answer("POST", "/pets", form, "name=x&age=y").0, 400);
    let multipart = &[("content-type", "multipart/form-data; boundary=b")];
    let part = "--b\r\nContent-Disposition: form-data; name=\"name\"\r\n\r\nRex\r\n--b--\r\n";
    assert_eq!(answer("POST", "/pets", multipart, part).0, 201);
    assert_eq!(answer("POST", "/pets", multipart, "--b--").1, "/body/name: missing");
    let expected = "expected `application/json` or `application/x-www-form-urlencoded` or `multipart/form-data`";
    let refused = answer("POST", "/pets", &[("content-type", "text/xml")], "<a/>");
    assert_eq!(refused, (415, format!("/header/content-type: {expected}")));
}

/// Bodies have the types of the client: the parts of a form, the member of a wrapper, and members that are not declared.
#[test]
fn bodies_have_the_types_of_the_client() {
    let content = |media_type: &str, schema: Value| json!({ "content": { media_type: { "schema": schema } } });
    let part = json!({ "type": "object", "required": ["file", "count"], "properties": {
        "file": { "type": "string", "format": "binary" }, "count": { "type": "integer", "minimum": 1 } } });
    let inner = json!({ "type": "object", "required": ["at"], "properties": {
        "at": { "type": "string", "format": "date-time" }, "kind": { "type": "string", "enum": ["a", "b"] } } });
    let wrapped = json!({ "type": "object", "properties": { "story": inner } });
    let post = |body: Value| json!({ "post": { "requestBody": body, "responses": { "204": { "description": "" } } } });
    let served = served(&json!({ "openapi": "3.0.3", "info": { "title": "t", "version": "1" }, "paths": {
        "/files": post(content("multipart/form-data", part)),
        "/stories": post(content("application/json", wrapped)) } }));
    let answer = |path: &str, media_type: &str, body: &str| {
        let answer = served.answer(&request("POST", path, &[("content-type", media_type)], body));
        answer.map(|accepted| accepted.unknown).map_err(|refusal| refusal.detail())
    };
    let section =
        |name: &str, text: &str| format!("--b\r\ncontent-disposition: form-data; name=\"{name}\"\r\n\r\n{text}\r\n");
    let form = |count: &str| answer("/files", "multipart/form-data; boundary=b", &format!("{count}--b--"));
    assert_eq!(form(&(section("file", "x") + &section("count", "2"))), Ok(Vec::new()));
    let refused = form(&section("count", "0"));
    assert_eq!(refused, Err("/body/file: missing; /body/count: expected at least 1".to_owned()));
    let story = |body: Value| answer("/stories", "application/json", &body.to_string());
    let unknown = story(json!({ "story": { "at": "2024-12-31T23:59:00Z", "more": 1, "a secret": 1 } })).unwrap();
    assert_eq!(unknown.iter().map(|it| it.as_str()).collect::<Vec<_>>(), ["/body/story/more", "/body/story/***"]);
    let refused = [
        (json!({}), "/body/story: missing"),
        (json!({ "story": { "at": "2024-12-31 23:59" } }), "/body/story/at: expected the format `date-time`"),
        (
            json!({ "story": { "at": "2024-12-31T23:59:00Z", "kind": "c" } }),
            "/body/story/kind: expected one of \"a\", \"b\"",
        ),
    ];
    for (body, detail) in refused {
        assert_eq!(story(body), Err(detail.to_owned()));
    }
}

/// The errors of all alternatives of all elements are never in memory at once.
#[test]
fn the_cost_of_a_request_is_bounded_by_its_size() {
    let alternatives: Vec<Value> = (0..100)
        .map(|index| {
            json!({ "type": "object", "required": [format!("k{index}")], "properties": {
            format!("k{index}"): { "type": "integer" } } })
        })
        .collect();
    let schema = json!({ "type": "array", "items": { "anyOf": alternatives } });
    let body = json!({ "content": { "application/json": { "schema": schema } } });
    let post = json!({ "requestBody": body, "responses": { "204": { "description": "" } } });
    let served = served(&json!({ "openapi": "3.0.3", "info": { "title": "t", "version": "1" },
        "paths": { "/u": { "post": post } } }));
    let found = |elements: Vec<Value>| {
        let answer = served.answer(&request("POST", "/u", JSON, &Value::Array(elements).to_string()));
        answer.map_err(|refusal| refusal.violations.iter().map(|it| it.pointer.to_string()).collect::<Vec<_>>())
    };
    let begun = std::time::Instant::now();
    assert_eq!(found(vec![json!(1); 60_000]).unwrap_err().len(), 20);
    let mut elements = vec![json!({ "k99": 1 }); 10_000];
    assert!(found(elements.clone()).is_ok());
    elements[9_000] = json!(1);
    assert_eq!(found(elements).unwrap_err(), ["/body/9000"]);
    assert!(begun.elapsed() < Duration::from_secs(20), "{:?}", begun.elapsed());
}

#[test]
fn other_requests_are_refused() {
    let description = served(&description());
    assert_eq!(description.answer(&request("GET", "/cats", &[], "")).unwrap_err().status, 404);
    let refusal = description.answer(&request("PUT", "/pets", &[], "")).unwrap_err();
    let response = refusal.response();
    assert_eq!(response.status, 405);
    assert!(response.headers.contains(&("allow".to_owned(), "GET, POST".to_owned())), "{response:?}");
    let problem: Value =
        serde_json::from_slice(&description.answer(&request("POST", "/pets", JSON, "{}")).unwrap_err().response().body)
            .unwrap();
    assert_eq!(problem["status"], 400);
    assert_eq!(problem["errors"], json!([{"pointer": "/body/name", "detail": "missing"}]));
}

#[test]
fn secrets_are_not_shown() {
    let headers = [("authorization", "Bearer s3cret"), ("cookie", "session=s3cret"), ("x-trace", "ab")];
    let rehearsal = Rehearsal::new(Some(served(&description())), served(&description()));
    let request = request("GET", "/pets?limit=3&key=s3cret&password=s3cret", &headers, "");
    let (_, line) = rehearsal.answer(&request);
    let query = "limit=3&key=***&password=***";
    let refused = "rejects: /cookie/session: expected boolean, found a string";
    assert_eq!(line, format!("GET /pets?{query} old: {refused}, new: {refused}"));
}

#[test]
fn two_descriptions_are_compared() {
    let old = description();
    let mut new = description();
    new["components"]["schemas"]["Pet"]["required"] = json!(["id", "name", "age"]);
    new["paths"]["/pets/{id}"]["delete"] = json!({"responses": {"204": {"description": ""}}});
    let rehearsal = Rehearsal::new(Some(served(&old)), served(&new));
    let line = |request: ReceivedRequest| rehearsal.answer(&request).1;
    let post = |body: &str| line(request("POST", "/pets", JSON, body));
    assert_eq!(post(r#"{"name":"Rex","age":1}"#), "POST /pets old: accepts, new: accepts");
    assert_eq!(post(r#"{"name":"Rex"}"#), "POST /pets old: accepts, new: rejects: /body/age: missing");
    assert_eq!(post(r#"{"age":1}"#), "POST /pets old: rejects: /body/name: missing, new: rejects: /body/name: missing");
    let delete = line(request("DELETE", "/pets/1", &[], ""));
    assert_eq!(delete, "DELETE /pets/1 old: rejects: the path has no `DELETE`, new: accepts");
    let summary = "1 accepted by both, 1 by the old only, 1 by the new only, 1 by neither\n  \
                   accepted by the old only: POST /pets (1)\n  accepted by the new only: DELETE /pets/{id} (1)";
    assert_eq!(rehearsal.summary(), summary);
}

/// Sends text to a server that runs until the process ends, and returns its response.
fn exchange(address: std::net::SocketAddr, text: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // The server may refuse a request before it is complete.
    let _ = stream.write_all(text.as_bytes());
    let mut response = String::new();
    let _ = stream.read_to_string(&mut response);
    response
}

#[test]
fn requests_are_answered_over_a_connection() {
    let server = Server::bind(0).unwrap();
    let address = server.address();
    assert!(address.ip().is_loopback());
    std::thread::spawn(move || {
        let rehearsal = Rehearsal::new(None, served(&description()));
        server.run(move |request| rehearsal.answer(request).0)
    });
    // A client that sends nothing more does not block others.
    let mut slow = TcpStream::connect(address).unwrap();
    slow.write_all(b"POST /pets HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n").unwrap();
    let response = exchange(address, "GET /pets/1 HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n");
    assert!(response.starts_with("HTTP/1.1 200 OK\r\n"), "{response}");
    assert!(response.ends_with(r#"{"id":1,"name":"Rex"}"#), "{response}");
    let refused = exchange(
        address,
        "POST /pets HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2\r\n\r\n{}",
    );
    assert!(refused.starts_with("HTTP/1.1 400 "), "{refused}");
    assert!(refused.contains("content-type: application/problem+json") && refused.contains("/body/name"), "{refused}");
    let head = format!("GET /pets/1 HTTP/1.1\r\nhost: localhost\r\n{}\r\n", "x-many: 1\r\n".repeat(300));
    assert!(exchange(address, &head).starts_with("HTTP/1.1 431 "));
    let head = format!("GET /pets/1 HTTP/1.1\r\nhost: localhost\r\nx-long: {}\r\n\r\n", "a".repeat(1 << 20));
    assert!(!exchange(address, &head).starts_with("HTTP/1.1 200 "));
    let body = "POST /pets HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 99999999\r\n\r\n";
    assert!(exchange(address, &format!("{body}{}", " ".repeat(17 << 20))).starts_with("HTTP/1.1 413 "));
}
